// The ways of points beside the hair about them (PointWays) as loops, on any executor. A node of the grid of common ways gathers the
// points of the eight cells about it, in their order, which is that in which WayField scatters them.
#pragma once

#include "core/base/ordered.h"
#include "core/contact/way_math.h"

namespace ringlet {
inline namespace RINGLET_ISA {

template <class Executor>
class GatheredWays {
public:
    // As PointWays::begin().
    void begin(Executor& on, const HairPoint* now, const HairPoint* before, size_t count, float size, int steps, float longest) {
        HairPoint* const ways = ways_.room(on, count);
        WayBounds* const bounds = bounds_.room(on, count);
        on.each(count, Begin{now, before, steps, ways, bounds});
        const WayGrid grid = wayGridOf(span_.run(on, bounds, count), wayCellSizes * size);
        uint32_t* const keys = keys_.room(on, count);
        on.each(count, CellOf{now, ways, grid, keys});
        lists_.run(on, keys, count, grid.nodes() + 1);
        HairPoint* const nodes = nodes_.room(on, grid.nodes());
        on.each(grid.nodes(), Mean{now, ways, grid, lists_.begins(), lists_.items(), nodes});
        on.each(count, Box{now, grid, nodes, size, longest, ways, low_.room(on, count), high_.room(on, count)});
    }
    // A point each (x, y, z, m): its way, and the box of it.
    const HairPoint* ways() const { return ways_.data(); }
    const HairPoint* low() const { return low_.data(); }
    const HairPoint* high() const { return high_.data(); }

    // Bodies.
    struct Begin {
        const HairPoint *now, *before;
        int steps;
        HairPoint* ways;
        WayBounds* bounds;
        RINGLET_HD void operator()(uint32_t i) const {
            ways[i] = wayOf(now[i], before[i], steps);
            const Vec3f x = positionOf(now[i]);
            bounds[i] = isPlace(x) ? WayBounds{x, x} : WayBounds{};
        }
    };
    struct CellOf {
        const HairPoint *now, *ways;
        WayGrid grid;
        uint32_t* keys;
        RINGLET_HD void operator()(uint32_t i) const {
            const Vec3f x = positionOf(now[i]);
            keys[i] = isPlace(x) && isPlace(positionOf(ways[i])) ? grid.at(x).first : grid.nodes();
        }
    };
    struct Mean {
        const HairPoint *now, *ways;
        WayGrid grid;
        const uint32_t *begins, *items;
        HairPoint* nodes;
        RINGLET_HD void operator()(uint32_t node) const {
            // What is left of the lists of the cells of which it is corner 0, 1 ... Those before the first node have none.
            uint32_t next[8], end[8];
            for (int c = 0; c < 8; ++c) {
                const uint32_t back = grid.offset(c), cell = node >= back ? node - back : 0;
                next[c] = begins[cell], end[c] = node >= back ? begins[cell + 1] : next[c];
            }
            HairPoint sum{0, 0, 0, 0};
            for (;;) {
                uint32_t point = ~0u;
                int corner = 0;
                for (int c = 0; c < 8; ++c) {
                    if (next[c] == end[c] || items[next[c]] >= point) continue;
                    point = items[next[c]], corner = c;
                }
                if (point == ~0u) break;
                for (int c = 0; c < 8; ++c) next[c] += c == corner ? 1 : 0;
                const float share = grid.at(positionOf(now[point])).shareOf(corner);
                const HairPoint& way = ways[point];
                sum = {sum.x + share * way.x, sum.y + share * way.y, sum.z + share * way.z, sum.inverseMass + share * 1.0f};
            }
            const float over = 1 / maximum(sum.inverseMass, 1e-12f);
            nodes[node] = {sum.x * over, sum.y * over, sum.z * over, sum.inverseMass * over};
        }
    };
    struct Box {
        const HairPoint* now;
        WayGrid grid;
        const HairPoint* nodes;
        float size, longest;
        HairPoint *ways, *low, *high;
        RINGLET_HD void operator()(uint32_t i) const {
            const Vec3f x = positionOf(now[i]);
            const WayPlace place = grid.at(x);
            Vec3f common{0, 0, 0};
            for (int corner = 0; corner < 8; ++corner)
                common = common + place.shareOf(corner) * positionOf(nodes[place.first + grid.offset(corner)]);
            boxWay(x, common, size, longest, ways[i], low[i], high[i]);
        }
    };

private:
    ListsByKey<Executor> lists_;
    FixedSum<Executor, WayBounds> span_;
    typename Executor::template Array<uint32_t> keys_;
    typename Executor::template Array<WayBounds> bounds_;
    typename Executor::template Array<HairPoint> ways_, low_, high_, nodes_;
};

}  // namespace RINGLET_ISA
}  // namespace ringlet
