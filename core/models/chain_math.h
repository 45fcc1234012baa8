// One linearly implicit Euler step of an inextensible elastic strand, solved exactly
// along the strand in linear time: what the models of chains share.
//
// A strand is a chain of rigid segments; segment s carries a frame (quaternion)
// whose third axis is its direction, so lengths are exact by construction.
// Unknowns are the segments' rotation vectors. The step minimises
//
//   sum_i m_i/(2 h^2) |x_i - x_i^n - h v_i|^2  - m_i g.x_i  + drag + contact
// + sum_j 4 k_j (1 - cos(phi_j / 2))
//
// with phi_j the angle of joint j's error rotation: the paper's shape constraint
// C = phi with energy C^2 / (2 alpha) (Cavazotti 2025, eqs. 4.2 and 5.7) to second
// order, on whole frames, so that twist is resisted as well and every joint acts
// on its parent with the opposite torque. k = B / length: the bending stiffness B
// does not depend on the discretisation.
//
// The quadratic model is eliminated from tip to root, the inertia seen through
// the joints, as in the articulated-body algorithm (Featherstone 1983): what
// hangs beyond a joint is a quadratic form in the displacement of the joint's
// particle and the rotation of its segment. A second sweep from root to tip
// recovers the rotations. Its matrix is positive definite by construction: the
// Gauss-Newton part of every energy, and tension (never compression) as
// geometric stiffness. Slow strands get the rest of it too (chain_exact.h).
//
// Units: rotations are scaled by the mean segment length l0, masses by that of a
// mean segment, energies by h^2 / mass. All quantities are then of order one for
// any hair, far from the limits of float.
#pragma once

#include "core/math/vec.h"

namespace ringlet {
inline namespace RINGLET_ISA {

// Relative rotation between neighbours that have neither stiffness nor inertia
// (the spin of a limp strand) is held by this much of a segment's inertia.
constexpr float spinInertia = 1e-3f;
// The same in proportion to what hangs beyond a joint, so that its matrix can be
// inverted in float whatever the tension and the contacts.
constexpr float relativeInertia = 2e-5f;
// Scaled stiffnesses beyond this count as this: the product of three would overflow float.
constexpr float stiffestJoint = 1e11f;
// The curvature of a joint's energy has an indefinite part, torque times the
// rotation of the whole joint: |g.(w x W)| / 2. With |g| = 2 k sin(phi/2) it is
// bounded, for the half that stability needs, by this times k sin^2(phi/2) |w|^2.
constexpr float spinGuard = 0.5f;
// Speed against the air (m/s) at which its drag is twice that at rest. A thin
// cylinder's drag per speed grows from Stokes' constant value about as 1 + v / v0
// at the Reynolds numbers of hair (0.1 to 30).
constexpr float dragSpeed = 0.5f;

// The quadratic form of everything beyond a particle, in its displacement dx
// and the scaled rotation y of the segment that ends in it:
//   1/2 dx.A dx + dx.B y + 1/2 y.C y + a.dx + c.y
template <class T>
struct BeyondJoint {
    Sym3<T> A;
    Vec3<T> B[3];  // rows
    Sym3<T> C;
    Vec3<T> a, c;
    Vec3<T> pull;  // total force on all particles beyond, for the tension
};

template <class T> RINGLET_HD BeyondJoint<T> nothingBeyond() {
    T o = T(0);
    Vec3<T> z{o, o, o};
    return {{o, o, o, o, o, o}, {z, z, z}, {o, o, o, o, o, o}, z, z, z};
}

// What the forward sweep needs to recover a joint's rotation.
template <class T>
struct JointGain {
    Sym3<T> S;
    Vec3<T> SB[3];  // rows of B S
    Vec3<T> u;
};

// A joint that turns at rest stands for an arc, which is longer than its chords: (a/2) / sin(a/2) for
// the angle a, by its series.
template <class T>
RINGLET_HD T arcOverChord(Quat<T> restTurn) {
    T s = restTurn.x * restTurn.x + restTurn.y * restTurn.y + restTurn.z * restTurn.z;
    return T(1) + s * (T(1.0f / 6) + s * (T(3.0f / 40) + s * T(5.0f / 112)));
}

// sin^2(phi/2) of a joint's error rotation.
template <class T>
RINGLET_HD T squaredJointError(Quat<T> parent, Quat<T> child, Quat<T> restTurn) {
    Quat<T> error = conjugate(parent) * child * conjugate(restTurn);
    return error.x * error.x + error.y * error.y + error.z * error.z;
}

// Torque (scaled) of a joint on its child segment, in world axes, at zero
// rotation: the gradient of 4 k (1 - cos(phi/2)), whose length is 2 k sin(phi/2).
// `squaredError` is sin^2(phi/2), `cosine` cos(phi/2).
template <class T>
RINGLET_HD Vec3<T> jointTorque(Quat<T> parent, Quat<T> child, Quat<T> restTurn, T stiffness, T& squaredError, T& cosine) {
    Quat<T> error = conjugate(parent) * child * conjugate(restTurn);
    Vec3<T> axis{error.x, error.y, error.z};
    squaredError = dot(axis, axis);
    cosine = absolute(error.w);
    T s = stiffness + stiffness;
    return rotate(parent, axis) * select(error.w < T(0), -s, s);
}
template <class T>
RINGLET_HD Vec3<T> jointTorque(Quat<T> parent, Quat<T> child, Quat<T> restTurn, T stiffness, T& squaredError) {
    T cosine;
    return jointTorque(parent, child, restTurn, stiffness, squaredError, cosine);
}

// 4 k (1 - cos(phi/2)) from sin^2(phi/2), without the difference of nearly equal numbers.
template <class T>
RINGLET_HD T jointEnergy(T stiffness, T squaredError) {
    return T(4) * stiffness * squaredError / (T(1) + squareRoot(maximum(T(1) - squaredError, T(0))));
}

template <class T, class M>
RINGLET_HD Sym3<T> selected(M which, Sym3<T> a, Sym3<T> b) {
    return {select(which, a.xx, b.xx), select(which, a.yy, b.yy), select(which, a.zz, b.zz),
            select(which, a.xy, b.xy), select(which, a.xz, b.xz), select(which, a.yz, b.yz)};
}

// A particle's inertia, gravity and drag. `mass` is scaled, `gradient` (m) the
// derivative of the scaled energy at zero displacement.
template <class T>
RINGLET_HD void addParticle(BeyondJoint<T>& b, T mass, Vec3<T> gradient) {
    b.A = plusDiagonal(b.A, mass);
    b.a = b.a + gradient;
    b.pull = b.pull - gradient;
}

// A contact: 1/2 K (n.dx + gap)^2 and friction 1/2 f |dx - slide|^2 across n. `press`: K gap.
template <class T>
RINGLET_HD void addContact(BeyondJoint<T>& b, Vec3<T> n, T K, T press, T f, Vec3<T> slide) {
    b.A = plusOuter(plusDiagonal(b.A, f), K - f, n);
    Vec3<T> across = slide - dot(slide, n) * n;
    Vec3<T> gradient = press * n - f * across;
    b.a = b.a + gradient;
    b.pull = b.pull - gradient;
}

// From the segment's end to its beginning: dx_end = dx_begin + y x arm, with
// `arm` the segment over l0, `ratio` its length over l0. Adds the geometric
// stiffness of the tension.
template <class T>
RINGLET_HD void shiftAlongSegment(BeyondJoint<T>& b, Vec3<T> direction, T ratio, T inverseScale) {
    Vec3<T> arm = ratio * direction;
    Vec3<T> e0 = b.B[0] + cross(arm, Vec3<T>{b.A.xx, b.A.xy, b.A.xz});
    Vec3<T> e1 = b.B[1] + cross(arm, Vec3<T>{b.A.xy, b.A.yy, b.A.yz});
    Vec3<T> e2 = b.B[2] + cross(arm, Vec3<T>{b.A.xz, b.A.yz, b.A.zz});
    // C + D^T E + B^T D, D y = y x arm; only what a symmetric matrix needs.
    Vec3<T> f0 = cross(arm, Vec3<T>{e0.x, e1.x, e2.x});
    Vec3<T> f1 = cross(arm, Vec3<T>{e0.y, e1.y, e2.y});
    Vec3<T> f2 = cross(arm, Vec3<T>{e0.z, e1.z, e2.z});
    Vec3<T> g0 = cross(arm, Vec3<T>{b.B[0].x, b.B[1].x, b.B[2].x});
    Vec3<T> g1 = cross(arm, Vec3<T>{b.B[0].y, b.B[1].y, b.B[2].y});
    Vec3<T> g2 = cross(arm, Vec3<T>{b.B[0].z, b.B[1].z, b.B[2].z});
    T tension = maximum(dot(b.pull, direction), T(0)) * ratio * inverseScale;
    b.C = {b.C.xx + f0.x + g0.x + tension, b.C.yy + f1.y + g1.y + tension, b.C.zz + f2.z + g2.z + tension,
           b.C.xy + f1.x + g0.y, b.C.xz + f2.x + g0.z, b.C.yz + f2.y + g1.z};
    b.C = plusOuter(b.C, -tension, direction);
    b.c = b.c + cross(arm, b.a);
    b.B[0] = e0;
    b.B[1] = e1;
    b.B[2] = e2;
}

// Whether a matrix is positive definite; the caller allows for rounding.
template <class T>
RINGLET_HD auto isPositive(const Sym3<T>& m) {
    const T two = m.xx * m.yy - m.xy * m.xy;
    const T three = m.xx * (m.yy * m.zz - m.yz * m.yz) - m.xy * (m.xy * m.zz - m.yz * m.xz) + m.xz * (m.xy * m.yz - m.yy * m.xz);
    return both(m.xx > T(0), both(two > T(0), three > T(0)));
}

// A positive definite matrix as L D L^T, L with a diagonal of ones. What an elimination takes off by it stays positive where
// the matrix is nearly singular: a joint that hardly resists beside a stiff contact. The inverse by cofactors loses
// as many digits of what is left as the matrix spans.
template <class T>
struct Factors {
    T o0, o1, o2;           // one over D
    T l10, l20, l21;
    RINGLET_HD explicit Factors(const Sym3<T>& m) {
        o0 = T(1) / m.xx, o1 = m.xx / (m.xx * m.yy - m.xy * m.xy);  // which need not wait for each other
        l10 = m.xy * o0, l20 = m.xz * o0;
        const T m21 = m.yz - l10 * m.xz;
        l21 = m21 * o1;
        o2 = T(1) / (m.zz - l20 * m.xz - l21 * m21);
    }
    RINGLET_HD Sym3<T> inverse() const {
        const T i20 = l21 * l10 - l20;
        return {o0 + l10 * l10 * o1 + i20 * i20 * o2, o1 + l21 * l21 * o2, o2, T(0) - l10 * o1 - i20 * l21 * o2, i20 * o2, T(0) - l21 * o2};
    }
    // L^-1 v; D^-1 of that; and L^-T of that, which is the inverse times v.
    RINGLET_HD Vec3<T> forward(Vec3<T> v) const {
        const T y = v.y - l10 * v.x;
        return {v.x, y, v.z - l20 * v.x - l21 * y};
    }
    RINGLET_HD Vec3<T> scaled(Vec3<T> v) const { return {o0 * v.x, o1 * v.y, o2 * v.z}; }
    RINGLET_HD Vec3<T> back(Vec3<T> v) const {
        const T y = v.y - l21 * v.z;
        return {v.x - l10 * y - l20 * v.z, y, v.z};
    }
};

// What the elimination of a joint leaves to A and a, and the gain. `m`: what it inverts; `u`: c and the joint's torque.
template <class T>
RINGLET_HD JointGain<T> takeOffJoint(BeyondJoint<T>& b, const Sym3<T>& m, Vec3<T> u) {
    const Factors<T> f(m);
    const Vec3<T> y0 = f.forward(b.B[0]), y1 = f.forward(b.B[1]), y2 = f.forward(b.B[2]);
    const Vec3<T> w0 = f.scaled(y0), w1 = f.scaled(y1), w2 = f.scaled(y2);
    b.A = {b.A.xx - dot(w0, y0), b.A.yy - dot(w1, y1), b.A.zz - dot(w2, y2), b.A.xy - dot(w0, y1), b.A.xz - dot(w0, y2), b.A.yz - dot(w1, y2)};
    const JointGain<T> gain{f.inverse(), {f.back(w0), f.back(w1), f.back(w2)}, u};
    const Vec3<T>* q = gain.SB;
    b.a = b.a - Vec3<T>{dot(q[0], u), dot(q[1], u), dot(q[2], u)};
    return gain;
}

// Eliminates the joint at the segment's beginning: its relative rotation is
// -S (B^T dx + C y + c + torque) with S = (C + k)^-1. `k` is the joint's
// stiffness with its internal friction; `guard` bounds, from above, the indefinite
// part of the energy's curvature (torque times rotation of the whole joint),
// which would otherwise let the massless spin of a soft curl oscillate.
template <class T>
RINGLET_HD JointGain<T> eliminateJoint(BeyondJoint<T>& b, Vec3<T> torque, T k, T guard) {
    const JointGain<T> gain = takeOffJoint(b, plusDiagonal(b.C, k), b.c + torque);
    const Sym3<T>& S = gain.S;
    const Vec3<T>* q = gain.SB;
    b.c = k * (S * b.c) - S * (b.C * torque);
    b.B[0] = k * q[0];
    b.B[1] = k * q[1];
    b.B[2] = k * q[2];
    // k S C, not k - k S k: the difference would cancel for stiff joints.
    Vec3<T> s0{S.xx, S.xy, S.xz}, s1{S.xy, S.yy, S.yz}, s2{S.xz, S.yz, S.zz};
    Vec3<T> c0{b.C.xx, b.C.xy, b.C.xz}, c1{b.C.xy, b.C.yy, b.C.yz}, c2{b.C.xz, b.C.yz, b.C.zz};
    b.C = {k * dot(s0, c0) + guard, k * dot(s1, c1) + guard, k * dot(s2, c2) + guard,
           k * dot(s0, c1), k * dot(s0, c2), k * dot(s1, c2)};
    return gain;
}

// The child segment's scaled rotation, from its parent's and the displacement
// of the particle between them.
template <class T>
RINGLET_HD Vec3<T> recoverRotation(const JointGain<T>& gain, T k, Vec3<T> parentTurn, Vec3<T> dx) {
    Vec3<T> fromBelow{gain.SB[0].x * dx.x + gain.SB[1].x * dx.y + gain.SB[2].x * dx.z,
                      gain.SB[0].y * dx.x + gain.SB[1].y * dx.y + gain.SB[2].y * dx.z,
                      gain.SB[0].z * dx.x + gain.SB[1].z * dx.y + gain.SB[2].z * dx.z};
    return gain.S * (k * parentTurn - gain.u) - fromBelow;
}

}  // namespace RINGLET_ISA
}  // namespace ringlet
