// Two segments that come near, and what a contact of two things does: narrow phase and response
// of one contact, or of a lane each.
#pragma once

#include "core/contact/contact.h"
#include "core/contact/hair_point.h"
#include "core/contact/segment_math.h"

namespace ringlet {
inline namespace RINGLET_ISA {

// Pairs farther than this share of the diameter from touching are not looked at in the next step.
constexpr float heldShare = 0.3f;
// Segments that touch may come closer by this share of their distance a step.
constexpr float fastShare = 0.05f;

// Segments p + s u and q + t v, and their far ends.
template <class T>
struct Ends {
    Vec3<T> p, u, q, v, a1, b1;
    T masses[4];  // inverse, of the points of a, then of b
};

RINGLET_HD Ends<float> endsOf(const HairPoint* points, uint32_t a, uint32_t b) {
    const HairPoint &a0 = points[a], &a1 = points[a + 1], &b0 = points[b], &b1 = points[b + 1];
    Ends<float> e;
    e.p = {a0.x, a0.y, a0.z}, e.a1 = {a1.x, a1.y, a1.z}, e.u = e.a1 - e.p;
    e.q = {b0.x, b0.y, b0.z}, e.b1 = {b1.x, b1.y, b1.z}, e.v = e.b1 - e.q;
    e.masses[0] = a0.inverseMass, e.masses[1] = a1.inverseMass;
    e.masses[2] = b0.inverseMass, e.masses[3] = b1.inverseMass;
    return e;
}

template <class T>
struct Gap {
    NearestOnSegments<T> at;
    Vec3<T> between;  // from b's point to a's, m
    T distance;
};

template <class T>
RINGLET_HD Vec3<T> betweenAt(const Ends<T>& e, const NearestOnSegments<T>& at) {
    return (e.p + at.s * e.u) - (e.q + at.t * e.v);
}

// How far apart the points are, as contacts measure it, m.
template <class T>
RINGLET_HD T distanceOf(const Ends<T>& e, const Gap<T>& gap, bool conservative) {
    if (!conservative) return lengthOf(gap.between);
    const T half = T(0.5f), s = gap.at.s - half, t = gap.at.t - half;
    return squareRoot(dot(gap.between, gap.between) + T(segmentEvenness) * (s * s * dot(e.u, e.u) + t * t * dot(e.v, e.v)));
}

template <class T>
RINGLET_HD Gap<T> gapOf(const Ends<T>& e, bool conservative, bool threePoints) {
    Gap<T> gap;
    gap.at = threePoints ? nearestOfThreePoints(e.p, e.u, e.q, e.v) : nearestOnSegments(e.p, e.u, e.q, e.v, segmentEvenness);
    gap.between = betweenAt(e, gap.at);
    gap.distance = distanceOf(e, gap, conservative);
    return gap;
}

template <class T>
struct Touch {
    Vec3<T> normal, slip;
    T depth, approach, weight[4];  // weights of a's points, then b's; see Contact
};

// Segments whose nearest points are `at` and which touch below `least`. was: where they began the step.
template <class T>
RINGLET_HD Touch<T> touchOf(const Ends<T>& e, const Ends<T>& was, const NearestOnSegments<T>& at, T least, bool conservative) {
    const T zero = T(0.0f), one = T(1.0f), s = at.s, t = at.t;
    Gap<T> gap;
    gap.at = at;
    gap.between = betweenAt(e, at);
    // How the point of a has moved beside that of b in this step.
    const Vec3<T> way = (((one - s) * (e.p - was.p) + s * (e.a1 - was.a1)) + (t - one) * (e.q - was.q)) + (-t) * (e.b1 - was.b1);
    // Segments that passed each other in this step are parted to where they came from,
    // and such as cut each other across both.
    const Vec3<T> came = gap.between - way, up = splat<T>(Vec3f{0, 1, 0});
    const auto passed = dot(came, gap.between) < zero;
    Touch<T> touch;
    touch.normal = normalizedOrElse(select(passed, came, gap.between), [&] { return normalizedOr(cross(e.u, e.v), up); });
    const T along = dot(way, touch.normal);
    T depth = least - dot(gap.between, touch.normal);
    if (conservative) {
        const T distance = distanceOf(e, gap, conservative);
        const T share = lengthOf(gap.between) / maximum(distance, T(1e-9f));
        depth = select(passed, depth, (least - distance) * share);
    }
    touch.depth = depth;
    touch.slip = way - along * touch.normal;
    touch.approach = maximum(-along - T(fastShare) * maximum(least - depth, zero), zero);
    touch.weight[0] = one - s, touch.weight[1] = s, touch.weight[2] = t - one, touch.weight[3] = -t;
    return touch;
}

// What a contact pushes the side of positive weights with, and what its friction could hold at most.
template <class T>
struct ContactForce {
    Vec3<T> by;
    T hold;
};

// load: the largest sum of shares at the contact's points, 1/2 at least (see contact_forces.h).
template <class T>
RINGLET_HD ContactForce<T> forceOf(Vec3<T> normal, T depth, Vec3<T> slip, T load, const ContactMaterial& material) {
    const T stiffness = T(material.stiffness), friction = T(material.friction), softening = T(material.linear ? 0.0f : 2.0f);
    const T push = stiffness * depth / (T(1.0f) + softening * stiffness * load);
    const T hold = minimum(T(0.5f) / load, friction * push / maximum(lengthOf(slip), T(1e-12f)));
    return {push * normal - hold * slip, friction * push};
}

}  // namespace RINGLET_ISA
}  // namespace ringlet
