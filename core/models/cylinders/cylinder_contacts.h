// Segments of a model's strands that meet as cylinders: what is told of them each substep, what they then do to each other, and what of
// that is state.
#pragma once

#include "core/models/cylinders/cylinder_pairs.h"
#include "core/models/cylinders/cylinder_pairs_device.h"
#include "core/models/cylinders/segment_at.h"
#include "core/models/device_side.h"
#include "core/models/strand_store.h"
#include "core/models/substep.h"

#include <memory>
#include <string>

namespace ringlet::cylinders {

class CylinderContacts {
public:
    // The groups stay where they are, and so does the device. lanes: of the host's kernels, or 0. at: where segments lie, on the host.
    CylinderContacts(std::vector<StrandStore*> groups, DeviceSide& device, int lanes, SegmentAt at = &ChainSegments::at<StoreStrand>);
    // Groups in which strands lie as at rest, and may overlap as deep as they do there.
    void setRest(const std::vector<StrandStore*>& rest);

    // Finds what pairs of segments do in substep `index` of `count`; the first one looks for pairs. The material's step, motion and
    // orientation of the head are the substep's. pool: null for the calling thread alone. again: whether centre() follows.
    void meet(CylinderMaterial material, const Substep& substep, int index, int count, ThreadPool* pool, bool again);
    // Once a first solution has told where segments go (LoadWay): what they do, centred there.
    void centre(ThreadPool* pool);
    // A group's rows of LoadRow, where stages run.
    float* loads(size_t group) const { return device_.there(loads_[group].field(0)); }
    uint64_t touching() const;  // pairs that overlap, of the last step
    std::string remark() const; // whether all take part
    size_t bytes() const;

    // State: where segments cling.
    void forget() { setGrips({}); }
    // Of each grip three floats; its segments, and how many there are.
    void save(std::vector<float>& floats, std::vector<uint32_t>& ids) const;
    // Takes off the ends what save() gave; false, and nothing of it is taken, where that cannot be of these strands. take() makes it the
    // state.
    bool read(std::vector<Grip>& grips, const float* floats, size_t& count, std::vector<uint32_t>& ids) const;
    void take(const std::vector<Grip>& grips) { setGrips(grips); }

private:
    const std::vector<Grip>& grips() const;
    void setGrips(const std::vector<Grip>& grips);
    void tell(const Substep& substep, ThreadPool* pool);
    void tellAhead(ThreadPool* pool);
    void writeLoads(ThreadPool* pool);

    std::vector<StrandStore*> groups_;
    DeviceSide& device_;
    SegmentAt at_;
    std::unique_ptr<CylinderPairs> pairs_;
    mutable WhoHas gripped_;
    mutable std::vector<StrandStore> loads_;  // a group
};

}  // namespace ringlet::cylinders
