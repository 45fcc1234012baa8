// What models of strands have in common: all that follows from their groups' fields, and
// the way of a frame. A model writes its fields, where strands start, and its substep.
#pragma once

#include "core/collide/collider_view.h"
#include "core/models/model_parts.h"
#include "core/models/strand_store.h"

#include <string>
#include <utility>
#include <vector>

namespace ringlet {

// `Group` is a StrandStore, or one with what its model needs beside.
template <class Group>
class StrandModel : public Model {
public:
    void step(const Frame& given) override {
        const Frame frame = begin(given);
        const int count = substepsOf(frame);
        for (int i = 0; i < count; ++i) {
            substep_ = substepOf(frame, i, count);
            substep(i, count);
        }
        end();
    }

    void reset(const Pose& head) override {
        head_ = previousHead_ = head;
        beforeReset();
        for (Group& g : groups_) {
            for (uint32_t s = 0; s < g.padded(); ++s) placeAtRest(g, s, head.orientation);
            g.remember();
            g.clearResets();
        }
        afterReset();
    }

    Curves curves() const override {
        Curves curves{{}, head_, previousHead_};
        for (const Group& g : groups_) curves.blocks.push_back(g.curve());
        return curves;
    }

    uint64_t hash() const override {
        look();
        Hash64 hash;
        eachState([&](float f) { hash.add(f); });
        hashMore(hash);
        return hash.value();
    }

    std::vector<uint8_t> save() const override {
        look();
        SavedState state{restHash(), head_, {}};
        eachState([&](float f) { state.floats.push_back(f); });
        saveMore(state.floats);
        return packState(name_, state);
    }

    Status restore(const std::vector<uint8_t>& bytes) override {
        size_t floats = 0;
        for (const Group& g : groups_) floats += g.strands() * g.stateFloats();
        const Result<SavedState> state = unpackState(name_, restHash(), floats, bytes);
        if (!state) return Error{state.error()};
        const std::vector<float>& from = state.value().floats;
        if (Status more = restoreMore(from.data() + floats, from.size() - floats); !more) return more;
        look();  // at what a saved state does not hold: the counts of resets
        const float* next = from.data();
        for (const Slot& slot : slots_) groups_[slot.group].eachState(slot.strand, [&](float& f) { f = *next++; });
        head_ = previousHead_ = state.value().head;
        for (Group& g : groups_) g.remember();
        afterRestore();
        return {};
    }

    uint64_t resets() const override {
        look();
        uint64_t total = 0;
        for (const Group& g : groups_) total += g.resetsSum();
        return total;
    }

    size_t stateBytes() const override {
        size_t bytes = moreBytes();
        for (const Group& g : groups_) bytes += g.bytes();
        return bytes;
    }

protected:
    struct Slot {
        uint32_t group, strand;  // of the group
    };

    explicit StrandModel(std::string name) : name_(std::move(name)) {}

    virtual int substepsOf(const Frame& frame) const = 0;
    // One substep, substep_, of all strands: number `index` of `count` in its frame.
    virtual void substep(int index, int count) = 0;
    // Puts a strand of a group, or its padding, where it starts: at rest, the head turned by `head`.
    virtual void placeAtRest(Group& group, uint32_t strand, Quatf head) = 0;

    // Which strand of the groom strand s of a group is.
    virtual uint32_t strandOf(const Group& group, uint32_t s) const { return group.firstStrand() + s; }

    // What a model has beside its strands' fields.
    virtual void look() const {}                       // fetches the state where it is elsewhere
    virtual void beforeReset() {}
    virtual void afterReset() {}
    virtual void afterRestore() {}
    virtual void jumped(Quatf turn) { static_cast<void>(turn); }
    virtual void hashMore(Hash64& hash) const {
        std::vector<float> more;
        saveMore(more);
        for (float f : more) hash.add(f);
    }
    virtual void saveMore(std::vector<float>& to) const { static_cast<void>(to); }
    virtual Status restoreMore(const float* from, size_t count) {
        static_cast<void>(from);
        return count == 0 ? Status{} : Status{otherState()};
    }
    virtual void hashMoreRest(Hash64& hash) const { static_cast<void>(hash); }
    virtual size_t moreBytes() const { return 0; }

    // The frame that is played: after a jump that of a head at rest where it arrived.
    Frame begin(const Frame& frame) {
        previousHead_ = head_;
        head_ = frame.end.pose;
        colliders_.set(frame.colliders);
        for (Group& g : groups_) g.remember();
        if (!isTeleport(frame)) return frame;
        const Quatf turn = carryTurn(frame);
        for (Group& g : groups_) g.jump(turn);
        jumped(turn);
        previousHead_ = frame.end.pose;
        return arrived(frame);
    }
    virtual void end() {}

    // After the last group: its strands in the groom's order, tiles, and the workers' scratch of
    // so many floats a lane.
    void finishGroups(size_t scratchFloats) {
        for (uint32_t g = 0; g < groups_.size(); ++g) {
            for (uint32_t t = 0; t < groups_[g].tiles(); ++t) tiles_.push_back({g, t});
            slots_.resize(slots_.size() + groups_[g].strands());
        }
        for (uint32_t g = 0; g < groups_.size(); ++g)
            for (uint32_t s = 0; s < groups_[g].strands(); ++s) slots_[strandOf(groups_[g], s)] = {g, s};
        scratch_.resize(workersOf(pool_, tiles_.size()));
        for (std::vector<float>& scratch : scratch_) scratch.resize(scratchFloats * groups_[0].lanes());
    }

    // body(group, tile, scratch) over all tiles, on the pool's workers.
    template <class Body> void overTiles(const Body& body) {
        forEachTile(pool_, tiles_.size(), [&](int index, int worker) {
            const auto& [group, tile] = tiles_[static_cast<size_t>(index)];
            body(groups_[group], tile, scratch_.empty() ? nullptr : scratch_[static_cast<size_t>(worker)].data());
        });
    }

    template <class Visit> void eachState(const Visit& visit) const {
        for (const Slot& slot : slots_) groups_[slot.group].eachState(slot.strand, visit);
    }

    // Of every strand's root and rest shape, and of what ties them.
    uint64_t restHash() const {
        Hash64 hash;
        for (const Group& g : groups_) {
            for (uint32_t s = 0; s < g.strands(); ++s) hash.add(uint64_t{strandOf(g, s)});
            g.addRest(hash);
        }
        hashMoreRest(hash);
        return hash.value();
    }

    const std::string name_;
    std::vector<Group> groups_;
    std::vector<Slot> slots_;                           // a strand of the groom
    std::vector<std::pair<uint32_t, uint32_t>> tiles_;  // group, tile
    std::vector<std::vector<float>> scratch_;           // a worker
    ThreadPool* pool_ = nullptr;
    ColliderArrays colliders_;
    Substep substep_{};
    Pose head_, previousHead_;
};

}  // namespace ringlet
