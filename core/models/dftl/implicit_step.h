// The default step over one tile: load, pure functions of chain_math.h, store.
#pragma once

#include "core/models/chain_math.h"
#include "core/models/dftl/dftl_kernels.h"
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
// Below this sliding speed (m/s) friction is viscous.
constexpr float stickSpeed = 5e-5f;
// Friction at rest is greater than in sliding by this much of it, fading until ten
// stick speeds: what is nearly held either stays or leaves, and does not creep.
constexpr float restFriction = 1.0f;

// A substep's uniform quantities in the number type.
template <class T>
struct ImplicitSubstep {
    T h, inverseH, drag;     // drag: c h at rest
    Vec3<T> move, steady;    // the head's displacement; that and gravity, a part of every gradient
    Vec3<T> airMove;         // the head's displacement against the air
    Vec3<T> airTurn;         // rotation vector of the air that turns with the head, rad
    Vec3<T> headTurn;        // rotation vector of the head, rad
    Quat<T> before, after;
    T bendingScale;          // B h^2 / density
    T frictionScale;         // 1 + tau / h
    T contactScale;
    T frictionCoefficient;
    Brush brush;
};

template <class T>
RINGLET_HD ImplicitSubstep<T> prepare(const Substep& s, const ImplicitMaterial& m, const ColliderArgs& c) {
    const Vec3f w = headTurnOf(s), move = s.headMove, airMove = (1.0f - m.entrainment) * move - s.h * s.wind;
    return {T(s.h), T(1.0f / s.h), T(m.drag * s.h), splat<T>(move), splat<T>(move - (s.h * s.h) * s.gravity),
            splat<T>(airMove), splat<T>(m.entrainment * w), splat<T>(w), splat<T>(s.headBefore), splat<T>(s.headAfter),
            T(m.bending * s.h * s.h),
            T(1.0f + m.internalFriction / s.h),
            T(minimum(m.contact * s.h * s.h, stiffestContact)), T(c.friction), s.brush};
}

// A particle against the nearest surface, for the surface at the end of the substep.
template <class T>
struct Contact {
    T before, after;  // where it stands at the substep's begin, m: against the surface then, and at the end
    Vec3<T> normal;
    T closed;         // 0: open; -1: closed; more than 0: closed because it would fall in, so deep (m)
};

// Looks a particle up that stands at x and comes along with the head without turning.
// One that is outside is open: a contact that only pushes must not draw it on to the surface.
template <class T>
RINGLET_HD Contact<T> lookUp(const ImplicitSubstep<T>& s, const ColliderArgs& colliders, Vec3<T> x) {
    SurfacePointT<T> surface = nearestCollider(colliders, s.after, x);
    Vec3<T> slide = cross(s.headTurn, x);  // of the surface
    // Where it stood before the collider turned: known without a look when far away.
    T before = surface.distance, way = lengthOf(slide);
    auto turning = both(surface.distance < T(1.8f) * way, way > T(1e-7f));
    if (anyLane(turning)) before = select(turning, nearestCollider(colliders, s.before, x).distance, before);
    return {before, surface.distance, surface.normal, select(surface.distance < T(0), T(-1), T(0))};
}

// A closed contact's terms. `joint`: the stiffness of the joint at its segment's beginning.
template <class T>
RINGLET_HD void contactTerms(BeyondJoint<T>& beyond, const ImplicitSubstep<T>& s, const Contact<T>& contact, Vec3<T> x,
                             Vec3<T> coming, T mass, T joint) {
    auto active = either(contact.closed < T(0), contact.closed > T(0));
    if (!anyLane(active)) return;
    Vec3<T> n = contact.normal, slide = cross(s.headTurn, x);
    // Old penetration is left slowly, new one at once.
    T gap = maximum(contact.after, contact.after - minimum(contact.before, T(0)) - T(recoverySpeed) * s.h);
    T K = maximum(s.contactScale * mass, minimum(T(contactOverJoint) * joint, T(stiffestContact)));
    K = select(active, K, T(0));
    Vec3<T> slip = coming - slide;
    T speed = lengthOf(slip - dot(slip, n) * n);
    // What presses: the contact's own force, or what it takes to stop the
    // particle alone, so that friction does not flicker where hair lies lightly.
    // The force is that of a depth which the substep before has left: what has just
    // fallen in presses no harder than its mass, or each landing would stop a slide.
    T pressed = maximum(minimum(-gap, dot(n, coming) - contact.after), T(0));
    T stopping = maximum(maximum(-(gap + dot(n, coming)), contact.closed), T(0));
    T normalForce = select(active, maximum(K * pressed, mass * stopping), T(0));
    T stick = T(stickSpeed) * s.h;
    T held = T(1) + T(restFriction) * maximum(T(1) - speed / (T(10) * stick), T(0));
    T f = s.frictionCoefficient * held * normalForce / maximum(speed, stick);
    addContact(beyond, n, K, gap, f, slide);
}

// Inertia, gravity and the drag of air and brush on one particle at x.
template <class T>
RINGLET_HD void freeTerms(BeyondJoint<T>& beyond, const ImplicitSubstep<T>& s, Vec3<T> x, Vec3<T> v, T mass) {
    Vec3<T> airMove = s.airMove - cross(s.airTurn, x);
    Vec3<T> againstAir = v - s.inverseH * (s.move - airMove);
    T drag = s.drag + (s.drag * T(1 / dragSpeed)) * lengthOf(againstAir);
    addParticle(beyond, mass + mass * drag, mass * (s.steady - s.h * v + drag * airMove));
    if (s.brush.radius > 0.0f) {
        Vec3<T> away = x - splat<T>(s.brush.position);
        T near = maximum(T(1) - dot(away, away) * T(1.0f / (s.brush.radius * s.brush.radius)), T(0));
        T pull = s.h * T(s.brush.rate) * near * near;
        addParticle(beyond, mass * pull, (mass * pull) * (s.move - s.h * splat<T>(s.brush.velocity)));
    }
}

// Turns a segment of unit direction d, as little as possible, so that its end
// leaves the surface, keeping its length. `before` and `after` are where its end began (Contact).
template <class T>
RINGLET_HD Quat<T> outOfCollider(const ColliderArgs& colliders, const ImplicitSubstep<T>& s, Quat<T> frame,
                                 Vec3<T> base, T length, T before, T after, T moved) {
    // Distances change by at most about the way moved: lanes far away need no look.
    auto near = after < T(1.8f) * moved;
    if (!anyLane(near)) return frame;
    T allowed = minimum(T(-contactSlack), before);
    for (int pass = 0; pass < 2; ++pass) {  // the surface is curved: the second pass takes what the first left
        Vec3<T> d = axisZ(frame);
        SurfacePointT<T> surface = nearestCollider(colliders, s.after, base + length * d);
        auto inside = both(near, surface.distance < allowed);
        if (!anyLane(inside)) break;
        Vec3<T> n = surface.normal;
        T along = dot(d, n);
        T needed = minimum(along + (allowed - surface.distance) / length, T(0.999f));
        Vec3<T> across = normalizedOr(d - along * n, Vec3<T>{n.y, n.z, n.x});
        Vec3<T> out = needed * n + squareRoot(maximum(T(1) - needed * needed, T(0))) * across;
        Quat<T> turned = normalized(rotationBetween(d, normalizedOr(out, d)) * frame);
        frame = select(inside, turned, frame);
    }
    return frame;
}

// Rows of scratch a particle: of its segment's joint, and of its contact.
enum ImplicitRow : int { RowS = 0, RowSB = 6, RowU = 15, RowK = 18, RowBefore = 19, RowAfter = 20, RowNormal = 21, RowClosed = 24 };

RINGLET_HD float* scratchRow(const ImplicitTile& t, int segment, int stride) {
    return t.scratch + segment * implicitScratchFloats(1) * stride;
}
template <class T>
RINGLET_HD Contact<T> loadContact(const float* row) {
    return {loadRow<T>(row, RowBefore), loadRow<T>(row, RowAfter), loadRow3<T>(row, RowNormal), loadRow<T>(row, RowClosed)};
}
template <class T>
RINGLET_HD void storeContact(float* row, const Contact<T>& contact) {
    storeRow(row, RowBefore, contact.before);
    storeRow(row, RowAfter, contact.after);
    storeRow3(row, RowNormal, contact.normal);
    storeRow(row, RowClosed, contact.closed);
}
template <class T>
RINGLET_HD JointGain<T> loadGain(const float* row) {
    Vec3<T> diagonal = loadRow3<T>(row, RowS), off = loadRow3<T>(row, RowS + 3);
    return {{diagonal.x, diagonal.y, diagonal.z, off.x, off.y, off.z},
            {loadRow3<T>(row, RowSB), loadRow3<T>(row, RowSB + 3), loadRow3<T>(row, RowSB + 6)}, loadRow3<T>(row, RowU)};
}
template <class T>
RINGLET_HD void storeGain(float* row, const JointGain<T>& gain, T k) {
    storeRow3(row, RowS, Vec3<T>{gain.S.xx, gain.S.yy, gain.S.zz});
    storeRow3(row, RowS + 3, Vec3<T>{gain.S.xy, gain.S.xz, gain.S.yz});
    for (int i = 0; i < 3; ++i) storeRow3(row, RowSB + 3 * i, gain.SB[i]);
    storeRow3(row, RowU, gain.u);
    storeRow(row, RowK, k);
}

// Contacts of the tile's particles, as the substep begins. Less than 0 where a strand has an open one so
// near to the surface that it may fall in.
template <class T>
RINGLET_HD T findContacts(const ImplicitTile& t, const ImplicitSubstep<T>& s) {
    T nearest = T(1);
    T fall = T(2) * lengthOf(s.steady - s.move);
    for (int segment = t.particles - 2; segment >= 0; --segment) {
        Vec3<T> coming = s.h * loadVec3<T>(t.velocity, segment + 1) - s.move;
        Contact<T> contact = lookUp(s, *t.colliders, loadVec3<T>(t.position, segment + 1));
        storeContact(scratchRow(t, segment, RowStride<T>::value), contact);
        nearest = minimum(nearest, select(contact.closed < T(0), T(1), contact.after - lengthOf(coming) - fall));
    }
    return nearest;
}

// Closes the contacts that the solution lets fall in, with what gravity, tension and bends do beside
// their own speed, and opens those of them that it would hold back: in a substep contacts only push.
// Let in and pushed out afterwards, or drawn on to the surface, stiff hair would be bent by the way
// for nothing: energy that can lift and drop it for good. `nearest`: of findContacts. Whether any has changed.
template <class T>
RINGLET_HD bool changeContacts(const ImplicitTile& t, const ImplicitSubstep<T>& s, T nearest) {
    T scale = loadRow<T>(t.scale, 0), inverseScale = T(1) / scale, changed = T(0);
    Vec3<T> dx = rotate(s.after, loadRow3<T>(t.root, 0)) - loadVec3<T>(t.position, 0), turn = scale * s.headTurn;
    for (int segment = 0; segment < t.particles - 1; ++segment) {
        float* row = scratchRow(t, segment, RowStride<T>::value);
        turn = recoverRotation(loadGain<T>(row), loadRow<T>(row, RowK), turn, dx);
        Vec3<T> arm = (loadAt<T>(t.restLength, segment) * inverseScale) * axisZ(loadQuat<T>(t.frame, segment));
        dx = dx + cross(turn, arm);
        Contact<T> contact = loadContact<T>(row);
        T end = contact.after + dot(contact.normal, dx);
        auto falls = both(nearest < T(0), both(absolute(contact.closed) < T(1e-30f), end < T(0)));
        auto held = both(contact.closed > T(0), end > T(0));
        changed = maximum(changed, select(either(falls, held), T(1), T(0)));
        storeRow(row, RowClosed, select(falls, -end, select(held, T(0), contact.closed)));
    }
    return anyLane(changed > T(0));
}

// Tip to root: eliminates joint after joint, leaving the gains in scratch.
template <class T>
RINGLET_HD void eliminateStrand(const ImplicitTile& t, const ImplicitSubstep<T>& s) {
    const int n = t.particles;
    const bool touching = t.colliders->any();
    T scale = loadRow<T>(t.scale, 0);
    T inverseScale = T(1) / scale;
    T inverse2 = inverseScale * inverseScale;
    T bending = s.bendingScale * (inverse2 * inverse2);
    BeyondJoint<T> beyond = nothingBeyond<T>();
    T ratioBeyond = T(0);
    Quat<T> frame = loadQuat<T>(t.frame, n - 2);
    Quat<T> rootFrame = s.before * Quat<T>{loadRow<T>(t.root, 3), loadRow<T>(t.root, 4), loadRow<T>(t.root, 5),
                                           loadRow<T>(t.root, 6)};
    for (int segment = n - 2; segment >= 0; --segment) {
        T ratio = loadAt<T>(t.restLength, segment) * inverseScale;
        T mass = T(0.5f) * (ratio + ratioBeyond);
        // The joint spans half of each neighbouring segment; the root's, clamped, one half.
        T ratioParent = T(0);
        Quat<T> parent = rootFrame;
        if (segment > 0) {
            ratioParent = loadAt<T>(t.restLength, segment - 1) * inverseScale;
            parent = loadQuat<T>(t.frame, segment - 1);
        }
        T stiffness = minimum((bending + bending) / (ratio + ratioParent), T(stiffestJoint));
        Vec3<T> v = loadVec3<T>(t.velocity, segment + 1);
        Vec3<T> x = loadVec3<T>(t.position, segment + 1);
        freeTerms(beyond, s, x, v, mass);
        float* row = scratchRow(t, segment, RowStride<T>::value);
        if (touching) contactTerms(beyond, s, loadContact<T>(row), x, s.h * v - s.move, mass, stiffness);

        shiftAlongSegment(beyond, axisZ(frame), ratio, inverseScale);
        T squaredError;
        Vec3<T> torque = scale * jointTorque(parent, frame, loadQuat<T>(t.restTurn, segment), stiffness, squaredError);
        T inertia = maximum(T(spinInertia), T(relativeInertia) * (beyond.C.xx + beyond.C.yy + beyond.C.zz));
        T k = minimum(stiffness * s.frictionScale, T(10 * stiffestJoint)) + inertia;
        JointGain<T> gain = eliminateJoint(beyond, torque, k, T(spinGuard) * stiffness * squaredError);

        storeGain(row, gain, k);
        frame = parent;
        ratioBeyond = ratio;
    }
}

// Root to tip: recovers the rotations, turns the segments and places the
// particles; velocities are displacements. Returns a number that is not finite
// where the strand's state is not.
template <class T>
RINGLET_HD T placeStrand(const ImplicitTile& t, const ImplicitSubstep<T>& s) {
    const int n = t.particles;
    const bool touching = t.colliders->any();
    T scale = loadRow<T>(t.scale, 0);
    T inverseScale = T(1) / scale;
    Vec3<T> x = rotate(s.after, loadRow3<T>(t.root, 0));
    Vec3<T> old = loadVec3<T>(t.position, 0);
    Vec3<T> dx = x - old;
    Vec3<T> turn = scale * s.headTurn;
    storeVec3(t.position, 0, x);
    storeVec3(t.velocity, 0, (dx + s.move) * s.inverseH);
    T watch = T(0), motion = T(0), foreseen = T(0);
    for (int segment = 0; segment < n - 1; ++segment) {
        const float* row = scratchRow(t, segment, RowStride<T>::value);
        turn = recoverRotation(loadGain<T>(row), loadRow<T>(row, RowK), turn, dx);
        T length = loadAt<T>(t.restLength, segment);
        Quat<T> frame = loadQuat<T>(t.frame, segment);
        dx = dx + cross(turn, (length * inverseScale) * axisZ(frame));
        frame = turned(frame, inverseScale * turn);

        old = loadVec3<T>(t.position, segment + 1);
        if (touching) {
            T moved = lengthOf(x + length * axisZ(frame) - old);
            frame = outOfCollider(*t.colliders, s, frame, x, length, loadRow<T>(row, RowBefore), loadRow<T>(row, RowAfter),
                                  moved);
        }
        x = x + length * axisZ(frame);
        Vec3<T> v = (x - old + s.move) * s.inverseH;
        auto still = dot(v, v) < T(1e-24f);
        storeQuat(t.frame, segment, frame);
        storeVec3(t.position, segment + 1, x);
        storeVec3(t.velocity, segment + 1, select(still, Vec3<T>{T(0), T(0), T(0)}, v));
        watch = watch + dot(v, v) + dot(x, x);
        Vec3<T> linear = (dx + s.move) * s.inverseH;
        motion = motion + length * dot(v, v);
        foreseen = foreseen + length * dot(linear, linear);
    }
    // Turning segments exactly can leave more motion than the linear solution,
    // which never gains energy, foresaw; the excess is taken back.
    auto excess = motion > foreseen;
    if (anyLane(excess)) {
        T slow = select(excess, squareRoot(foreseen / maximum(motion, T(1e-30f))), T(1));
        for (int p = 1; p < n; ++p) storeVec3(t.velocity, p, slow * loadVec3<T>(t.velocity, p));
    }
    return watch;
}

// Puts the lanes of `which` back into their rest shape at the head's pose, at rest.
template <class T, class M>
RINGLET_HD void restStrand(const ImplicitTile& t, const Substep& last, M which) {
    Quat<T> head = splat<T>(last.headAfter);
    Vec3<T> x = rotate(head, loadRow3<T>(t.root, 0));
    Quat<T> frame = head * Quat<T>{loadRow<T>(t.root, 3), loadRow<T>(t.root, 4), loadRow<T>(t.root, 5),
                                   loadRow<T>(t.root, 6)};
    Vec3<T> zero{T(0), T(0), T(0)};
    for (int p = 0; p < t.particles; ++p) {
        storeVec3(t.position, p, select(which, x, loadVec3<T>(t.position, p)));
        storeVec3(t.velocity, p, select(which, zero, loadVec3<T>(t.velocity, p)));
        if (p == t.particles - 1) break;
        frame = normalized(frame * loadQuat<T>(t.restTurn, p));
        storeQuat(t.frame, p, select(which, frame, loadQuat<T>(t.frame, p)));
        x = x + loadAt<T>(t.restLength, p) * axisZ(frame);
    }
}

// One tile through all substeps of a frame.
template <class T>
RINGLET_HD void implicitFrame(const ImplicitTile& t) {
    T watch = T(0);
    for (int i = 0; i < t.substeps; ++i) {
        ImplicitSubstep<T> s = prepare<T>(t.substep[i], t.material, *t.colliders);
        T nearest = t.colliders->any() ? findContacts(t, s) : T(1);
        eliminateStrand(t, s);
        const bool near = anyLane(nearest < T(0));
        for (int pass = 0; near && pass < mostChanges && changeContacts(t, s, nearest); ++pass) eliminateStrand(t, s);
        watch = watch + placeStrand(t, s);
    }
    auto lost = lostLanes(watch);
    if (anyLane(lost)) {
        restStrand<T>(t, t.substep[t.substeps - 1], lost);
        countLanes(t.resets, lost);
    }
}

}  // namespace RINGLET_ISA
}  // namespace ringlet
