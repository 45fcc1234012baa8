// The default step's sweep from tip to root: a rod's joints and what acts on its particles, eliminated joint after joint.
#pragma once

#include "core/models/chain_exact.h"
#include "core/models/chain_solve.h"
#include "core/models/discrete_rod/discrete_rod_kernels.h"
#include "core/models/discrete_rod/rod_joint.h"
#include "core/models/discrete_rod/rod_rows.h"

namespace ringlet::discrete_rod {
inline namespace RINGLET_ISA {

// The energy's second derivative has indefinite parts, of its torque times the product of two turns. So much of the
// torque bounds them from above; without, soft curls on a head drive themselves.
constexpr float torqueBound = 2;
// Scaled stiffnesses of contacts beyond this would leave too little of float to what is soft beside them.
constexpr float stiffestPressed = 1e5f;
// And of the contact stiffness that is asked for: stiffer ones, which do not harden, drove hair on the head for good.
constexpr float stiffestFirst = 2e3f;

template <class T>
struct RodSubstep : ChainSubstep<T> {
    JointStiffness<T> stiffness;  // h^2 over the linear density
    T dissipation;                // h over the linear density
    T share;                      // of the whole second derivative (chain_exact.h)
    T speed;                      // of the tile or, of a wisp, of both rims
    bool known;                   // the joints' terms are in scratch: no solution of a substep changes them
};

template <class T>
RINGLET_HD RodSubstep<T> rodSubstep(const RodTile& t) {
    const Material& m = t.material;
    const float h = t.substep.h, square = h * h;
    RodSubstep<T> s{chainSubstep<T>(t.substep, m, *t.colliders),
                    {T(m.bend1 * square), T(m.bend2 * square), T(m.twist * square)}, T(m.dissipation * h), T(0), T(0), false};
    s.contactScale = minimum(s.contactScale, T(stiffestFirst));
    // Others are told what hangs at a strand, of which clinging would be most: it moved wisps that lie in others.
    s.clings = T(t.tells ? 0.0f : 1.0f);
    return s;
}

// Segment -1's frame, of the root, the head turned by `head`.
template <class T>
RINGLET_HD Quat<T> rootFrame(const RodTile& t, Quat<T> head) { return head * loadRow4<T>(t.root, 3); }

// What a joint's stiffness is divided by, in the strand's units. It spans half of each neighbouring segment; the
// root's, clamped, one half.
template <class T>
RINGLET_HD T overJoint(const RodTile& t, int segment, T inverseScale) {
    const T inverse2 = inverseScale * inverseScale;
    const T ratio = loadAt<T>(t.restLength, segment) * inverseScale;
    const T ratioParent = segment > 0 ? loadAt<T>(t.restLength, segment - 1) * inverseScale : T(0);
    return T(2) * (inverse2 * inverse2) / (ratio + ratioParent);
}
template <class T>
RINGLET_HD JointStiffness<T> stiffnessOf(const RodSubstep<T>& s, T over, Quat<T> restTurn) {
    const T most = T(stiffestJoint);
    return curledStiffness({minimum(s.stiffness.bend1 * over, most), minimum(s.stiffness.bend2 * over, most),
                            minimum(s.stiffness.twist * over, most)}, restTurn);
}

// The least stiffness of a contact: what the joint's torque presses into the surface stops at a tenth of the depth from
// which segments are turned out of it, or joints and turns would drive a strand round for good.
template <class T>
RINGLET_HD T leastContact(const JointStiffness<T>& k, Vec3<T> gradient, T ratio) {
    const T pressed = lengthOf(gradient) / (T(0.1f * contactSlack) * ratio);
    return maximum(ringlet::leastContact(maximum(k.bend1, k.bend2)), minimum(pressed, T(stiffestPressed)));
}

// A sweep from tip to root at a segment: the segment, its joint, and the internal friction of that.
template <class T>
struct RodSweep {
    T scale, inverseScale;
    Quat<T> frame, parent;
    T ratio, ratioBeyond, viscous;
    JointTerms<T> joint;
    T reserve;                  // half of the least stiffness that the joint has
};
template <class T>
RINGLET_HD RodSweep<T> sweepFromTip(const RodTile& t) {
    RodSweep<T> at;
    at.scale = loadRow<T>(t.scale, 0);
    at.inverseScale = T(1) / at.scale;
    at.frame = loadQuat<T>(t.frame, t.particles - 2);
    at.ratioBeyond = T(0);
    return at;
}

// The joint at the segment's beginning, and what it keeps in scratch.
template <class T>
RINGLET_HD void enterJoint(const RodTile& t, const RodSubstep<T>& s, int segment, RodSweep<T>& at) {
    float* row = rodRow<T>(t, segment);
    if (s.known) {
        at.joint.gradient = loadRow3<T>(row, RowGradient);
        at.joint.K = loadSym<T>(row, RowJoint);
        at.joint.soft = loadRow<T>(row, RowSoft);
        at.viscous = loadRow<T>(row, RowViscous);
        return;
    }
    const T over = overJoint(t, segment, at.inverseScale);
    const Quat<T> rest = loadQuat<T>(t.restTurn, segment);
    at.joint = quarterJoint(at.parent, at.frame, rest, stiffnessOf(s, over, rest), at.scale, s.share);
    at.viscous = minimum(s.dissipation * over, T(stiffestJoint));
    storeRow3(row, RowGradient, at.joint.gradient);
    storeRow(row, RowEnergy, at.joint.energy);
    storeRow(row, RowFirm, at.joint.firm);
    storeSym(row, RowJoint, at.joint.K);
    storeRow(row, RowSoft, at.joint.soft);
    storeRow(row, RowViscous, at.viscous);
}

// Takes the sweep to a segment: its joint, and the terms of the particle that it ends in.
template <class T>
RINGLET_HD void enterSegment(const RodTile& t, const RodSubstep<T>& s, int segment, RodSweep<T>& at, BeyondJoint<T>& beyond) {
    at.ratio = loadAt<T>(t.restLength, segment) * at.inverseScale;
    at.parent = segment > 0 ? loadQuat<T>(t.frame, segment - 1) : rootFrame(t, s.before);
    enterJoint(t, s, segment, at);
    const T mass = T(0.5f) * (at.ratio + at.ratioBeyond);
    const Vec3<T> v = loadVec3<T>(t.velocity, segment + 1), x = loadVec3<T>(t.position, segment + 1);
    freeTerms(beyond, s, x, v, mass);
    if (t.colliders->any()) {
        const SurfaceContact<T> contact = loadContact<T>(contactRow<T>(t, segment));
        if (anyLane(isClosed(contact))) {
            const JointStiffness<T> k = stiffnessOf(s, overJoint(t, segment, at.inverseScale), loadQuat<T>(t.restTurn, segment));
            contactTerms(beyond, s, contact, x, s.h * v - s.move, mass, leastContact(k, at.joint.gradient, at.ratio));
        }
    }
    if (t.told != nullptr) meetOthers(t, segment + 1, at.scale, beyond);
}

// The gradient of the joint at a segment's end.
template <class T>
RINGLET_HD Vec3<T> gradientBeyond(const RodTile& t, int segment) {
    if (segment + 2 == t.particles) return {T(0), T(0), T(0)};
    return loadRow3<T>(rodRow<T>(t, segment + 1), RowGradient);
}

// From the segment's end to its beginning.
template <class T>
RINGLET_HD void passSegment(const RodTile& t, const RodSubstep<T>& s, int segment, RodSweep<T>& at, BeyondJoint<T>& beyond) {
    const Vec3<T> direction = axisZ(at.frame);
    const T pull = dot(beyond.pull, direction), tension = maximum(pull, T(0)) + s.share * minimum(pull, T(0));
    storeRow(rodRow<T>(t, segment), RowTension, tension * at.ratio * at.inverseScale);
    shiftAlongSegment(beyond, direction, at.ratio, at.inverseScale);
    if (anyLane(s.share > T(0)))
        addShearAndCompression(beyond, direction, at.ratio, at.inverseScale, at.joint.gradient - gradientBeyond<T>(t, segment), s.share);
    at.frame = at.parent;
    at.ratioBeyond = at.ratio;
}

// The joint at the segment's beginning into scratch; its matrix in the quadratic form.
template <class T>
RINGLET_HD Sym3<T> storeJoint(float* row, const RodSubstep<T>& s, RodSweep<T>& at, const BeyondJoint<T>& beyond) {
    const T inertia = maximum(T(spinInertia), T(relativeInertia) * (beyond.C.xx + beyond.C.yy + beyond.C.zz));
    const T bound = (T(1) - s.share) * T(torqueBound) * lengthOf(at.joint.gradient) / at.scale;
    at.reserve = T(0.5f) * (at.joint.soft + at.viscous + inertia);
    const Sym3<T> K = plusDiagonal(at.joint.K, at.viscous + inertia + bound);
    storeSym(row, RowK, K);
    return K;
}

// firmnessOf() of what the joint's elimination inverts, less what the joint has in reserve. Strands without a share pass: they have
// nothing that they could do without.
template <class T>
RINGLET_HD T jointFirmness(const RodSubstep<T>& s, const Sym3<T>& m, T reserve) {
    return select(s.share > T(0), firmnessOf(plusDiagonal(m, -reserve)), T(1));
}

// What couples a joint's turn with its parent's: `half` of addTorqueCoupling().
template <class T>
RINGLET_HD Vec3<T> jointCoupling(const RodSubstep<T>& s, T inverseScale, const float* row) {
    return (T(0.5f) * s.share * inverseScale) * loadRow3<T>(row, RowGradient);
}

// Tip to root: eliminates joint after joint, leaving the gains in scratch. Gives less than 0 where the matrix may not be
// positive definite, with what slow strands get.
template <class T>
RINGLET_HD_CALL T eliminateStrand(const RodTile& t, const RodSubstep<T>& s) {
    BeyondJoint<T> beyond = nothingBeyond<T>();
    const bool exact = anyLane(s.share > T(0));
    T firm = T(1);
    RodSweep<T> at = sweepFromTip<T>(t);
    for (int segment = t.particles - 2; segment >= 0; --segment) {
        enterSegment(t, s, segment, at, beyond);
        passSegment(t, s, segment, at, beyond);
        float* row = rodRow<T>(t, segment);
        const Sym3<T> K = storeJoint(row, s, at, beyond);
        if (exact) firm = minimum(firm, jointFirmness(s, beyond.C + K, at.reserve));
        const JointGain<T> gain = eliminateRodJoint(beyond, at.joint.gradient, K);
        if (exact) addTorqueCoupling(beyond, gain, K, jointCoupling(s, at.inverseScale, row));
        storeGain(row, gain);
    }
    return firm;
}

}  // namespace RINGLET_ISA
}  // namespace ringlet::discrete_rod
