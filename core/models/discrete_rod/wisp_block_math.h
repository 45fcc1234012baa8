// Cells of wisps that cross: they block each other (Kmoch 2018, 4.3).
#pragma once

#include "core/base/ordered.h"
#include "core/collide/collider_view.h"
#include "core/contact/cling.h"
#include "core/models/discrete_rod/wisp_contact_math.h"

namespace ringlet::discrete_rod {

// Two cells that touch: by `push` (m) they come to overlap too much, and slide by `slip` (m) in the step.
struct CellTouch {
    uint32_t a, b;
    CellGap gap;
    Vec3f normal, slip;
    float push;
    float hard, rub;  // the spring's stiffness and friction's, times h^2, m of hair; both 0: they do not press
    bool gives[2];    // which sides are pressed
    Vec3f force;      // on a
};
RINGLET_HD CellTouch touchOf(Pair pair, const CellGap& gap) { return {pair.a, pair.b, gap, {}, {}, 0, 0, 0, {}, {}}; }
// What cells that cross are looked at with.
struct WispStep {
    const WispView view;
    const CellShape* shapes;
    const WispContactSettings settings;
    const ColliderView colliders;
};
// Those that were blocked before, in their order.
struct BlockedBefore {
    const BlockedCells* all;
    uint32_t count;
};

inline namespace RINGLET_ISA {

// What cells that touch press each other by, a metre of overlap and of hair of the lighter one, 1/s^2: as much hair as a cell has five
// times over lies on it a sixth of a millimetre deep.
constexpr float hardness = 3e5f;
// Friction's spring over that.
constexpr float clinging = 0.25f;
// Cells that have been driven through each other are drawn back until they are so many times as far apart as they touch.
constexpr float farthestThrough = 4;
// Cells that would come to touch, were they wider, pass each other where they are then farther apart, in thicknesses.
constexpr float besides = 1.5f;
// The cosine of the angle by which the way between cells that touch may turn in a step: beyond, they are through each other, or
// one has come round the other's edge.
constexpr float farthestTurned = 0.5f;

// From cell b's point to cell a's, the points of `gap`, at a share of the step.
RINGLET_HD Vec3f betweenAt(const WispView& view, uint32_t a, uint32_t b, const CellGap& gap, float time) {
    Vec3f between{0, 0, 0};
    for (int side = 0; side < 2; ++side)
        for (int k = 0; k < 4; ++k) {
            const PointTold& p = view.told[view.corners(side == 0 ? a : b)[k]];
            between = between + (side == 0 ? gap.weight[0][k] : -gap.weight[1][k]) * (p.x + time * p.way);
        }
    return between;
}

// Whether cells beside these two hold each other from the other side: then wisps are through each other there, and would be
// drawn to both sides for good. Those that press each other more stay.
RINGLET_HD_CALL bool contradicted(const WispView& view, const BlockedBefore& blocked, const BlockedCells& cells) {
    const BlockedCells* const all = blocked.all;
    uint32_t i = firstFrom(blocked.count, [&](uint32_t k) { return all[k].a + 1 < cells.a; });
    for (; i < blocked.count && all[i].a <= cells.a + 1; ++i) {
        const BlockedCells& other = all[i];
        if (other.b + 1 < cells.b || other.b > cells.b + 1) continue;
        if (view.cells[other.a].owner != view.cells[cells.a].owner || view.cells[other.b].owner != view.cells[cells.b].owner) continue;
        if (other.press >= cells.press && dot(other.normal, cells.normal) < -farthestTurned) return true;
    }
    return false;
}

// Gaps of two cells one by one.
struct OneGap {
    const WispView& view;
    // At a share of the step, where that is not below 0, and at rest.
    RINGLET_HD void operator()(uint32_t a, uint32_t b, float time, CellGap& then, CellGap& resting) const {
        resting = gapOf(view, a, b, -1);
        if (!(time < 0)) then = gapOf(view, a, b, time);
    }
};

// A pair that was not blocked before, with its gap as the step begins: whether it comes to touch. `gap` is then where it does.
template <class Gaps>
RINGLET_HD_CALL bool meets(const WispView& view, const WispContactSettings& s, const BlockedBefore& blocked, const Gaps& gaps, CellGap& gap,
                           BlockedCells& made) {
    const uint32_t a = made.a, b = made.b;
    const float begin = lengthOf(gap.between);
    if (!(begin > 1e-6f)) return false;  // in each other: which side is whose cannot be told
    made = {a, b, (1 / begin) * gap.between, 0, 0, {0, 0, 0}};
    const float end = dot(made.normal, betweenAt(view, a, b, gap, 1));
    if (end >= s.thickness || contradicted(view, blocked, made)) return false;
    const float time = begin > s.thickness ? (begin - s.thickness) / (begin - end) : -1;
    // What rests nearer than it may, or is nearer as it begins to cross, is not driven out.
    CellGap passes, resting;
    gaps(a, b, time, passes, resting);
    made.least = minimum(minimum(s.thickness, restShare * lengthOf(resting.between)), begin);
    if (end >= made.least || time < 0) return end < made.least;
    const float passing = lengthOf(passes.between);
    if (passing > besides * s.thickness) return false;
    gap = passes;
    if (dot(gap.between, made.normal) > 0.5f * passing) made.normal = (1 / passing) * gap.between;
    return true;
}

// The way between them, unless they are through or in each other. False where they do not touch any more: one has come round the
// other's edge and lies beside it, or they are too far through.
RINGLET_HD bool seeAgain(BlockedCells& cells, const CellGap& gap) {
    const float distance = lengthOf(gap.between), along = dot(gap.between, cells.normal);
    if (along > farthestTurned * distance) {
        if (distance > 0.1f * cells.least) cells.normal = (1 / distance) * gap.between;
        return true;
    }
    return along >= -farthestThrough * cells.least && !(lengthOf(gap.between - along * cells.normal) > cells.least);
}

// The spring between them where they come to by their ways. It has an energy, the same whatever the step and whatever holds
// either side: so hair that is wedged in can come to rest, a little deeper than it may be.
RINGLET_HD void spring(const WispStep& step, const BlockedCells& cells, CellTouch& t) {
    const float h = step.settings.h;
    t.normal = cells.normal;
    t.push = cells.least - dot(t.normal, betweenAt(step.view, t.a, t.b, t.gap, 1));
    t.hard = t.push > 0 ? h * h * hardness * minimum(step.view.hairOfCell(t.a), step.view.hairOfCell(t.b)) : 0.0f;
    t.force = t.hard * t.push * t.normal;
    t.rub = 0, t.gives[0] = t.gives[1] = true;
}

// Friction beside it, and who is pressed: near a collider the upper one alone.
RINGLET_HD void rub(const WispStep& step, BlockedCells& cells, CellTouch& t) {
    const WispContactSettings& s = step.settings;
    t.rub = cling(clinging * t.hard, s.friction * t.hard * t.push, t.normal, t.slip, cells.strain);
    t.force = t.force - t.rub * (cells.strain + t.slip);
    if (!(s.zone > 0) || !step.colliders.any()) return;
    const float a = nearestCollider(step.colliders, s.head, step.shapes[t.a].middle).distance;
    const float b = nearestCollider(step.colliders, s.head, step.shapes[t.b].middle).distance;
    if (minimum(a, b) < s.zone) t.gives[0] = a >= b, t.gives[1] = a < b;
}

// Cells that cross, and whether they block each other; t and cells are then how. gap: as the step begins. Cells that touch are seen as
// they lie when the step begins: where they would come to without the others they may be far through each other.
template <class Gaps>
RINGLET_HD bool blockPair(const WispStep& step, const BlockedBefore& blocked, const Gaps& gaps, CellTouch& t, BlockedCells& cells) {
    const WispView& view = step.view;
    const uint32_t a = t.a, b = t.b;
    const uint32_t at = firstFrom(blocked.count, [&](uint32_t k) { return before(blocked.all[k].a, blocked.all[k].b, a, b); });
    cells = {a, b, {0, 0, 0}, 0, 0, {0, 0, 0}};
    if (at < blocked.count && blocked.all[at].a == a && blocked.all[at].b == b) {
        cells = blocked.all[at];
        if (!seeAgain(cells, t.gap) || contradicted(view, blocked, cells)) return false;
    } else if (!meets(view, step.settings, blocked, gaps, t.gap, cells)) {
        return false;
    }
    spring(step, cells, t);
    const Vec3f n = t.normal, slip = betweenAt(view, a, b, t.gap, 1) - betweenAt(view, a, b, t.gap, 0);
    t.slip = slip - dot(slip, n) * n;
    cells.press = t.hard * t.push / (step.settings.h * step.settings.h);
    if (t.hard > 0) rub(step, cells, t);
    return t.hard > 0 || dot(n, t.gap.between) < cells.least;
}

// Cells that blocked each other before, and have slipped by their ways since: how they press each other where they go on by these.
RINGLET_HD void touchAgain(const WispStep& step, CellTouch& t, BlockedCells& cells) {
    const WispView& view = step.view;
    cells.strain = cells.strain + betweenAt(view, t.a, t.b, t.gap, 1) - betweenAt(view, t.a, t.b, t.gap, 0);
    BlockedCells seen = cells;
    const bool touch = seeAgain(seen, t.gap);
    spring(step, seen, t);
    if (!touch) t.hard = 0;
}

// Adds what a side's springs do to its corner k. That of both sides, each about where the other comes to, bounds the pair's own energy
// from above, so that wisps stay independent within a step and gain none.
RINGLET_HD void pressCorner(const CellTouch& t, int side, int k, Vec3f way, PointLoad& load) {
    if (!(t.hard > 0) || !t.gives[side]) return;
    const float w = t.gap.weight[side][k];
    const Sym3<float> C = springMatrix(2 * w * t.hard, 2 * w * t.rub, t.normal);
    load.C = plus(load.C, C);
    load.b = load.b - (side == 0 ? w : -w) * t.force - C * way;
}

}  // namespace RINGLET_ISA
}  // namespace ringlet::discrete_rod
