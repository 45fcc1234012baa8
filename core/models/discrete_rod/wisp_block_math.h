// Cells of wisps that cross: they block each other (Kmoch 2018, 4.3).
#pragma once

#include "core/base/ordered.h"
#include "core/collide/collider_view.h"
#include "core/contact/cling.h"
#include "core/models/discrete_rod/wisp_contact_math.h"

namespace ringlet::discrete_rod {

// Two cells that press each other: by `push` (m) they would overlap too much, and slide by `slip` (m) in the step.
struct CellTouch {
    uint32_t a, b;
    CellGap gap;
    Vec3f normal, slip;
    float push;
    float mass[2], share[2];  // of each side: inertia along the normal, and what it moves of the push
    Vec3f force;              // on a, beside the springs
    float rub;                // friction's own spring
};
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
    const uint32_t* begins;  // of each cell, running, how many of them it is in, and one more
    RINGLET_HD uint32_t of(uint32_t cell) const { return begins[cell + 1] - begins[cell]; }
};

inline namespace RINGLET_ISA {

// A side answers as a spring so many times as stiff as what it moves is heavy. More: less is left of a depth after a
// step; where masses are not what they seem, more comes from nowhere.
constexpr float firmness = 5;
// Friction's spring over what moves. Stiffer or softer, fewer heads come to rest.
constexpr float clinging = 0.5f;
// Of what cells have pressed each other by so much is foreseen in the next step, and no more than this acceleration of what
// moves, m/s^2: where others wedge them in, they would press each other ever harder.
constexpr float lasts = 0.9f, hardest = 100;
// Cells that have been driven through each other are drawn back until they are so many times as far apart as they touch.
constexpr float farthestThrough = 4;
// Of a side's inertia along the normal what counts at most, of the hair itself: beyond, it stands on something.
constexpr float heaviest = 30;
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

// How much of a push each side takes: the lighter one the more, and near a collider the upper one all.
RINGLET_HD void shareOut(const WispStep& step, CellTouch& t) {
    const WispView& view = step.view;
    for (int side = 0; side < 2; ++side) {
        const uint32_t* const corners = view.corners(side == 0 ? t.a : t.b);
        float own = 0, mass = 0;
        for (int k = 0; k < 4; ++k) {
            const uint32_t p = corners[k];
            const float w = t.gap.weight[side][k];
            mass += w * dot(t.normal, view.told[p].mass * t.normal);
            own += w * view.hairOf(p);
        }
        t.mass[side] = clamped(mass, own, heaviest * own);
    }
    t.share[0] = t.mass[1] / (t.mass[0] + t.mass[1]);
    const ColliderView& colliders = step.colliders;
    if (step.settings.zone > 0 && colliders.any()) {
        const float a = nearestCollider(colliders, step.settings.head, step.shapes[t.a].middle).distance;
        const float b = nearestCollider(colliders, step.settings.head, step.shapes[t.b].middle).distance;
        if (minimum(a, b) < step.settings.zone) t.share[0] = a < b ? 0.0f : 1.0f;
    }
    t.share[1] = 1 - t.share[0];
}

// Whether the sides press each other: by a spring that holds as well, as long as it takes no more than what pressed before,
// and that cannot be known better than by what both sides would move. Friction's spring has its own memory: what it held
// by, foreseen as well, would drive hair to and fro.
// `crowd`: how many pairs the fuller of both cells was in. All of them see the same overlap; each answering it in full, step after
// step, they would throw wisps about, and a single one settles sooner by half.
RINGLET_HD bool press(const WispContactSettings& s, uint32_t crowd, CellTouch& t, BlockedCells& cells) {
    // What moves: both, or the one that takes all.
    const float mass = t.share[0] * t.share[0] * t.mass[0] + t.share[1] * t.share[1] * t.mass[1];
    const float square = s.h * s.h, firm = firmness * mass;
    const float foreseen = firm / ((1 + firmness) * (s.lasting ? 1 + static_cast<float>(crowd) : 1.0f));
    const Vec3f n = t.normal;
    const float pressedBefore = square * cells.press, pressed = pressedBefore + foreseen * t.push;
    if (!(pressed > 0)) return false;
    t.rub = cling(s.lasting ? clinging * mass : firm, s.friction * pressed, n, t.slip, cells.strain);
    t.force = pressedBefore * n - t.rub * cells.strain;
    cells.press = s.lasting ? minimum(lasts / square * pressed, hardest * mass) : 0.0f;
    return true;
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
    const Vec3f n = cells.normal, end = betweenAt(view, a, b, t.gap, 1), slip = end - betweenAt(view, a, b, t.gap, 0);
    t.normal = n, t.slip = slip - dot(slip, n) * n, t.push = cells.least - dot(n, end);
    shareOut(step, t);
    const uint32_t ofA = blocked.of(a), ofB = blocked.of(b);
    return press(step.settings, ofA > ofB ? ofA : ofB, t, cells);
}

// Adds what a side's springs do to its corner k: as many times its mass about its share of the push, and friction about its share of
// the slip. The sum over both sides bounds the pair's own energy from above.
RINGLET_HD void pressCorner(const CellTouch& t, int side, int k, Vec3f way, PointLoad& load) {
    if (!(t.share[side] > 0)) return;
    const Vec3f n = side == 0 ? t.normal : -t.normal;
    const float along = firmness * t.mass[side], across = t.rub / t.share[side], sign = side == 0 ? 1.0f : -1.0f;
    const Vec3f wanted = (along * t.share[side] * t.push) * n + sign * (t.force - t.rub * t.slip);
    const float w = t.gap.weight[side][k];
    const Sym3<float> C = springMatrix(w * along, w * across, n);
    load.C = plus(load.C, C);
    load.b = load.b - w * wanted - C * way;
}

// What blocked cells pressed each other by in the step before, in which they have slipped by what is told: the force on a, m of hair.
RINGLET_HD Vec3f pressAgain(const WispView& view, const CellGap& gap, float square, BlockedCells& cells) {
    cells.strain = cells.strain + betweenAt(view, cells.a, cells.b, gap, 1) - betweenAt(view, cells.a, cells.b, gap, 0);
    return (square * cells.press) * cells.normal;
}

}  // namespace RINGLET_ISA
}  // namespace ringlet::discrete_rod
