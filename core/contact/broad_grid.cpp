// The broad phase by a uniform grid.
#include "core/contact/box_query.h"
#include "core/contact/broad_phase.h"

#include <algorithm>
#include <atomic>
#include <type_traits>

namespace ringlet {
namespace {

typedef Mask<queryWidth>::Bits Whole;

// The numbers of cells in which `a` lies, counted in cells: the whole number nearest to a - 1/2,
// from 0 to `last` (below 2^22). As a sum, for WebAssembly converts with a look at each number.
Whole cellsOf(QueryLanes a, QueryLanes last) {
    const QueryLanes sum = clamped(a - QueryLanes(0.5f), QueryLanes(0.0f), last) + QueryLanes(8388608.0f);
    return (Whole)sum.v - 0x4b000000;
}

QueryLanes lowOf(const Boxes& boxes, size_t i) {
    const QueryLanes::Vector v = {boxes.low[0][i], boxes.low[1][i], boxes.low[2][i], 0};
    return v;
}
QueryLanes highOf(const Boxes& boxes, size_t i) {
    const QueryLanes::Vector v = {boxes.high[0][i], boxes.high[1][i], boxes.high[2][i], 0};
    return v;
}

// Boxes of a coordinate that is no number, or beyond all size, overlap nothing.
bool isBox(QueryLanes low, QueryLanes high) {
    return allLanes(both(notAbove(low, high), high - low < QueryLanes(1e9f)));
}

}  // namespace

// A plane leans to x where its normal's x is above this.
constexpr float leaning = 1e-3f;

// Cells are as large as this share of the boxes that ask. Less: more rows of cells to
// look at; more: more boxes in vain.
constexpr float askingShare = 1.0f;

// Puts each box into the cell of its middle, cells in order of z, y, x.
void BroadPhase::fillGrid(const Boxes& boxes, float size) {
    const uint32_t n = static_cast<uint32_t>(boxes.count());
    const QueryLanes none(1e30f), zero(0.0f), middleOf(0.5f);
    QueryLanes least = none, most = -none, halves = zero, sum = zero;
    float real = 0;
    for (uint32_t i = 0; i < n; ++i) {
        const QueryLanes l = lowOf(boxes, i), h = highOf(boxes, i);
        if (!isBox(l, h)) continue;
        real += 1;
        const QueryLanes middle = middleOf * (l + h), half = middleOf * (h - l);
        least = minimum(least, middle);
        most = maximum(most, middle);
        halves = maximum(halves, half);
        sum = sum + half;
    }
    float low[queryWidth], high[queryWidth], half[queryWidth], mean[queryWidth];
    storeLanes(low, least), storeLanes(high, most), storeLanes(half, halves), storeLanes(mean, sum);
    const auto vector = [](const float* v) { return Vec3f{v[0], v[1], v[2]}; };
    grid_ = boxGridOf({vector(low), vector(high), vector(half), vector(mean), real}, n, size);
    const size_t all = grid_.all();
    cellFirst_.assign(all + 2, 0);
    cellOf_.resize(n);
    const QueryLanes::Vector origins = {grid_.low[0], grid_.low[1], grid_.low[2], 0};
    const QueryLanes origin(origins);
    const QueryLanes::Vector inverses = {grid_.inverseCell[0], grid_.inverseCell[1], grid_.inverseCell[2], 0};
    const QueryLanes::Vector lasts = {float(grid_.cells[0] - 1), float(grid_.cells[1] - 1), float(grid_.cells[2] - 1), 0};
    const QueryLanes inverse(inverses), last(lasts);
    for (uint32_t i = 0; i < n; ++i) {
        const QueryLanes l = lowOf(boxes, i), h = highOf(boxes, i);
        const Whole at = cellsOf((middleOf * (l + h) - origin) * inverse, last);
        // What is no box comes after all cells, where nobody looks.
        size_t c = isBox(l, h) ? (size_t(at[2]) * grid_.cells[1] + at[1]) * grid_.cells[0] + at[0] : all;
        cellOf_[i] = static_cast<uint32_t>(c);
        ++cellFirst_[c + 1];
    }
    for (size_t c = 0; c <= all; ++c) cellFirst_[c + 1] += cellFirst_[c];
    gridded_.index.resize(n + queryWidth - 1);
    for (uint32_t i = 0; i < n; ++i) gridded_.index[cellFirst_[cellOf_[i]]++] = i;
    for (size_t c = all + 1; c > 0; --c) cellFirst_[c] = cellFirst_[c - 1];
    cellFirst_[0] = 0;
    resizeLike(boxes, gridded_.boxes);
    for (uint32_t i = 0; i < n; ++i) copyBox(boxes, gridded_.index[i], gridded_.boxes, i);
}

// What each row of cells reaches: across it, and along it from a cell's boxes' middles.
void BroadPhase::boundRows() {
    const size_t rows = grid_.rows();
    constexpr float none = 1e30f;
    for (int k = 0; k < 2; ++k) {
        rowLow_[k].assign(rows + queryWidth - 1, none);
        rowHigh_[k].assign(rows + queryWidth - 1, -none);
    }
    rowHalf_.assign(rows + queryWidth - 1, 0.0f);
    const Boxes& b = gridded_.boxes;
    for (size_t row = 0; row < rows; ++row)
        for (uint32_t i = cellFirst_[row * grid_.cells[0]]; i < cellFirst_[(row + 1) * grid_.cells[0]]; ++i) {
            for (int k = 0; k < 2; ++k) {
                rowLow_[k][row] = minimum(rowLow_[k][row], b.low[k + 1][i]);
                rowHigh_[k][row] = maximum(rowHigh_[k][row], b.high[k + 1][i]);
            }
            rowHalf_[row] = maximum(rowHalf_[row], 0.5f * (b.high[0][i] - b.low[0][i]));
        }
}

namespace {

// Along x what of a row of cells may lie within a slab, for four rows side by side in y. A
// plane nearly along x is taken as leaning a little, and wide enough for all of the box.
struct RowsInSlab {
    QueryLanes low, high, offset, normalY, inverseX, thick;
    float normalZ;

    RowsInSlab(const Slab& s, float lowX, float highX, const float* sizes)
        : low(lowX), high(highX), normalZ(s.normal.z) {
        const bool leans = absolute(s.normal.x) > leaning;
        const float inverse = 1.0f / (leans ? s.normal.x : leaning);
        float wide = s.half + 1e-5f + 0.501f * (absolute(s.normal.y) * sizes[1] + absolute(s.normal.z) * sizes[2]);
        if (!leans) wide += 2 * leaning * maximum(absolute(lowX), absolute(highX));
        offset = QueryLanes(s.offset), normalY = QueryLanes(s.normal.y), inverseX = QueryLanes(inverse);
        thick = QueryLanes(wide * absolute(inverse));
    }
    // From `begin` to `end`; beyond it where there is nothing.
    void at(QueryLanes y, float z, QueryLanes& begin, QueryLanes& end) const {
        const QueryLanes middle = (offset - normalY * y - QueryLanes(normalZ * z)) * inverseX;
        begin = maximum(low, middle - thick), end = minimum(high, middle + thick);
    }
};

}  // namespace

// ask(row, first cell, last cell) for the cells from `from` to `to` in which points may lie
// in the slab and in the box from `low` to `high`.
template <class Ask>
void BroadPhase::cellsInSlab(const Slab& slab, const float* low, const float* high, const int* from, const int* to,
                             const Ask& ask) const {
    const float sizes[3] = {1 / grid_.inverseCell[0], 1 / grid_.inverseCell[1], 1 / grid_.inverseCell[2]};
    const QueryLanes::Vector steps = {0.5f, 1.5f, 2.5f, 3.5f};
    const QueryLanes originX(grid_.low[0]), inverseX(grid_.inverseCell[0]), mostX(float(grid_.cells[0] - 1)), tiny(1e-6f);
    const RowsInSlab rows(slab, low[0], high[0], sizes);
    for (int z = from[2]; z <= to[2]; ++z) {
        const float atZ = grid_.low[2] + (static_cast<float>(z) + 0.5f) * sizes[2];
        for (int y = from[1]; y <= to[1]; y += queryWidth) {
            QueryLanes begin, end;
            const QueryLanes cells = QueryLanes(static_cast<float>(y)) + QueryLanes(steps);
            rows.at(QueryLanes(grid_.low[1]) + cells * QueryLanes(sizes[1]), atZ, begin, end);
            const uint32_t some = laneBits(Mask<queryWidth>{~(end < begin).bits});
            const Whole x0 = cellsOf((begin - tiny - originX) * inverseX, mostX);
            const Whole x1 = cellsOf((end + tiny - originX) * inverseX, mostX);
            for (int k = 0; k < queryWidth && y + k <= to[1]; ++k)
                if (some >> k & 1) ask(z * grid_.cells[1] + y + k, x0[k], x1[k]);
        }
    }
}

// The same for boxes that may overlap that box, in rows from `firstRow` on: a row tells how far its boxes reach.
template <class Ask>
void BroadPhase::cellsAbout(const float* low, const float* high, const int* from, const int* to, int firstRow,
                            const Ask& ask) const {
    const QueryLanes originX(grid_.low[0]), inverseX(grid_.inverseCell[0]), mostX(float(grid_.cells[0] - 1)), tiny(1e-6f);
    for (int z = from[2]; z <= to[2]; ++z)
        for (int y = from[1]; y <= to[1]; y += queryWidth) {
            const int row = z * grid_.cells[1] + y;
            if (row + queryWidth <= firstRow) continue;
            Mask<queryWidth> some{{-1, -1, -1, -1}};
            for (int k = 0; k < 2; ++k) {
                const QueryLanes rowLow = loadLanes<queryWidth>(&rowLow_[k][size_t(row)]);
                const QueryLanes rowHigh = loadLanes<queryWidth>(&rowHigh_[k][size_t(row)]);
                some = both(some, both(notAbove(rowLow, QueryLanes(high[1 + k])),
                                       notAbove(QueryLanes(low[1 + k]), rowHigh)));
            }
            const uint32_t bits = laneBits(some);
            if (bits == 0) continue;
            const QueryLanes half = loadLanes<queryWidth>(&rowHalf_[size_t(row)]) * QueryLanes(1.0001f) + tiny;
            const Whole x0 = cellsOf((QueryLanes(low[0]) - half - originX) * inverseX, mostX);
            const Whole x1 = cellsOf((QueryLanes(high[0]) + half - originX) * inverseX, mostX);
            for (int k = 0; k < queryWidth && y + k <= to[1]; ++k)
                if ((bits >> k & 1) && row + k >= firstRow) ask(row + k, x0[k], x1[k]);
        }
}

// Adds the pairs of box `own` with those whose places in the grid are `numbers`.
template <bool same>
void BroadPhase::addFound(uint32_t own, const uint32_t* numbers, size_t found, PairList& pairs) const {
    Pair* const out = pairs.room(found);
    size_t first = 0, last = found - 1;
    for (size_t k = 0; k < found; ++k) {
        const uint32_t other = gridded_.index[numbers[k]];
        if (!same) {
            out[k] = {other, own};
            continue;
        }
        // Those pairs first that this box leads: who goes through them finds one side the
        // same for long. Without a branch, for nothing foretells which.
        const uint32_t leads = own < other, swap = (own ^ other) & (0u - leads);
        out[last ^ ((first ^ last) & (size_t{0} - leads))] = {other ^ swap, own ^ swap};
        first += leads;
        last -= 1 - leads;
    }
    pairs.added(found);
}

// Boxes that ask, and how.
struct BroadPhase::Queries {
    const Boxes& boxes;
    uint32_t count;
    const SearchOptions& options;
    std::atomic<size_t>& found;  // pairs so far, by all
    size_t most;
};

// Queries that one thread takes at a time, and pairs that it looks through at a time.
constexpr uint32_t queriesEach = 256;
constexpr size_t pairsEach = 16384;

template <bool same, bool flat>
void BroadPhase::askGrid(const Queries& queries, uint32_t first, uint32_t last, std::vector<uint32_t>& found, PairList& pairs) const {
    const QueryLanes::Vector origins = {grid_.low[0], grid_.low[1], grid_.low[2], 0};
    const QueryLanes::Vector inverses = {grid_.inverseCell[0], grid_.inverseCell[1], grid_.inverseCell[2], 0};
    const QueryLanes::Vector mosts = {float(grid_.cells[0] - 1), float(grid_.cells[1] - 1), float(grid_.cells[2] - 1), 0};
    const QueryLanes::Vector halves = {grid_.half[0], grid_.half[1], grid_.half[2], 0};
    const QueryLanes origin(origins), inverse(inverses), most(mosts), zero(0.0f);
    // A box that overlaps has its middle no farther than the largest half box;
    // a little more, for what rounding takes.
    const QueryLanes reach = QueryLanes(halves) * QueryLanes(1.0001f) + QueryLanes(1e-6f);
    uint32_t* const numbers = numbersRoom(found, gridded_.boxes.count());
    size_t settled = pairs.size(), told = pairs.found();
    const auto settle = [&] {
        pairs.filter(settled, queries.options.wanted);
        settled = pairs.size();
        const size_t more = pairs.found() - told;
        told += more;
        return queries.found.fetch_add(more, std::memory_order_relaxed) + more <= queries.most;
    };
    for (uint32_t i = first; i < last && (pairs.size() < settled + pairsEach || settle()); ++i) {
        const QueryLanes lows = lowOf(queries.boxes, i), highs = highOf(queries.boxes, i);
        if (!isBox(lows, highs)) continue;
        const QueryLanes l = (lows - reach - origin) * inverse, h = (highs + reach - origin) * inverse;
        if (anyLane(h < zero)) continue;
        const Whole from = cellsOf(l, most), to = cellsOf(h, most);
        const uint32_t own = same ? gridded_.index[i] : i;
        const BoxQuery<3, flat> query(queries.boxes, i, flat ? &queries.options.slabs[i] : nullptr);
        // Each pair of a set with itself is found by the one in the earlier row of cells.
        const int ownRow = same ? static_cast<int>(cellOf_[own]) / grid_.cells[0] : 0;
        size_t hits = 0;
        auto ask = [&](int row, int x0, int x1) {
            uint32_t begin = cellFirst_[size_t(row) * grid_.cells[0] + x0];
            const uint32_t end = cellFirst_[size_t(row) * grid_.cells[0] + x1 + 1];
            if (same && row == ownRow && begin <= i) begin = i + 1;
            if (begin < end) hits += query.find(gridded_.boxes, begin, end, numbers + hits);
        };
        float low[queryWidth], high[queryWidth];
        storeLanes(low, lows), storeLanes(high, highs);
        const int begins[3] = {from[0], from[1], from[2]}, ends[3] = {to[0], to[1], to[2]};
        if constexpr (flat) cellsInSlab(queries.options.slabs[i], low, high, begins, ends, ask);
        else cellsAbout(low, high, begins, ends, ownRow, ask);
        addFound<same>(own, numbers, hits, pairs);
    }
    settle();
}

// Portions of the queries, each lined up where it would be if one thread had taken all.
template <bool same, bool flat>
void BroadPhase::askSideBySide(const Queries& queries, PairList& pairs) {
    ThreadPool* const pool = queries.options.pool;
    const int portions = static_cast<int>((queries.count + queriesEach - 1) / queriesEach);
    if (pool == nullptr || pool->threads() == 1 || portions == 1)
        return askGrid<same, flat>(queries, 0, queries.count, found_, pairs);
    askers_.resize(static_cast<size_t>(pool->threads()));
    portions_.assign(static_cast<size_t>(portions), {0, 0, 0});
    const size_t share = 2 * pairs.capacity() / askers_.size() + pairsEach + queriesEach;  // whoever takes how many
    for (Asker& by : askers_) {
        by.pairs.clear();
        by.pairs.reserve(share);
        numbersRoom(by.found, gridded_.boxes.count());  // also of those that have taken none yet
    }
    const auto take = [&](int portion, int asker) {
        if (queries.found.load(std::memory_order_relaxed) > queries.most) return;
        Asker& by = askers_[static_cast<size_t>(asker)];
        const size_t before = by.pairs.size();
        const uint32_t first = static_cast<uint32_t>(portion) * queriesEach, last = first + queriesEach;
        askGrid<same, flat>(queries, first, last < queries.count ? last : queries.count, by.found, by.pairs);
        portions_[static_cast<size_t>(portion)] = {asker, before, by.pairs.size() - before};
    };
    pool->forEach(portions, std::cref(take));
    for (const Portion& p : portions_) {
        const Pair* const from = askers_[static_cast<size_t>(p.asker)].pairs.begin() + p.first;
        std::copy(from, from + p.count, pairs.room(p.count));
        pairs.added(p.count);
    }
}

void BroadPhase::grid(const Boxes& a, const Boxes* b, PairList& pairs, const SearchOptions& options) {
    const uint32_t countA = static_cast<uint32_t>(a.count());
    std::atomic<size_t> found{pairs.found()};
    const auto ask = [&](const Boxes& boxes, uint32_t count, auto same, auto flat) {
        askSideBySide<same, flat>({boxes, count, options, found, pairs.most()}, pairs);
        pairs.foundInAll(found);
    };
    constexpr std::true_type yes;
    constexpr std::false_type no;
    if (b == nullptr) {
        fillGrid(a, 0);
        boundRows();
        return ask(gridded_.boxes, countA, yes, no);
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
    if (options.slabs != nullptr) return ask(*b, countB, no, yes);
    boundRows();
    ask(*b, countB, no, no);
}

}  // namespace ringlet
