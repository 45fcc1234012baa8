// Segments against the head and other colliders.
#pragma once

#include "core/models/chain_terms.h"
#include "core/models/verlet/verlet_kernels.h"

namespace ringlet::verlet {
inline namespace RINGLET_ISA {

// How the head moves in a substep. Strands begin it where the head would carry them.
template <class T>
struct HeadTurn {
    bool turning;
    Quat<T> after, turn;
    Vec3<T> move;
};

template <class T>
RINGLET_HD_CALL HeadTurn<T> headTurn(const Substep& s) {
    const Quatf &a = s.headBefore, &b = s.headAfter;
    const bool turning = a.x != b.x || a.y != b.y || a.z != b.z || a.w != b.w;
    return {turning, splat<T>(b), splat<T>(normalized(b * conjugate(a))), splat<T>(s.headMove)};
}

// How far the head carried a point that it brought to x.
template <class T>
RINGLET_HD_CALL Vec3<T> carriedBy(const HeadTurn<T>& head, Vec3<T> x) {
    return head.turning ? head.move + (x - rotate(conjugate(head.turn), x)) : head.move;
}

// The point of a segment that is nearest to a collider: its share of the way from a to b,
// by the distance's slopes at the ends.
template <class T>
RINGLET_HD_CALL T nearestShare(const SurfacePointT<T>& atA, const SurfacePointT<T>& atB, Vec3<T> along) {
    const T slopeA = dot(atA.normal, along), slopeB = dot(atB.normal, along), bent = slopeB - slopeA;
    return select(bent > T(1e-12f), clamped(-slopeA / maximum(bent, T(1e-12f)), T(0), T(1)),
                  select(atB.distance < atA.distance, T(1), T(0)));
}

// Barnes 2006: the point of each segment nearest to the head is pushed to its
// surface, and both ends with it; the root stays.
template <class T>
RINGLET_HD_CALL void pushSegmentsOut(const VerletTile& t, const HeadTurn<T>& head) {
    const T zero = T(0), one = T(1);
    Vec3<T> a = loadVec3<T>(t.next, 0);
    SurfacePointT<T> atA = nearestCollider(*t.colliders, head.after, a);
    for (int i = 1; i < t.particles; ++i) {
        Vec3<T> b = loadVec3<T>(t.next, i), along = b - a;
        SurfacePointT<T> atB = nearestCollider(*t.colliders, head.after, b);
        // Nothing of a segment is nearer than its ends less half its length.
        auto near = minimum(atA.distance, atB.distance) < T(0.5f) * lengthOf(along);
        if (anyLane(near)) {
            const T share = i == 1 ? one : nearestShare(atA, atB, along);
            SurfacePointT<T> at = nearestCollider(*t.colliders, head.after, a + share * along);
            auto inside = both(near, at.distance < zero);
            if (anyLane(inside)) {
                const Vec3<T> oldA = loadVec3<T>(t.position, i - 1), oldB = loadVec3<T>(t.position, i);
                const T before = nearestCollider(*t.colliders, head.after, oldA + share * (oldB - oldA)).distance;
                const float exit = t.material->exitSpeed;
                const T wanted = exit > 0 ? minimum(zero, before + T(exit * t.substep->h)) : zero;
                const Vec3<T> out = select(inside, maximum(wanted - at.distance, zero), zero) * at.normal;
                if (i > 1) storeVec3(t.next, i - 1, a + out);
                b = b + out;
                storeVec3(t.next, i, b);
                atB = nearestCollider(*t.colliders, head.after, b);
            }
        }
        a = b;
        atA = atB;
    }
}

// A contact is this stiff, over the inertia of a mean segment, and contactOverJoint times as stiff as the joint
// beside it, so that no strand is pressed deep.
constexpr float contactStiffness = 30;
// Below this sliding speed (m/s) friction is viscous: more, and strands creep until they let go, seconds after the
// head has stopped; a quarter of it is less than positions are rounded to at 240 Hz, and hair never rests.
constexpr float stickSpeed = 2e-5f;

// A contact of the default step: a spring (mass of a mean segment over h^2) that pushes a point
// of hair at `distance` (m) out along the normal. Points are particles and the middles of segments:
// where a strand touches is then a function of its shape alone, and so is the energy.
template <class T>
struct HeadContact {
    T distance;
    Vec3<T> normal;
    T closed;     // 0: open; -1: closed; more than 0: closed because it would fall in, so deep (m)
    T stiffness;  // 0 where open
};

// The energy's slope ends where it leaves at recoverySpeed: `most`, m.
template <class T>
RINGLET_HD_CALL T contactEnergy(T stiffness, T distance, T most) {
    const T depth = maximum(-distance, T(0)), within = minimum(depth, most);
    return stiffness * within * (depth - T(0.5f) * within);
}

// The contact of a point that inertia alone would move by `coming` (m). One that comes in is closed
// at first; what gravity, tension and bends let in the solution tells (changeContacts).
template <class T>
RINGLET_HD_CALL HeadContact<T> headContact(const SurfacePointT<T>& at, Vec3<T> coming) {
    const T zero = T(0), end = at.distance + dot(at.normal, coming);
    const T closed = select(at.distance < zero, T(-1), select(end < zero, -end, zero));
    return {at.distance, at.normal, closed, zero};
}

// Adds a closed contact to the segment that ends beyond its point by -lever.
template <class T>
RINGLET_HD_CALL void addHeadContact(const VerletTile& t, HeadContact<T>& contact, BeyondJoint<T>& beyond, Vec3<T> coming, T mass,
                           T stiffness, Vec3<T> lever) {
    const T zero = T(0), most = T(recoverySpeed * t.substep->h);
    const auto active = either(contact.closed < zero, contact.closed > zero);
    contact.stiffness = zero;
    if (!anyLane(active)) return;
    const Vec3<T> n = contact.normal;
    const T inward = dot(n, coming);
    const T K = contact.stiffness =
        select(active, minimum(T(contactStiffness) + T(contactOverJoint) * stiffness, T(stiffestContact)), zero);
    const T gap = maximum(contact.distance, -most);
    const T stopping = maximum(maximum(-(gap + inward), contact.closed), zero);
    const T press = select(active, maximum(K * maximum(-gap, zero), mass * stopping), zero);
    const T f = T(t.material->friction) * press /
                maximum(lengthOf(coming - inward * n), T(stickSpeed * t.substep->h));
    addContact(beyond, n, K, K * gap, f, Vec3<T>{zero, zero, zero});
    // Of the point's displacement dx + y x lever, what y does.
    const Vec3<T> c = cross(lever, n), l = f * lever;
    const T k = K - f;
    beyond.B[0] = beyond.B[0] + (k * n.x) * c + Vec3<T>{zero, l.z, -l.y};
    beyond.B[1] = beyond.B[1] + (k * n.y) * c + Vec3<T>{-l.z, zero, l.x};
    beyond.B[2] = beyond.B[2] + (k * n.z) * c + Vec3<T>{l.y, -l.x, zero};
    beyond.C = plusOuter(plusOuter(plusDiagonal(beyond.C, f * dot(lever, lever)), k, c), -f, lever);
    beyond.c = beyond.c + (K * gap) * c;
}

// Closes a contact whose point the solution moves in by `moved` (m), and opens one that was closed for that
// and would now hold its point back: in a substep contacts only push. Says in which lanes it has changed.
template <class T>
RINGLET_HD_CALL auto changeContact(HeadContact<T>& contact, Vec3<T> moved) {
    const T zero = T(0), end = contact.distance + dot(contact.normal, moved);
    const auto falls = both(absolute(contact.closed) < T(1e-30f), end < zero);
    const auto held = both(contact.closed > zero, end > zero);
    contact.closed = select(falls, -end, select(held, zero, contact.closed));
    return either(falls, held);
}

// How deep (m) a particle may be before its segment is turned out of the collider.
constexpr float depthAllowed = 1e-3f;

// Turns a segment of unit direction d from `base`, as little as possible, so that its end is no deeper
// than it was (`before`, m) or than is allowed.
template <class T>
RINGLET_HD_CALL Vec3<T> turnedOut(const VerletTile& t, const HeadTurn<T>& head, Vec3<T> base, T length, Vec3<T> d, T before) {
    const T allowed = minimum(T(-depthAllowed), before);
    for (int pass = 0; pass < 3; ++pass) {  // the surface is curved
        SurfacePointT<T> at = nearestCollider(*t.colliders, head.after, base + length * d);
        auto deep = at.distance < allowed;
        if (!anyLane(deep)) break;
        d = select(deep, turnedUp(d, at.normal, (allowed - at.distance) / length), d);
    }
    return d;
}

}  // namespace RINGLET_ISA
}  // namespace ringlet::verlet
