#include "core/groom/strand_array.h"

namespace ringlet {

StrandArrays::StrandArrays(Layout layout, uint32_t strands, uint32_t particles, uint32_t lanes,
                           std::vector<int> components)
    : layout_(layout), strands_(strands), particles_(particles), lanes_(lanes),
      padded_((strands + lanes - 1) / lanes * lanes) {
    ptrdiff_t all = 0;
    for (int c : components) all += c;
    size_t start = 0;
    ptrdiff_t n = particles, w = lanes, s = padded_;
    for (int count : components) {
        Channel channel{start, count, 0, 0, 0, 0};
        switch (layout) {
            case Layout::Tiles: channel = {start, count, n * count * w, 1, count * w, w}; break;
            case Layout::Batch: channel = {start, count, w, 1, s, n * s}; break;
            case Layout::Soa: channel = {start, count, n * w, n, 1, n * s}; break;
            case Layout::Aos: channel = {start, count, n * all * w, n * all, all, 1}; break;
        }
        channels_.push_back(channel);
        start += layout == Layout::Aos ? size_t(count) : size_t(count) * n * s;
    }
    data_.assign(size_t(all) * n * s, 0.0f);
}

StrandView StrandArrays::tile(int channel, uint32_t tile) {
    const Channel& c = channels_[channel];
    return {data_.data() + c.start + tile * c.tile, c.particle, c.component, c.lane};
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
