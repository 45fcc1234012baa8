

#include "core/contact/broad_phase.h"

#include "core/math/lanes.h"

#include <cstring>

namespace ringlet {
namespace {


constexpr int width = 4;
typedef Lanes<width> Four;

Mask<width> notAbove(Four a, Four b) {  // a <= b
    return {(Mask<width>::Bits)(a.v <= b.v)};
}

// Whether box a of `boxes`, a point, is within a slab that is not of its owner.
bool within(const Slab& s, const Boxes& boxes, size_t a) {
    if (!boxes.owner.empty() && (boxes.owner[a] == s.owners[0] || boxes.owner[a] == s.owners[1])) return false;
    const float x = boxes.low[0][a] * s.normal.x + boxes.low[1][a] * s.normal.y + boxes.low[2][a] * s.normal.z;
    return absolute(x - s.offset) <= s.half;
}

// A box that asks for those that overlap it; where it has a slab, for points in both.
// `axes`: 3, or 2 where x is known to overlap.
template <int axes, bool points = false>
struct Query {
    typedef Mask<width>::Bits Owners;
    static constexpr int first = 3 - axes;
    Four low[3], high[3], normal[3], offset, half;
    Owners owner, other;
    bool owned;

    Query(const Boxes& boxes, size_t i, const Slab* slab = nullptr) : owned(points || !boxes.owner.empty()) {
        for (int k = first; k < 3; ++k) low[k] = Four(boxes.low[k][i]), high[k] = Four(boxes.high[k][i]);
        if (!points) {
            owner = other = owned ? static_cast<int32_t>(boxes.owner[i]) - Owners{} : Owners{};
            return;
        }
        normal[0] = Four(slab->normal.x), normal[1] = Four(slab->normal.y), normal[2] = Four(slab->normal.z);
        offset = Four(slab->offset), half = Four(slab->half);
        owner = static_cast<int32_t>(slab->owners[0]) - Owners{};
        other = static_cast<int32_t>(slab->owners[1]) - Owners{};
    }

    // Writes the pairs of those in the run [begin, end), and three numbers more that do not
    // count, to `out`; says how many. `boxes` has width - 1 boxes beyond its last.
    template <class PairOf>
    size_t find(const Boxes& boxes, uint32_t begin, uint32_t end, Pair* out, const PairOf& pairOf) const {
        const uint32_t* const owners = owned && !boxes.owner.empty() ? boxes.owner.data() : nullptr;
        const float *lows[3], *highs[3];
        for (int k = first; k < 3; ++k) lows[k] = boxes.low[k].data(), highs[k] = boxes.high[k].data();
        size_t found = 0;
        for (uint32_t i = begin; i < end; i += width) {
            Four l[3];
            Mask<width> hit{{-1, -1, -1, -1}};
            for (int k = first; k < 3; ++k) {
                l[k] = loadLanes<width>(lows[k] + i);
                const Four h = points ? l[k] : loadLanes<width>(highs[k] + i);
                hit = both(hit, both(notAbove(l[k], high[k]), notAbove(low[k], h)));
            }
            if (owners != nullptr) {
                Owners theirs;
                std::memcpy(&theirs, owners + i, sizeof theirs);
                hit = both(hit, {(Owners)((theirs != owner) & (theirs != other))});
            }
            if (points) {
                const Four x = l[0] * normal[0] + l[1] * normal[1] + l[2] * normal[2];
                hit = both(hit, notAbove(absolute(x - offset), half));
            }
            const uint32_t left = end - i, bits = laneBits(hit) & (left < width ? (1u << left) - 1 : 15u);
            if (!points && bits == 0) continue;
            for (uint32_t lane = 0; lane < width; ++lane) {  // written in any case
                out[found] = pairOf(i + lane);
                found += bits >> lane & 1;
            }
        }
        return found;
    }
};

// Sizes `to` for the boxes of `from` in another order, and width - 1 beyond the last.
void resizeLike(const Boxes& from, Boxes& to) {
    to.resize(from.count() + width - 1);
    to.owner.resize(from.owner.empty() ? 0 : from.count() + width - 1);
}

void copyBox(const Boxes& from, size_t i, Boxes& to, size_t j) {
    for (int k = 0; k < 3; ++k) {
        to.low[k][j] = from.low[k][i];
        to.high[k][j] = from.high[k][i];
    }
    if (!from.owner.empty()) to.owner[j] = from.owner[i];
}

bool isBox(const Boxes& b, size_t i) {
    bool real = true;
    for (int k = 0; k < 3; ++k) real = real && b.low[k][i] <= b.high[k][i] && b.high[k][i] - b.low[k][i] < 1e9f;
    return real;
}

Pair inOrder(uint32_t a, uint32_t b) { return a < b ? Pair{a, b} : Pair{b, a}; }

// Of the pairs from `first` on those that `wanted` says.
template <class Wanted>
void keepFrom(size_t first, PairList& pairs, const Wanted& wanted) {
    size_t kept = first;
    for (size_t i = first; i < pairs.size(); ++i)
        if (wanted(pairs[i])) pairs[kept++] = pairs[i];
    pairs.keepFirst(kept);
}

// The bits of a float as a word that sorts like the float.
uint32_t keyOf(float f) {
    uint32_t bits;
    std::memcpy(&bits, &f, sizeof bits);
    return bits & 0x80000000u ? ~bits : bits | 0x80000000u;
}

}  // namespace

void BroadPhase::find(BroadPhaseKind kind, const Boxes& a, const Boxes* b, PairList& pairs, const Slab* slabs) {
    if (a.count() == 0 || (b != nullptr && b->count() == 0)) return;
    if (kind == BroadPhaseKind::Sweep) sweep(a, b, pairs, slabs);
    else if (kind == BroadPhaseKind::Grid) grid(a, b, pairs, slabs);
    else brute(a, b, pairs, slabs);
}

void BroadPhase::brute(const Boxes& a, const Boxes* b, PairList& pairs, const Slab* slabs) {
    const Boxes& from = b != nullptr ? *b : a;
    const uint32_t count = static_cast<uint32_t>(from.count());
    resizeLike(from, sortedB_.boxes);
    for (uint32_t i = 0; i < count; ++i) copyBox(from, i, sortedB_.boxes, i);
    for (uint32_t i = 0; i < a.count(); ++i) {
        if (!isBox(a, i)) continue;
        const uint32_t begin = b != nullptr ? 0 : i + 1;
        const size_t before = pairs.size();
        pairs.added(Query<3>(a, i).find(sortedB_.boxes, begin, count, pairs.room(count + width),
                                                 [&](uint32_t j) { return Pair{i, j}; }));
        keepFrom(before, pairs, [&](Pair p) {
            return isBox(from, p.b) && (slabs == nullptr || within(slabs[p.b], a, i));
        });
    }
}

// --- Sweep.

// By low x, equal ones by index. Insertion from the last order costs what has
// changed; where that is much, three passes of a radix sort.
void BroadPhase::sortAlongX(const Boxes& boxes, Sorted& sorted) {
    const uint32_t n = static_cast<uint32_t>(boxes.count());
    const float* x = boxes.low[0].data();
    auto before = [&](uint32_t i, uint32_t j) {
        uint32_t a = keyOf(x[i]), b = keyOf(x[j]);
        return a < b || (a == b && i < j);
    };
    std::vector<uint32_t>& order = sorted.index;
    bool done = order.size() == n;
    size_t moves = 0;
    for (uint32_t i = 1; done && i < n; ++i) {
        uint32_t value = order[i], k = i;
        for (; k > 0 && before(value, order[k - 1]); --k) order[k] = order[k - 1];
        order[k] = value;
        moves += i - k;
        done = moves <= size_t{8} * n;
    }
    if (!done) {
        order.resize(n);
        scratch_.resize(n);
        for (uint32_t i = 0; i < n; ++i) order[i] = i;
        for (int shift : {0, 11, 22}) {
            uint32_t counts[2049] = {};
            for (uint32_t i : order) ++counts[((keyOf(x[i]) >> shift) & 2047) + 1];
            for (int k = 0; k < 2048; ++k) counts[k + 1] += counts[k];
            for (uint32_t i : order) scratch_[counts[(keyOf(x[i]) >> shift) & 2047]++] = i;
            order.swap(scratch_);
        }
    }
    resizeLike(boxes, sorted.boxes);
    for (uint32_t i = 0; i < n; ++i) copyBox(boxes, order[i], sorted.boxes, i);
}

void BroadPhase::sweep(const Boxes& a, const Boxes* b, PairList& pairs, const Slab* slabs) {
    sortAlongX(a, sortedA_);
    if (b != nullptr) sortAlongX(*b, sortedB_);
    // For each box of one set, those of the other that begin within it: every
    // pair has one that begins first; where both begin alike, a's does.
    auto run = [&](const Sorted& from, const Sorted& to, bool same, bool swapped) {
        const uint32_t n = static_cast<uint32_t>(from.index.size()), m = static_cast<uint32_t>(to.index.size());
        uint32_t start = 0;
        for (uint32_t i = 0; i < n; ++i) {
            if (!isBox(from.boxes, i)) continue;
            const float low = from.boxes.low[0][i], high = from.boxes.high[0][i];
            const float* x = to.boxes.low[0].data();
            if (same) start = i + 1;
            else while (start < m && (swapped ? x[start] <= low : x[start] < low)) ++start;
            uint32_t end = start;
            while (end < m && x[end] <= high) ++end;
            const uint32_t mine = from.index[i];
            const size_t before = pairs.size();
            pairs.added(Query<2>(from.boxes, i).find(to.boxes, start, end, pairs.room(size_t{end} - start + width),
                                                              [&](uint32_t j) {
                const uint32_t other = to.index[j < m ? j : 0];
                return swapped ? Pair{other, mine} : same ? inOrder(mine, other) : Pair{mine, other};
            }));
            keepFrom(before, pairs, [&](Pair p) {
                return isBox(a, p.a) && isBox(same ? a : *b, p.b) && (slabs == nullptr || within(slabs[p.b], a, p.a));
            });
        }
    };
    if (b == nullptr) {
        run(sortedA_, sortedA_, true, false);
    } else {
        run(sortedA_, sortedB_, false, false);
        run(sortedB_, sortedA_, false, true);
    }
}

// --- Grid.

// A plane leans to x where its normal's x is above this.
constexpr float leaning = 1e-3f;

// Cells are as large as this share of the boxes that ask. Less: more rows of cells to
// look at; more: more boxes in vain.
constexpr float askingShare = 0.75f;
// Along x, where cells lie side by side in memory and cost nothing to pass, they are shorter.
constexpr float alongShare = 0.2f;

// Puts each box into the cell of its middle, cells in order of z, y, x.
void BroadPhase::fillGrid(const Boxes& boxes, float size) {
    const uint32_t n = static_cast<uint32_t>(boxes.count());
    float low[3] = {1e30f, 1e30f, 1e30f}, high[3] = {-1e30f, -1e30f, -1e30f}, half[3] = {0, 0, 0}, mean[3] = {0, 0, 0};
    float real = 0;
    for (uint32_t i = 0; i < n; ++i) {
        if (!isBox(boxes, i)) continue;
        real += 1;
        for (int k = 0; k < 3; ++k) {
            float middle = 0.5f * (boxes.low[k][i] + boxes.high[k][i]), h = 0.5f * (boxes.high[k][i] - boxes.low[k][i]);
            low[k] = minimum(low[k], middle);
            high[k] = maximum(high[k], middle);
            half[k] = maximum(half[k], h);
            mean[k] += h;
        }
    }
    // Cells of about a box's size and `size`, and not many more of them than boxes.
    float cell[3], wanted = 1;
    for (int k = 0; k < 3; ++k) {
        cell[k] = maximum(size + 2.0f * mean[k] / maximum(real, 1.0f), 1e-6f) * (k == 0 ? alongShare : 1.0f);
        if (!(low[k] <= high[k])) low[k] = high[k] = 0;
        wanted = wanted * ((high[k] - low[k]) / cell[k] + 1.0f);
    }
    float widen = 1;
    while (wanted / (widen * widen * widen) > 8.0f * static_cast<float>(n) + 64.0f) widen *= 1.26f;
    for (int k = 0; k < 3; ++k) {
        inverseCell_[k] = 1.0f / (cell[k] * widen);
        // A few boxes flung far apart along one axis may still ask for too many.
        float along = clamped((high[k] - low[k]) * inverseCell_[k], 0.0f, 1023.0f);
        cells_[k] = static_cast<int>(along) + 1;
        inverseCell_[k] = minimum(inverseCell_[k], 1024.0f / maximum(high[k] - low[k], 1e-6f));
    }
    gridLow_ = {low[0], low[1], low[2]};
    largestHalf_ = {half[0], half[1], half[2]};

    const size_t all = size_t(cells_[0]) * cells_[1] * cells_[2];
    cellFirst_.assign(all + 2, 0);
    cellOf_.resize(n);
    for (uint32_t i = 0; i < n; ++i) {
        int at[3];
        for (int k = 0; k < 3; ++k) {
            float middle = 0.5f * (boxes.low[k][i] + boxes.high[k][i]);
            at[k] = static_cast<int>(clamped((middle - low[k]) * inverseCell_[k], 0.0f, float(cells_[k] - 1)));
        }
        // What is no box comes after all cells, where nobody looks.
        size_t c = isBox(boxes, i) ? (size_t(at[2]) * cells_[1] + at[1]) * cells_[0] + at[0] : all;
        cellOf_[i] = static_cast<uint32_t>(c);
        ++cellFirst_[c + 1];
    }
    for (size_t c = 0; c <= all; ++c) cellFirst_[c + 1] += cellFirst_[c];
    sortedB_.index.resize(n + width - 1);
    for (uint32_t i = 0; i < n; ++i) sortedB_.index[cellFirst_[cellOf_[i]]++] = i;
    for (size_t c = all + 1; c > 0; --c) cellFirst_[c] = cellFirst_[c - 1];
    cellFirst_[0] = 0;
    resizeLike(boxes, sortedB_.boxes);
    for (uint32_t i = 0; i < n; ++i) copyBox(boxes, sortedB_.index[i], sortedB_.boxes, i);
}

template <bool same, bool flat>
void BroadPhase::askGrid(const Boxes& queries, uint32_t count, const Slab* slabs, PairList& pairs) const {
    const float half[3] = {largestHalf_.x, largestHalf_.y, largestHalf_.z};
    const float origin[3] = {gridLow_.x, gridLow_.y, gridLow_.z};
    const float sizes[3] = {1 / inverseCell_[0], 1 / inverseCell_[1], 1 / inverseCell_[2]};
    const uint32_t* const index = sortedB_.index.data();
    for (uint32_t i = 0; i < count; ++i) {
        if (!isBox(queries, i)) continue;
        // A box that overlaps has its middle no farther than the largest half box;
        // a little more, for what rounding takes.
        int from[3], to[3];
        bool outside = false;
        for (int k = 0; k < 3; ++k) {
            float most = float(cells_[k] - 1), reach = half[k] * 1.0001f + 1e-6f;
            float l = (queries.low[k][i] - reach - origin[k]) * inverseCell_[k];
            float h = (queries.high[k][i] + reach - origin[k]) * inverseCell_[k];
            outside = outside || h < 0;
            from[k] = static_cast<int>(clamped(l, 0.0f, most));
            to[k] = static_cast<int>(clamped(h, 0.0f, most));
        }
        if (outside) continue;
        const uint32_t own = same ? index[i] : i;
        const Query<3, flat> query(queries, i, flat ? &slabs[i] : nullptr);
        // What of a row of cells may lie within the slab, along x. A plane nearly along x is
        // taken as leaning a little, and wide enough for all of the box.
        float thick = 0, inverseX = 0;
        if (flat) {
            const Slab& s = slabs[i];
            const bool leans = absolute(s.normal.x) > leaning;
            inverseX = 1.0f / (leans ? s.normal.x : leaning);
            thick = s.half + 1e-5f + 0.501f * (absolute(s.normal.y) * sizes[1] + absolute(s.normal.z) * sizes[2]);
            if (!leans) thick += 2 * leaning * maximum(absolute(queries.low[0][i]), absolute(queries.high[0][i]));
            thick *= absolute(inverseX);
        }
        auto narrow = [&](int y, int z, int& begin, int& end) {
            const Slab& s = slabs[i];
            const float atY = origin[1] + (static_cast<float>(y) + 0.5f) * sizes[1];
            const float atZ = origin[2] + (static_cast<float>(z) + 0.5f) * sizes[2];
            const float middle = (s.offset - s.normal.y * atY - s.normal.z * atZ) * inverseX;
            const float low = maximum(queries.low[0][i], middle - thick), most = float(cells_[0] - 1);
            const float high = minimum(queries.high[0][i], middle + thick);
            begin = static_cast<int>(clamped((low - 1e-6f - origin[0]) * inverseCell_[0], 0.0f, most));
            end = static_cast<int>(clamped((high + 1e-6f - origin[0]) * inverseCell_[0], 0.0f, most));
            return low <= high;
        };
        // Each pair of a set with itself is found by the one in the earlier row of cells.
        const size_t ownRow = same ? cellOf_[own] / cells_[0] : 0;
        for (int z = from[2]; z <= to[2]; ++z)
            for (int y = from[1]; y <= to[1]; ++y) {
                const size_t row = size_t(z) * cells_[1] + y;
                if (same && row < ownRow) continue;
                int x0 = from[0], x1 = to[0];
                if (flat && !narrow(y, z, x0, x1)) continue;
                uint32_t begin = cellFirst_[row * cells_[0] + x0];
                const uint32_t end = cellFirst_[row * cells_[0] + x1 + 1];
                if (same && row == ownRow && begin <= i) begin = i + 1;
                if (begin >= end) continue;
                Pair* out = pairs.room(size_t{end} - begin + width);
                pairs.added(query.find(sortedB_.boxes, begin, end, out, [&](uint32_t j) {
                    return same ? inOrder(own, index[j]) : Pair{index[j], own};
                }));
            }
    }
}

void BroadPhase::grid(const Boxes& a, const Boxes* b, PairList& pairs, const Slab* slabs) {
    const uint32_t countA = static_cast<uint32_t>(a.count());
    if (b == nullptr) {
        fillGrid(a, 0);
        return askGrid<true, false>(sortedB_.boxes, countA, nullptr, pairs);
    }
    // Of two sets, the first is put into cells and the second asks.
    float size = 0, asking = 0;
    for (size_t i = 0; i < b->count(); ++i) {
        if (!isBox(*b, i)) continue;
        for (int k = 0; k < 3; ++k) size += (b->high[k][i] - b->low[k][i]) * (1.0f / 3.0f);
        asking += 1;
    }
    fillGrid(a, askingShare * size / maximum(asking, 1.0f));
    const uint32_t countB = static_cast<uint32_t>(b->count());
    if (slabs != nullptr) askGrid<false, true>(*b, countB, slabs, pairs);
    else askGrid<false, false>(*b, countB, nullptr, pairs);
}

}  // namespace ringlet
