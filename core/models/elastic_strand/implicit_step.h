// The step over one tile: load, pure functions of chain_math.h, store.
#pragma once

#include "core/models/chain_terms.h"
#include "core/models/elastic_strand/elastic_strand_kernels.h"
#include "core/models/stage_list.h"

namespace ringlet::elastic_strand {
inline namespace RINGLET_ISA {

// A substep's uniform quantities in the number type.
template <class T>
struct ImplicitSubstep : ChainSubstep<T> {
    T bendingScale;          // B h^2 / density
    T frictionScale;         // 1 + tau / h
};

template <class T>
RINGLET_HD ImplicitSubstep<T> prepare(const Substep& s, const Material& m, const ColliderArgs& c) {
    return {chainSubstep<T>(s, m, c), T(m.bending * s.h * s.h), T(1.0f + m.internalFriction / s.h)};
}

// Rows of scratch a particle: of its segment's joint, and of its contact.
enum ImplicitRow : int { RowS = 0, RowSB = 6, RowU = 15, RowK = 18, RowBefore = 19, RowAfter = 20, RowNormal = 21, RowClosed = 24 };

RINGLET_HD float* scratchRow(const StrandTile& t, int segment, int stride) {
    return t.scratch + segment * strandScratchFloats(1) * stride;
}
template <class T>
RINGLET_HD SurfaceContact<T> loadContact(const float* row) {
    return {loadRow<T>(row, RowBefore), loadRow<T>(row, RowAfter), loadRow3<T>(row, RowNormal), loadRow<T>(row, RowClosed)};
}
template <class T>
RINGLET_HD void storeContact(float* row, const SurfaceContact<T>& contact) {
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
RINGLET_HD T findContacts(const StrandTile& t, const ImplicitSubstep<T>& s) {
    T nearest = T(1);
    T fall = T(2) * lengthOf(s.steady - s.move);
    for (int segment = t.particles - 2; segment >= 0; --segment) {
        Vec3<T> coming = s.h * loadVec3<T>(t.velocity, segment + 1) - s.move;
        SurfaceContact<T> contact = lookUp(s, *t.colliders, loadVec3<T>(t.position, segment + 1));
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
RINGLET_HD bool changeContacts(const StrandTile& t, const ImplicitSubstep<T>& s, T nearest) {
    T scale = loadRow<T>(t.scale, 0), inverseScale = T(1) / scale, changed = T(0);
    Vec3<T> dx = rotate(s.after, loadRow3<T>(t.root, 0)) - loadVec3<T>(t.position, 0), turn = scale * s.headTurn;
    for (int segment = 0; segment < t.particles - 1; ++segment) {
        float* row = scratchRow(t, segment, RowStride<T>::value);
        turn = recoverRotation(loadGain<T>(row), loadRow<T>(row, RowK), turn, dx);
        Vec3<T> arm = (loadAt<T>(t.restLength, segment) * inverseScale) * axisZ(loadQuat<T>(t.frame, segment));
        dx = dx + cross(turn, arm);
        SurfaceContact<T> contact = loadContact<T>(row);
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
RINGLET_HD void eliminateStrand(const StrandTile& t, const ImplicitSubstep<T>& s) {
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
        if (touching) contactTerms(beyond, s, loadContact<T>(row), x, s.h * v - s.move, mass, leastContact(stiffness));

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
RINGLET_HD T placeStrand(const StrandTile& t, const ImplicitSubstep<T>& s) {
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
            const SweptSegment<T> placed{x, length, loadRow<T>(row, RowBefore), loadRow<T>(row, RowAfter), moved};
            frame = outOfCollider(*t.colliders, s, frame, placed);
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
RINGLET_HD void restStrand(const StrandTile& t, const Substep& last, M which) {
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
RINGLET_HD void playFrame(const StrandTile& t) {
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

// The step as a device runs it.
struct StrandStages : StageList<StrandFields, StrandArgs, 1> {
    static constexpr const char* name = "elastic-strand";
    template <int stage, class T, class At>
    static RINGLET_HD void run(const At& at, const Args& args, const ColliderArgs& colliders) {
        playFrame<T>(strandTile(at, args, colliders));
    }
};

}  // namespace RINGLET_ISA
}  // namespace ringlet::elastic_strand
