// Cells of wisps that cross: they block each other (Kmoch 2018, 4.3).
#pragma once

#include "core/base/ordered.h"
#include "core/collide/collider_view.h"
#include "core/contact/cling.h"
#include "core/models/discrete_rod/wisp_gap_math.h"

namespace ringlet::discrete_rod {

// Rims of two cells that touch: by `push` (m) they come to overlap too much, and slide by `slip` (m) in the step.
struct CellTouch {
    RimPair rims;
    RimGap<float> gap;
    Vec3f normal, slip;
    float push;
    float hard, rub;  // the spring's stiffness and friction's, times h^2, m of hair; both 0: they do not press
    bool gives[2];    // which sides are pressed
    bool closes;      // the forms are about `along` as the way along the normal of both sides, m; else about what is told
    float along;
    Vec3f force;      // on a
};
RINGLET_HD CellTouch touchOf(const RimPair& rims, const RimGap<float>& gap) { return {rims, gap, {}, {}, 0, 0, 0, {}, false, 0, {}}; }
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
// one has come round the other's end.
constexpr float farthestTurned = 0.5f;

// From b's point to a's, at a share of the step.
RINGLET_HD Vec3f betweenAt(const RimGap<float>& gap, float time) { return gap.between + time * gap.goes(); }

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

// Rims that did not block each other before, with their gap as the step begins: whether they come to touch. `gap` is then where they do.
RINGLET_HD_CALL bool meets(const WispView& view, const WispContactSettings& s, const BlockedBefore& blocked, RimGap<float>& gap, BlockedCells& made) {
    const float begin = lengthOf(gap.between);
    if (!(begin > 1e-6f)) return false;  // in each other: which side is whose cannot be told
    made.normal = (1 / begin) * gap.between;
    const float end = dot(made.normal, betweenAt(gap, 1));
    if (end >= s.thickness || contradicted(view, blocked, made)) return false;
    // What rests nearer than it may, or is nearer as it begins to cross, is not driven out.
    const float resting = lengthOf(gapOf(view, made, -1).between);
    made.least = minimum(minimum(s.thickness, restShare * resting), begin);
    if (end >= made.least || !(begin > s.thickness)) return end < made.least;
    const float time = (begin - s.thickness) / (begin - end);
    RimGap<float> passes = gapOf(view, made, time);
    const float passing = lengthOf(passes.between);
    if (passing > besides * s.thickness) return false;
    if (dot(passes.between, made.normal) > 0.5f * passing) made.normal = (1 / passing) * passes.between;
    passes.between = betweenAt(passes, -time);
    gap = passes;
    return true;
}

// The way between them, unless they are through or in each other. False where they do not touch any more: one has come round the
// other's end and lies beside it, or they are too far through.
RINGLET_HD bool seeAgain(BlockedCells& cells, const RimGap<float>& gap) {
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
    t.push = cells.least - dot(t.normal, betweenAt(t.gap, 1));
    t.hard = t.push > 0 ? h * h * hardness * minimum(step.view.hairOfCell(t.rims.a), step.view.hairOfCell(t.rims.b)) : 0.0f;
    t.force = t.hard * t.push * t.normal;
    t.rub = 0, t.gives[0] = t.gives[1] = true;
}

// Friction beside it, and who is pressed: near a collider the upper one alone.
RINGLET_HD void rub(const WispStep& step, BlockedCells& cells, CellTouch& t) {
    const WispContactSettings& s = step.settings;
    t.rub = cling(clinging * t.hard, s.friction * t.hard * t.push, t.normal, t.slip, cells.strain);
    t.force = t.force - t.rub * (cells.strain + t.slip);
    if (!(s.zone > 0) || !step.colliders.any()) return;
    const float a = nearestCollider(step.colliders, s.head, step.shapes[t.rims.a].middle).distance;
    const float b = nearestCollider(step.colliders, s.head, step.shapes[t.rims.b].middle).distance;
    if (minimum(a, b) < s.zone) t.gives[0] = a >= b, t.gives[1] = a < b;
}

// Rims of cells that cross, and whether they block each other; t and cells are then how. t.gap: as the step begins. What touches is seen as
// it lies when the step begins: where it would come to without the others it may be far through each other.
RINGLET_HD bool blockRims(const WispStep& step, const BlockedBefore& blocked, CellTouch& t, BlockedCells& cells) {
    const uint32_t at = firstFrom(blocked.count, [&](uint32_t k) { return before(blocked.all[k], t.rims); });
    cells = {t.rims, {0, 0, 0}, 0, 0, {0, 0, 0}};
    if (at < blocked.count && !before(t.rims, blocked.all[at])) {
        cells = blocked.all[at];
        if (!seeAgain(cells, t.gap) || contradicted(step.view, blocked, cells)) return false;
    } else if (!meets(step.view, step.settings, blocked, t.gap, cells)) {
        return false;
    }
    spring(step, cells, t);
    const Vec3f n = t.normal, slip = t.gap.goes();
    t.slip = slip - dot(slip, n) * n;
    cells.press = t.hard * t.push / (step.settings.h * step.settings.h);
    if (t.hard > 0) rub(step, cells, t);
    return t.hard > 0 || dot(n, t.gap.between) < cells.least;
}

// The way that both of two sides go that come at each other, m: the lesser, none where they go against each other.
RINGLET_HD float sharedWay(float a, float b) { return a > 0 ? a : b < 0 ? b : 0; }

// What blocked each other before, and has slipped by its ways since: how it presses where it goes on by these, but comes no nearer. A form
// that bounds the pair's energy from above gives up no more than that energy where it is told to be: about ways that no force has met yet
// that may be more than was there, and squeezed hair would swing for ever.
RINGLET_HD void touchAgain(const WispStep& step, CellTouch& t, BlockedCells& cells) {
    cells.strain = cells.strain + t.gap.goes();
    BlockedCells seen = cells;
    const bool touch = seeAgain(seen, t.gap);
    const float a = dot(seen.normal, t.gap.way[0]), b = dot(seen.normal, t.gap.way[1]);
    t.closes = a < b;
    if (t.closes) {
        t.along = sharedWay(a, b);
        t.gap.way[0] = t.gap.way[0] + (t.along - a) * seen.normal;
        t.gap.way[1] = t.gap.way[1] + (t.along - b) * seen.normal;
    }
    spring(step, seen, t);
    if (!touch) t.hard = 0;
}

// Adds what a side's springs do to corner k of RimPair. That of both sides, each about where the other comes to, bounds the pair's own
// energy from above, so that wisps stay independent within a step and gain none.
RINGLET_HD void pressCorner(const CellTouch& t, int k, Vec3f way, PointLoad& load) {
    const int side = k / 2;
    if (!(t.hard > 0) || !t.gives[side]) return;
    const float w = weightOf(t.gap, k);
    const Sym3<float> C = springMatrix(2 * w * t.hard, 2 * w * t.rub, t.normal);
    load.C = load.C + C;
    if (t.closes) way = way + (t.along - dot(way, t.normal)) * t.normal;
    load.b = load.b - (side == 0 ? w : -w) * t.force - C * way;
}

}  // namespace RINGLET_ISA
}  // namespace ringlet::discrete_rod
