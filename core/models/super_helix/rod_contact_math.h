// Contacts of a point with the colliders, and the brush, on the number type.
// Penalty with dissipation, viscous friction that is harder against the cuticle's
// scales than along them (Bertails 2006, 4.1 and 4.2), and Coulomb's.
#pragma once

#include "core/collide/collider_view.h"
#include "core/models/tile_io.h"
#include "core/models/super_helix/super_helix_kernels.h"

namespace ringlet::super_helix {
inline namespace RINGLET_ISA {

// Points that began a substep inside leave the collider no faster than this, m/s,
// and this much more a metre of depth, 1/s.
constexpr float leavingSpeed = 0.2f, leavingRate = 20.0f;
// Scaled contact stiffnesses beyond this are rigid already.
constexpr float stiffestTouch = 200;
// Friction holds a point no more firmly than this many times its mass: more, and
// float loses the stiffness of the strand beside it.
constexpr float firmestHold = 300;
// Below this sliding speed (m/s) the scales' friction is nearly the same both ways.
constexpr float slowest = 2e-4f;
// What friction holds gives way by what this speed (m/s) makes in a substep, or more.
constexpr float stickSpeed = 5e-5f;
// Friction at rest is greater than in sliding by this much of it, fading until this speed
// (m/s), as dry friction's does: what is nearly held either stays or leaves, and does not creep.
constexpr float restFriction = 1.0f, restSpeed = 0.04f;

// The nearest collider of a point p (relative to the head's origin, world axes)
// with the head turned by `head`. In double, for tests, spheres alone.
template <class T>
RINGLET_HD SurfacePointT<T> nearestOf(const ColliderView& c, Quat<T> head, Vec3<T> p) {
    return nearestCollider(c, head, p);
}
inline SurfacePointT<double> nearestOf(const ColliderView& c, Quatd head, Vec3d p) {
    SurfacePointT<double> nearest{1e9, {0, 1, 0}};
    for (int i = 0; i < c.spheres; ++i) {
        const float* s = c.sphere + 4 * i;
        Vec3d center = rotate(head, Vec3d{s[0], s[1], s[2]});
        nearest = rounded(nearest, sphereSurface(p, center, double{s[3]}));
    }
    return nearest;
}

// Whether a point that was at this distance (m) may be inside after the way `moved` against
// the collider, and `foreseen` more (m): fields' gradients are sqrt(3) at most. False for what is not finite.
template <class T>
RINGLET_HD auto mayTouch(T distance, Vec3<T> moved, T foreseen) {
    T way = lengthOf(moved);
    return both(distance < T(1.8f) * way + foreseen, way < T(1e3f));
}

// Energy per mass 1/2 stiffness (n.dx)^2 + push n.dx + 1/2 friction |dx - (n.dx) n|^2
// in the displacement against the collider, all times h^2. Zero where not active.
template <class T>
struct ColliderContact {
    decltype(T(0) < T(0)) active;
    Vec3<T> normal;
    T stiffness, push, friction, distance;
    T held, most;  // Coulomb's share of the friction, and what it can hold, m
    T coming;      // motion against the collider in a substep along the normal, m
};

template <class T>
RINGLET_HD ColliderContact<T> noContact() {
    T o = T(0);
    return {T(1) < T(0), {o, o, o}, o, o, o, o, o, o, o};
}

// A point that may touch: where it is (m), how it moves on against the collider in a substep (m), and the direction to
// the strand's tip. What holds the point up is not known yet, so gravity is not in `slip`: with it, hair close to a
// surface would be drawn onto it by what can only push.
template <class T>
struct SlidingPoint {
    Vec3<T> x, slip, tangent;
};

// What pressed a point a substep ago goes on while a surface is as near as this, m: else the collider has been taken away.
constexpr float farthestPressed = 0.01f;

// `near`: see mayTouch().
template <class T>
RINGLET_HD ColliderContact<T> colliderContact(const RodTileT<ScalarOf<T>>& t, Quat<T> head, const SlidingPoint<T>& point,
                                              T pressed, bool first, decltype(T(0) < T(0)) near) {
    if (!anyLane(near)) return noContact<T>();
    const Vec3<T> slip = point.slip;
    SurfacePointT<T> surface = nearestOf(*t.colliders, head, point.x);
    const ScalarOf<T> h = t.substep.h;
    // What follows the first linearisation knows where the point comes to; it is there.
    T foreseen = first ? surface.distance + dot(surface.normal, slip) : surface.distance;
    const auto stays = both(pressed > T(0), surface.distance < T(farthestPressed));
    auto active = both(near, either(minimum(surface.distance, foreseen) < T(0), stays));
    T none = T(0);
    T K = minimum(T(t.material.contact * h * h), T(stiffestTouch));
    // Scales point to the tip: sliding root first is smooth, tip first is rough.
    Vec3<T> sliding = slip - dot(slip, surface.normal) * surface.normal;
    T speed = lengthOf(sliding);
    T along = dot(sliding, point.tangent) / maximum(speed, T(slowest * h));
    T friction = T(t.material.friction * h) * (T(1) + T(t.material.frictionAnisotropy) * along);
    return {active, surface.normal, select(active, K + T(t.material.contactDamping * h), none),
            K, select(active, friction, none), surface.distance, none, none, dot(surface.normal, slip)};
}

// What Coulomb's friction holds is held where it was first, not let creep: a grip, how far (m)
// the point has given way, is a spring that yields to what friction can hold, `most`
// (force per mass times h^2, m). This is how far it gives way at most.
template <class T>
RINGLET_HD T longestGrip(T most, ScalarOf<T> h) {
    return maximum(most * T(1 / firmestHold), T(stickSpeed * h));
}

// New penetration is undone at once, what was there at the substep's begin (m) slowly.
// `way` is how the point would have moved across the surface at the substep's end, `grip`
// how it has given way before; m.
template <class T>
RINGLET_HD ColliderContact<T> pushed(ColliderContact<T> c, const RodTileT<ScalarOf<T>>& t, T begin, Vec3<T> way,
                                     Vec3<T> grip, T pressed) {
    T old = maximum(-begin, T(0));
    T leaving = minimum(old, (T(leavingSpeed) + T(leavingRate) * old) * T(t.substep.h));
    T gap = c.distance + (old - leaving);
    // What presses: the contact's own force, or what stops the point alone, so that
    // Coulomb's friction does not flicker where hair lies lightly.
    T pressing = maximum(pressed, maximum(-(gap + c.coming), T(0)));
    T atRest = T(1) + T(restFriction) * maximum(T(1) - lengthOf(way) * T(1 / (restSpeed * t.substep.h)), T(0));
    c.most = select(c.active, T(t.material.coulomb) * atRest * pressing, T(0));
    // Firm enough to hold where that takes no more than friction has; else just that much
    // where the point is bound to slide, whatever its speed: it does not creep.
    c.held = c.most / maximum(longestGrip(c.most, t.substep.h), lengthOf(grip + way));
    c.friction = c.friction + c.held;
    c.push = select(c.active, c.push * gap, T(0));
    return c;
}

// The next grip after a way (m) against the collider.
template <class T>
RINGLET_HD Vec3<T> nextGrip(Vec3<T> grip, Vec3<T> way, Vec3<T> normal, T most, ScalarOf<T> h) {
    Vec3<T> next = grip + way, none{T(0), T(0), T(0)};
    next = next - dot(next, normal) * normal;
    T length = lengthOf(next);
    T share = minimum(longestGrip(most, h) / maximum(length, T(1e-20f)), T(1));
    return select(both(most > T(0), length * share > T(1e-12f)), share * next, none);
}

// A bound strand catches up with the brush this fast, 1/s.
constexpr float combCatchUp = 10;

// How much of the brush's pull a point feels, and how far it has to catch up, m. A
// bound strand feels the ball as if it were nearer by `slack` (m).
template <class T>
struct BrushPull {
    T share;
    Vec3<T> behind;
};
template <class T> RINGLET_HD BrushPull<T> brushPull(Vec3<T> center, T radius, T slack, Vec3<T> x) {
    Vec3<T> way = center - x;
    T distance = lengthOf(way), away = maximum(distance - slack, T(0));
    T share = maximum(T(1) - away * away / (radius * radius), T(0));
    return {share, (slack / maximum(distance, T(1e-6f))) * way};
}

// Where a strand's point nearest to the brush is, and so what the brush does with it:
// the point that is nearest slides towards the tip as hair is combed. Gives the slack.
template <class T>
RINGLET_HD_CALL T holdBrush(const RodTileT<ScalarOf<T>>& t, Vec3<T> center, T radius, Vec3<T> move) {
    if (t.comb == nullptr) return T(0);
    const int count = t.elements * t.points;
    T nearest = T(1e30f), at = T(0);
    for (int p = 0; p < count; ++p) {
        Vec3<T> way = center - (loadRow3<T>(t.position, 3 * p) - move);
        T square = dot(way, way);
        auto nearer = square < nearest;
        nearest = select(nearer, square, nearest);
        at = select(nearer, T(static_cast<float>(p)), at);
    }
    T distance = squareRoot(nearest), state = loadRow<T>(t.comb, 0);
    auto atTip = at > T(static_cast<float>(count) - 1.5f);
    T touched = select(distance < radius, select(atTip, T(combFree), T(combStuck)), T(combFree));
    T held = select(atTip, T(combDone), T(combStuck));
    T done = select(distance > T(1.5f) * radius, T(combFree), T(combDone));
    state = select(state < T(0.5f), touched, select(state < T(1.5f), held, done));
    storeRow(t.comb, 0, state);
    auto stuck = both(state > T(0.5f), state < T(1.5f));
    return select(stuck, maximum(distance - T(0.5f) * radius, T(0)), T(0));
}

}  // namespace RINGLET_ISA
}  // namespace ringlet::super_helix
