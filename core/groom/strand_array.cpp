#include "core/groom/strand_array.h"

#include <utility>

namespace ringlet {

StrandArrays::StrandArrays(Layout layout, uint32_t strands, uint32_t particles, uint32_t lanes,
                           std::vector<int> components)
    : layout_(layout), strands_(strands), particles_(particles), lanes_(lanes),
      padded_((strands + lanes - 1) / lanes * lanes) {
    int all = 0;
    for (int c : components) all += c;
    int before = 0;
    for (int count : components) {
        channels_.push_back(channelPlace(layout, before, count, all, particles, lanes, padded_));
        before += count;
    }
    data_.assign(size_t(all) * particles * padded_, 0.0f);
    components_ = std::move(components);
}

StrandView StrandArrays::tile(int channel, uint32_t tile) {
    const ChannelPlace& c = channels_[channel];
    return {data_.data() + c.start + tile * c.tile, c.particle, c.component, c.lane};
}

StrandView StrandArrays::strand(int channel, uint32_t strand) {
    return strandView(data_.data(), channels_[channel], strand, lanes_);
}

bool layoutNamed(const std::string& name, Layout& layout) {
    if (name == "tiles") layout = Layout::Tiles;
    else if (name == "batch") layout = Layout::Batch;
    else if (name == "soa") layout = Layout::Soa;
    else if (name == "aos") layout = Layout::Aos;
    else return false;
    return true;
}

}  // namespace ringlet
