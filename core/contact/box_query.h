// A box that asks a run of others which of them overlap it, four at a time: what the
// broad phases share.
#pragma once

#include "core/contact/boxes.h"
#include "core/math/lanes.h"

#include <cstring>

namespace ringlet {

constexpr int queryWidth = 4;
typedef Lanes<queryWidth> QueryLanes;

inline Mask<queryWidth> notAbove(QueryLanes a, QueryLanes b) {  // a <= b
    return {(Mask<queryWidth>::Bits)(a.v <= b.v)};
}

// The lanes that four bits name, first to last, and how many they are.
struct NamedLanes {
    uint32_t lanes[16][queryWidth] = {}, count[16] = {};
    constexpr NamedLanes() {
        for (uint32_t bits = 0; bits < 16; ++bits)
            for (uint32_t lane = 0; lane < queryWidth; ++lane)
                if (bits >> lane & 1) lanes[bits][count[bits]++] = lane;
    }
};
constexpr NamedLanes namedLanes;

// A box that asks for those that overlap it; where it has a slab, for points in both.
// `axes`: 3, or 2 where x is known to overlap.
template <int axes, bool points = false>
struct BoxQuery {
    typedef Mask<queryWidth>::Bits Owners;
    static constexpr int first = 3 - axes;
    QueryLanes low[3], high[3], normal[3], offset, half;
    Owners owner, other;
    bool owned;

    BoxQuery(const Boxes& boxes, size_t i, const Slab* slab = nullptr) : owned(points || !boxes.owner.empty()) {
        for (int k = first; k < 3; ++k) low[k] = QueryLanes(boxes.low[k][i]), high[k] = QueryLanes(boxes.high[k][i]);
        if (!points) {
            owner = other = owned ? static_cast<int32_t>(boxes.owner[i]) - Owners{} : Owners{};
            return;
        }
        const Vec3f& n = slab->normal;
        normal[0] = QueryLanes(n.x), normal[1] = QueryLanes(n.y), normal[2] = QueryLanes(n.z);
        offset = QueryLanes(slab->offset), half = QueryLanes(slab->half);
        owner = static_cast<int32_t>(slab->owners[0]) - Owners{};
        other = static_cast<int32_t>(slab->owners[1]) - Owners{};
    }

    // Writes the numbers of those in the run [begin, end), and three more that do not count, to
    // `out`; says how many. `boxes` has queryWidth - 1 boxes beyond its last.
    size_t find(const Boxes& boxes, uint32_t begin, uint32_t end, uint32_t* out) const {
        typedef uint32_t Numbers __attribute__((vector_size(queryWidth * 4)));
        const uint32_t* const owners = owned && !boxes.owner.empty() ? boxes.owner.data() : nullptr;
        const float *lows[3], *highs[3];
        for (int k = first; k < 3; ++k) lows[k] = boxes.low[k].data(), highs[k] = boxes.high[k].data();
        size_t found = 0;
        for (uint32_t i = begin; i < end; i += queryWidth) {
            QueryLanes l[3];
            Mask<queryWidth> hit{{-1, -1, -1, -1}};
            for (int k = first; k < 3; ++k) {
                l[k] = loadLanes<queryWidth>(lows[k] + i);
                const QueryLanes h = points ? l[k] : loadLanes<queryWidth>(highs[k] + i);
                hit = both(hit, both(notAbove(l[k], high[k]), notAbove(low[k], h)));
            }
            if (owners != nullptr) {
                Owners theirs;
                std::memcpy(&theirs, owners + i, sizeof theirs);
                hit = both(hit, {(Owners)((theirs != owner) & (theirs != other))});
            }
            if (points) {
                const QueryLanes x = l[0] * normal[0] + l[1] * normal[1] + l[2] * normal[2];
                hit = both(hit, notAbove(absolute(x - offset), half));
            }
            const uint32_t left = end - i, bits = laneBits(hit) & (left < queryWidth ? (1u << left) - 1 : 15u);
            Numbers numbers;  // written in any case
            std::memcpy(&numbers, namedLanes.lanes[bits], sizeof numbers);
            numbers += i;
            std::memcpy(out + found, &numbers, sizeof numbers);
            found += namedLanes.count[bits];
        }
        return found;
    }
};

// Room for so many numbers, and those that find() writes in vain.
inline uint32_t* numbersRoom(std::vector<uint32_t>& numbers, size_t count) {
    if (numbers.size() < count + queryWidth) numbers.resize(2 * (count + queryWidth));
    return numbers.data();
}

// Sizes `to` for the boxes of `from` in another order, and queryWidth - 1 beyond the last.
inline void resizeLike(const Boxes& from, Boxes& to) {
    to.resize(from.count() + queryWidth - 1);
    to.owner.resize(from.owner.empty() ? 0 : from.count() + queryWidth - 1);
}

inline void copyBox(const Boxes& from, size_t i, Boxes& to, size_t j) {
    for (int k = 0; k < 3; ++k) {
        to.low[k][j] = from.low[k][i];
        to.high[k][j] = from.high[k][i];
    }
    if (!from.owner.empty()) to.owner[j] = from.owner[i];
}

inline bool isBox(const Boxes& b, size_t i) {
    bool real = true;
    for (int k = 0; k < 3; ++k) real = real && b.low[k][i] <= b.high[k][i] && b.high[k][i] - b.low[k][i] < 1e9f;
    return real;
}

inline Pair inOrder(uint32_t a, uint32_t b) { return a < b ? Pair{a, b} : Pair{b, a}; }

}  // namespace ringlet
