// The model's step over one tile: that of chain_step.h, of particles that have the mass.
#pragma once

#include "core/models/chain_step.h"
#include "core/models/cylinders/cylinder_load.h"
#include "core/models/elastic_strand/elastic_strand_kernels.h"
#include "core/models/elastic_strand/hair_friction.h"
#include "core/models/stage_list.h"

namespace ringlet::elastic_strand {
inline namespace RINGLET_ISA {

// A segment's mass is gathered in its ends.
template <class T>
struct Particles {
    static constexpr bool keepsMomentum = false, hardens = true, lifts = false;
    static constexpr int turnsOut = 2;
    const StrandTile& t;
    const ElasticSubstep<T>& s;

    RINGLET_HD void atEnd(BeyondJoint<T>& beyond, const SegmentSweep<T>& at) const {
        freeTerms(beyond, s, at.x, at.v, at.halves());
        if (t.loads != nullptr) cylinders::addLoad(beyond, t, at.segment, at.inverseScale);
    }
    RINGLET_HD void pass(BeyondJoint<T>& beyond, const SegmentSweep<T>& at) const {
        shiftAlongSegment(beyond, at.direction, at.ratio, at.inverseScale);
        if (at.exact) addShearAndCompression(beyond, at.direction, at.ratio, at.inverseScale, at.net, at.share);
    }
    RINGLET_HD T leastInertia(T trace) const { return maximum(T(spinInertia), T(relativeInertia) * trace); }
    RINGLET_HD T leastContact(T stiffness, Vec3<T>, const SegmentSweep<T>&, Vec3<T>) const { return ringlet::leastContact(stiffness); }
    RINGLET_HD T unlifted(int, T distance) const { return distance; }
    RINGLET_HD T deepest(int) const { return T(contactSlack); }
    RINGLET_HD T motion(T length, Vec3<T>, Vec3<T> v) const { return length * dot(v, v); }
    RINGLET_HD void placed(int, Vec3<T>) const {}
    template <class M> RINGLET_HD void atRest(M) const {}
};

// One tile through all substeps of a frame.
template <class T>
RINGLET_HD void playFrame(const StrandTile& t) {
    if (t.flow->grid.nodes != nullptr) followFlow<T>(t);
    T watch = T(0);
    for (int i = 0; i < t.substeps; ++i) {
        ElasticSubstep<T> s = elasticSubstep<T>(t.substep[i], t.material, *t.colliders);
        watch = watch + stepChain<T>(t, s, Particles<T>{t, s});
    }
    const ElasticSubstep<T> none{};
    rescueChain<T>(t, t.substep[t.substeps - 1].headAfter, Particles<T>{t, none}, watch);
}

// Where its strands that meet would go in the first of them, once they have followed the hair around, which is not to come again.
template <class T>
RINGLET_HD void foresee(const StrandTile& t) {
    if (t.flow->grid.nodes != nullptr) followFlow<T>(t);
    ElasticSubstep<T> s = elasticSubstep<T>(t.substep[0], t.material, *t.colliders);
    foreseeChain(t, s, Particles<T>{t, s}, [&](int segment, Vec3<T> way) { cylinders::tellWay(t, segment, way); });
}

// The step as a device runs it.
struct StrandStages : StageList<StrandFields, StrandArgs, 4> {
    static constexpr const char* name = "elastic-strand";
    template <int stage, class T, class At>
    static RINGLET_HD void run(const At& at, const Args& args, const ColliderArgs& colliders) {
        const StrandTile tile = strandTile(at, args, colliders);
        if constexpr (stage == PlayStage) playFrame<T>(tile);
        else if constexpr (stage == ForeseeStage) foresee<T>(tile);
        else if constexpr (stage == ClearStage) clearAround<T>(tile, at.lanes());
        else addToFlow<T>(tile, at.lanes());
    }
};

}  // namespace RINGLET_ISA
}  // namespace ringlet::elastic_strand
