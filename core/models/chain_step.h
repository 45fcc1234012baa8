// The step of a chain of elastic joints over one tile: load, pure functions of chain_math.h, store. What models share whose
// joints bend and twist alike.
//
// `Tile` has what chain_solve.h asks for, and scratch: chainScratchFloats * particles * W floats. `Links` says where a chain's mass
// is, and what it keeps beside:
//   atEnd(beyond, at)            adds what is at a segment's end, before its contact
//   pass(beyond, at)             from a segment's end to its beginning, with what is on the way
//   hardens                      whether contacts of calm strands and particles harden (chain_terms.h)
//   leastInertia(trace)          what holds a joint that nothing else holds, by the trace of what is turned beyond it
//   leastContact(k, torque, at, pull)  the least stiffness of a contact of a segment whose joint has this stiffness and
//                                torque, and at whose end this force pulls
//   motion(length, before, v)    twice the energy of motion of a segment whose ends have these velocities, kg/m
//   placed(segment, turn)        a segment has turned so far, scaled
//   lifts, lift(segment, beginning, end)  as chain_solve.h asks of a solver
//   unlifted(segment, distance)  a contact's distance without that
//   deepest(segment)             how deep in colliders its end may stay, m
//   turnsOut                     how often a segment is turned out of a collider at most
//   atRest(which)                these lanes are at rest again
#pragma once

#include "core/models/chain_exact.h"
#include "core/models/chain_material.h"
#include "core/models/chain_solve.h"

namespace ringlet {

inline namespace RINGLET_ISA {

// Friction is viscous below 0.01 mm/s: at five times that, limp strands crept on the head until they let go, seconds
// after it had stopped.
constexpr StickFriction crawling{1e-5f, 50};

// A substep's uniform quantities in the number type.
template <class T>
struct ElasticSubstep : ChainSubstep<T> {
    T bendingScale;          // B h^2 / density
    T frictionScale;         // 1 + tau / h
};

template <class T>
RINGLET_HD ElasticSubstep<T> elasticSubstep(const Substep& s, const ChainMaterial& m, const ColliderArgs& c) {
    ElasticSubstep<T> r{chainSubstep<T>(s, m, c), T(m.bending * s.h * s.h), T(1.0f + m.internalFriction / s.h)};
    r.clings = T(1);
    return r;
}

// Rows of scratch a segment: of the joint at its beginning, and of the contact at its end.
enum ElasticRow : int { RowK = gainRows, RowHalf = RowK + 1, RowContact = RowHalf + 3 };
static_assert(chainScratchFloats == RowContact + contactRows, "a row each");

template <class T, class Tile>
RINGLET_HD float* chainRow(const Tile& t, int segment) {
    return t.scratch + segment * chainScratchFloats * RowStride<T>::value;
}
template <class T, class Tile>
RINGLET_HD float* chainContactRow(const Tile& t, int segment) {
    return chainRow<T>(t, segment) + RowContact * RowStride<T>::value;
}

// A sweep from tip to root at a segment.
template <class T>
struct SegmentSweep {
    int segment;
    Vec3<T> direction, x, v;              // x, v: of its end
    T ratio, ratioBeyond, inverseScale;   // lengths over the mean one
    Vec3<T> net;                          // the torque of the joint at its beginning less that of the one at its end
    T share;                              // of what chain_exact.h adds
    bool exact;                           // a lane has one
    SurfaceContact<T> contact;            // of its end

    // What is shared where particles stand between segments: half of each.
    RINGLET_HD T halves() const { return T(0.5f) * (ratio + ratioBeyond); }
};

// Takes the sweep to a segment; its rest turn. All that is read of it at once, so that a device thread waits for it once.
template <class T, class Tile>
RINGLET_HD Quat<T> enterSegment(const Tile& t, int segment, bool touching, SegmentSweep<T>& at) {
    at.segment = segment;
    at.v = loadVec3<T>(t.velocity, segment + 1);
    at.x = loadVec3<T>(t.position, segment + 1);
    if (touching) at.contact = loadContact<T>(chainContactRow<T>(t, segment));
    return loadQuat<T>(t.restTurn, segment);
}

// Tip to root: eliminates joint after joint, leaving the gains in scratch. `share`: of what chain_exact.h adds; `calm`: of
// its contacts' hardening. Stops where with that the matrix may not be positive definite, and gives less than 0 for these
// lanes: most often that is seen near the tip.
template <class T, class Tile, class Links>
RINGLET_HD_CALL T eliminateChain(const Tile& t, const ElasticSubstep<T>& s, const Links& links, T share, T calm) {
    const int n = t.particles;
    const bool touching = t.colliders->any();
    const T scale = loadRow<T>(t.scale, 0);
    SegmentSweep<T> at{};
    at.share = share;
    at.exact = anyLane(share > T(0));
    at.inverseScale = T(1) / scale;
    at.ratioBeyond = T(0);
    T inverse2 = at.inverseScale * at.inverseScale;
    T bending = s.bendingScale * (inverse2 * inverse2);
    BeyondJoint<T> beyond = nothingBeyond<T>();
    Vec3<T> torqueBeyond{T(0), T(0), T(0)};
    Quat<T> frame = loadQuat<T>(t.frame, n - 2);
    Quat<T> rootFrame = s.before * loadRow4<T>(t.root, 3);
    for (int segment = n - 2; segment >= 0; --segment) {
        at.ratio = loadAt<T>(t.restLength, segment) * at.inverseScale;
        // The joint spans half of each neighbouring segment; the root's, clamped, one half.
        T ratioParent = T(0);
        Quat<T> parent = rootFrame;
        if (segment > 0) {
            ratioParent = loadAt<T>(t.restLength, segment - 1) * at.inverseScale;
            parent = loadQuat<T>(t.frame, segment - 1);
        }
        const Quat<T> restTurn = enterSegment(t, segment, touching, at);
        T stiffness = minimum((bending + bending) / (at.ratio + ratioParent), T(stiffestJoint));
        at.direction = axisZ(frame);
        T squaredError, cosine;
        Vec3<T> torque = scale * jointTorque(parent, frame, restTurn, stiffness, squaredError, cosine);
        at.net = torque - torqueBeyond;
        links.atEnd(beyond, at);
        if (touching)
            contactTerms<Links::hardens>(beyond, s, at.contact, at.x, s.h * at.v - s.move, at.halves(),
                                         links.leastContact(stiffness, torque, at, beyond.pull), crawling, calm);
        links.pass(beyond, at);
        torqueBeyond = torque;
        T inertia = links.leastInertia(beyond.C.xx + beyond.C.yy + beyond.C.zz);
        T softer = T(0);
        if (at.exact) softer = share * (T(1) - cosine);
        T k = minimum(stiffness * (s.frictionScale - softer), T(10 * stiffestJoint)) + inertia;
        if (at.exact) {
            const T firm = select(share > T(0), firmnessOf(plusDiagonal(beyond.C, T(0.5f) * k)), T(1));
            if (anyLane(firm < T(0))) return firm;
        }
        JointGain<T> gain = eliminateJoint(beyond, torque, k, (T(1) - share) * T(spinGuard) * stiffness * squaredError);
        const Vec3<T> half = (T(0.5f) * share * at.inverseScale) * torque;
        if (at.exact) addTorqueCoupling(beyond, gain, k, half);

        float* row = chainRow<T>(t, segment);
        storeGain(row, gain);
        storeRow(row, RowK, k);
        storeRow3(row, RowHalf, half);
        frame = parent;
        at.ratioBeyond = at.ratio;
    }
    return T(1);
}

// The rotation of a segment, from its parent's and the displacement between them.
template <class T, class Tile>
RINGLET_HD Vec3<T> recoverSegment(const Tile& t, int segment, T share, Vec3<T> parentTurn, Vec3<T> dx) {
    const float* row = chainRow<T>(t, segment);
    const JointGain<T> gain = loadGain<T>(row);
    const Vec3<T> turn = recoverRotation(gain, loadRow<T>(row, RowK), parentTurn, dx);
    return anyLane(share > T(0)) ? coupledTurn(gain, loadRow3<T>(row, RowHalf), turn, parentTurn) : turn;
}

// A chain's way through itself, for solveChain(). `share`: of what chain_exact.h adds; none for the rest of the
// substep where that would not be positive definite, or would throw the strand. `calm`: that share as speed gives it, of its
// contacts' hardening. `speed`: of the tile.
template <class T, class Tile, class Links>
struct ChainSolver {
    const Tile& t;
    const ElasticSubstep<T>& s;
    const Links& links;
    T& share;
    T calm, speed;
    static constexpr bool lifts = Links::lifts;
    RINGLET_HD T lift(int segment, T beginning, T end) const { return links.lift(segment, beginning, end); }
    RINGLET_HD float* contact(int segment) const { return chainContactRow<T>(t, segment); }
    RINGLET_HD Vec3<T> recover(int segment, Vec3<T> parentTurn, Vec3<T> dx) const {
        return recoverSegment(t, segment, share, parentTurn, dx);
    }
    RINGLET_HD void eliminate() const {
        for (;;) {
            auto without = eliminateChain(t, s, links, share, calm) < T(0);
            if (!anyLane(without)) without = areThrown(t, s, *this, share, speed);
            if (!anyLane(without)) return;
            share = select(without, T(0), share);
        }
    }
};

// The velocity of a particle at x whose contact is closed, without what of it leaves the surface: that comes of the depth
// that a contact makes good, and would throw hair that lies on the head for good.
template <class T>
RINGLET_HD Vec3<T> heldVelocity(const ChainSubstep<T>& s, const SurfaceContact<T>& contact, Vec3<T> x, Vec3<T> v) {
    const Vec3<T> surface = s.inverseH * (s.move + cross(s.headTurn, x));
    const T leaving = maximum(dot(contact.normal, v - surface), T(0));
    return v - select(isClosed(contact), leaving, T(0)) * contact.normal;
}

// Root to tip: recovers the rotations, turns the segments and places the particles; velocities are displacements.
// Returns a number that is not finite where the strand's state is not. `lower`: buriedRoot().
template <class T, class Tile, class Links>
RINGLET_HD_CALL T placeChain(const Tile& t, const ElasticSubstep<T>& s, const Links& links, T share, T lower) {
    const int n = t.particles;
    const bool touching = t.colliders->any();
    T scale = loadRow<T>(t.scale, 0);
    T inverseScale = T(1) / scale;
    Vec3<T> x = rotate(s.after, loadRow3<T>(t.root, 0));
    Vec3<T> old = loadVec3<T>(t.position, 0);
    Vec3<T> dx = x - old;
    Vec3<T> turn = scale * s.headTurn;
    Vec3<T> v = (dx + s.move) * s.inverseH, linear = v;
    storeVec3(t.position, 0, x);
    storeVec3(t.velocity, 0, v);
    Vec3<T> pushed{T(0), T(0), T(0)};
    T watch = T(0), motion = T(0), foreseen = T(0);
    for (int segment = 0; segment < n - 1; ++segment) {
        T length = loadAt<T>(t.restLength, segment);  // at once, as in enterSegment()
        Quat<T> frame = loadQuat<T>(t.frame, segment);
        old = loadVec3<T>(t.position, segment + 1);
        SurfaceContact<T> contact{};
        if (touching) contact = loadContact<T>(chainContactRow<T>(t, segment));
        turn = recoverSegment(t, segment, share, turn, dx);
        links.placed(segment, turn);
        dx = dx + cross(turn, (length * inverseScale) * axisZ(frame));
        frame = turned(frame, inverseScale * turn);

        const Vec3<T> turnedAxis = axisZ(frame);
        if (touching) {
            const Vec3<T> way = x + length * axisZ(frame) - old;
            contact.before = links.unlifted(segment, contact.before);
            frame = outOfCollider(*t.colliders, s, frame, sweptSegment(s, contact, x, length, old, way, lower), links.deepest(segment), Links::turnsOut);
            lower = lowerBeyond(lower, length);
        }
        x = x + length * axisZ(frame);
        const Vec3<T> vBefore = v, linearBefore = linear;
        v = (x - old + s.move) * s.inverseH;
        linear = (dx + s.move) * s.inverseH;
        if (Links::keepsMomentum) {
            if (touching) pushed = pushed + (length * s.inverseH) * (axisZ(frame) - turnedAxis);
            v = linear + pushed;
            if (touching) v = heldVelocity(s, contact, old, v);
        }
        auto still = dot(v, v) < T(1e-24f);
        storeQuat(t.frame, segment, frame);
        storeVec3(t.position, segment + 1, x);
        storeVec3(t.velocity, segment + 1, select(still, Vec3<T>{T(0), T(0), T(0)}, v));
        watch = watch + dot(v, v) + dot(x, x);
        motion = motion + links.motion(length, vBefore, v);
        foreseen = foreseen + links.motion(length, linearBefore, linear);
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

// One substep of a tile; returns what placeChain() does.
template <class T, class Tile, class Links>
RINGLET_HD T stepChain(const Tile& t, ElasticSubstep<T>& s, const Links& links) {
    const T speed = speedOf<T>(t, s);
    T share = shareOfSpeed(speed);
    const T lower = solveChain<T>(t, s, ChainSolver<T, Tile, Links>{t, s, links, share, share, speed});
    return placeChain(t, s, links, share, lower);
}

// Where one substep would take a tile: tell(segment, way), as eachWay() has it. Beside that, scratch alone is written.
template <class T, class Tile, class Links, class Tell>
RINGLET_HD void foreseeChain(const Tile& t, ElasticSubstep<T>& s, const Links& links, const Tell& tell) {
    const T speed = speedOf<T>(t, s);
    T share = shareOfSpeed(speed);
    const ChainSolver<T, Tile, Links> solver{t, s, links, share, share, speed};
    solveChain<T>(t, s, solver);
    eachWay(t, s, solver, tell);
}

// Puts the lanes that `watch` gives up back to rest, and counts them.
template <class T, class Tile, class Links>
RINGLET_HD void rescueChain(const Tile& t, Quatf headNow, const Links& links, T watch) {
    auto lost = lostLanes(watch);
    if (!anyLane(lost)) return;
    restChain<T>(t, headNow, lost);
    links.atRest(lost);
    countLanes(t.resets, lost);
}

}  // namespace RINGLET_ISA
}  // namespace ringlet
