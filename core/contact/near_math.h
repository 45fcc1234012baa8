// When two segments that go their ways come near each other, or a lane each of many: between broad phase and narrow phase.
#pragma once

#include "core/contact/hair_point.h"
#include "core/contact/segment_math.h"

namespace ringlet {
inline namespace RINGLET_ISA {

// Steps of a search that are told apart; those after count as the last of them.
constexpr int mostSteps = 8;
// How far two segments may stray from their ways beside each other: this share of the diameter,
// and one of their way beside each other. Less: contacts are found a little later, and some hair
// never rests; more: more distances are taken in vain.
constexpr float straySize = 0.5f;

// How carefully pairs are foreseen: how far beside the hair about them (diameters), and by what
// share of their way beside each other they may stray. Less: faster; contacts of the fastest hair are
// found later, which those that keep energies cannot bear.
struct Foresight {
    float longest, stray;
};
constexpr Foresight foresightOf(bool conservative) {
    return conservative ? Foresight{1.5f, 0.3f} : Foresight{0.5f, 0.1f};
}

struct NearSettings {
    float share;            // of a search, that a step is
    int told;               // steps
    float size;             // near is no farther than this, m: a diameter, and what rounding takes
    float stray, strayWay;  // how far both may stray: m, and a share of their way beside each other
};
inline NearSettings nearSettings(float diameter, int steps, bool conservative) {
    return {1.0f / static_cast<float>(steps), steps < mostSteps ? steps : mostSteps, diameter * 1.001f, straySize * diameter,
            foresightOf(conservative).stray};
}

// Rows of a segment: its middle (inverseMass: one over the square of its half), its half,
// its mean way (how far the ways of its points may be off that), and the ways of its points.
constexpr uint32_t sweptRows = 5;

RINGLET_HD_CALL void sweepSegment(const HairPoint* points, const HairPoint* ways, HairPoint* row) {
    const Vec3f from = positionOf(points[0]), half = 0.5f * (positionOf(points[1]) - from), middle = from + half;
    row[0] = {middle.x, middle.y, middle.z, 1 / maximum(dot(half, half), 1e-20f)};
    row[1] = {half.x, half.y, half.z, 0};
    row[3] = ways[0], row[4] = ways[1];
    const Vec3f mean = 0.5f * (positionOf(row[3]) + positionOf(row[4]));
    row[2] = {mean.x, mean.y, mean.z, 0.5f * lengthOf(positionOf(row[4]) - positionOf(row[3]))};
}

// The rows of one segment.
struct OneRows {
    const HairPoint* rows;
    RINGLET_HD Vec3f at(int k, float* w = nullptr) const {
        if (w != nullptr) *w = rows[k].inverseMass;
        return positionOf(rows[k]);
    }
};

// Bit k: near in step k.
struct SetBits {
    uint32_t bits;
    RINGLET_HD void operator()(int k, bool now) { bits |= (now ? 1u : 0u) << k; }
};

template <class T>
struct MovingSegment {
    Vec3<T> middle, half, way;  // its middle, from there to its end, and its mean way, m
    T inverse, off;             // 1 / half^2, 1/m^2; of the points' ways from the mean one, m
};
template <class T, class Rows>
RINGLET_HD MovingSegment<T> movingOf(const Rows& rows) {
    MovingSegment<T> m;
    m.middle = rows.at(0, &m.inverse), m.half = rows.at(1), m.way = rows.at(2, &m.off);
    return m;
}

// Whether the direction across a to the middle of b does not keep them apart for all the way.
template <class T>
RINGLET_HD auto mayMeet(const MovingSegment<T>& a, const MovingSegment<T>& b, const NearSettings& s) {
    const Vec3<T> r = b.middle - a.middle, beside = b.way - a.way;
    const Vec3<T> n = r - (dot(r, a.half) * a.inverse) * a.half;
    // Times |n|: no point of a lies farther along n than any other.
    const T square = dot(n, n), size = squareRoot(square), begin = square - absolute(dot(b.half, n));
    const T wanted = T(s.size) + T(s.stray) + T(s.strayWay) * lengthOf(beside);
    return either(begin < wanted * size, begin + dot(beside, n) < (wanted + a.off + b.off) * size);
}

// Whatever the direction n, segments are no nearer than the gap between them along it; that
// from nearest to nearest point is the best one. Points that go straight on their ways leave
// a gap no smaller than where they begin or where they end. told(k, whether they are near in step k).
template <class T, class Rows, class Told>
RINGLET_HD void nearSteps(const Rows& rowsA, const Rows& rowsB, const NearSettings& s, Told&& told) {
    const MovingSegment<T> a = movingOf<T>(rowsA), b = movingOf<T>(rowsB);
    constexpr float evenness = 1e-4f;
    const T two(2.0f), size(s.size);
    const Vec3<T> fromA = a.middle - a.half, fromB = b.middle - b.half, u = two * a.half, v = two * b.half;
    const NearestOnSegments<T> at = nearestOnSegments(fromA, u, fromB, v, evenness);
    const Vec3<T> n = normalizedOr((fromA + at.s * u) - (fromB + at.t * v), splat<T>(Vec3f{0, 0, 0}));
    const T fromA0 = dot(fromA, n), fromA1 = fromA0 + dot(u, n);
    const T fromB0 = dot(fromB, n), fromB1 = fromB0 + dot(v, n);
    const T begin = minimum(fromA0, fromA1) - maximum(fromB0, fromB1) - size;
    const Vec3<T> beside = a.way - b.way;
    const T stray = T(s.stray) + T(s.strayWay) * lengthOf(beside);
    const auto may = either(begin < stray, begin + dot(beside, n) - (a.off + b.off) < stray);
    if (!anyLane(may)) return;
    const T toA0 = fromA0 + dot(rowsA.at(3), n), toA1 = fromA1 + dot(rowsA.at(4), n);
    const T toB0 = fromB0 + dot(rowsB.at(3), n), toB1 = fromB1 + dot(rowsB.at(4), n);
    const T end = minimum(toA0, toA1) - maximum(toB0, toB1) - size;
    for (int k = 0; k < s.told; ++k) {
        const float t = k + 1 < mostSteps ? static_cast<float>(k) * s.share : 1.0f;
        told(k, both(may, begin + T(t) * (end - begin) < stray));
    }
}

}  // namespace RINGLET_ISA
}  // namespace ringlet
