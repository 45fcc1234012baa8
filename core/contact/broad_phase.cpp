#include "core/contact/broad_phase.h"

#include "core/contact/box_query.h"

namespace ringlet {
namespace {

// Whether box a of `boxes`, a point, is within a slab that is not of its owner.
bool within(const Slab& s, const Boxes& boxes, size_t a) {
    if (!boxes.owner.empty() && (boxes.owner[a] == s.owners[0] || boxes.owner[a] == s.owners[1])) return false;
    const float x = boxes.low[0][a] * s.normal.x + boxes.low[1][a] * s.normal.y + boxes.low[2][a] * s.normal.z;
    return absolute(x - s.offset) <= s.half;
}

// Of the pairs from `first` on those that `wanted` says.
template <class Wanted>
void keepFrom(size_t first, PairList& pairs, const Wanted& wanted) {
    size_t kept = first;
    for (size_t i = first; i < pairs.size(); ++i)
        if (wanted(pairs[i])) pairs[kept++] = pairs[i];
    pairs.keepFirst(kept);
}

// The bits of a float as a word that sorts like the float; what is no number comes last, whatever its sign.
uint32_t keyOf(float f) {
    if (!(f == f)) return 0xffffffffu;
    uint32_t bits;
    std::memcpy(&bits, &f, sizeof bits);
    return bits & 0x80000000u ? ~bits : bits | 0x80000000u;
}

}  // namespace

void BroadPhase::find(BroadPhaseKind kind, const Boxes& a, const Boxes* b, PairList& pairs, const SearchOptions& options) {
    if (a.count() == 0 || (b != nullptr && b->count() == 0)) return;
    if (kind == BroadPhaseKind::Grid) return grid(a, b, pairs, options);
    const size_t before = pairs.size();
    if (kind == BroadPhaseKind::Sweep) sweep(a, b, pairs, options.slabs);
    else brute(a, b, pairs, options.slabs);
    pairs.filter(before, options.wanted);
}

void BroadPhase::brute(const Boxes& a, const Boxes* b, PairList& pairs, const Slab* slabs) {
    const Boxes& from = b != nullptr ? *b : a;
    const uint32_t count = static_cast<uint32_t>(from.count());
    resizeLike(from, sortedB_.boxes);
    for (uint32_t i = 0; i < count; ++i) copyBox(from, i, sortedB_.boxes, i);
    for (uint32_t i = 0; i < a.count() && !pairs.full(); ++i) {
        if (!isBox(a, i)) continue;
        const uint32_t begin = b != nullptr ? 0 : i + 1;
        const size_t before = pairs.size();
        const size_t hits = BoxQuery<3>(a, i).find(sortedB_.boxes, begin, count, numbersRoom(found_, count));
        Pair* out = pairs.room(hits);
        for (size_t k = 0; k < hits; ++k) out[k] = {i, found_[k]};
        pairs.added(hits);
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
        for (uint32_t i = 0; i < n && !pairs.full(); ++i) {
            if (!isBox(from.boxes, i)) continue;
            const float low = from.boxes.low[0][i], high = from.boxes.high[0][i];
            const float* x = to.boxes.low[0].data();
            if (same) start = i + 1;
            else while (start < m && (swapped ? x[start] <= low : x[start] < low)) ++start;
            uint32_t end = start;
            while (end < m && x[end] <= high) ++end;
            const uint32_t mine = from.index[i];
            const size_t before = pairs.size();
            const size_t hits = BoxQuery<2>(from.boxes, i).find(to.boxes, start, end, numbersRoom(found_, end - start));
            Pair* out = pairs.room(hits);
            for (size_t k = 0; k < hits; ++k) {
                const uint32_t other = to.index[found_[k]];
                out[k] = swapped ? Pair{other, mine} : same ? inOrder(mine, other) : Pair{mine, other};
            }
            pairs.added(hits);
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

}  // namespace ringlet
