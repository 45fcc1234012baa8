// Hair around a particle, over one tile of any model's: what particles add to the flow of hair (hair_flow_math.h), and what each finds
// there. `Tile` has particles, position, velocity, and the flow.
#pragma once

#include "core/contact/hair_flow_math.h"
#include "core/models/tile_io.h"

#include <cstring>
#if !defined(__CUDACC__)
#include "core/contact/point_lanes.h"
#endif

namespace ringlet {
inline namespace RINGLET_ISA {

// Of the head at x, m/s, world.
template <class T>
RINGLET_HD Vec3<T> headVelocityAt(const FlowArgs& flow, Vec3<T> x) {
    return splat<T>(flow.velocity) + cross(splat<T>(flow.turning), x);
}

// The mass that a particle has in the grid, in its whole numbers, where it goes so fast beside the head (m/s); `mass`: in a mean particle's.
template <class T>
RINGLET_HD T massAround(const FlowGrid& grid, Vec3<T> beside, T mass) {
    return select(dot(beside, beside) < T(fastestFlow * fastestFlow), T(grid.scale) * minimum(mass, T(heaviestFlow)), T(0.0f));
}

// A cell for each lane, one by one: visit(corner's node, its weight).
template <class T>
struct FlowCells {
    static constexpr int lanes = LaneCount<T>::value;
    int32_t* nodes;
    ptrdiff_t row, layer;  // copies: the grid's own would be read anew after each number that is added
    int32_t node[lanes];
    float weight[8][lanes];

    RINGLET_HD FlowCells(const FlowArgs& flow, Vec3<T> x)
        : nodes(flow.grid.nodes), row(cornerOffset(flow.grid, 2)), layer(cornerOffset(flow.grid, 4)) {
        const FlowCell<T> cell = flowCell(flow.grid, rotate(splat<T>(flow.toHead), x));
        storeWhole(cell.node, node);
        for (int corner = 0; corner < 8; ++corner) storeNumber(weight[corner], 1, cell.weight[corner]);
    }
    template <class Visit> RINGLET_HD void eachCorner(int lane, const Visit& visit) const {
        int32_t* const at = nodes + ptrdiff_t{4} * node[lane];
        for (int corner = 0; corner < 8; ++corner)
            visit(at + (corner >> 2) * layer + (corner >> 1 & 1) * row + 4 * (corner & 1), weight[corner][lane]);
    }
};

// Four numbers of each lane, lane by lane: mass and momentum.
template <class T>
struct FlowRows {
    float of[LaneCount<T>::value][4];
    RINGLET_HD FlowNumbers at(int lane) const {
        FlowNumbers numbers;
        std::memcpy(&numbers, of[lane], sizeof numbers);
        return numbers;
    }
    RINGLET_HD void set(int lane, const FlowNumbers& numbers) { std::memcpy(of[lane], &numbers, sizeof numbers); }
};
RINGLET_HD void turnIntoRows(float mass, Vec3<float> momentum, FlowRows<float>& rows) {
    rows.of[0][0] = mass, rows.of[0][1] = momentum.x, rows.of[0][2] = momentum.y, rows.of[0][3] = momentum.z;
}
RINGLET_HD Vec3<float> turnIntoLanes(const FlowRows<float>& rows, float& mass) {
    mass = rows.of[0][0];
    return {rows.of[0][1], rows.of[0][2], rows.of[0][3]};
}
#if !defined(__CUDACC__)
template <int W> RINGLET_HD ContactNumber fourLanes(const Lanes<W>& all, int first) {
    return loadLanes<contactLanes>(reinterpret_cast<const float*>(&all.v) + first);
}
template <int W> RINGLET_HD void turnIntoRows(Lanes<W> mass, Vec3<Lanes<W>> momentum, FlowRows<Lanes<W>>& rows) {
    for (int k = 0; k < W; k += contactLanes)
        rowsOf({fourLanes(mass, k), fourLanes(momentum.x, k), fourLanes(momentum.y, k)}, fourLanes(momentum.z, k), rows.of + k);
}
// W lanes from four each.
template <int W> RINGLET_HD Lanes<W> ofFours(const ContactNumber* fours) {
    if constexpr (W == 4) return fours[0];
    else return joined(ofFours<W / 2>(fours), ofFours<W / 2>(fours + W / 8));
}
template <int W> RINGLET_HD Vec3<Lanes<W>> turnIntoLanes(const FlowRows<Lanes<W>>& rows, Lanes<W>& mass) {
    ContactNumber columns[4][W / contactLanes];
    for (int k = 0; k < W / contactLanes; ++k) {
        const float(*const of)[4] = rows.of + k * contactLanes;
        const float* four[contactLanes] = {of[0], of[1], of[2], of[3]};
        const ContactVec3 first = turnRows(four, &columns[3][k]);
        columns[0][k] = first.x, columns[1][k] = first.y, columns[2][k] = first.z;
    }
    mass = ofFours<W>(columns[0]);
    return {ofFours<W>(columns[1]), ofFours<W>(columns[2]), ofFours<W>(columns[3])};
}
#endif

// Empties the nodes around the particles of the first `lanes` lanes.
template <class T, class Tile>
RINGLET_HD void clearAround(const Tile& t, int lanes) {
    for (int p = 1; p < t.particles; ++p) {
        const FlowCells<T> cells(*t.flow, loadVec3<T>(t.position, p));
        for (int lane = 0; lane < lanes; ++lane)
            cells.eachCorner(lane, [](int32_t* node, float) { node[0] = node[1] = node[2] = node[3] = 0; });
    }
}

// Adds the particles of the first `lanes` lanes to the grid. massOf(p): of particle p, in a mean particle's.
template <class T, class Tile, class MassOf>
RINGLET_HD void addAround(const Tile& t, int lanes, const MassOf& massOf) {
    const T none(0.0f);
    for (int p = 1; p < t.particles; ++p) {
        const Vec3<T> x = loadVec3<T>(t.position, p), v = loadVec3<T>(t.velocity, p) - headVelocityAt(*t.flow, x);
        const T mass = massAround(t.flow->grid, v, massOf(p));
        const Vec3<T> momentum = mass * select(mass > none, v, Vec3<T>{none, none, none});
        const FlowCells<T> cells(*t.flow, x);
        FlowRows<T> what;
        turnIntoRows(mass, momentum, what);
        for (int lane = 0; lane < lanes; ++lane) {
            const FlowNumbers own = what.at(lane);
            cells.eachCorner(lane, [&](int32_t* node, float weight) { addToNode(node, own, weight); });
        }
    }
}

// The mean velocity of the hair around each lane's particle, beside the head, its own included; and its mass.
template <class T>
RINGLET_HD Vec3<T> meanAround(const FlowCells<T>& cells, T& mass) {
    FlowRows<T> sums;
    for (int lane = 0; lane < LaneCount<T>::value; ++lane) {
        FlowNumbers sum{{0, 0, 0, 0}};
        cells.eachCorner(lane, [&](const int32_t* node, float weight) { addNode(sum, node, weight); });
        sums.set(lane, sum);
    }
    const Vec3<T> momentum = turnIntoLanes(sums, mass);
    return (T(1) / maximum(mass, T(1e-6f))) * momentum;
}

}  // namespace RINGLET_ISA
}  // namespace ringlet
