// The step over one tile: load, pure functions of chain_math.h, store.
#pragma once

#include "core/models/chain_exact.h"
#include "core/models/chain_solve.h"
#include "core/models/elastic_strand/elastic_strand_kernels.h"
#include "core/models/stage_list.h"

namespace ringlet::elastic_strand {
inline namespace RINGLET_ISA {

// Friction is viscous below 0.01 mm/s: at five times that, limp strands crept on the head until they let go, seconds
// after it had stopped.
constexpr StickFriction crawling{1e-5f, 50};

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

// Rows of scratch a segment: of the joint at its beginning, and of the contact at its end.
enum StrandRow : int { RowK = gainRows, RowHalf = RowK + 1, RowContact = RowHalf + 3 };
static_assert(strandScratchFloats(1) == RowContact + contactRows, "a row each");

template <class T>
RINGLET_HD float* scratchRow(const StrandTile& t, int segment) {
    return t.scratch + segment * strandScratchFloats(1) * RowStride<T>::value;
}
template <class T>
RINGLET_HD float* contactRow(const StrandTile& t, int segment) {
    return scratchRow<T>(t, segment) + RowContact * RowStride<T>::value;
}

// The share that strands get of what chain_exact.h adds.
template <class T>
RINGLET_HD T shareOfSlowStrand(const StrandTile& t, const ImplicitSubstep<T>& s) {
    T fastest = T(0);
    for (int p = 1; p < t.particles; ++p) {
        const Vec3<T> way = s.h * loadVec3<T>(t.velocity, p) - s.move - cross(s.headTurn, loadVec3<T>(t.position, p));
        fastest = maximum(fastest, dot(way, way));
    }
    return shareOfSpeed(squareRoot(fastest) * s.inverseH);
}

// Tip to root: eliminates joint after joint, leaving the gains in scratch. `share`: of what chain_exact.h adds. Gives less
// than 0 where with that the matrix may not be positive definite.
template <class T>
RINGLET_HD T eliminateStrand(const StrandTile& t, const ImplicitSubstep<T>& s, T share) {
    const bool exact = anyLane(share > T(0));
    T firm = T(1);
    const int n = t.particles;
    const bool touching = t.colliders->any();
    T scale = loadRow<T>(t.scale, 0);
    T inverseScale = T(1) / scale;
    T inverse2 = inverseScale * inverseScale;
    T bending = s.bendingScale * (inverse2 * inverse2);
    BeyondJoint<T> beyond = nothingBeyond<T>();
    T ratioBeyond = T(0);
    Vec3<T> torqueBeyond{T(0), T(0), T(0)};
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
        float* row = scratchRow<T>(t, segment);
        if (touching)
            contactTerms(beyond, s, loadContact<T>(contactRow<T>(t, segment)), x, s.h * v - s.move, mass,
                         leastContact(stiffness), crawling);

        shiftAlongSegment(beyond, axisZ(frame), ratio, inverseScale);
        T squaredError;
        Vec3<T> torque = scale * jointTorque(parent, frame, loadQuat<T>(t.restTurn, segment), stiffness, squaredError);
        if (exact) addShearAndCompression(beyond, axisZ(frame), ratio, inverseScale, torque - torqueBeyond, share);
        torqueBeyond = torque;
        T inertia = maximum(T(spinInertia), T(relativeInertia) * (beyond.C.xx + beyond.C.yy + beyond.C.zz));
        T softer = T(0);
        if (exact) softer = share * (T(1) - squareRoot(maximum(T(1) - squaredError, T(0))));
        T k = minimum(stiffness * (s.frictionScale - softer), T(10 * stiffestJoint)) + inertia;
        if (exact) firm = minimum(firm, firmnessOf(plusDiagonal(beyond.C, T(0.5f) * k)));
        JointGain<T> gain = eliminateJoint(beyond, torque, k, (T(1) - share) * T(spinGuard) * stiffness * squaredError);
        const Vec3<T> half = (T(0.5f) * share * inverseScale) * torque;
        if (exact) addTorqueCoupling(beyond, gain, k, half);

        storeGain(row, gain);
        storeRow(row, RowK, k);
        storeRow3(row, RowHalf, half);
        frame = parent;
        ratioBeyond = ratio;
    }
    return firm;
}

// The rotation of a segment, from its parent's and the displacement between them.
template <class T>
RINGLET_HD Vec3<T> recoverSegment(const StrandTile& t, int segment, T share, Vec3<T> parentTurn, Vec3<T> dx) {
    const float* row = scratchRow<T>(t, segment);
    const JointGain<T> gain = loadGain<T>(row);
    const Vec3<T> turn = recoverRotation(gain, loadRow<T>(row, RowK), parentTurn, dx);
    return anyLane(share > T(0)) ? coupledTurn(gain, loadRow3<T>(row, RowHalf), turn, parentTurn) : turn;
}

// Root to tip: recovers the rotations, turns the segments and places the
// particles; velocities are displacements. Returns a number that is not finite
// where the strand's state is not.
template <class T>
RINGLET_HD T placeStrand(const StrandTile& t, const ImplicitSubstep<T>& s, T share) {
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
        turn = recoverSegment(t, segment, share, turn, dx);
        T length = loadAt<T>(t.restLength, segment);
        Quat<T> frame = loadQuat<T>(t.frame, segment);
        dx = dx + cross(turn, (length * inverseScale) * axisZ(frame));
        frame = turned(frame, inverseScale * turn);

        old = loadVec3<T>(t.position, segment + 1);
        if (touching) {
            T moved = lengthOf(x + length * axisZ(frame) - old);
            const SurfaceContact<T> contact = loadContact<T>(contactRow<T>(t, segment));
            const SweptSegment<T> placed{x, length, contact.before, contact.after, moved};
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

// The strand's way through its chain, for solveChain(). `share`: of what chain_exact.h adds; none for the rest of the
// substep where that would not be positive definite.
template <class T>
struct StrandSolver {
    const StrandTile& t;
    const ImplicitSubstep<T>& s;
    T& share;
    RINGLET_HD float* contact(int segment) const { return contactRow<T>(t, segment); }
    RINGLET_HD Vec3<T> recover(int segment, Vec3<T> parentTurn, Vec3<T> dx) const {
        return recoverSegment(t, segment, share, parentTurn, dx);
    }
    RINGLET_HD void eliminate() const {
        const auto soft = eliminateStrand(t, s, share) < T(0);
        if (!anyLane(soft)) return;
        share = select(soft, T(0), share);
        eliminateStrand(t, s, share);
    }
};

// One tile through all substeps of a frame.
template <class T>
RINGLET_HD void playFrame(const StrandTile& t) {
    T watch = T(0);
    for (int i = 0; i < t.substeps; ++i) {
        ImplicitSubstep<T> s = prepare<T>(t.substep[i], t.material, *t.colliders);
        T share = shareOfSlowStrand<T>(t, s);
        solveChain<T>(t, s, StrandSolver<T>{t, s, share});
        watch = watch + placeStrand(t, s, share);
    }
    auto lost = lostLanes(watch);
    if (anyLane(lost)) {
        restChain<T>(t, t.substep[t.substeps - 1].headAfter, lost);
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
