// Pairs of segments as lane kernels answer them in the default step: as many side by side as a kernel has lanes. The host gathers
// what a block's segments are, and adds up what they get, in the order of pairs.
#pragma once

#include "core/contact/segment_math.h"
#include "core/models/cylinders/cylinder_kernels.h"
#include "core/models/cylinders/cylinder_response.h"
#include "core/models/tile_io.h"

namespace ringlet::cylinders {

constexpr int blockPairs = 32;  // lanes divide it

// Rows of a block, a number for each pair: both segments as Cylinder has them, how far they have slipped, and how deep they overlap at
// rest; then what is found.
enum BlockRow : int { SegmentA = 0, cylinderRows = 13, SegmentB = cylinderRows, Slipped = 2 * cylinderRows, Resting = Slipped + 3, Near, Depth, At, Given = At + 2 };
// At: where they are nearest. Given: of a's beginning and end, then of b's, the matrix and the vector of a SegmentLoad.
constexpr int givenRows = 9, blockRows = Given + 4 * givenRows;

struct PairBlock {
    const CylinderMaterial* material;
    float reach, steps;  // near is what is no farther apart than `reach` (m) and so many times what it goes beside the other in a step
    bool answers;        // else only what is near is found
    alignas(64) float rows[blockRows][blockPairs];

    PairBlock(const CylinderMaterial& m, float within, float ofWay, bool answersThem) : material(&m), reach(within), steps(ofWay), answers(answersThem) {}
};

inline namespace RINGLET_ISA {

template <class T>
RINGLET_HD CylinderTouchOf<T> cylinderTouch(T radius, Vec3<T> p, Vec3<T> u, Vec3<T> q, Vec3<T> v) {
    const NearestOnSegments<T> at = nearestOnSegments(p, u, q, v, segmentEvenness);
    const Vec3<T> between = (p + at.s * u) - (q + at.t * v);
    // The distance whose minimum these points are (segment_math.h): a spring along its gradient never feeds motion.
    const T half(0.5f), s = at.s - half, t = at.t - half;
    const T apart = squareRoot(dot(between, between) + T(segmentEvenness) * (s * s * dot(u, u) + t * t * dot(v, v)));
    return {(T(1.0f) / maximum(apart, T(1e-9f))) * between, T(2.0f) * radius - apart, {at.s, at.t}};
}

// What is done to a point of a segment, to one of its ends: no less stiff together than there, and as they go by themselves the
// same force.
template <class T>
RINGLET_HD SegmentLoadOf<T> atEnd(const CylinderOf<T>& s, const SegmentLoadOf<T>& load, T share, Vec3<T> wayThere, int end) {
    const Sym3<T>& C = load.C;
    return {{share * C.xx, share * C.yy, share * C.zz, share * C.xy, share * C.xz, share * C.yz},
            share * (load.b + C * (wayThere - s.way[end]))};
}

// No way is foreseen farther than this beside other hair, in radii: those that cross faster meet where they have come so near.
constexpr float farthestWay = 8;

// Whether two are no farther apart than `reach` (m) and so many times what they go beside each other in a step.
template <class T>
RINGLET_HD auto areNear(const CylinderMaterial& m, const CylinderOf<T>* sides, const CylinderTouchOf<T>& touch, T reach, T steps) {
    const T way = lengthOf(sides[0].wayAt(T(0.5f)) - sides[1].wayAt(T(0.5f)));
    const T most = reach + minimum(steps * way, T(farthestWay * m.radius));
    return T(0) - most < touch.depth;
}

// What two segments do to each other in the default step: give(point, load) of the first's beginning and end, then of the
// second's. strain: how far they have slipped, m, head space; before and after.
template <class T, class Give>
RINGLET_HD void answerPair(const CylinderMaterial& m, const CylinderOf<T>* sides, const CylinderTouchOf<T>& touch, Vec3<T>& strain, const Give& give) {
    SegmentLoadOf<T> on[2];
    const Quat<T> head{T(m.head.x), T(m.head.y), T(m.head.z), T(m.head.w)};
    strain = rotate(head, strain);
    respondDefault(m, sides[0], sides[1], touch, strain, on[0], on[1]);
    strain = rotate(conjugate(head), strain);
    for (int side = 0; side < 2; ++side)
        for (int end = 0; end < 2; ++end) {
            const T there = touch.at[side], share = end == 0 ? T(1.0f) - there : there;
            give(2 * side + end, atEnd(sides[side], on[side], share, sides[side].wayAt(there), end));
        }
}

template <class T>
RINGLET_HD Vec3<T> blockVec3(const PairBlock& block, int row, int at) {
    Vec3<T> v;
    loadNumber(block.rows[row] + at, 1, v.x), loadNumber(block.rows[row + 1] + at, 1, v.y), loadNumber(block.rows[row + 2] + at, 1, v.z);
    return v;
}
template <class T>
RINGLET_HD void storeBlock(PairBlock& block, int row, int at, Vec3<T> v) {
    storeNumber(block.rows[row] + at, 1, v.x), storeNumber(block.rows[row + 1] + at, 1, v.y), storeNumber(block.rows[row + 2] + at, 1, v.z);
}
template <class T>
RINGLET_HD CylinderOf<T> blockSegment(const PairBlock& block, int row, int at) {
    CylinderOf<T> s{blockVec3<T>(block, row, at), {blockVec3<T>(block, row + 3, at), blockVec3<T>(block, row + 6, at)},
                       blockVec3<T>(block, row + 9, at), T(0)};
    loadNumber(block.rows[row + 12] + at, 1, s.length);
    return s;
}

// So many pairs of a block as T has lanes, from `at` on.
template <class T>
RINGLET_HD_CALL void answerPairs(PairBlock& block, int at) {
    const CylinderMaterial& m = *block.material;
    const CylinderOf<T> sides[2] = {blockSegment<T>(block, SegmentA, at), blockSegment<T>(block, SegmentB, at)};
    const Vec3<T> u = sides[0].length * sides[0].along, v = sides[1].length * sides[1].along;
    CylinderTouchOf<T> touch = cylinderTouch(T(m.radius), sides[0].x - T(0.5f) * u, u, sides[1].x - T(0.5f) * v, v);
    storeNumber(block.rows[Near] + at, 1, select(areNear(m, sides, touch, T(block.reach), T(block.steps)), T(1), T(0)));
    storeNumber(block.rows[Depth] + at, 1, touch.depth);
    if (!block.answers) return;
    for (int side = 0; side < 2; ++side) storeNumber(block.rows[At + side] + at, 1, touch.at[side]);
    loadNumber(block.rows[Resting] + at, 1, touch.resting);
    Vec3<T> strain = blockVec3<T>(block, Slipped, at);
    answerPair(m, sides, touch, strain, [&](int point, const SegmentLoadOf<T>& load) {
        const int row = Given + point * givenRows;
        storeBlock(block, row, at, Vec3<T>{load.C.xx, load.C.yy, load.C.zz});
        storeBlock(block, row + 3, at, Vec3<T>{load.C.xy, load.C.xz, load.C.yz});
        storeBlock(block, row + 6, at, load.b);
    });
    storeBlock(block, Slipped, at, strain);
}

template <class T>
void answerBlock(PairBlock& block) {
    for (int at = 0; at < blockPairs; at += LaneCount<T>::value) answerPairs<T>(block, at);
}

}  // namespace RINGLET_ISA
}  // namespace ringlet::cylinders
