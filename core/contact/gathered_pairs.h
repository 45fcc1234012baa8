// A broad phase (broad_phase.h) as loops over boxes, on any executor: the pairs that BroadPhase finds, in an order of their own.
#pragma once

#include "core/base/ordered.h"
#include "core/contact/box_grid.h"
#include "core/contact/crowds.h"

namespace ringlet {
inline namespace RINGLET_ISA {

struct BoxRow {
    Vec3f low;
    uint32_t owner;  // boxes of one owner are no pairs
    Vec3f high;
    uint32_t item;   // its number
};

// Boxes of a coordinate that is no number, or beyond all size, overlap nothing.
RINGLET_HD bool isBox(const BoxRow& b) {
    return b.low.x <= b.high.x && b.low.y <= b.high.y && b.low.z <= b.high.z && b.high.x - b.low.x < 1e9f &&
           b.high.y - b.low.y < 1e9f && b.high.z - b.low.z < 1e9f;
}
RINGLET_HD bool overlap(const BoxRow& a, const BoxRow& b) {
    return a.low.x <= b.high.x && b.low.x <= a.high.x && a.low.y <= b.high.y && b.low.y <= a.high.y && a.low.z <= b.high.z &&
           b.low.z <= a.high.z;
}
RINGLET_HD bool within(const Slab& s, Vec3f x) {
    return absolute(x.x * s.normal.x + x.y * s.normal.y + x.z * s.normal.z - s.offset) <= s.half;
}

RINGLET_HD Vec3f leastOf(Vec3f a, Vec3f b) { return {minimum(a.x, b.x), minimum(a.y, b.y), minimum(a.z, b.z)}; }
RINGLET_HD Vec3f mostOf(Vec3f a, Vec3f b) { return {maximum(a.x, b.x), maximum(a.y, b.y), maximum(a.z, b.z)}; }
RINGLET_HD BoxBounds operator+(const BoxBounds& a, const BoxBounds& b) {
    return {leastOf(a.least, b.least), mostOf(a.most, b.most), mostOf(a.half, b.half), a.halves + b.halves, a.boxes + b.boxes};
}

template <class Executor>
class GatheredPairs {
public:
    // Boxes of each cube beyond the first few become empty, as Crowds has it; how many they were.
    size_t thin(Executor& on, BoxRow* boxes, size_t count, float edge) {
        const size_t counters = cubeCounters(count);
        uint32_t* const keys = keys_.room(on, count);
        on.each(count, CubeOf{boxes, 0.5f / edge, counters, keys});
        lists_.run(on, keys, count, counters + 1);
        uint64_t* const emptied = totals_.room(on, counters);
        on.each(counters, Thin{lists_.begins(), lists_.items(), boxes, emptied});
        return static_cast<size_t>(sum_.run(on, emptied, counters));
    }

    // Puts boxes into cells of about their size and `size`, m.
    void place(Executor& on, const BoxRow* boxes, size_t count, float size) {
        BoxBounds* const bounds = bounds_.room(on, count);
        on.each(count, BoundsOf{boxes, bounds});
        grid_ = boxGridOf(span_.run(on, bounds, count), count, size);
        uint32_t* const keys = keys_.room(on, count);
        on.each(count, CellOf{boxes, grid_, keys});
        lists_.run(on, keys, count, grid_.all() + 1);
        on.each(count, Place{boxes, lists_.items(), sorted_.room(on, count)});
        on.each(grid_.rows(), BoundRow{sorted_.data(), lists_.begins(), static_cast<uint32_t>(grid_.cells[0]), rows_.room(on, grid_.rows())});
    }
    // Pairs of those boxes with each other, a < b, in the order of b; or where there are slabs, of a point of those with one of
    // `count` boxes that ask, in the order of these, of those points that are within the box's slab. False: there are
    // more than `most`, and none is told.
    bool ask(Executor& on, const BoxRow* boxes, size_t count, size_t most, const Slab* slabs = nullptr) {
        uint32_t* const places = places_.room(on, count + 1);
        uint64_t* const totals = totals_.room(on, count);
        Ask ask{boxes, sorted_.data(), lists_.begins(), rows_.data(), slabs, grid_, places, totals, nullptr};
        on.each(count, ask);
        count_ = 0;
        if (sum_.run(on, totals, count) > most) return false;
        scan_.run(on, places, count);
        count_ = on.read(places + count);
        ask.pairs = pairs_.room(on, count_);
        on.each(count, ask);
        return true;
    }
    const Pair* pairs() const { return pairs_.data(); }
    size_t count() const { return count_; }

    // Bodies.
    struct CubeOf {
        const BoxRow* boxes;
        float inverse;
        size_t counters;
        uint32_t* keys;
        RINGLET_HD void operator()(uint32_t i) const {
            const BoxRow& b = boxes[i];
            const float low[3] = {b.low.x, b.low.y, b.low.z}, high[3] = {b.high.x, b.high.y, b.high.z};
            keys[i] = isBox(b) ? cubeCounter(low, high, inverse, counters) : static_cast<uint32_t>(counters);
        }
    };
    struct Thin {
        const uint32_t *begins, *items;
        BoxRow* boxes;
        uint64_t* emptied;
        RINGLET_HD void operator()(uint32_t i) const {
            emptied[i] = 0;
            for (uint32_t k = begins[i] + mostInCube; k < begins[i + 1]; ++k, ++emptied[i])
                boxes[items[k]].low = {1, 1, 1}, boxes[items[k]].high = {0, 0, 0};
        }
    };
    struct BoundsOf {
        const BoxRow* boxes;
        BoxBounds* bounds;
        RINGLET_HD void operator()(uint32_t i) const {
            const BoxRow& b = boxes[i];
            const Vec3f middle = 0.5f * (b.low + b.high), half = 0.5f * (b.high - b.low);
            bounds[i] = isBox(b) ? BoxBounds{middle, middle, half, half, 1} : BoxBounds{};
        }
    };
    struct CellOf {
        const BoxRow* boxes;
        BoxGrid grid;
        uint32_t* keys;
        RINGLET_HD void operator()(uint32_t i) const {
            const BoxRow& b = boxes[i];
            const Vec3f at = 0.5f * (b.low + b.high);
            // What is no box comes after all cells, where nobody looks.
            keys[i] = !isBox(b) ? static_cast<uint32_t>(grid.all())
                                : static_cast<uint32_t>((grid.cellAt(2, at.z) * grid.cells[1] + grid.cellAt(1, at.y)) * grid.cells[0] +
                                                        grid.cellAt(0, at.x));
        }
    };
    struct Place {
        const BoxRow* boxes;
        const uint32_t* items;
        BoxRow* sorted;
        RINGLET_HD void operator()(uint32_t i) const {
            BoxRow box = boxes[items[i]];
            box.item = items[i];
            sorted[i] = box;
        }
    };
    // What a row of cells reaches: across it, and along it from its boxes' middles.
    struct RowReach {
        float low[2], high[2], half;
    };
    struct BoundRow {
        const BoxRow* sorted;
        const uint32_t* cells;
        uint32_t length;
        RowReach* rows;
        RINGLET_HD void operator()(uint32_t row) const {
            RowReach r{{1e30f, 1e30f}, {-1e30f, -1e30f}, 0};
            for (uint32_t i = cells[row * length]; i < cells[(row + 1) * length]; ++i) {
                const BoxRow& b = sorted[i];
                r.low[0] = minimum(r.low[0], b.low.y), r.high[0] = maximum(r.high[0], b.high.y);
                r.low[1] = minimum(r.low[1], b.low.z), r.high[1] = maximum(r.high[1], b.high.z);
                r.half = maximum(r.half, 0.5f * (b.high.x - b.low.x));
            }
            rows[row] = r;
        }
    };
    // Counts a box's pairs, or writes them from its place on.
    struct Ask {
        const BoxRow *boxes, *sorted;
        const uint32_t* cells;
        const RowReach* rows;
        const Slab* slabs;
        BoxGrid grid;
        uint32_t* places;
        uint64_t* totals;
        Pair* pairs;  // null: counts
        RINGLET_HD void operator()(uint32_t i) const {
            uint32_t found = pairs != nullptr ? places[i] : 0;
            const BoxRow own = boxes[i];
            if (isBox(own)) askRows(i, own, found);
            if (pairs == nullptr) places[i] = found, totals[i] = found;
        }
        RINGLET_HD void askRows(uint32_t i, const BoxRow& own, uint32_t& found) const {
            // A box that overlaps has its middle no farther than the largest half box; a little more, for what rounding takes.
            const float reach[2] = {grid.half[1] * 1.0001f + 1e-6f, grid.half[2] * 1.0001f + 1e-6f};
            const int y0 = grid.cellAt(1, own.low.y - reach[0]), y1 = grid.cellAt(1, own.high.y + reach[0]);
            const int z0 = grid.cellAt(2, own.low.z - reach[1]), z1 = grid.cellAt(2, own.high.z + reach[1]);
            for (int z = z0; z <= z1; ++z)
                for (int y = y0; y <= y1; ++y) {
                    const uint32_t row = static_cast<uint32_t>(z * grid.cells[1] + y), first = row * static_cast<uint32_t>(grid.cells[0]);
                    const RowReach& r = rows[row];
                    if (!(r.low[0] <= own.high.y && own.low.y <= r.high[0] && r.low[1] <= own.high.z && own.low.z <= r.high[1])) continue;
                    const float half = r.half * 1.0001f + 1e-6f;
                    const uint32_t begin = cells[first + static_cast<uint32_t>(grid.cellAt(0, own.low.x - half))];
                    const uint32_t end = cells[first + static_cast<uint32_t>(grid.cellAt(0, own.high.x + half)) + 1];
                    for (uint32_t k = begin; k < end; ++k) askOne(i, own, sorted[k], found);
                }
        }
        RINGLET_HD void askOne(uint32_t i, const BoxRow& own, const BoxRow& other, uint32_t& found) const {
            if (!overlap(own, other)) return;
            if (slabs == nullptr) {
                if (other.item >= i || other.owner == own.owner) return;
            } else {
                const Slab& slab = slabs[i];
                if (other.owner == slab.owners[0] || other.owner == slab.owners[1] || !within(slab, other.low)) return;
            }
            if (pairs != nullptr) pairs[found] = {other.item, i};
            ++found;
        }
    };

private:
    typedef typename Executor::template Array<uint32_t> Numbers;
    BoxGrid grid_;
    size_t count_ = 0;
    Numbers keys_, places_;
    ListsByKey<Executor> lists_;
    ExclusiveScan<Executor> scan_;
    FixedSum<Executor, BoxBounds> span_;
    FixedSum<Executor, uint64_t> sum_;
    typename Executor::template Array<BoxBounds> bounds_;
    typename Executor::template Array<BoxRow> sorted_;
    typename Executor::template Array<RowReach> rows_;
    typename Executor::template Array<uint64_t> totals_;
    typename Executor::template Array<Pair> pairs_;
};

}  // namespace RINGLET_ISA
}  // namespace ringlet
