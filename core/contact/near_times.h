// Which of the segments whose swept boxes overlap come near each other, and when: between
// broad phase and narrow phase.
#pragma once

#include "core/contact/boxes.h"
#include "core/contact/point_lanes.h"
#include "core/contact/segment_math.h"

namespace ringlet {
inline namespace RINGLET_ISA {

// Steps of a search that are told apart; those after count as the last of them.
constexpr int mostSteps = 8;
// How far two segments may stray from their ways beside each other: this share of the diameter,
// and one of their way beside each other. Less: contacts are found a little later, and some hair
// never rests; more: more distances are taken in vain.
constexpr float straySize = 0.5f;

// Rows of a segment: its middle (inverseMass: one over the square of its half), its half,
// its mean way (how far the ways of its points may be off that), and the ways of its points.
constexpr uint32_t sweptRows = 5;

// In which steps segments that go their ways may be near each other.
class NearTimes {
public:
    // rows: sweptRows a segment. strayWay: the share of the way beside each other.
    NearTimes(const HairPoint* rows, float diameter, int steps, float strayWay)
        : rows_(rows), share_(1.0f / static_cast<float>(steps)), told_(steps < mostSteps ? steps : mostSteps),
          size_(diameter * 1.001f), stray_(straySize * diameter), strayWay_(strayWay) {}  // size: rounding

    // Of `count` pairs that have their a in common, or their b, those that the direction across a to
    // the middle of b does not keep apart for all the way: writes which to `left`, counted from
    // `first`, and three more that do not count, and says how many.
    template <bool sameA>
    size_t leave(const Pair* pairs, size_t count, uint32_t first, uint32_t* left) const {
        const Moving common = movingAll(sameA ? pairs[0].a : pairs[0].b);
        size_t found = 0;
        for (size_t i = 0; i < count; i += 4) {
            uint32_t row[4];
            for (size_t k = 0; k < 4; ++k) {
                const Pair& p = pairs[i + k < count ? i + k : i];
                row[k] = sweptRows * (sameA ? p.b : p.a);
            }
            const Moving other = moving(row);
            const Moving &a = sameA ? common : other, &b = sameA ? other : common;
            const ContactVec3 r = b.middle - a.middle, beside = b.way - a.way;
            const ContactVec3 n = r - (dot(r, a.half) * a.inverse) * a.half;
            // Times |n|: no point of a lies farther along n than any other.
            const N square = dot(n, n), size = squareRoot(square), begin = square - absolute(dot(b.half, n));
            const N wanted = size_ + stray_ + strayWay_ * lengthOf(beside);
            const auto near = either(begin < wanted * size, begin + dot(beside, n) < (wanted + a.off + b.off) * size);
            const uint32_t bits = laneBits(near) & (count - i < 4 ? (1u << (count - i)) - 1 : 15u);
            for (uint32_t k = 0; k < 4; ++k) {  // written in any case
                left[found] = first + static_cast<uint32_t>(i) + k;
                found += bits >> k & 1;
            }
        }
        return found;
    }

    // In which steps each of the pairs `which` is near, bit by bit, and three more that do not count.
    void tell(const Pair* pairs, const uint32_t* which, size_t count, uint8_t* when) const {
        for (size_t i = 0; i < count; i += 4) {
            uint32_t a[4], b[4];
            for (size_t k = 0; k < 4; ++k) {
                const Pair& p = pairs[which[i + k < count ? i + k : i]];
                a[k] = sweptRows * p.a, b[k] = sweptRows * p.b;
            }
            const Mask<4> steps = near(a, b);
            for (size_t k = 0; k < 4; ++k) when[i + k] = static_cast<uint8_t>(steps.bits[k]);
        }
    }

private:
    typedef ContactNumber N;
    struct Moving {
        ContactVec3 middle, half, way;  // its middle, from there to its end, and its mean way, m
        N inverse, off;                 // 1 / half^2, 1/m^2; of the points' ways from the mean one, m
    };

    Moving moving(const uint32_t* row) const {
        Moving m;
        m.middle = gatherPoints(rows_, row, &m.inverse), m.half = gatherPoints(rows_ + 1, row);
        m.way = gatherPoints(rows_ + 2, row, &m.off);
        return m;
    }
    Moving movingAll(uint32_t segment) const {
        const HairPoint* row = rows_ + sweptRows * segment;
        return {splat<N>(positionOf(row[0])), splat<N>(positionOf(row[1])), splat<N>(positionOf(row[2])),
                N(row[0].inverseMass), N(row[2].inverseMass)};
    }

    // Whatever the direction n, segments are no nearer than the gap between them along it; that
    // from nearest to nearest point is the best one. Points that go straight on their ways leave
    // a gap no smaller than where they begin or where they end. Bit k of a lane: near in step k.
    Mask<4> near(const uint32_t* rowA, const uint32_t* rowB) const {
        const Moving a = moving(rowA), b = moving(rowB);
        constexpr float evenness = 1e-4f;
        const N two(2.0f);
        const ContactVec3 fromA = a.middle - a.half, fromB = b.middle - b.half, u = two * a.half, v = two * b.half;
        const NearestOnSegments<N> at = nearestOnSegments(fromA, u, fromB, v, evenness);
        const ContactVec3 none = splat<N>(Vec3f{0, 0, 0});
        const ContactVec3 n = normalizedOr((fromA + at.s * u) - (fromB + at.t * v), none);
        const N fromA0 = dot(fromA, n), fromA1 = fromA0 + dot(u, n);
        const N fromB0 = dot(fromB, n), fromB1 = fromB0 + dot(v, n);
        const N begin = minimum(fromA0, fromA1) - maximum(fromB0, fromB1) - size_;
        const ContactVec3 beside = a.way - b.way;
        const N stray = stray_ + strayWay_ * lengthOf(beside);
        Mask<4> when{{0, 0, 0, 0}};
        if (!anyLane(either(begin < stray, begin + dot(beside, n) - (a.off + b.off) < stray))) return when;
        const auto onWay = [&](N from, int row, const uint32_t* rows) {
            return from + dot(gatherPoints(rows_ + row, rows), n);
        };
        const N toA0 = onWay(fromA0, 3, rowA), toA1 = onWay(fromA1, 4, rowA);
        const N toB0 = onWay(fromB0, 3, rowB), toB1 = onWay(fromB1, 4, rowB);
        const N end = minimum(toA0, toA1) - maximum(toB0, toB1) - size_;
        for (int k = 0; k < told_; ++k) {
            const float t = k + 1 < mostSteps ? static_cast<float>(k) * share_ : 1.0f;
            const auto now = begin + N(t) * (end - begin) < stray;
            when.bits |= now.bits & (1 << k);
        }
        return when;
    }

    const HairPoint* rows_;
    float share_;
    int told_;
    N size_, stray_, strayWay_;
};

}  // namespace RINGLET_ISA
}  // namespace ringlet
