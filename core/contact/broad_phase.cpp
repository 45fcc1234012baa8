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

bool within(const Slab& s, const Boxes& boxes, size_t i) {
    const float x = boxes.low[0][i] * s.normal.x + boxes.low[1][i] * s.normal.y + boxes.low[2][i] * s.normal.z;
    return absolute(x - s.offset) <= s.half;
}

// A box that asks for those that overlap it; where it has a slab, for points in both.
// `axes`: 3, or 2 where x is known to overlap.
template <int axes, bool points = false>
struct Query {
    static constexpr int first = 3 - axes;
    Four low[3], high[3], normal[3], offset, half;

    Query(const Boxes& boxes, size_t i, const Slab* slab = nullptr) {
        for (int k = first; k < 3; ++k) low[k] = Four(boxes.low[k][i]), high[k] = Four(boxes.high[k][i]);
        if (!points) return;
        normal[0] = Four(slab->normal.x), normal[1] = Four(slab->normal.y), normal[2] = Four(slab->normal.z);
        offset = Four(slab->offset), half = Four(slab->half);
    }

    // Writes the pairs of those in the run [begin, end), and three numbers more that do not
    // count, to `out`; says how many. `boxes` has width - 1 boxes beyond its last.
    template <class PairOf>
    size_t find(const Boxes& boxes, uint32_t begin, uint32_t end, Pair* out, const PairOf& pairOf) const {
        size_t found = 0;
        for (uint32_t i = begin; i < end; i += width) {
            Four l[3];
            Mask<width> hit{{-1, -1, -1, -1}};
            for (int k = first; k < 3; ++k) {
                l[k] = loadLanes<width>(boxes.low[k].data() + i);
                const Four h = points ? l[k] : loadLanes<width>(boxes.high[k].data() + i);
                hit = both(hit, both(notAbove(l[k], high[k]), notAbove(low[k], h)));
            }
            if (!anyLane(hit)) continue;
            if (points) {
                const Four x = l[0] * normal[0] + l[1] * normal[1] + l[2] * normal[2];
                hit = both(hit, notAbove(absolute(x - offset), half));
                if (!anyLane(hit)) continue;
            }
            for (uint32_t lane = 0; lane < width; ++lane) {  // written in any case
                out[found] = pairOf(i + lane);
                found += static_cast<size_t>(hit.bits[lane] & 1) & static_cast<size_t>(i + lane < end);
            }
        }
        return found;
    }
};

void copyBox(const Boxes& from, size_t i, Boxes& to, size_t j) {
    for (int k = 0; k < 3; ++k) {
        to.low[k][j] = from.low[k][i];
        to.high[k][j] = from.high[k][i];
    }
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

void sortPairs(PairList& pairs, uint32_t count, std::vector<uint32_t>& first, PairList& scratch) {
    first.assign(size_t{count} + 1, 0);
    for (const Pair& p : pairs) ++first[p.a + 1];
    for (uint32_t i = 0; i < count; ++i) first[i + 1] += first[i];
    scratch.clear();
    scratch.room(pairs.size());
    scratch.added(pairs.size());
    for (const Pair& p : pairs) scratch[first[p.a]++] = p;
    for (uint32_t i = count; i > 0; --i) first[i] = first[i - 1];
    first[0] = 0;
    for (uint32_t a = 0; a < count; ++a) {
        for (uint32_t i = first[a] + 1; i < first[a + 1]; ++i) {
            Pair p = scratch[i];
            uint32_t k = i;
            for (; k > first[a] && scratch[k - 1].b > p.b; --k) scratch[k] = scratch[k - 1];
            scratch[k] = p;
        }
    }
    pairs.swap(scratch);
}

void BroadPhase::find(BroadPhaseKind kind, const Boxes& a, const Boxes* b, PairList& pairs, const Slab* slabs) {
    if (a.count() == 0 || (b != nullptr && b->count() == 0)) return;
    if (kind == BroadPhaseKind::Sweep) sweep(a, b, pairs, slabs);
    else if (kind == BroadPhaseKind::Grid) grid(a, b, pairs, slabs);
    else brute(a, b, pairs, slabs);
}

void BroadPhase::brute(const Boxes& a, const Boxes* b, PairList& pairs, const Slab* slabs) {
    const Boxes& from = b != nullptr ? *b : a;
    const uint32_t count = static_cast<uint32_t>(from.count());
    sortedB_.boxes.resize(count + width - 1);
    for (uint32_t i = 0; i < count; ++i) copyBox(from, i, sortedB_.boxes, i);
    for (uint32_t i = 0; i < a.count(); ++i) {
        if (!isBox(a, i)) continue;
        const uint32_t begin = b != nullptr ? 0 : i + 1;
        const size_t before = pairs.size();
        pairs.added(Query<3>(a, i).find(sortedB_.boxes, begin, count, pairs.room(count + width),
                                                 [&](uint32_t j) { return Pair{i, j}; }));
        keepFrom(before, pairs, [&](Pair p) { return isBox(from, p.b) && (slabs == nullptr || within(slabs[p.b], a, i)); });
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
    sorted.boxes.resize(n + width - 1);
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

// Cells are as large as this share of the boxes that ask. Less: more rows of cells to
// look at; more: more boxes in vain.
constexpr float askingShare = 0.75f;

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
        cell[k] = maximum(size + 2.0f * mean[k] / maximum(real, 1.0f), 1e-6f);
        if (!(low[k] <= high[k])) low[k] = high[k] = 0;
        wanted = wanted * ((high[k] - low[k]) / cell[k] + 1.0f);
    }
    float widen = 1;
    while (wanted / (widen * widen * widen) > 4.0f * static_cast<float>(n) + 64.0f) widen *= 1.26f;
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
    sortedB_.boxes.resize(n + width - 1);
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
        // How far a row of cells may be from the slab, within the box.
        float base = 0, reach = 0;
        if (flat) {
            const Slab& s = slabs[i];
            base = 0.5f * (queries.low[0][i] + queries.high[0][i]) * s.normal.x - s.offset;
            reach = s.half + 1e-5f + 0.5001f * (absolute(s.normal.x) * (queries.high[0][i] - queries.low[0][i]) +
                                                absolute(s.normal.y) * sizes[1] + absolute(s.normal.z) * sizes[2]);
        }
        auto missed = [&](int y, int z) {  // a row at the border has no end
            if (y == 0 || z == 0 || y == cells_[1] - 1 || z == cells_[2] - 1) return false;
            const float atY = origin[1] + (static_cast<float>(y) + 0.5f) * sizes[1];
            const float atZ = origin[2] + (static_cast<float>(z) + 0.5f) * sizes[2];
            return absolute(base + slabs[i].normal.y * atY + slabs[i].normal.z * atZ) > reach;
        };
        // Each pair of a set with itself is found by the one in the earlier row of cells.
        const size_t ownRow = same ? cellOf_[own] / cells_[0] : 0;
        for (int z = from[2]; z <= to[2]; ++z)
            for (int y = from[1]; y <= to[1]; ++y) {
                const size_t row = size_t(z) * cells_[1] + y;
                if (same && row < ownRow) continue;
                if (flat && missed(y, z)) continue;
                uint32_t begin = cellFirst_[row * cells_[0] + from[0]];
                const uint32_t end = cellFirst_[row * cells_[0] + to[0] + 1];
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
