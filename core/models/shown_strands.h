// What is drawn of a model's strand groups, in the groom's order: the groups' own tiles; or copies, where groups have an order of
// their own; or what a device gathers where it draws.
#pragma once

#include "core/models/device_side.h"
#include "core/models/model.h"

#include <vector>

namespace ringlet {

// Where a strand of the groom is.
struct StrandSlot {
    uint32_t group, strand;  // of the group
};

// The blocks' addresses as a device fills them, in bytes from the buffer's begin.
inline void placeInBuffer(const GatherDrawn& gather, std::vector<CurveBlock>& blocks) {
    const auto address = [](size_t floats) { return reinterpret_cast<const float*>(floats * sizeof(float)); };
    size_t floats = 0;
    for (CurveBlock& block : blocks) {
        block.positions = address(floats);
        block.previous = address(floats + gather.floats);
        floats += block.floats();
    }
}

template <class Group>
class ShownStrands {
public:
    typedef std::vector<Group> Groups;
    typedef std::vector<StrandSlot> Slots;

    // What has been shown is the state before, but after a jump.
    void frameBegins(bool jumps) {
        follows_ = shown_ && !jumps;
        shown_ = false;
    }
    void forget() { shown_ = follows_ = false; }

    // Brings copies up to date. Groups in the host's memory.
    void show(const Groups& groups, const Slots& slots) {
        makeCopies(groups, slots);
        for (StrandStore& c : copies_)
            if (!shown_) copy(c, groups, slots);
        shown_ = true;
        follows_ = false;
    }
    // As show() has them; their shape is right without it, too.
    std::vector<CurveBlock> blocks(const Groups& groups, const Slots& slots) {
        makeCopies(groups, slots);
        std::vector<CurveBlock> blocks;
        for (const Group& g : groups)
            if (copies_.empty()) blocks.push_back(g.curve());
        for (const StrandStore& c : copies_) blocks.push_back(c.curve());
        return blocks;
    }
    // Where a device has what goes into these blocks, one after another; always the same.
    const GatherDrawn& gather(const std::vector<CurveBlock>& blocks, const Groups& groups, const Slots& slots, DeviceSide& device) {
        if (!lanes_.empty()) return gather_;
        gather_.stride = groups[0].lanes();
        for (const CurveBlock& block : blocks) {
            addLanes(block, groups, slots, device);
            gather_.floats += block.floats();
            gather_.most = block.particles > gather_.most ? block.particles : gather_.most;
        }
        gather_.count = static_cast<uint32_t>(lanes_.size());
        device.share(lanes_.data(), lanes_.size() * sizeof(DrawnLane));
        gather_.lanes = device.there(lanes_.data());
        return gather_;
    }

    size_t bytes() const {
        size_t bytes = 0;
        for (const StrandStore& c : copies_) bytes += c.bytes();
        return bytes;
    }

private:
    // Copies are blocks of neighbours with as many particles; made when somebody looks.
    void makeCopies(const Groups& groups, const Slots& slots) {
        bool ordered = false;
        for (const Group& g : groups) ordered = ordered || g.ordered();
        if (!ordered || !copies_.empty()) return;
        const Field drawn{"drawn", 3, Per::Particle, Keep::Derived, Jump::Vector};
        for (uint32_t first = 0; first < slots.size();) {
            const uint32_t particles = groups[slots[first].group].particles();
            uint32_t end = first;
            while (end < slots.size() && groups[slots[end].group].particles() == particles) ++end;
            copies_.emplace_back(std::vector<Field>{drawn}, StrandCounts{first, end - first, particles}, groups[0].lanes());
            copies_.back().draws(0);
            first = end;
        }
    }

    // What was a frame earlier is copied too, unless that has been done then.
    void copy(StrandStore& c, const Groups& groups, const Slots& slots) const {
        if (follows_) c.showNext();
        for (uint32_t tile = 0; tile < c.tiles(); ++tile) {
            copyTile(c, tile, c.rows(0, tile), groups, slots, [](const Group& g) { return g.field(g.drawn()); });
            if (!follows_) copyTile(c, tile, c.previous(tile), groups, slots, [](const Group& g) { return g.previous(0); });
        }
    }
    template <class RowsOf>
    static void copyTile(const StrandStore& c, uint32_t tile, float* to, const Groups& groups, const Slots& slots, const RowsOf& rowsOf) {
        const uint32_t lanes = c.lanes(), rows = 3 * c.particles();
        const float* from[deviceLanes];  // no tile is wider
        for (uint32_t lane = 0; lane < lanes; ++lane) {
            const StrandSlot slot = slotOf(c.firstStrand(), c.strands(), tile * lanes + lane, slots);
            from[lane] = rowsOf(groups[slot.group]) + groups[slot.group].drawnPlace(slot.strand);
        }
        for (uint32_t row = 0; row < rows; ++row)
            for (uint32_t lane = 0; lane < lanes; ++lane) to[row * lanes + lane] = from[lane][row * lanes];
    }
    // Padding repeats the last strand.
    static StrandSlot slotOf(uint32_t first, uint32_t strands, uint32_t s, const Slots& slots) {
        return slots[first + (s < strands ? s : strands - 1)];
    }

    void addLanes(const CurveBlock& block, const Groups& groups, const Slots& slots, DeviceSide& device) {
        const uint32_t tiles = (block.strands + block.lanes - 1) / block.lanes;
        for (uint32_t s = 0; s < tiles * block.lanes; ++s) {
            const StrandSlot slot = slotOf(block.firstStrand, block.strands, s, slots);
            const Group& g = groups[slot.group];
            const float *now = device.address(slot.group, g.field(g.drawn())), *before = device.address(slot.group, g.previous(0));
            const size_t to = gather_.floats + size_t{s / block.lanes} * block.lanes * 3 * block.particles + s % block.lanes;
            const size_t from = g.drawnPlace(slot.strand);
            lanes_.push_back({now + from, (g.remembers() ? before : now) + from, static_cast<uint32_t>(to), block.particles});
        }
    }

    std::vector<StrandStore> copies_;
    bool shown_ = false, follows_ = false;  // copies hold the present state; that of the frame before
    std::vector<DrawnLane> lanes_;
    GatherDrawn gather_{};
};

}  // namespace ringlet
