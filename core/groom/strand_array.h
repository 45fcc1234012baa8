// Per-particle values of equally long strands in one of four memory layouts.
// All four are one address formula, so that the same code serves each:
//
//   tiles  [strand / W][particle][component][W]   W neighbouring strands side by side
//   batch  [component][particle][strand]          the paper's coalesced layout (figure 7.4)
//   soa    [component][strand][particle]          the paper's naive layout (figure 7.1)
//   aos    [strand][particle][all channels]       the paper's array of structures (figure 7.2)
//
// Cavazotti 2025, section 7.1.1; tiles are ours.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ringlet {

enum class Layout { Tiles, Batch, Soa, Aos };

// One tile of one channel as a kernel sees it: strides in floats.
struct StrandView {
    float* base;          // lane 0, particle 0, component 0
    ptrdiff_t particle;
    ptrdiff_t component;
    ptrdiff_t lane;       // 1 where lanes are contiguous
};

// The storage of all channels of one strand group.
class StrandArrays {
public:
    StrandArrays() = default;
    // components[c]: how many floats a particle has in channel c. `lanes` is
    // the tile width; strands are padded up to a whole number of tiles.
    StrandArrays(Layout layout, uint32_t strands, uint32_t particles, uint32_t lanes, std::vector<int> components);

    uint32_t strands() const { return strands_; }
    uint32_t particles() const { return particles_; }
    uint32_t lanes() const { return lanes_; }
    uint32_t tiles() const { return padded_ / lanes_; }
    uint32_t padded() const { return padded_; }
    Layout layout() const { return layout_; }
    size_t bytes() const { return data_.size() * sizeof(float); }

    float& at(int channel, uint32_t strand, uint32_t particle, int component) {
        return data_[offset(channel, strand, particle, component)];
    }
    float at(int channel, uint32_t strand, uint32_t particle, int component) const {
        return data_[offset(channel, strand, particle, component)];
    }
    StrandView tile(int channel, uint32_t tile);
    // The first float of a channel; only meaningful for tiles, where a channel is contiguous.
    float* channel(int channel) { return data_.data() + channels_[channel].start; }
    const float* channel(int channel) const { return data_.data() + channels_[channel].start; }
    size_t channelFloats(int channel) const { return size_t{padded_} * particles_ * channels_[channel].components; }

private:
    struct Channel {
        size_t start;
        int components;
        ptrdiff_t tile, lane, particle, component;
    };
    size_t offset(int channel, uint32_t strand, uint32_t particle, int component) const {
        const Channel& c = channels_[channel];
        return c.start + (strand / lanes_) * c.tile + (strand % lanes_) * c.lane + particle * c.particle +
               component * c.component;
    }

    Layout layout_ = Layout::Tiles;
    uint32_t strands_ = 0, particles_ = 0, lanes_ = 1, padded_ = 0;
    std::vector<Channel> channels_;
    std::vector<float> data_;
};

// "tiles", "batch", "soa", "aos"; false for another name.
bool layoutNamed(const std::string& name, Layout& layout);

}  // namespace ringlet
