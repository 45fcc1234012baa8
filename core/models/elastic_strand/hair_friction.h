// Friction of hair in hair over one tile: what its particles add to the flow of hair, and how they follow it.
#pragma once

#include "core/models/elastic_strand/elastic_strand_kernels.h"
#include "core/models/hair_around.h"

namespace ringlet::elastic_strand {
inline namespace RINGLET_ISA {

// Hair that goes slower than about this beside the head, in the mean around a particle, rubs no more, m/s: a strand that falls late
// among others at rest would creep for seconds.
constexpr float freelySlow = 0.05f;

// Adds the particles of the first `lanes` lanes, each with the segment before it, to the grid.
template <class T>
RINGLET_HD void addToFlow(const StrandTile& t, int lanes) {
    const T inverseScale = T(1) / loadRow<T>(t.scale, 0);
    addAround<T>(t, lanes, [&](int p) { return loadAt<T>(t.restLength, p - 1) * inverseScale; });
}

// Each particle takes on a share of the mean motion around it, its own included: what they differ by dies away, and what
// all of them do stays. A mean of velocities is never more than the largest, so that no speed grows.
template <class T>
RINGLET_HD void followFlow(const StrandTile& t) {
    for (int p = 1; p < t.particles; ++p) {
        const Vec3<T> x = loadVec3<T>(t.position, p), v = loadVec3<T>(t.velocity, p);
        T mass;
        const Vec3<T> mean = meanAround(FlowCells<T>(*t.flow, x), mass), beside = headVelocityAt(*t.flow, x) + mean - v;
        const T goes = dot(mean, mean), share = T(t.flow->share) * (goes / (goes + T(freelySlow * freelySlow)));
        storeVec3(t.velocity, p, v + select(mass > T(0), share, T(0)) * beside);
    }
}

}  // namespace RINGLET_ISA
}  // namespace ringlet::elastic_strand
