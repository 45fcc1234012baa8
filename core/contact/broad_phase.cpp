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

// Tests one box against the run [begin, end) of `boxes` and adds what overlaps.
// `axes`: 3, or 2 where x is known to overlap.
template <int axes, class Add>
void testRun(const Boxes& boxes, uint32_t begin, uint32_t end, const float* low, const float* high, const Add& add) {
    constexpr int first = 3 - axes;
    Four l[3], h[3];
    for (int k = first; k < 3; ++k) l[k] = Four(low[k]), h[k] = Four(high[k]);
    uint32_t i = begin;
    for (; i + width <= end; i += width) {
        Mask<width> hit{{-1, -1, -1, -1}};
        for (int k = first; k < 3; ++k) {
            hit = both(hit, notAbove(loadLanes<width>(boxes.low[k].data() + i), h[k]));
            hit = both(hit, notAbove(l[k], loadLanes<width>(boxes.high[k].data() + i)));
        }
        if (!anyLane(hit)) continue;
        for (int lane = 0; lane < width; ++lane)
            if (hit.bits[lane]) add(i + lane);
    }
    for (; i < end; ++i) {
        bool hit = true;
        for (int k = first; k < 3; ++k) hit = hit && boxes.low[k][i] <= high[k] && low[k] <= boxes.high[k][i];
        if (hit) add(i);
    }
}

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

void putPair(std::vector<Pair>& pairs, bool same, uint32_t a, uint32_t b) {
    if (same && a > b) pairs.push_back({b, a});
    else pairs.push_back({a, b});
}

// The bits of a float as a word that sorts like the float.
uint32_t keyOf(float f) {
    uint32_t bits;
    std::memcpy(&bits, &f, sizeof bits);
    return bits & 0x80000000u ? ~bits : bits | 0x80000000u;
}

}  // namespace

void sortPairs(std::vector<Pair>& pairs, uint32_t count, std::vector<uint32_t>& first, std::vector<Pair>& scratch) {
    first.assign(size_t{count} + 1, 0);
    for (const Pair& p : pairs) ++first[p.a + 1];
    for (uint32_t i = 0; i < count; ++i) first[i + 1] += first[i];
    scratch.resize(pairs.size());
    for (const Pair& p : pairs) {
        scratch[first[p.a]++] = p;
    }
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

void BroadPhase::find(BroadPhaseKind kind, const Boxes& a, const Boxes* b, std::vector<Pair>& pairs) {
    if (a.count() == 0 || (b != nullptr && b->count() == 0)) return;
    if (kind == BroadPhaseKind::Sweep) sweep(a, b, pairs);
    else if (kind == BroadPhaseKind::Grid) grid(a, b, pairs);
    else brute(a, b, pairs);
}

void BroadPhase::brute(const Boxes& a, const Boxes* b, std::vector<Pair>& pairs) {
    const Boxes& other = b != nullptr ? *b : a;
    for (uint32_t i = 0; i < a.count(); ++i) {
        if (!isBox(a, i)) continue;
        const float low[3] = {a.low[0][i], a.low[1][i], a.low[2][i]};
        const float high[3] = {a.high[0][i], a.high[1][i], a.high[2][i]};
        testRun<3>(other, b != nullptr ? 0 : i + 1, static_cast<uint32_t>(other.count()), low, high, [&](uint32_t j) {
            if (isBox(other, j)) pairs.push_back({i, j});
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
    sorted.boxes.resize(n);
    for (uint32_t i = 0; i < n; ++i) copyBox(boxes, order[i], sorted.boxes, i);
}

void BroadPhase::sweep(const Boxes& a, const Boxes* b, std::vector<Pair>& pairs) {
    sortAlongX(a, sortedA_);
    if (b != nullptr) sortAlongX(*b, sortedB_);
    // For each box of one set, those of the other that begin within it: every
    // pair has one that begins first; where both begin alike, a's does.
    auto run = [&](const Sorted& from, const Sorted& to, bool same, bool swapped) {
        const uint32_t n = static_cast<uint32_t>(from.index.size()), m = static_cast<uint32_t>(to.index.size());
        uint32_t start = 0;
        for (uint32_t i = 0; i < n; ++i) {
            const float low[3] = {from.boxes.low[0][i], from.boxes.low[1][i], from.boxes.low[2][i]};
            const float high[3] = {from.boxes.high[0][i], from.boxes.high[1][i], from.boxes.high[2][i]};
            if (!isBox(from.boxes, i)) continue;
            const float* x = to.boxes.low[0].data();
            if (same) start = i + 1;
            else while (start < m && (swapped ? x[start] <= low[0] : x[start] < low[0])) ++start;
            uint32_t end = start;
            while (end < m && x[end] <= high[0]) ++end;
            testRun<2>(to.boxes, start, end, low, high, [&](uint32_t j) {
                if (!isBox(to.boxes, j)) return;
                if (swapped) pairs.push_back({to.index[j], from.index[i]});
                else putPair(pairs, same, from.index[i], to.index[j]);
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
    sortedB_.index.resize(n);
    for (uint32_t i = 0; i < n; ++i) sortedB_.index[cellFirst_[cellOf_[i]]++] = i;
    for (size_t c = all + 1; c > 0; --c) cellFirst_[c] = cellFirst_[c - 1];
    cellFirst_[0] = 0;
    sortedB_.boxes.resize(n);
    for (uint32_t i = 0; i < n; ++i) copyBox(boxes, sortedB_.index[i], sortedB_.boxes, i);
}

void BroadPhase::grid(const Boxes& a, const Boxes* b, std::vector<Pair>& pairs) {
    const bool same = b == nullptr;
    // Of two sets, the first is put into cells and the second asks.
    float size = 0, asking = 0;
    for (size_t i = 0; !same && i < b->count(); ++i) {
        if (!isBox(*b, i)) continue;
        for (int k = 0; k < 3; ++k) size += (b->high[k][i] - b->low[k][i]) * (1.0f / 3.0f);
        asking += 1;
    }
    fillGrid(a, 0.5f * size / maximum(asking, 1.0f));
    const Boxes& queries = same ? sortedB_.boxes : *b;
    const float half[3] = {largestHalf_.x, largestHalf_.y, largestHalf_.z};
    const float origin[3] = {gridLow_.x, gridLow_.y, gridLow_.z};
    for (uint32_t i = 0; i < queries.count(); ++i) {
        if (!isBox(queries, i)) continue;
        const float low[3] = {queries.low[0][i], queries.low[1][i], queries.low[2][i]};
        const float high[3] = {queries.high[0][i], queries.high[1][i], queries.high[2][i]};
        // A box that overlaps has its middle no farther than the largest half box;
        // a little more, for what rounding takes.
        int from[3], to[3];
        bool outside = false;
        for (int k = 0; k < 3; ++k) {
            float most = float(cells_[k] - 1), reach = half[k] * 1.0001f + 1e-6f;
            float l = (low[k] - reach - origin[k]) * inverseCell_[k], h = (high[k] + reach - origin[k]) * inverseCell_[k];
            outside = outside || h < 0;
            from[k] = static_cast<int>(clamped(l, 0.0f, most));
            to[k] = static_cast<int>(clamped(h, 0.0f, most));
        }
        if (outside) continue;
        const uint32_t own = same ? sortedB_.index[i] : i;
        auto add = [&](uint32_t j) {
            if (same) putPair(pairs, true, own, sortedB_.index[j]);
            else pairs.push_back({sortedB_.index[j], own});
        };
        // Each pair of a set with itself is found by the one in the earlier row of cells.
        const size_t ownRow = same ? cellOf_[own] / cells_[0] : 0;
        for (int z = from[2]; z <= to[2]; ++z)
            for (int y = from[1]; y <= to[1]; ++y) {
                const size_t row = size_t(z) * cells_[1] + y;
                if (same && row < ownRow) continue;
                uint32_t begin = cellFirst_[row * cells_[0] + from[0]];
                const uint32_t end = cellFirst_[row * cells_[0] + to[0] + 1];
                if (same && row == ownRow && begin <= i) begin = i + 1;
                if (begin < end) testRun<3>(sortedB_.boxes, begin, end, low, high, add);
            }
    }
}

}  // namespace ringlet
