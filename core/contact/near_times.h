// Which of the segments whose swept boxes overlap come near each other, and when: between
// broad phase and narrow phase.
#pragma once

#include "core/contact/boxes.h"
#include "core/contact/near_math.h"
#include "core/contact/point_lanes.h"

namespace ringlet {
// The rows of four segments, as lanes.
struct FourRows {
    const HairPoint* rows;
    uint32_t row[4];  // the first of each
    ContactVec3 at(int k, ContactNumber* w = nullptr) const { return gatherPoints(rows + k, row, w); }
};

// In which steps segments that go their ways may be near each other.
class NearTimes {
public:
    // rows: sweptRows a segment.
    NearTimes(const HairPoint* rows, const NearSettings& settings) : rows_(rows), settings_(settings) {}

    // Of `count` pairs that have their a in common, or their b, those that the direction across a to
    // the middle of b does not keep apart for all the way: writes which to `left`, counted from
    // `first`, and three more that do not count, and says how many.
    template <bool sameA>
    size_t leave(const Pair* pairs, size_t count, uint32_t first, uint32_t* left) const {
        const Moving common = movingAll(sameA ? pairs[0].a : pairs[0].b);
        size_t found = 0;
        for (size_t i = 0; i < count; i += 4) {
            FourRows rows{rows_, {}};
            for (size_t k = 0; k < 4; ++k) {
                const Pair& p = pairs[i + k < count ? i + k : i];
                rows.row[k] = sweptRows * (sameA ? p.b : p.a);
            }
            const Moving other = movingOf<ContactNumber>(rows);
            const auto near = mayMeet(sameA ? common : other, sameA ? other : common, settings_);
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
            FourRows a{rows_, {}}, b{rows_, {}};
            for (size_t k = 0; k < 4; ++k) {
                const Pair& p = pairs[which[i + k < count ? i + k : i]];
                a.row[k] = sweptRows * p.a, b.row[k] = sweptRows * p.b;
            }
            Mask<4> steps{{0, 0, 0, 0}};
            nearSteps<ContactNumber>(a, b, settings_, [&](int k, Mask<4> now) { steps.bits |= now.bits & (1 << k); });
            for (size_t k = 0; k < 4; ++k) when[i + k] = static_cast<uint8_t>(steps.bits[k]);
        }
    }

private:
    typedef ContactNumber N;
    typedef MovingSegment<N> Moving;
    Moving movingAll(uint32_t segment) const {
        const HairPoint* const row = rows_ + sweptRows * segment;
        return {splat<N>(positionOf(row[0])), splat<N>(positionOf(row[1])), splat<N>(positionOf(row[2])),
                N(row[0].inverseMass), N(row[2].inverseMass)};
    }

    const HairPoint* rows_;
    NearSettings settings_;
};

}  // namespace ringlet
