// The default step over one tile: one linearly implicit Euler step of an inextensible discrete elastic rod, solved
// along the strand as chain_math.h says, with the joints of rod_joint.h. Twist has no inertia of its own: each step
// brings it to where it costs least (quasi-static, Bergou 2008, 5.1).
#pragma once

#include "core/models/discrete_rod/rod_sweep.h"
#include "core/models/stage_list.h"

namespace ringlet::discrete_rod {
inline namespace RINGLET_ISA {

// Of a joint's energy in float, what rounding of its frames may make of it: in proportion to its torque, and the least. And of a way, over
// how far its two places are from the head's origin: what weight makes of that would brake slow hair in every substep.
constexpr float roundingOfTurn = 1e-6f, roundingOfJoint = 1e-13f, roundingOfWay = 1.2e-7f;

// What a placement makes of energy, m^2 of a mean segment's mass: of motion, of the
// motion that the linear problem's solution has, and what else is left for it.
template <class T>
struct RodBalance {
    T motion, foreseen, left;
};

// A segment's frame and its parent's as they are placed, how it lay before, and the turns that were solved for.
template <class T>
struct PlacedSegment {
    Quat<T> parent, frame;
    Vec3<T> old, parentTurn, turn;
};

// What the quadratic energy of slow strands has less, of shear and of a joint's torque.
template <class T>
RINGLET_HD T foreseenShare(const RodTile& t, const RodSubstep<T>& s, int segment, const PlacedSegment<T>& at) {
    if (!anyLane(s.share > T(0))) return T(0);
    const T half = T(0.5f) * s.share / loadRow<T>(t.scale, 0);
    const Vec3<T> gradient = loadRow3<T>(rodRow<T>(t, segment), RowGradient);
    const Vec3<T> net = gradient - gradientBeyond<T>(t, segment);
    return half * (dot(gradient, cross(at.parentTurn, at.turn)) + dot(cross(net, at.old), at.turn) * dot(at.turn, at.old));
}

// A segment's part of what is left: what the quadratic energy foresaw of its joint and of its tension, less what its
// joint now has.
template <class T>
RINGLET_HD T segmentSurplus(const RodTile& t, const RodSubstep<T>& s, int segment, const PlacedSegment<T>& at) {
    const T scale = loadRow<T>(t.scale, 0), square = scale * scale, half = T(0.5f);
    const Quat<T> rest = loadQuat<T>(t.restTurn, segment);
    const JointStiffness<T> k = stiffnessOf(s, overJoint(t, segment, T(1) / scale), rest);
    const float* row = rodRow<T>(t, segment);
    const T energy = quarterEnergy(at.parent, at.frame, rest, k);
    const Vec3<T> gradient = loadRow3<T>(row, RowGradient), turn = at.turn - at.parentTurn;
    const T along = dot(at.turn, at.old);
    const T foreseen = dot(turn, gradient) + half * dot(turn, loadSym<T>(row, RowK) * turn) +
                       half * loadRow<T>(row, RowTension) * (dot(at.turn, at.turn) - along * along) -
                       foreseenShare(t, s, segment, at);
    const T rounding = T(roundingOfTurn) * scale * lengthOf(gradient) + T(roundingOfJoint) * loadRow<T>(row, RowFirm) * square;
    return foreseen - square * (energy - loadRow<T>(row, RowEnergy)) + rounding;
}

// A strand on its way from root to tip: at a particle where it is and was, its displacement in the linear problem, and
// the turn and frame of the segment before. `watch` is not finite where the strand's state is not.
template <class T>
struct RodPlacing {
    Vec3<T> x, old, dx, turn;
    Quat<T> parent;
    T length, watch;    // of the segment that comes, m
    T lower;            // by how much surfaces lie lower where it begins, m
    RodBalance<T> balance;
};

template <class T>
RINGLET_HD RodPlacing<T> placeRoot(const RodTile& t, const RodSubstep<T>& s, T lower) {
    RodPlacing<T> at;
    at.x = rotate(s.after, loadRow3<T>(t.root, 0));
    at.old = loadVec3<T>(t.position, 0);
    at.dx = at.x - at.old;
    at.turn = loadRow<T>(t.scale, 0) * s.headTurn;
    at.parent = rootFrame(t, s.after);
    at.length = loadAt<T>(t.restLength, 0);
    at.watch = T(0);
    at.lower = lower;
    at.balance = {T(0), T(0), T(0)};
    storeVec3(t.position, 0, at.x);
    storeVec3(t.velocity, 0, (at.dx + s.move) * s.inverseH);
    return at;
}

// Turns a segment by `turn` and places the particle that it ends in; velocities are displacements.
template <class T>
RINGLET_HD void placeSegment(const RodTile& t, const RodSubstep<T>& s, int segment, Vec3<T> turn, RodPlacing<T>& at) {
    const T inverseScale = T(1) / loadRow<T>(t.scale, 0), half = T(0.5f);
    const Vec3<T> parentTurn = at.turn;
    Quat<T> frame = loadQuat<T>(t.frame, segment);
    const Vec3<T> direction = axisZ(frame);
    at.turn = turn;
    at.dx = at.dx + cross(turn, (at.length * inverseScale) * direction);
    frame = turned(frame, inverseScale * turn);
    const Quat<T> solved = frame;  // before the collider turns it: what that does is no error of the linear problem

    at.old = loadVec3<T>(t.position, segment + 1);
    if (t.colliders->any()) {
        const Vec3<T> way = at.x + at.length * axisZ(frame) - at.old;
        const SurfaceContact<T> contact = loadContact<T>(contactRow<T>(t, segment));
        frame = outOfCollider(*t.colliders, s, frame, sweptSegment(s, contact, at.x, at.length, at.old, way, at.lower));
        at.lower = lowerBeyond(at.lower, at.length);
    }
    at.x = at.x + at.length * axisZ(frame);
    const Vec3<T> way = at.x - at.old + s.move, linear = at.dx + s.move, v = way * s.inverseH, fall = s.move - s.steady;
    const Vec3<T> slowed = linear - s.h * loadVec3<T>(t.velocity, segment + 1);
    auto still = dot(v, v) < T(1e-24f);
    storeQuat(t.frame, segment, frame);
    storeVec3(t.position, segment + 1, at.x);
    storeVec3(t.velocity, segment + 1, select(still, Vec3<T>{T(0), T(0), T(0)}, v));
    at.watch = at.watch + dot(v, v) + dot(at.x, at.x);
    const T next = segment + 2 < t.particles ? loadAt<T>(t.restLength, segment + 1) : T(0);
    const T mass = half * (at.length + next) * inverseScale;
    at.balance.motion = at.balance.motion + half * mass * dot(way, way);
    at.balance.foreseen = at.balance.foreseen + half * mass * dot(linear, linear);
    at.balance.left = at.balance.left + half * mass * dot(slowed, slowed) + mass * dot(fall, way - linear) +
                      mass * (T(roundingOfWay) * lengthOf(at.x)) * lengthOf(fall) + segmentSurplus(t, s, segment, {at.parent, solved, direction, parentTurn, turn});
    at.parent = solved;
    at.length = next;
}

// The solution of the linear problem loses m |dx - h v|^2 / 2 of the energy that was there. Where turning segments
// exactly left more than there was, in motion, height or bends, the excess is taken from the strand's velocities, or
// from those of both rims of a wisp.
template <class T>
RINGLET_HD void takeExcess(const RodTile& t, const RodBalance<T>& balance) {
    const T allowed = balance.foreseen + minimum(balance.left, T(0));
    auto excess = balance.motion > allowed;
    if (!anyLane(excess)) return;
    const T left = maximum(allowed, T(0)) / maximum(balance.motion, T(1e-30f));
    const T slow = select(excess, squareRoot(left), T(1));
    for (int p = 1; p < t.particles; ++p) storeVec3(t.velocity, p, slow * loadVec3<T>(t.velocity, p));
}

// A segment's turn, from its parent's and the displacement between.
template <class T>
RINGLET_HD Vec3<T> recoverSegment(const RodTile& t, const RodSubstep<T>& s, int segment, Vec3<T> parentTurn, Vec3<T> dx) {
    const float* row = rodRow<T>(t, segment);
    const Vec3<T> half = jointCoupling(s, T(1) / loadRow<T>(t.scale, 0), row);
    return recoverRodTurn(loadGain<T>(row), loadSym<T>(row, RowK), half, parentTurn, dx);
}

// Root to tip: recovers the rotations, turns the segments and places the particles.
// Returns a number that is not finite where the strand's state is not.
template <class T>
RINGLET_HD T placeStrand(const RodTile& t, const RodSubstep<T>& s, T lower) {
    RodPlacing<T> at = placeRoot(t, s, lower);
    for (int segment = 0; segment < t.particles - 1; ++segment) {
        placeSegment(t, s, segment, recoverSegment(t, s, segment, at.turn, at.dx), at);
    }
    takeExcess(t, at.balance);
    return at.watch;
}

// The rod's way through its chain, for solveChain(). Strands for which the whole second derivative would not be positive
// definite do without for the rest of the substep.
template <class T>
struct RodSolver {
    const RodTile& t;
    RodSubstep<T>& s;
    static constexpr bool lifts = false;
    RINGLET_HD float* contact(int segment) const { return contactRow<T>(t, segment); }
    RINGLET_HD Vec3<T> recover(int segment, Vec3<T> parentTurn, Vec3<T> dx) const {
        return recoverSegment(t, s, segment, parentTurn, dx);
    }
    RINGLET_HD void eliminate() const {
        for (;;) {
            auto without = eliminateStrand(t, s) < T(0);
            if (!anyLane(without)) without = areThrown(t, s, *this, s.share, s.speed);
            s.known = !anyLane(without);
            if (s.known) return;
            s.share = select(without, T(0), s.share);
        }
    }
};

template <class T>
RINGLET_HD NearContacts<T> keptContacts(const RodTile& t) {
    const Vec3<T> kept = loadRow3<T>(toldRow<T>(t, 0), KeptContact);
    return {kept.x, kept.y, kept.z};
}

// Which contacts are near as the substep begins. The solution that is told of leaves them, as it has closed them, to the one after.
template <class T>
RINGLET_HD NearContacts<T> contactsOf(const RodTile& t, RodSubstep<T>& s) {
    if (!t.colliders->any()) return {};
    if (t.told != nullptr && !t.tells) return keptContacts<T>(t);
    const NearContacts<T> near = findContacts(t, s, RodSolver<T>{t, s});
    if (t.tells) storeRow3(toldRow<T>(t, 0), KeptContact, Vec3<T>{near.last, near.distance, near.buried});
    return near;
}

// Where the solution takes the particles, those beyond a contact that closes from where that lets it go (changeContact()).
// `last`: of contactsOf().
template <class T>
RINGLET_HD void tellWays(const RodTile& t, const RodSubstep<T>& s, const RodSolver<T>& solver, T last) {
    tellWay(t, 0, rotate(s.after, loadRow3<T>(t.root, 0)) - loadVec3<T>(t.position, 0));
    eachWay(t, s, solver, [&](int segment, Vec3<T>& way) {
        tellWay(t, segment + 1, way);
        if (t.colliders->any()) changeContact(contactRow<T>(t, segment), beyondLast(segment, last), way);
    });
}

template <class T>
RINGLET_HD_CALL void implicitSubstep(const RodTile& t) {
    RodSubstep<T> s = rodSubstep<T>(t);
    s.speed = speedOf<T>(t, s);
    s.share = shareOfSpeed(s.speed);
    const NearContacts<T> near = contactsOf(t, s);
    const RodSolver<T> solver{t, s};
    if (t.tells) {
        clingWhereNear(s, near.distance);
        solver.eliminate();
        return tellWays(t, s, solver, near.last);
    }
    solveChain<T>(t, s, solver, near);
    auto lost = lostLanes(placeStrand(t, s, near.buried));
    if (!anyLane(lost)) return;
    restChain<T>(t, t.substep.headAfter, lost);
    countLanes(t.resets, lost);
}

// The step as a device runs it.
struct ImplicitStages : StageList<ImplicitFields, RodArgs, 1> {
    static constexpr const char* name = "discrete-rod default";
    template <int stage, class T, class At>
    static RINGLET_HD void run(const At& at, const Args& args, const ColliderArgs& colliders) {
        implicitSubstep<T>(implicitTile(at, args, colliders));
    }
};

}  // namespace RINGLET_ISA
}  // namespace ringlet::discrete_rod
