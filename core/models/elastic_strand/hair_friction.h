// Friction of hair in hair over one tile: what its particles add to the flow of hair, and how they follow it.
#pragma once

#include "core/contact/hair_flow_math.h"
#include "core/models/elastic_strand/elastic_strand_kernels.h"
#include "core/models/tile_io.h"

namespace ringlet::elastic_strand {
inline namespace RINGLET_ISA {

// Hair that goes slower than about this beside the head, in the mean around a particle, rubs no more, m/s: a strand that falls late
// among others at rest would creep for seconds.
constexpr float freelySlow = 0.05f;

template <class T>
RINGLET_HD Vec3<T> headVelocityAt(const FlowArgs& flow, Vec3<T> x) {
    return splat<T>(flow.velocity) + cross(splat<T>(flow.turning), x);
}

// A cell for each lane, one by one: visit(corner's node, its weight).
template <class T>
struct FlowCells {
    static constexpr int lanes = LaneCount<T>::value;
    const FlowGrid& grid;
    int32_t node[lanes], row[lanes];
    float weight[8][lanes];

    RINGLET_HD FlowCells(const FlowArgs& flow, Vec3<T> x) : grid(flow.grid) {
        const FlowCell<T> cell = flowCell(grid, rotate(splat<T>(flow.toHead), x));
        storeWhole(cell.node, node);
        storeWhole(cell.row, row);
        for (int corner = 0; corner < 8; ++corner) storeNumber(weight[corner], 1, cell.weight[corner]);
    }
    template <class Visit> RINGLET_HD void eachCorner(int lane, const Visit& visit) const {
        int32_t* const at = grid.nodes + ptrdiff_t{4} * node[lane];
        for (int corner = 0; corner < 8; ++corner) visit(at + cornerOffset(grid, corner), weight[corner][lane]);
    }
    RINGLET_HD void touch(int lane) const {
        uint8_t* const at = grid.rows + row[lane];
        at[0] = at[1] = at[grid.ny] = at[grid.ny + 1] = 1;
    }
};

// Empties the nodes around the particles of the first `lanes` lanes.
template <class T>
RINGLET_HD void clearAround(const StrandTile& t, int lanes) {
    for (int p = 1; p < t.particles; ++p) {
        const FlowCells<T> cells(*t.flow, loadVec3<T>(t.position, p));
        for (int lane = 0; lane < lanes; ++lane)
            cells.eachCorner(lane, [](int32_t* node, float) { node[0] = node[1] = node[2] = node[3] = 0; });
    }
}

// Adds the particles of the first `lanes` lanes, each with the segment before it, to the grid.
template <class T>
RINGLET_HD void addToFlow(const StrandTile& t, int lanes) {
    const T inverseScale = T(1) / loadRow<T>(t.scale, 0), none(0.0f);
    for (int p = 1; p < t.particles; ++p) {
        const Vec3<T> x = loadVec3<T>(t.position, p), v = loadVec3<T>(t.velocity, p) - headVelocityAt(*t.flow, x);
        const auto takesPart = dot(v, v) < T(fastestFlow * fastestFlow);
        const T mass = select(takesPart, T(t.flow->grid.scale) * (loadAt<T>(t.restLength, p - 1) * inverseScale), none);
        const Vec3<T> momentum = mass * select(takesPart, v, Vec3<T>{none, none, none});
        const FlowCells<T> cells(*t.flow, x);
        float what[4][LaneCount<T>::value];
        storeNumber(what[0], 1, mass), storeNumber(what[1], 1, momentum.x), storeNumber(what[2], 1, momentum.y);
        storeNumber(what[3], 1, momentum.z);
        for (int lane = 0; lane < lanes; ++lane) {
            const FlowNumbers own{{what[0][lane], what[1][lane], what[2][lane], what[3][lane]}};
            cells.eachCorner(lane, [&](int32_t* node, float weight) { addToNode(node, own, weight); });
            if (t.flow->grid.rows != nullptr) cells.touch(lane);
        }
    }
}

// Each particle takes on a share of the mean motion around it, its own included: what they differ by dies away, and what
// all of them do stays. A mean of velocities is never more than the largest, so that no speed grows.
template <class T>
RINGLET_HD void followFlow(const StrandTile& t) {
    for (int p = 1; p < t.particles; ++p) {
        const Vec3<T> x = loadVec3<T>(t.position, p), v = loadVec3<T>(t.velocity, p);
        const FlowCells<T> cells(*t.flow, x);
        float sums[4][LaneCount<T>::value];
        for (int lane = 0; lane < LaneCount<T>::value; ++lane) {
            FlowNumbers sum{{0, 0, 0, 0}};
            cells.eachCorner(lane, [&](const int32_t* node, float weight) { addNode(sum, node, weight); });
            for (int n = 0; n < 4; ++n) sums[n][lane] = sum.of[n];
        }
        T mass, a, b, c;
        loadNumber(sums[0], 1, mass), loadNumber(sums[1], 1, a), loadNumber(sums[2], 1, b), loadNumber(sums[3], 1, c);
        const Vec3<T> mean = (T(1) / maximum(mass, T(1e-6f))) * Vec3<T>{a, b, c}, beside = headVelocityAt(*t.flow, x) + mean - v;
        const T goes = dot(mean, mean), share = T(t.flow->share) * (goes / (goes + T(freelySlow * freelySlow)));
        storeVec3(t.velocity, p, v + select(mass > T(0), share, T(0)) * beside);
    }
}

}  // namespace RINGLET_ISA
}  // namespace ringlet::elastic_strand
