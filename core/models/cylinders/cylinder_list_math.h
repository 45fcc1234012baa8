// Which segments may meet, and how long that is known for; what those that do give each other, pair by pair.
#pragma once

#include "core/contact/hair_point.h"
#include "core/contact/way_math.h"
#include "core/models/cylinders/cylinder_block.h"

namespace ringlet::cylinders {

// Two segments that cling to each other, and how far a has slipped beside b since, m, head space.
struct Grip {
    uint32_t a, b;
    Vec3f strain;
};

// How much farther than it went before each end of a segment is expected to go in the step, m.
struct SegmentAhead {
    Vec3f end[2];
};
// What two segments do to each other, as far as that depends on where both are expected to go: C of each side's form, where they touch,
// and a's part of both masses.
struct PairForm {
    Sym3<float> C[2];
    float at[2], part;
};

inline namespace RINGLET_ISA {

// Where a first solution has an end go `foreseen` (m), and it went `way`; of strands that are lost nothing.
RINGLET_HD Vec3f aheadOf(Vec3f foreseen, Vec3f way) {
    const Vec3f more = foreseen - way;
    return dot(more, more) < 1 ? more : Vec3f{0, 0, 0};
}
// Of segment number `segment` of its strand; the first touches none. foreseen(i): of the end of number i.
template <class Foreseen>
RINGLET_HD SegmentAhead segmentAhead(uint32_t segment, const Cylinder& s, const Foreseen& foreseen) {
    return {{segment == 0 ? Vec3f{0, 0, 0} : aheadOf(foreseen(segment - 1), s.way[0]), aheadOf(foreseen(segment), s.way[1])}};
}
// form(i): C of what a pair gives to both ends of a, then of b. at: where they touch.
template <class Form>
RINGLET_HD PairForm pairForm(const Form& form, const Cylinder& a, const Cylinder& b, float atA, float atB) {
    return {{form(0) + form(1), form(2) + form(3)}, {atA, atB}, a.length / (a.length + b.length)};
}
// False of those that do nothing to each other, or not what has to do with where they go.
RINGLET_HD bool dependsOnWays(const PairForm& f) { return f.C[0].xx + f.C[0].yy + f.C[0].zz > 0 || f.C[1].xx + f.C[1].yy + f.C[1].zz > 0; }
// What is added to b of both ends of a, then of b, as the forms are centred where both are expected to go.
RINGLET_HD void centreAhead(const PairForm& f, const SegmentAhead& a, const SegmentAhead& b, Vec3f* ends) {
    const auto between = [](const SegmentAhead& of, float at) { return (1 - at) * of.end[0] + at * of.end[1]; };
    const Vec3f ahead = f.part * between(a, f.at[0]) + (1 - f.part) * between(b, f.at[1]);
    for (int side = 0; side < 2; ++side) {
        const Vec3f push = f.C[side] * ahead;
        ends[2 * side] = (f.at[side] - 1) * push, ends[2 * side + 1] = (0 - f.at[side]) * push;
    }
}

// How far segments may stray from the way that is foreseen for them: shares of it, and of the radius; their boxes have the margins of
// way_math.h.
constexpr float strayWay = 0.3f, straySize = 0.25f;
// A list is kept while the ends of all segments have gone no farther than this since it was made, and go no farther in a step,
// share of the radius: twice both are less than what the list has beyond what meets.
constexpr float keptWithin = 0.06f;
static_assert(4 * keptWithin < straySize && straySize < 2 * sizeMargin, "no pair is missed");

// What a list of pairs was made for, m; nothing: for none.
struct ListedFor {
    float radius = 0, range = 0;
    RINGLET_HD bool serves(const CylinderMaterial& m) const { return radius == m.radius && range == m.range(); }
};
// Where a segment was as pairs were listed: its middle, and half its way from end to end.
struct ListedAt {
    Vec3f middle, half;
};
RINGLET_HD ListedAt listedAt(const Cylinder& s) { return {s.x, (0.5f * s.length) * s.along}; }

RINGLET_HD bool isSlow(const Cylinder& s, float most) {
    return dot(s.way[0], s.way[0]) <= most * most && dot(s.way[1], s.way[1]) <= most * most;
}
RINGLET_HD bool staysNear(const Cylinder& s, const ListedAt& was, float most) {
    const ListedAt now = listedAt(s);
    const Vec3f middle = now.middle - was.middle, half = now.half - was.half, begin = middle - half, end = middle + half;
    return dot(begin, begin) <= most * most && dot(end, end) <= most * most && isSlow(s, most);
}

// Where a segment's middle is, and was if it came as it goes, for PointWays.
RINGLET_HD HairPoint middleOf(const Cylinder& s, float steps) {
    const Vec3f x = s.x + steps * s.wayAt(0.5f);
    return {x.x, x.y, x.z, 0};
}
// How far a segment reaches from its middle.
RINGLET_HD Vec3f reachOf(const CylinderMaterial& m, const Cylinder& s) {
    const Vec3f half = (0.5f * s.length) * s.along;
    const float margin = m.radius + 0.5f * m.range();
    return Vec3f{absolute(half.x), absolute(half.y), absolute(half.z)} + Vec3f{margin, margin, margin};
}

RINGLET_HD CylinderTouch touchOf(const CylinderMaterial& m, const Cylinder& a, const Cylinder& b) {
    const Vec3f u = a.length * a.along, v = b.length * b.along;
    return cylinderTouch(m.radius, a.x - 0.5f * u, u, b.x - 0.5f * v, v);
}

// Adds what a and b do to each other's middles in the printed way: to a's (side 0) or to b's.
RINGLET_HD_CALL void respondPublished(const CylinderMaterial& m, const Cylinder& a, const Cylinder& b, const CylinderTouch& touch, int side,
                                      SegmentLoad& load) {
    const Vec3f n = normalizedOr(a.x - b.x, touch.normal);
    const float depth = touch.depth, allowed = admissibleDepth(m, a.along, b.along), coming = dot(n, b.wayAt(0.5f) - a.wayAt(0.5f));
    float push = 0;  // m
    if (depth > allowed) push = 0.5f * (depth - allowed);
    else if (depth > 0) push = 0.5f * (depth / allowed) * coming;
    const float held = m.cohesion * m.h * m.h * cohesive(m, -depth), drag = m.viscosity * m.h * cylinderDensity(m, depth);
    const Cylinder& own = side == 0 ? a : b;
    const float mass = own.length, outward = side == 0 ? 1.0f : -1.0f;
    pullTo(load, own, mass * drag, mass * drag, n, Vec3f{} - m.headMove);
    load.b = load.b - (outward * (mass * push - pairLength(a, b) * held)) * n;
}

}  // namespace RINGLET_ISA
}  // namespace ringlet::cylinders
