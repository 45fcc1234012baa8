// One contact between two strands: how long a pair lingers, what it holds by, and what it does to its points (Bertails 2006, 4.1).
#pragma once

#include "core/contact/touch_math.h"

namespace ringlet::super_helix {

// A contact moves both sides apart by half of what they would overlap by, each as
// an implicit spring on its own side, so that strands stay independent chains
// within a step: energy 1/2 k w (n.D - n.F - depth/2)^2 for a point of weight w
// whose displacement is D, F without the contact. The sum over both sides bounds the
// pair's own energy from above, and touches it where both are at F; what strands do
// beside F, all together, it resists as mass would.
// A pair is therefore no firmer than this many times the mean mass of a point: piles
// that are firmer rock for seconds.
constexpr float firmestPair = 1;

struct RodLinkSettings {
    float stiffness;   // per mass times h^2, pure number: twice the pair's, at most 2 firmestPair
    float friction;    // viscous, per mass times h, pure number
    float coulomb;     // coefficient of dry friction
    float scales;      // how much the viscous one depends on the cuticle's scales, [0, 1]
    float diameter;    // m
    int steps;         // of a frame
    float h;           // s
    Quatf head;        // its orientation
};

// What a pair of segments that touch keeps: how far the first has given way to friction on
// the second, in head space (m), and what pressed them together, force per mean mass, m/s^2.
struct LinkMemory {
    uint32_t a, b;  // their first points
    Vec3f grip;
    float pressed;
};

// Of all points: as the step begins, as they would move on, and at rest.
struct LinkPoints {
    const HairPoint *before, *free, *rest;
};

// A contact, and what it does.
struct LinkTouch {
    Contact contact;
    Vec3f grip;      // m, world axes
    float most;      // what dry friction can hold, force per mean mass times h^2, m
    float hold;      // its spring, pure number
    float foreseen;  // how far the sides move apart without the contact, m
    float rough;     // viscous friction, pure number
};

inline namespace RINGLET_ISA {

// What friction holds gives way by what this speed (m/s) makes in a substep, or more.
constexpr float giveSpeed = 5e-5f;
// Friction at rest is greater by this share of it, fading until this speed (m/s), as on colliders.
constexpr float moreAtRest = 1, stillSpeed = 0.04f;
// A pair that was pressed together is let go of beyond this share of the diameter.
constexpr float lingerShare = 0.2f;

RINGLET_HD float longestGrip(float most, float h) { return maximum(most * (1 / firmestPair), giveSpeed * h); }

// Pairs are in the order of a, then b.
RINGLET_HD bool pairBefore(uint32_t a, uint32_t b, uint32_t otherA, uint32_t otherB) {
    return a < otherA || (a == otherA && b < otherB);
}

// How the first side moves beside the second from one set of points to the other.
RINGLET_HD Vec3f wayBeside(const Contact& c, const HairPoint* from, const HairPoint* to) {
    Vec3f way{0, 0, 0};
    for (int k = 0; k < 4; ++k)
        way = way + c.weight[k] * (positionOf(to[c.point[k]]) - positionOf(from[c.point[k]]));
    return way;
}

// How rough the sliding of a contact's two segments is over the mean: hair slides
// smoothly with its root first and roughly with its tip first, for the scales point
// to the tip. One number for both sides, so that their forces are opposite.
RINGLET_HD_CALL float roughness(const Contact& c, const HairPoint* free, float scales) {
    const float speed = lengthOf(c.slip);
    if (!(speed > 1e-9f)) return 1;
    float along[2];
    for (int side = 0; side < 2; ++side) {
        const Vec3f way = positionOf(free[c.point[2 * side + 1]]) - positionOf(free[c.point[2 * side]]);
        along[side] = dot(c.slip, way) / maximum(speed * lengthOf(way), 1e-20f);
    }
    return 1 + 0.5f * scales * (along[0] - along[1]);
}

// A pair that was pressed together goes on touching until that press is gone, if it is
// foreseen to part by a little: else a jitter lets go of it, and gravity, which is not foreseen, drives its
// sides into each other. What draws it together takes from its motion.
RINGLET_HD_CALL bool lingers(const LinkMemory& m, const LinkPoints& points, const RodLinkSettings& settings, Contact& c) {
    const Gap<float> resting = gapOf(endsOf(points.rest, m.a, m.b), true, false), gap = gapOf(endsOf(points.free, m.a, m.b), true, false);
    const float least = minimum(settings.diameter, restShare * resting.distance), length = lengthOf(gap.between);
    if (!(length > 1e-6f)) return false;
    c = {{m.a, m.a + 1, m.b, m.b + 1}, {1 - gap.at.s, gap.at.s, gap.at.t - 1, -gap.at.t}, gap.between * (1 / length),
         (least - gap.distance) * (length / gap.distance), {0, 0, 0}, 0, {}};
    const Vec3f way = wayBeside(c, points.before, points.free);
    c.slip = way - dot(way, c.normal) * c.normal;
    return c.depth > -lingerShare * settings.diameter;
}

// memory: null where the pair has kept nothing.
RINGLET_HD_CALL LinkTouch touchOf(const Contact& c, const LinkMemory* m, const LinkPoints& points, const RodLinkSettings& s) {
    LinkTouch t{c, {0, 0, 0}, 0, 0, dot(wayBeside(c, points.before, points.free), c.normal), s.friction * roughness(c, points.free, s.scales)};
    // What presses: what did, or what will where they meet.
    const float stiff = 0.5f * s.stiffness;
    float pressed = maximum(c.depth, 0.0f) * stiff / (1 + 2 * stiff);
    if (m != nullptr) {
        pressed = m->pressed * s.h * s.h;
        t.grip = rotate(s.head, m->grip);
        t.grip = t.grip - dot(t.grip, c.normal) * c.normal;
    }
    const float atRest = 1 + moreAtRest * maximum(1 - lengthOf(c.slip) / (stillSpeed * s.h), 0.0f);
    t.most = s.coulomb * atRest * pressed;
    t.hold = t.most / maximum(longestGrip(t.most, s.h), lengthOf(t.grip + c.slip));
    return t;
}

// C and b of RodTileT::link, of a point.
struct LinkLoad {
    float row[9];
    RINGLET_HD void add(const LinkLoad& o) {
        for (int i = 0; i < 9; ++i) row[i] += o.row[i];
    }
};
// What a contact does to its point k, if anything.
RINGLET_HD_CALL bool loadOf(const LinkTouch& t, int k, const LinkPoints& points, const RodLinkSettings& settings, LinkLoad& load) {
    const Contact& c = t.contact;
    const Vec3f n = c.normal;
    const float sign = c.weight[k] < 0 ? -1.0f : 1.0f, w = sign * c.weight[k];
    if (!(w > 0)) return false;
    // Per mass of the point that bears the load.
    const float share = w * points.rest[c.point[k]].inverseMass;
    const float stiff = share * settings.stiffness, rub = share * (t.rough + 2 * t.hold);
    const Vec3f moved = positionOf(points.free[c.point[k]]) - positionOf(points.before[c.point[k]]);
    // Where it should move to: along n by half the depth more, across n by half the sliding
    // less, and back by half of what friction has given way.
    const float along = dot(moved, n) + 0.5f * sign * c.depth;
    const Vec3f across = moved - dot(moved, n) * n - (0.5f * sign) * c.slip;
    const Vec3f pull = (stiff * along) * n + rub * (across - dot(across, n) * n) - (share * t.hold * sign) * t.grip;
    const float d = stiff - rub;
    load = {{rub + d * n.x * n.x, rub + d * n.y * n.y, rub + d * n.z * n.z, d * n.x * n.y, d * n.x * n.z, d * n.y * n.z, pull.x, pull.y,
             pull.z}};
    return true;
}

// What a pair keeps of a step after which its points are `to`; false: nothing.
RINGLET_HD_CALL bool memoryOf(const LinkTouch& t, const HairPoint* before, const HairPoint* to, const RodLinkSettings& s, LinkMemory& memory) {
    const Contact& c = t.contact;
    const Vec3f way = wayBeside(c, before, to);
    const float apart = dot(way, c.normal);
    // The depth that is left, to first order.
    const float pressed = 0.5f * s.stiffness * (c.depth - (apart - t.foreseen));
    if (!(pressed > 0)) return false;
    Vec3f grip{0, 0, 0};
    if (t.most > 0) {
        grip = t.grip + (way - apart * c.normal);
        const float length = lengthOf(grip), longest = longestGrip(t.most, s.h);
        if (length > longest) grip = grip * (longest / length);
    }
    memory = {c.point[0], c.point[2], rotate(conjugate(s.head), grip), pressed / (s.h * s.h)};
    return true;
}

}  // namespace RINGLET_ISA
}  // namespace ringlet::super_helix
