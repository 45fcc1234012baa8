// What acts on the particles of an implicit chain (chain_math.h) besides its joints: inertia,
// gravity, air, the brush, and colliders with dry friction. What models of chains share.
#pragma once

#include "core/collide/collider_view.h"
#include "core/models/chain_math.h"
#include "core/models/substep.h"
#include "core/models/tile_io.h"

namespace ringlet {
inline namespace RINGLET_ISA {

// Scaled contact stiffnesses beyond this are rigid already; more would overflow float.
constexpr float stiffestContact = 1e4f;
// A contact is at least so many times as stiff as the joint beside it: where short stiff segments are
// pressed deeper than contacts can hold, projection and joints would push a curl to and fro for good.
constexpr float contactOverJoint = 4;
// Particles that begin deeper than they may leave the collider no faster: m/s.
constexpr float recoverySpeed = 0.2f;
// Contacts that have changed may change others: so often at most in a substep.
constexpr int mostChanges = 8;
// Depth (m) that the contact stiffness may use before lengths-preserving
// projection takes over. Larger: softer contacts, deeper hair.
constexpr float contactSlack = 3e-4f;
// Contacts are as stiff as bears hair's own weight within this depth (m), however heavy it is: deeper, contacts and what turns segments
// out would push it to and fro for good.
constexpr float weightWithin = 3e-5f;
// Contacts of strands, or particles, that are calm harden from this depth (m) on, so that what joints press in balances before a segment is
// turned out of the collider: pressed past that depth in each step and turned back, a curl would be driven round for good.
constexpr float hardFrom = 3e-5f;
static_assert(hardFrom < contactSlack, "hard before it is turned out");
// m/s: among several colliders particles that are slower harden their contact by themselves, up to twice that in part.
constexpr float slowContact = 0.05f;
// A hardened contact's scaled stiffness is at most this.
constexpr float stiffestHardened = 1e6f;
// Friction at rest is greater than in sliding by this much of it, fading until `fade` times the speed (m/s) below
// which friction is viscous: what is nearly held either stays or leaves, and does not creep.
constexpr float restFriction = 1.0f;
struct StickFriction {
    float speed = 5e-5f, fade = 10;
};

// A substep's quantities in the number type.
template <class T>
struct ChainSubstep {
    T h, inverseH, drag;     // drag: c h at rest
    Vec3<T> move, steady;    // the head's displacement; that and gravity, a part of every gradient
    Vec3<T> airMove;         // the head's displacement against the air
    Vec3<T> airTurn;         // rotation vector of the air that turns with the head, rad
    Vec3<T> headTurn;        // rotation vector of the head (Cayley's), rad
    T cayley;                // 1 / (1 + |headTurn|^2 / 4), of that map
    Quat<T> before, after;
    T contactScale;
    T frictionCoefficient;
    Brush brush;
    T clings = T(0);         // how many times clingingRate() holds the strand
    bool creased = false;    // whether there are several colliders, which meet in creases
};

// `m` has drag (1/s), entrainment (share of the head's motion that the air takes on, [0, 1]) and contact
// (contact stiffness over linear density, (N/m^2) / (kg/m)).
template <class T, class Material>
RINGLET_HD ChainSubstep<T> chainSubstep(const Substep& s, const Material& m, const ColliderArgs& c) {
    const Vec3f w = headTurnOf(s), move = s.headMove, airMove = (1.0f - m.entrainment) * move - s.h * s.wind;
    return {T(s.h), T(1.0f / s.h), T(m.drag * s.h), splat<T>(move), splat<T>(move - (s.h * s.h) * s.gravity),
            splat<T>(airMove), splat<T>(m.entrainment * w), splat<T>(w), T(1.0f / (1.0f + 0.25f * dot(w, w))), splat<T>(s.headBefore), splat<T>(s.headAfter),
            T(minimum(maximum(m.contact * s.h * s.h, s.h * s.h * lengthOf(s.gravity) / weightWithin), stiffestContact)), T(c.friction), s.brush,
            T(0), c.several()};
}

// How far the head carries, in the substep, what stands at x, m; to first order, as the linear problem has it, cross(headTurn, x).
template <class T>
RINGLET_HD Vec3<T> carried(const ChainSubstep<T>& s, Vec3<T> x) {
    const Vec3<T> slide = cross(s.headTurn, x);
    return s.cayley * (slide + T(0.5f) * cross(s.headTurn, slide));
}

// A particle against the surface nearest to it as the substep begins, a plane that the head carries along: exact for hair that
// comes along as well.
template <class T>
struct SurfaceContact {
    T before, after;  // where it stands at the substep's begin, m: against the surface then, and at the end, to first order
    Vec3<T> normal;   // of the surface at the end
    T closed;         // 0, or openedAgain: open; -1: closed; else more than 0: closed because it would fall in, so deep (m)
};
// `closed` of a contact that has been closed and is open again, in one substep.
constexpr float openedAgain = 1e-30f;
template <class T>
RINGLET_HD auto isOpen(const SurfaceContact<T>& c) { return absolute(c.closed) < T(2 * openedAgain); }
template <class T>
RINGLET_HD auto isClosed(const SurfaceContact<T>& c) { return absolute(c.closed) > T(2 * openedAgain); }

// How far from the surface it will be when it has gone this way beside the head, were the surface a plane; unknown (-1e9) of one
// that is far.
template <class T>
RINGLET_HD T foreseenDistance(const SurfaceContact<T>& contact, Vec3<T> way) {
    return select(dot(contact.normal, contact.normal) > T(0.5f), contact.before + dot(contact.normal, way), T(-1e9f));
}

// Distances change by at most so much of the way moved: grids of open meshes are steeper than 1 in places.
constexpr float steepest = 1.25f;
// Surfaces are bent less than a ball of this radius where they are hollow, m.
constexpr float tightestBend = 5e-3f;
// By how much such a surface leaves its plane at most within a way, m.
template <class T>
RINGLET_HD T bendOver(T way) { return T(0.5f / tightestBend) * way * way; }

// Looks up a particle that stands at x, where the head would carry it. One that is outside there is open: a contact that only
// pushes must not draw it on to the surface. `reach`: from where on it is enough to know that it is far (nearestWithin), m.
template <class T>
RINGLET_HD SurfaceContact<T> lookUp(const ChainSubstep<T>& s, const ColliderArgs& colliders, Vec3<T> x, T reach) {
    const SurfacePointT<T> surface = nearestWithin(colliders, s.after, x + carried(s, x), reach);
    const T after = surface.distance - dot(surface.normal, cross(s.headTurn, x));
    return {surface.distance, after, surface.normal, select(surface.distance < T(0), T(-1), T(0))};
}

// The same of a surface that lies higher by this, m.
template <class T>
RINGLET_HD SurfaceContact<T> lifted(const SurfaceContact<T>& c, T by) {
    const T before = c.before - by;
    return {before, c.after - by, c.normal, select(before < T(0), T(-1), T(0))};
}

// Of several colliders one may be moved, and cover roots. Strands whose root is deeper than this, m, may leave it slowly, for pressed out beside
// their roots they would tremble: surfaces lie lower for them, by the root's depth at the end of the first segment, and by so much
// less of the way from there on.
constexpr float buriedFrom = 1e-3f, emergesBy = 0.25f;

// The root's depth, m, where there are several colliders, it is so deep and the first segment ends within the surface, at this distance from it; else 0.
template <class T>
RINGLET_HD_CALL T buriedRoot(const ChainSubstep<T>& s, const ColliderArgs& colliders, Vec3<T> root, T distance) {
    const auto deep = distance < T(-contactSlack);
    if (!s.creased || !anyLane(deep)) return T(0);
    const T depth = T(0) - nearestWithin(colliders, s.after, root + carried(s, root), T(0)).distance;
    return select(both(deep, depth > T(buriedFrom)), depth, T(0));
}

// By how much surfaces lie lower, m, where it is `lower` a segment of this length before.
template <class T>
RINGLET_HD T lowerBeyond(T lower, T length) { return maximum(lower - T(emergesBy) * length, T(0)); }

// What a contact is at least, beside a joint of that stiffness.
template <class T>
RINGLET_HD T leastContact(T joint) { return minimum(T(contactOverJoint) * joint, T(stiffestContact)); }

// A contact that hardens: of the force K (d + e^3 / l^2) at the old depth d, with e what of it is beyond l = hardFrom, the
// tangent, for K, and that times the gap (`press`). `fresh`: what of the gap has come in this substep. `calm`: the share of the
// hardening.
template <class T>
RINGLET_HD void harden(T& K, T& press, T gap, T fresh, T calm) {
    const T depth = fresh - gap, beyond = maximum(depth - T(hardFrom), T(0)), part = T(1 / hardFrom) * beyond;
    const T more = calm * (minimum(K * (T(1) + T(3) * part * part), maximum(T(stiffestHardened), K)) - K);
    const auto hard = more > T(0);
    press = select(hard, (K + more) * fresh - (K * depth + T(1.0f / 3) * more * beyond), press);
    K = select(hard, K + more, K);
}

// What a particle that touches has of the hardening by itself, when it goes by so much (m/s) beside the surface: where a stiff joint presses
// it into a crease, it trembles, and makes the strand too fast to be calm.
template <class T>
RINGLET_HD T calmOfContact(T speed) { return clamped(T(2) - T(1 / slowContact) * speed, T(0), T(1)); }

// A closed contact's terms. `least`: its least stiffness. `calm`: in [0, 1], how much of a hardening contact it is for the strand's sake.
template <bool hardens = false, class T>
RINGLET_HD void contactTerms(BeyondJoint<T>& beyond, const ChainSubstep<T>& s, const SurfaceContact<T>& contact, Vec3<T> x,
                             Vec3<T> coming, T mass, T least, StickFriction dry = {}, T calm = T(0)) {
    auto active = isClosed(contact);
    if (!anyLane(active)) return;
    Vec3<T> n = contact.normal, slide = cross(s.headTurn, x);
    // Old penetration is left slowly, new one at once.
    const T fresh = contact.after - minimum(contact.before, T(0));
    T gap = maximum(contact.after, fresh - T(recoverySpeed) * s.h);
    T K = maximum(s.contactScale * mass, least);
    Vec3<T> slip = coming - slide;
    T speed = lengthOf(slip - dot(slip, n) * n);
    // What presses: the contact's own force, or what it takes to stop the
    // particle alone, so that friction does not flicker where hair lies lightly.
    // The force is that of a depth which the substep before has left: what has just
    // fallen in presses no harder than its mass, or each landing would stop a slide.
    T pressed = maximum(minimum(-gap, dot(n, coming) - contact.after), T(0));
    T stopping = maximum(maximum(-(gap + dot(n, coming)), contact.closed), T(0));
    T normalForce = select(active, maximum(K * pressed, mass * stopping), T(0));
    T press = K * gap;
    if constexpr (hardens) {
        if (s.creased) calm = maximum(calm, calmOfContact(lengthOf(slip) * s.inverseH));
        if (anyLane(calm > T(0))) harden(K, press, gap, fresh, calm);
    }
    K = select(active, K, T(0));
    press = select(active, press, T(0));
    T stick = T(dry.speed) * s.h;
    T held = T(1) + T(restFriction) * maximum(T(1) - speed * (T(1.0f / (dry.fade * dry.speed)) * s.inverseH), T(0));
    T f = s.frictionCoefficient * held * normalForce / maximum(speed, stick);
    addContact(beyond, n, K, press, f, slide);
}

// Inertia, gravity and the drag of air and brush on one particle at x, and what it clings with.
template <class T>
RINGLET_HD void freeTerms(BeyondJoint<T>& beyond, const ChainSubstep<T>& s, Vec3<T> x, Vec3<T> v, T mass) {
    Vec3<T> airMove = s.airMove - cross(s.airTurn, x);
    Vec3<T> againstAir = v - s.inverseH * (s.move - airMove);
    T drag = s.drag + (s.drag * T(1 / dragSpeed)) * lengthOf(againstAir);
    addParticle(beyond, mass + mass * drag, mass * (s.steady - s.h * v + drag * airMove));
    if (anyLane(s.clings > T(0))) {
        const Vec3<T> slide = cross(s.headTurn, x);
        const T dry = (mass * s.clings) * (s.h * clingingRate(lengthOf(v - s.inverseH * (s.move + slide))));
        addParticle(beyond, dry, Vec3<T>{} - dry * slide);
    }
    if (s.brush.radius > 0.0f) {
        Vec3<T> away = x - splat<T>(s.brush.position);
        T near = maximum(T(1) - dot(away, away) * T(1.0f / (s.brush.radius * s.brush.radius)), T(0));
        T pull = s.h * T(s.brush.rate) * near * near;
        addParticle(beyond, mass * pull, (mass * pull) * (s.move - s.h * splat<T>(s.brush.velocity)));
    }
}

// A segment that a solution has placed: from `base` on, m; where its end began (`before`: SurfaceContact), and how far that has
// moved beside the head, m.
template <class T>
struct SweptSegment {
    Vec3<T> base;
    T length, before, moved;
    T foreseen = T(-1e9f);  // where a plane at the surface would have its end, m; not told: as deep as can be
    T lower = T(0);         // by how much the surface lies lower for it, m
};
// `way`: of its end, m; `old`: where that began.
template <class T>
RINGLET_HD SweptSegment<T> sweptSegment(const ChainSubstep<T>& s, const SurfaceContact<T>& contact, Vec3<T> base, T length, Vec3<T> old,
                                        Vec3<T> way, T lower = T(0)) {
    const Vec3<T> beside = way - carried(s, old);
    return {base, length, contact.before, lengthOf(beside), foreseenDistance(contact, beside), lower};
}

// Turns a segment's frame, as little as possible, so that its end is no deeper in the surface than `slack`, m, or than it
// was; it keeps its length. The surface is curved: each pass takes most of what the one before left.
template <class T>
RINGLET_HD Quat<T> outOfCollider(const ColliderArgs& colliders, const ChainSubstep<T>& s, Quat<T> frame,
                                 const SweptSegment<T>& segment, T slack = T(contactSlack), int passes = 2) {
    const auto [base, length, before, moved, foreseen, lower] = segment;
    const T allowed = minimum(T(0) - slack, before);
    // Near a surface distances change as its plane's do, but for a bend.
    auto near = both(before - maximum(allowed, T(0)) < T(steepest) * moved, foreseen - bendOver(moved) < allowed);
    if (!anyLane(near)) return frame;
    for (int pass = 0; pass < passes; ++pass) {
        Vec3<T> d = axisZ(frame);
        SurfacePointT<T> surface = nearestWithin(colliders, s.after, base + length * d, select(near, allowed - lower, T(-1e9f)));
        surface.distance = surface.distance + lower;
        auto inside = both(near, surface.distance < allowed);
        if (!anyLane(inside)) break;
        const Vec3<T> up = turnedUp(d, surface.normal, (allowed - surface.distance) / length);
        Quat<T> turned = normalized(turnBetween(d, up) * frame);
        frame = select(inside, turned, frame);
        near = inside;
    }
    return frame;
}

}  // namespace RINGLET_ISA
}  // namespace ringlet
