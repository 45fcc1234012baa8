// Per-particle values of equally long strands in one of four memory layouts.
// tile_math.h has the address formula.
#pragma once

#include "core/groom/tile_math.h"
#include "core/math/vec.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ringlet {

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
    // The first three or four components of a particle in a channel.
    Vec3f vec3At(int channel, uint32_t s, uint32_t p) const {
        return {at(channel, s, p, 0), at(channel, s, p, 1), at(channel, s, p, 2)};
    }
    Quatf quatAt(int channel, uint32_t s, uint32_t p) const {
        return {at(channel, s, p, 0), at(channel, s, p, 1), at(channel, s, p, 2), at(channel, s, p, 3)};
    }
    void setVec3(int channel, uint32_t s, uint32_t p, Vec3f v) {
        at(channel, s, p, 0) = v.x, at(channel, s, p, 1) = v.y, at(channel, s, p, 2) = v.z;
    }
    void setQuat(int channel, uint32_t s, uint32_t p, Quatf q) {
        at(channel, s, p, 0) = q.x, at(channel, s, p, 1) = q.y, at(channel, s, p, 2) = q.z, at(channel, s, p, 3) = q.w;
    }
    StrandView tile(int channel, uint32_t tile);
    StrandView strand(int channel, uint32_t strand);
    // The first float of a channel; only meaningful for tiles, where a channel is contiguous.
    float* channel(int channel) { return data_.data() + channels_[channel].start; }
    const float* channel(int channel) const { return data_.data() + channels_[channel].start; }
    size_t channelFloats(int channel) const { return size_t{padded_} * particles_ * components_[channel]; }
    // All channels, as they lie.
    float* data() { return data_.data(); }
    size_t floats() const { return data_.size(); }

private:
    size_t offset(int channel, uint32_t strand, uint32_t particle, int component) const {
        const ChannelPlace& c = channels_[channel];
        return c.start + (strand / lanes_) * c.tile + (strand % lanes_) * c.lane + particle * c.particle +
               component * c.component;
    }

    Layout layout_ = Layout::Tiles;
    uint32_t strands_ = 0, particles_ = 0, lanes_ = 1, padded_ = 0;
    std::vector<int> components_;         // a channel
    std::vector<ChannelPlace> channels_;
    std::vector<float> data_;
};

// "tiles", "batch", "soa", "aos"; false for another name.
bool layoutNamed(const std::string& name, Layout& layout);

}  // namespace ringlet
