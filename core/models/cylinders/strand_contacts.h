// Strands that meet as cylinders when they are asked to, as a model keeps them: opened when they first do, their state, their loads.
#pragma once

#include "core/models/cylinders/cylinder_contacts.h"
#include "core/models/frame.h"
#include "core/models/model_parts.h"

#include <cstddef>
#include <type_traits>

namespace ringlet::cylinders {

// Where nobody says at what distance strands touch: this share of how far their roots lie apart, m within bounds. On a head each then
// has a few others to touch; at 2 mm one of 6,000 has a hundred, which costs more than a second a frame.
constexpr float touchingShare = 0.25f, thinnestTouching = 1e-4f, widestTouching = 0.002f;

class StrandContacts {
public:
    // Before the rest: how far strands' roots lie apart, m; 0: there is one.
    void lay(float rootsApart) {
        if (rootsApart > 0) diameter_ = clamped(touchingShare * rootsApart, thinnestTouching, widestTouching);
    }
    bool meet() const { return material_.repulsion > 0; }
    // As ofSingleHairs() takes them, from the next substep on; diameter 0: what suits the groom. What strands that do not meet any more
    // clung to is forgotten.
    void want(float diameter, float repulsion, float friction) {
        material_ = ofSingleHairs(diameter > 0 ? diameter : diameter_, repulsion, friction);
        if (!meet()) forget();
    }
    // Once strands have a rest shape and where they meet. groups, device, lanes, at: as CylinderContacts has them; place: as rest() has it.
    template <class Group, class Place>
    void open(std::vector<Group>& groups, DeviceSide& device, int lanes, const Place& place, SegmentAt at = &ChainSegments::at<StoreStrand>) {
        if (contacts_ != nullptr || !meet()) return;
        std::vector<StrandStore*> all;
        for (Group& g : groups) all.push_back(&g);
        contacts_ = std::make_unique<CylinderContacts>(all, device, lanes, at);
        rest(groups, place);
    }
    // When strands rest elsewhere than before: place(group, strand, head) puts them where they do, and what overlaps there is let overlap.
    template <class Group, class Place>
    void rest(const std::vector<Group>& groups, const Place& place) {
        if (contacts_ == nullptr) return;
        std::vector<Group> there(groups);
        std::vector<StrandStore*> resting;
        for (Group& g : there) {
            for (uint32_t s = 0; s < g.padded(); ++s) place(g, s, identityQuat<float>());
            resting.push_back(&g);
        }
        contacts_->setRest(resting);
    }
    // A frame of stages that args are for, in `count` substeps, which run() plays: one by one, each strand told how the others go, where
    // they meet, else at once. foresee(): tells first where segments would go with that (LoadWay), which the others are then told;
    // nullptr: none is. What hair around does comes with the first stage.
    template <class Args, class Foresee, class Run>
    void play(Args& args, const Frame& frame, int count, ThreadPool* pool, const Foresee& foresee, const Run& run) {
        if (!meet()) return run();
        for (int i = 0; i < count; ++i) {
            args.substep[0] = substepOf(frame, i, count);
            args.substeps = 1;
            constexpr bool twice = !std::is_same_v<Foresee, std::nullptr_t>;
            contacts_->meet(material_, args.substep[0], i, count, pool, twice);
            if constexpr (twice) {
                foresee();
                args.flow.grid.nodes = nullptr;
                contacts_->centre(pool);
            }
            run();
            args.flow.grid.nodes = nullptr;
        }
    }
    // Of a group's stages; null: its strands do not meet.
    float* loads(size_t group) const { return meet() ? contacts_->loads(group) : nullptr; }
    uint64_t touching() const { return contacts_ != nullptr && meet() ? contacts_->touching() : 0; }
    std::string remark() const { return contacts_ != nullptr && meet() ? contacts_->remark() : ""; }
    size_t bytes() const { return contacts_ != nullptr ? contacts_->bytes() : 0; }

    void forget() {
        if (contacts_ != nullptr) contacts_->forget();
    }
    // Where strands do not meet there is nothing.
    void save(std::vector<float>& floats, std::vector<uint32_t>& ids) const {
        if (contacts_ != nullptr && meet()) contacts_->save(floats, ids);
    }
    // States of strands that did not meet have nothing of it.
    Status restore(const float* from, size_t count, const std::vector<uint32_t>& ids) {
        std::vector<Grip> grips;
        std::vector<uint32_t> left = ids;
        if (!ids.empty() && (contacts_ == nullptr || !meet() || !contacts_->read(grips, from, count, left))) return otherState();
        if (count > 0 || !left.empty()) return otherState();
        if (contacts_ != nullptr) contacts_->take(grips);
        return {};
    }

private:
    float diameter_ = widestTouching;  // m, where none is asked for
    CylinderMaterial material_{};
    std::unique_ptr<CylinderContacts> contacts_;
};

}  // namespace ringlet::cylinders
