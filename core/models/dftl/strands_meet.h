// Strands that meet, an extra beside the published method: what others do to a particle, quadratic forms in its way as
// elastic-strand's elimination takes them up (core/models/cylinders), is here a correction of where its inertia takes it. With the mass m
// of its segments, C and b of the form and the free way w it goes w - (m + C)^-1 (b + C w), which no stiffness makes overshoot.
#pragma once

#include "core/models/cylinders/cylinder_load.h"
#include "core/models/cylinders/segment_at.h"
#include "core/models/dftl/dftl_kernels.h"

namespace ringlet::dftl {
inline namespace RINGLET_ISA {

// Where segments lie that have no frames: between their particles, as long as at rest.
struct PublishedSegments {
    template <class Strand>
    static RINGLET_HD cylinders::Cylinder at(const Strand& strand, int p, float h, Vec3f headMove) {
        const Vec3f along = strand.template vec3<Position>(p + 1) - strand.template vec3<Position>(p);
        return cylinders::segmentOf(strand, p, h, headMove, normalizedOr(along, Vec3f{0, 1, 0}), lengthOf(strand.template vec3<Target>(p + 1)));
    }
};

// Before a substep, velocities take up what strands do to each other in it.
template <class T>
RINGLET_HD void pressApart(const DftlTile& t) {
    const Substep& s = t.substep[0];
    const Vec3<T> fallen = splat<T>((s.h * s.h) * s.gravity - s.headMove);
    T before = lengthOf(loadVec3<T>(t.target, 1));
    for (int i = 1; i < t.particles; ++i) {
        const T after = i + 1 < t.particles ? lengthOf(loadVec3<T>(t.target, i + 1)) : T(0);
        const T mass = T(0.5f) * (before + after);  // m of hair
        before = after;
        BeyondJoint<T> load = nothingBeyond<T>();
        cylinders::addLoad(load, t, i - 1, T(1));
        if (!anyLane(load.A.xx + load.A.yy + load.A.zz > T(0))) continue;
        const Vec3<T> v = loadVec3<T>(t.velocity, i), free = T(s.h) * v + fallen;
        const Vec3<T> back = inverse(plusDiagonal(load.A, mass)) * (load.a + load.A * free);
        storeVec3(t.velocity, i, v - T(1.0f / s.h) * back);
    }
}

}  // namespace RINGLET_ISA
}  // namespace ringlet::dftl
