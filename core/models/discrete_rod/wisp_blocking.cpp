// Cells of wisps that cross: they block each other (Kmoch 2018, 4.3).
#include "core/contact/cling.h"
#include "core/contact/segment_math.h"
#include "core/models/chain_terms.h"
#include "core/models/discrete_rod/wisp_contacts.h"

#include <algorithm>

namespace ringlet::discrete_rod {
namespace {

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

}  // namespace

// Cells that cross, and would come too near or pass each other (4.3).
void WispContacts::block(const WispContactSettings& s) {
    blocking_.clear();
    size_t old = 0;
    eachGap(crossing_, [&](Pair pair, const Gap& gap) { blockPair(s, pair, gap, old); });
    blocked_.swap(blocking_);
}

// From cell b's point to cell a's, the points of `gap`, at a share of the step.
Vec3f WispContacts::betweenAt(Pair pair, const Gap& gap, float time) const {
    Vec3f between{0, 0, 0};
    for (int side = 0; side < 2; ++side)
        for (int k = 0; k < 4; ++k) {
            const PointTold& p = told_[cells_[side == 0 ? pair.a : pair.b].corner[k]];
            between = between + (side == 0 ? gap.weight[0][k] : -gap.weight[1][k]) * (p.x + time * p.way);
        }
    return between;
}

// Whether cells beside these two hold each other from the other side: then wisps are through each other there, and would be
// drawn to both sides for good.
bool WispContacts::contradicted(const BlockedCells& made) const {
    const auto endsBefore = [](const BlockedCells& c, uint32_t a) { return c.a + 1 < a; };
    auto other = std::lower_bound(blocked_.begin(), blocked_.end(), made.a, endsBefore);
    for (; other != blocked_.end() && other->a <= made.a + 1; ++other) {
        if (other->b + 1 < made.b || other->b > made.b + 1) continue;
        if (cells_[other->a].owner != cells_[made.a].owner || cells_[other->b].owner != cells_[made.b].owner) continue;
        if (dot(other->normal, made.normal) < -farthestTurned) return true;
    }
    return false;
}

// A pair that was not blocked before, with its gap as the step begins: whether it comes to touch. `gap` is then where it does.
bool WispContacts::meets(const WispContactSettings& s, Pair pair, Gap& gap, BlockedCells& made) const {
    const float begin = lengthOf(gap.between);
    if (!(begin > 1e-6f)) return false;  // in each other: which side is whose cannot be told
    made = {pair.a, pair.b, (1 / begin) * gap.between, 0, 0, {0, 0, 0}};
    const float end = dot(made.normal, betweenAt(pair, gap, 1));
    if (end >= s.thickness || contradicted(made)) return false;
    const Pair pairs[4] = {pair, pair, pair, pair};
    float times[4] = {-1, -1, -1, -1};
    if (begin > s.thickness) times[0] = (begin - s.thickness) / (begin - end);
    Gap gaps[4];
    gapsOf(pairs, times, gaps);
    // What rests nearer than it may, or is nearer as it begins to cross, is not driven out.
    made.least = minimum(minimum(s.thickness, restShare * lengthOf(gaps[1].between)), begin);
    if (end >= made.least || times[0] < 0) return end < made.least;
    const float passing = lengthOf(gaps[0].between);
    if (passing > besides * s.thickness) return false;
    gap = gaps[0];
    if (dot(gap.between, made.normal) > 0.5f * passing) made.normal = (1 / passing) * gap.between;
    return true;
}

// The way between them, unless they are through or in each other. False where they do not touch any more: one has come round the
// other's edge and lies beside it, or they are too far through.
bool WispContacts::seeAgain(BlockedCells& cells, const Gap& gap) const {
    const float distance = lengthOf(gap.between), along = dot(gap.between, cells.normal);
    if (along > farthestTurned * distance) {
        if (distance > 0.1f * cells.least) cells.normal = (1 / distance) * gap.between;
        return true;
    }
    return along >= -farthestThrough * cells.least && !(lengthOf(gap.between - along * cells.normal) > cells.least);
}

// Cells that touch are seen as they lie when the step begins: where they would come to without the others they may be
// far through each other.
void WispContacts::blockPair(const WispContactSettings& s, Pair pair, Gap gap, size_t& old) {
    while (old < blocked_.size() && before(blocked_[old].a, blocked_[old].b, pair.a, pair.b)) ++old;
    const bool held = old < blocked_.size() && blocked_[old].a == pair.a && blocked_[old].b == pair.b;
    BlockedCells cells{};
    if (held) {
        cells = blocked_[old];
        if (!seeAgain(cells, gap)) return;
    } else if (!meets(s, pair, gap, cells)) {
        return;
    }
    const Vec3f n = cells.normal, end = betweenAt(pair, gap, 1), slip = end - betweenAt(pair, gap, 0);
    const float push = cells.least - dot(n, end);
    if (respond(s, {pair, gap, n, slip - dot(slip, n) * n, push, {}, {}, {0, 0, 0}, 0}, cells)) blocking_.push_back(cells);
}

// How much of a push each side takes: the lighter one the more, and near a collider the upper one all.
void WispContacts::shareOut(const WispContactSettings& s, Touch& t) const {
    for (int side = 0; side < 2; ++side) {
        const WispCell& cell = cells_[side == 0 ? t.pair.a : t.pair.b];
        float own = 0, mass = 0;
        for (int k = 0; k < 4; ++k) {
            const uint32_t p = cell.corner[k];
            const float w = t.gap.weight[side][k];
            mass += w * dot(t.normal, told_[p].mass * t.normal);
            own += w * hairOf(p);
        }
        t.mass[side] = clamped(mass, own, heaviest * own);
    }
    t.share[0] = t.mass[1] / (t.mass[0] + t.mass[1]);
    if (s.zone > 0 && s.colliders->any()) {
        const float a = nearestCollider(*s.colliders, s.head, shapes_[t.pair.a].middle).distance;
        const float b = nearestCollider(*s.colliders, s.head, shapes_[t.pair.b].middle).distance;
        if (minimum(a, b) < s.zone) t.share[0] = a < b ? 0.0f : 1.0f;
    }
    t.share[1] = 1 - t.share[0];
}

// What blocked cells pressed each other by in the step before, in which they have slipped by what is told.
void WispContacts::pressOn(const WispContactSettings& s) {
    held_.clear();
    for (const BlockedCells& b : blocked_) held_.push_back({b.a, b.b});
    const float square = s.h * s.h;
    BlockedCells* next = blocked_.data();
    eachGap(held_, [&](Pair pair, const Gap& gap) {
        const Vec3f force = (square * next->press) * next->normal;
        next->strain = next->strain + betweenAt(pair, gap, 1) - betweenAt(pair, gap, 0);
        ++next;
        for (int k = 0; k < 4; ++k) {
            Vec3f &a = loads_[cells_[pair.a].corner[k]].b, &b = loads_[cells_[pair.b].corner[k]].b;
            a = a - gap.weight[0][k] * force;
            b = b + gap.weight[1][k] * force;
        }
    });
}

// Whether the sides press each other: by a spring that holds as well, as long as it takes no more than what pressed before,
// and that cannot be known better than by what both sides would move. Friction's spring has its own memory: what it held
// by, foreseen as well, would drive hair to and fro.
bool WispContacts::respond(const WispContactSettings& s, Touch t, BlockedCells& cells) {
    shareOut(s, t);
    // What moves: both, or the one that takes all.
    const float mass = t.share[0] * t.share[0] * t.mass[0] + t.share[1] * t.share[1] * t.mass[1];
    const float square = s.h * s.h, firm = firmness * mass, foreseen = firm / (1 + firmness);
    const Vec3f n = t.normal;
    const float pressedBefore = square * cells.press, pressed = pressedBefore + foreseen * t.push;
    if (!(pressed > 0)) return false;
    t.rub = cling(s.lasting ? clinging * mass : firm, s.friction * pressed, n, t.slip, cells.strain);
    t.force = pressedBefore * n - t.rub * cells.strain;
    cells.press = s.lasting ? minimum(lasts / square * pressed, hardest * mass) : 0.0f;
    for (int side = 0; side < 2; ++side)
        if (t.share[side] > 0) loadSide(t, side);
    return true;
}

// A side's springs: as many times its mass about its share of the push, and friction about its share of the slip. The sum
// over both sides bounds the pair's own energy from above.
void WispContacts::loadSide(const Touch& t, int side) {
    const WispCell& cell = cells_[side == 0 ? t.pair.a : t.pair.b];
    const Vec3f n = side == 0 ? t.normal : -t.normal;
    const float along = firmness * t.mass[side], across = t.rub / t.share[side], sign = side == 0 ? 1.0f : -1.0f;
    const Vec3f wanted = (along * t.share[side] * t.push) * n + sign * (t.force - t.rub * t.slip);
    for (int k = 0; k < 4; ++k) {
        const float w = t.gap.weight[side][k];
        PointLoad& load = loads_[cell.corner[k]];
        const Sym3<float> C = springMatrix(w * along, w * across, n);
        load.C = plus(load.C, C);
        load.b = load.b - w * wanted - C * told_[cell.corner[k]].way;
    }
}

}  // namespace ringlet::discrete_rod
