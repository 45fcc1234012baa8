// The default step: that of chain_step.h with rigid rods for segments. It is the limit of linear springs without end of
// stiffness, whose 6 x 6 blocks the elimination takes in two times three: the joint's place, which then is its parent's, and
// its rotation.
#pragma once

#include "core/models/chain_step.h"
#include "core/models/hold_terms.h"
#include "core/models/rigid_chain/rigid_chain_kernels.h"
#include "core/models/cylinders/cylinder_load.h"
#include "core/models/rigid_chain/rigid_link.h"
#include "core/models/stage_list.h"

namespace ringlet::rigid_chain {
inline namespace RINGLET_ISA {

// What segments' ends may stay inside of, m: less than the 0.2 mm that can be seen.
constexpr float deepestEnd = 1e-4f, pressedEnd = 3e-5f;  // and what they may be pressed by
// What their middles may stay inside of beyond that, m. Where the body bulges into a segment by more, its end is lifted off, by
// this share of the segment's length at most.
constexpr float deepestMiddle = 5e-5f, mostLifted = 0.125f;
// The part of what is turned beyond a joint that holds it at least, so that its matrix can be inverted in float.
constexpr float leastRelativeInertia = 1e-6f;
// Scaled stiffnesses of contacts beyond this would leave too little of float to what is soft beside them.
constexpr float stiffestPressed = 1e6f;

// Half a segment without mass, from its end on.
template <class T>
RINGLET_HD_CALL void passHalf(BeyondJoint<T>& beyond, const SegmentSweep<T>& at, Vec3<T> net) {
    const T half = T(0.5f) * at.ratio;
    shiftAlongSegment(beyond, at.direction, half, at.inverseScale);
    if (at.exact) addShearAndCompression(beyond, at.direction, half, at.inverseScale, net, at.share);
}

// How a segment turns across itself, by the velocities of its ends, rad/s.
template <class T>
RINGLET_HD Vec3<T> turningAcross(const RigidTile& t, int segment, Vec3<T> direction) {
    const Vec3<T> apart = loadVec3<T>(t.velocity, segment + 1) - loadVec3<T>(t.velocity, segment);
    return (T(1) / loadAt<T>(t.restLength, segment)) * cross(direction, apart);
}

// Behind the chain's rows: what the middle of a segment moves beside a straight line in the substep, m, where all segments
// go on turning as they do. Turns are Cayley's: a segment's end goes back by no more than twice its length however fast it turns.
// The square of the turn, which has no bound, would drive limp chains of short segments to and fro in steady wind for good.
template <class T>
RINGLET_HD float* swingRow(const RigidTile& t, int segment) {
    return t.scratch + (chainScratchFloats * t.particles + 3 * segment) * RowStride<T>::value;
}
// Behind those: how far segments' ends are lifted off the body, m.
template <class T>
RINGLET_HD float* liftRow(const RigidTile& t, int segment) {
    return t.scratch + ((chainScratchFloats + 3) * t.particles + segment) * RowStride<T>::value;
}
template <class T>
RINGLET_HD void foreseeSwings(const RigidTile& t, const ElasticSubstep<T>& s) {
    Vec3<T> way{T(0), T(0), T(0)};
    for (int segment = 0; segment < t.particles - 1; ++segment) {
        const Vec3<T> d = axisZ(loadQuat<T>(t.frame, segment)), w = turningAcross(t, segment, d);
        const T square = s.h * s.h * dot(w, w);
        const Vec3<T> half = (T(-0.5f) * loadAt<T>(t.restLength, segment) * square / (T(1) + T(0.25f) * square)) * d;
        storeRow3(swingRow<T>(t, segment), 0, way + half);
        way = way + half + half;
    }
}

// Segments as rigid rods: positions and velocities of their ends say how they move, but for their spin.
template <class T>
struct RigidLinks {
    static constexpr bool keepsMomentum = true, hardens = false, lifts = true;
    static constexpr int turnsOut = 6;
    const RigidTile& t;
    const ElasticSubstep<T>& s;

    RINGLET_HD void atEnd(BeyondJoint<T>& beyond, const SegmentSweep<T>& at) const {
        if (t.loads != nullptr) cylinders::addLoad(beyond, t, at.segment, at.inverseScale);
        if (t.holds.any) holdEnd(beyond, heldWay(t, s, t.holds, at.segment));
    }

    RINGLET_HD void pass(BeyondJoint<T>& beyond, const SegmentSweep<T>& at) const {
        const Vec3<T> none{T(0), T(0), T(0)}, d = at.direction, v = T(0.5f) * (loadVec3<T>(t.velocity, at.segment) + at.v);
        const T scale = loadRow<T>(t.scale, 0), length = at.ratio * scale, spin = loadAt<T>(t.spin, at.segment);
        passHalf(beyond, at, none);
        freeTerms(beyond, s, at.x - (T(0.5f) * length) * d, v, at.ratio);
        // Tension is of what forces it away from its own motion.
        beyond.pull = beyond.pull - at.ratio * (s.h * v - s.move + loadRow3<T>(swingRow<T>(t, at.segment), 0));
        const LinkInertia<T> inertia = linkInertia(at.ratio, T(t.material.radius) * at.inverseScale, d);
        // Its ends take the segment's turning across itself along a great circle: what of its angular momentum would
        // be left behind by the spin goes into that.
        const Vec3<T> free = precessed(turningAcross(t, at.segment, d), d, inertia.along / inertia.across * spin * s.h);
        turningTerms(beyond.C, beyond.c, s, inertia, scale, free + spin * d);
        if (t.holds.any) holdFrame(beyond, heldWay(t, s, t.holds, at.segment), scale);
        passHalf(beyond, at, at.net);
    }

    // Segments have inertia of their own: what rounding asks for is enough.
    RINGLET_HD T leastInertia(T trace) const { return T(leastRelativeInertia) * trace; }
    // What the joints at a segment's two ends and the strand beyond may press into a surface stops at a part of the depth from
    // which segments are turned out of it, or joints and turns would drive a strand round for good.
    RINGLET_HD T leastContact(T stiffness, Vec3<T> torque, const SegmentSweep<T>& at, Vec3<T>) const {
        T force = (T(2) * lengthOf(torque) + lengthOf(at.net)) / at.ratio;
        if (t.loads != nullptr) force = force + cylinders::pressOf(t, at.segment, at.inverseScale, s.h * at.v - s.move);
        return maximum(ringlet::leastContact(stiffness), minimum(T(1 / pressedEnd) * force, T(stiffestPressed)));
    }

    // The root's segment stands in the scalp. Beside it, where both ends are near, the body may reach the middle. Switched on
    // at once as the farther end comes near, this would drive segments to and fro for good: it fades.
    RINGLET_HD T lift(int segment, T beginning, T end) const {
        const T length = loadAt<T>(t.restLength, segment);
        T by = T(0);
        const T near = clamped(T(2) - T(4) * maximum(beginning, end) / length, T(0), T(1));
        if (segment > 0 && anyLane(near > T(0))) {
            const Vec3<T> half = (T(0.5f) * length) * axisZ(loadQuat<T>(t.frame, segment));
            const T middle = nearestCollider(*t.colliders, s.before, loadVec3<T>(t.position, segment + 1) - half).distance;
            const T bulge = T(0.5f) * (beginning + end) - middle;
            by = near * clamped(bulge - T(deepestMiddle), T(0), T(mostLifted) * length);
        }
        storeRow(liftRow<T>(t, segment), 0, by);
        return by;
    }
    RINGLET_HD T unlifted(int segment, T distance) const { return distance + loadRow<T>(liftRow<T>(t, segment), 0); }
    RINGLET_HD T deepest(int segment) const { return T(deepestEnd) - loadRow<T>(liftRow<T>(t, segment), 0); }

    RINGLET_HD T motion(T length, Vec3<T> before, Vec3<T> v) const {
        return (T(1.0f / 3) * length) * (dot(v, v) + dot(before, before) + dot(v, before));
    }

    RINGLET_HD void placed(int segment, Vec3<T> turn) const {
        const T by = dot(turn, axisZ(loadQuat<T>(t.frame, segment))) * s.inverseH / loadRow<T>(t.scale, 0);
        storeAt(t.spin, segment, 0, select(absolute(by) < T(1e-12f), T(0), by));
    }

    template <class M>
    RINGLET_HD void atRest(M which) const {
        for (int i = 0; i < t.particles - 1; ++i) storeAt(t.spin, i, 0, select(which, T(0), loadAt<T>(t.spin, i)));
    }
};

// The stiffest scaled contact. A contact is lifted by how the surface bulges under the segment, and keeps its normal meanwhile: friction of a
// stiffer one fades as that changes, and the segment slides for good.
constexpr float stiffestLifted = 400;
template <class T>
RINGLET_HD ElasticSubstep<T> rigidSubstepOf(const RigidTile& t) {
    ElasticSubstep<T> s = elasticSubstep<T>(t.substep, t.material, *t.colliders);
    s.contactScale = minimum(s.contactScale, T(stiffestLifted));
    return s;
}

template <class T>
RINGLET_HD_CALL void rigidSubstep(const RigidTile& t) {
    ElasticSubstep<T> s = rigidSubstepOf<T>(t);
    const RigidLinks<T> links{t, s};
    foreseeSwings(t, s);
    rescueChain(t, t.substep.headAfter, links, stepChain<T>(t, s, links));
}

// Where wisps that meet would go in it.
template <class T>
RINGLET_HD_CALL void foreseeSubstep(const RigidTile& t) {
    ElasticSubstep<T> s = rigidSubstepOf<T>(t);
    const RigidLinks<T> links{t, s};
    foreseeSwings(t, s);
    foreseeChain(t, s, links, [&](int segment, Vec3<T> way) { cylinders::tellWay(t, segment, way); });
}

// The step as a device runs it.
struct DefaultStages : StageList<DefaultFields, RigidArgs, 2> {
    static constexpr const char* name = "rigid-chain default";
    template <int stage, class T, class At>
    static RINGLET_HD void run(const At& at, const Args& args, const ColliderArgs& colliders) {
        const RigidTile tile = defaultTile(at, args, colliders);
        if constexpr (stage == ForeseeStage) foreseeSubstep<T>(tile);
        else rigidSubstep<T>(tile);
    }
};

}  // namespace RINGLET_ISA
}  // namespace ringlet::rigid_chain
