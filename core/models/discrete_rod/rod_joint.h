// A joint of a discrete elastic rod: its curvatures and twist, their energy and its derivatives, as functions of
// the material frames of the two edges that meet there (Bergou 2008; Kmoch 2018, 3.5).
//
// r = (x, y, z, w) takes the parent's frame to the child's, in the parent's axes: a turn by m about the tangent, the
// twist, and then one by phi about an axis across it, the bend. With s = sqrt(z^2 + w^2) = cos(phi/2),
// m = 2 atan(z / w), and (x, y) is sin(phi/2) times the bend's axis as the mean of both edges' frames sees it.
// So curvature is (x, y) times a function f of s, and no frame has to be carried along: where Bergou's sums run over
// the frames of both edges, the mean of them stands, which differs by the square of a joint's twist.
//
//   E = B1/2 (k1 - k1')^2 + B2/2 (k2 - k2')^2 + 4 C n n' (1 - cos((m - m')/2)),  (k1, k2) = f(s) (x, y)
//
// with the stiffnesses over the joint's length and ' at rest. The last term is C (m - m')^2 / 2 for small m - m'. n is 1
// but near a fold, where edges run back along each other and twist says nothing: there it falls with s, to 0 at the fold.
// r and -r are the same turn: of the two, whose twists differ by a whole turn and whose curvatures by their sign, the
// one of less energy counts. So energy is continuous, and a twist of more than half a turn goes on the other way round.
#pragma once

#include "core/models/chain_math.h"

namespace ringlet::discrete_rod {
inline namespace RINGLET_ISA {

// How a bend by phi is measured. Binormal: 2 tan(phi/2), the curvature binormal (Bergou 2008, 4.2.2; Kmoch 2018,
// 3.75), without bound at a fold. Quarter: 4 tan(phi/4), the same to second order, and 4 at a fold.
enum class Measure { Binormal, Quarter };

// The least s and s^2 that is divided by: nearer to a fold than 6 degrees, the twist's energy fades, and bends are
// measured as there.
constexpr float leastCosine = 0.05f, leastSquaredCosine = leastCosine * leastCosine;

// Against bending about the section's axes m1 and m2 (x and y of a frame) and against twisting, each over the
// joint's length: N m, or scaled as in chain_math.h.
template <class T>
struct JointStiffness {
    T bend1, bend2, twist;
};

// What a joint is at rest: curvatures, rad, and the twist's half as a vector (sine, cosine) of the length n.
template <class T>
struct JointRest {
    T k1, k2, sine, cosine, n;
};

// f(s), and its derivative.
template <Measure measure, class T>
RINGLET_HD T bendOver(T s) { return measure == Measure::Binormal ? T(2) / s : T(4) / (T(1) + s); }
template <Measure measure, class T>
RINGLET_HD T bendOverSlope(T s) {
    const T d = measure == Measure::Binormal ? s : T(1) + s;
    return (measure == Measure::Binormal ? T(-2) : T(-4)) / (d * d);
}

template <class T>
RINGLET_HD T bendCosine(Quat<T> r) { return squareRoot(maximum(r.z * r.z + r.w * r.w, T(leastSquaredCosine))); }

// How much twist there is to a joint: 1, and towards a fold less.
template <class T>
RINGLET_HD T twistShare(Quat<T> r) {
    const T square = r.z * r.z + r.w * r.w;
    return select(square < T(leastSquaredCosine), squareRoot(square) * T(1 / leastCosine), T(1));
}

template <Measure measure, class T>
RINGLET_HD JointRest<T> jointRest(Quat<T> restTurn) {
    const T s = bendCosine(restTurn), f = bendOver<measure>(s), inverse = T(1) / s;
    return {f * restTurn.x, f * restTurn.y, restTurn.z * inverse, restTurn.w * inverse, twistShare(restTurn)};
}

// A joint that is bent by more than 140 degrees at rest: hair of files may run back along itself. Twist and bend cannot be
// told apart there, and its energy is that of a turn by any axis, 4 B (1 - cos(turn/2)) as in chain_math.h.
template <class T>
RINGLET_HD auto foldedAtRest(Quat<T> restTurn) { return restTurn.z * restTurn.z + restTurn.w * restTurn.w < T(0.12f); }

// The stiffness of a joint that is bent by phi at rest. Its measures of bend and twist grow by 1 / cos^2(phi/4) and
// 1 / cos(phi/2) with a small turn about an axis of the mean frame, and the arc that it stands for is longer than its
// chords: without all that, coils would be too stiff by the square of phi.
template <class T>
RINGLET_HD JointStiffness<T> curledStiffness(const JointStiffness<T>& straight, Quat<T> restTurn) {
    const T sine2 = restTurn.x * restTurn.x + restTurn.y * restTurn.y, s = bendCosine(restTurn), bend = T(0.5f) * (T(1) + s);
    const T chord = T(1) / (T(1) + sine2 * (T(1.0f / 6) + sine2 * (T(3.0f / 40) + sine2 * T(5.0f / 112))));
    const T bending = bend * bend * chord, mean = T(0.5f) * (straight.bend1 + straight.bend2);
    const auto folded = foldedAtRest(restTurn);
    return {select(folded, mean, bending * straight.bend1), select(folded, mean, bending * straight.bend2),
            select(folded, mean, s * s * chord * straight.twist)};
}

// How far a joint is from its rest: off in both curvatures (rad), and of half its twist's error sine and cosine, times
// n n'.
template <class T>
struct JointStrain {
    Quat<T> r;          // of the two signs the one of less energy
    T s, f;
    T off1, off2, sine, cosine;
    T n;
    JointRest<T> rest;
};

template <Measure measure, class T>
RINGLET_HD JointStrain<T> jointStrain(Quat<T> parent, Quat<T> child, const JointRest<T>& rest, const JointStiffness<T>& k) {
    Quat<T> r = conjugate(parent) * child;
    const T s = bendCosine(r), f = bendOver<measure>(s), inverse = T(1) / s;
    const T side = (r.z * rest.sine + r.w * rest.cosine) * inverse;
    // Half of what -r has more.
    const T more = T(4) * k.twist * side + f * (k.bend1 * rest.k1 * r.x + k.bend2 * rest.k2 * r.y);
    auto other = more < T(0);
    r = select(other, Quat<T>{-r.x, -r.y, -r.z, -r.w}, r);
    return {r, s, f, f * r.x - rest.k1, f * r.y - rest.k2, (r.z * rest.cosine - r.w * rest.sine) * inverse,
            select(other, -side, side), twistShare(r), rest};
}

template <class T>
RINGLET_HD T rodEnergy(const JointStrain<T>& e, const JointStiffness<T>& k) {
    // n n' - cosine, by the sine where it would cancel.
    const T all = e.n * e.rest.n, small = e.sine * e.sine / maximum(all + maximum(e.cosine, T(0)), T(1e-30f));
    return T(0.5f) * (k.bend1 * e.off1 * e.off1 + k.bend2 * e.off2 * e.off2) +
           T(4) * k.twist * select(e.cosine < T(0), all - e.cosine, small);
}

// The derivatives of both curvatures and of the twist for a turn of the child against the parent (rotation vector in
// the parent's axes). From dr = (turn/2, 0) r.
template <class T>
struct JointDirections {
    Vec3<T> curvature1, curvature2, twist;
};

template <Measure measure, class T>
RINGLET_HD JointDirections<T> jointDirections(const JointStrain<T>& e) {
    const T x = e.r.x, y = e.r.y, z = e.r.z, w = e.r.w, half = T(0.5f) * e.f, inverse = T(1) / e.s;
    // The bend's axis in the parent's frame times sin(phi/2): the derivative of s is minus half of it.
    const T axis1 = (x * w - y * z) * inverse, axis2 = (x * z + y * w) * inverse;
    const T slope = select(e.n < T(1), T(0), T(-0.5f) * bendOverSlope<measure>(e.s));
    return {{half * w + slope * x * axis1, half * z + slope * x * axis2, -(half * y)},
            {slope * y * axis1 - half * z, half * w + slope * y * axis2, half * x},
            {axis2 * inverse, -(axis1 * inverse), T(1)}};
}

// The energy's gradient for a turn of the child against the parent, in the parent's axes: minus the torque that
// the joint puts on the child, and the torque on the parent.
template <class T>
RINGLET_HD Vec3<T> jointGradient(const JointStrain<T>& e, const JointDirections<T>& d, const JointStiffness<T>& k) {
    return (k.bend1 * e.off1) * d.curvature1 + (k.bend2 * e.off2) * d.curvature2 + (T(2) * k.twist * e.sine) * d.twist;
}

// The same in the axes of the parent: near a fold the twist's part is of n n' - cosine.
template <class T>
RINGLET_HD Vec3<T> gradientAtFold(const JointStrain<T>& e, const JointDirections<T>& d, const JointStiffness<T>& k) {
    const T x = e.r.x, y = e.r.y, z = e.r.z, w = e.r.w, sine = e.rest.sine, cosine = e.rest.cosine;
    const T over = e.rest.n / maximum(squareRoot(z * z + w * w), T(1e-12f));
    const Vec3<T> twist{-over * (x * w - y * z) - sine * y + cosine * x, -over * (x * z + y * w) + sine * x + cosine * y,
                        cosine * z - sine * w};
    return (k.bend1 * e.off1) * d.curvature1 + (k.bend2 * e.off2) * d.curvature2 +
           (T(2 / leastCosine) * k.twist) * twist;
}

// The energy's gradient in the axes of the parent; see jointGradient().
template <class T>
RINGLET_HD Vec3<T> localGradient(const JointStrain<T>& e, const JointDirections<T>& d, const JointStiffness<T>& k) {
    const Vec3<T> gradient = jointGradient(e, d, k);
    const auto folded = e.n < T(1);
    return anyLane(folded) ? select(folded, gradientAtFold(e, d, k), gradient) : gradient;
}

// The energy's second derivative, in the axes that `d` is given in, without its indefinite parts; of those of
// bending, which grow with the curvature itself, a bound.
template <class T>
RINGLET_HD Sym3<T> jointCurvature(const JointStrain<T>& e, const JointDirections<T>& d, const JointStiffness<T>& k) {
    const T o = T(0);
    const T bound = T(0.125f) * e.f * (k.bend1 * absolute(e.off1 * e.r.x) + k.bend2 * absolute(e.off2 * e.r.y));
    Sym3<T> m = plusOuter(Sym3<T>{bound, bound, bound, o, o, o}, k.bend1, d.curvature1);
    return plusOuter(plusOuter(m, k.bend2, d.curvature2), k.twist, d.twist);
}

// The same with `share` of what that leaves out, for strands that are slow (../chain_exact.h) and the measure by quarters. `g`:
// the gradient, `tangent`: the parent's. With c, tau and sigma the derivatives of a curvature k, of the twist m and of s, their
// second ones are
//   -(f k / 16) (1 + s tau tau^T) - (f / 4) (sigma c^T + c sigma^T)      and      -(sigma tau^T + tau sigma^T) / s
template <class T>
RINGLET_HD Sym3<T> wholeCurvature(const JointStrain<T>& e, const JointDirections<T>& d, const JointStiffness<T>& k, Vec3<T> g,
                                  Vec3<T> tangent, T share) {
    const T bend1 = k.bend1 * e.off1 * e.r.x, bend2 = k.bend2 * e.off2 * e.r.y, quarter = T(0.25f) * e.f;
    const T alpha = quarter * quarter * (bend1 + bend2), beta = alpha * e.s + k.twist * (T(1) - e.cosine);
    const T bound = T(0.5f) * quarter * (absolute(bend1) + absolute(bend2));
    const Vec3<T> sigma = (T(0.5f) * e.s) * cross(d.twist, tangent);
    const Vec3<T> u = share * sigma, v = quarter * g + (T(2) * k.twist * e.sine * (T(1) / e.s - quarter)) * d.twist;
    const Sym3<T> m = plusOuter(plusDiagonal(jointCurvature(e, d, k), -share * (bound + alpha)), -share * beta, d.twist);
    return {m.xx - T(2) * u.x * v.x, m.yy - T(2) * u.y * v.y, m.zz - T(2) * u.z * v.z,
            m.xy - (u.x * v.y + u.y * v.x), m.xz - (u.x * v.z + u.z * v.x), m.yz - (u.y * v.z + u.z * v.y)};
}

// A joint in world axes: gradient times `scale`, second derivative, greatest and least stiffness and energy.
template <class T>
struct JointTerms {
    Vec3<T> gradient;
    Sym3<T> K;
    T firm, soft, energy;
};

// The joint's energy, whose gradient quarterJoint() has.
template <class T>
RINGLET_HD T quarterEnergy(Quat<T> parent, Quat<T> child, Quat<T> restTurn, const JointStiffness<T>& k) {
    const T energy = rodEnergy(jointStrain<Measure::Quarter>(parent, child, jointRest<Measure::Quarter>(restTurn), k), k);
    const auto folded = foldedAtRest(restTurn);
    if (!anyLane(folded)) return energy;
    return select(folded, jointEnergy(k.bend1, squaredJointError(parent, child, restTurn)), energy);
}

// The terms of a joint that is folded at rest.
template <class T>
RINGLET_HD_CALL JointTerms<T> turnedJoint(Quat<T> parent, Quat<T> child, Quat<T> restTurn, T stiffness, T scale, T share) {
    T squaredError;
    const T o = T(0);
    const Vec3<T> gradient = scale * jointTorque(parent, child, restTurn, stiffness, squaredError);
    const T more = T(spinGuard) * squaredError, whole = squareRoot(maximum(T(1) - squaredError, T(0))) - T(1);
    const T k = stiffness + stiffness * (more + share * (whole - more));
    return {gradient, {k, k, k, o, o, o}, stiffness, stiffness, jointEnergy(stiffness, squaredError)};
}

// `share`: of the whole second derivative.
template <class T>
RINGLET_HD JointTerms<T> quarterJoint(Quat<T> parent, Quat<T> child, Quat<T> restTurn, const JointStiffness<T>& k, T scale,
                                      T share = T(0)) {
    const JointStrain<T> strain = jointStrain<Measure::Quarter>(parent, child, jointRest<Measure::Quarter>(restTurn), k);
    const JointDirections<T> local = jointDirections<Measure::Quarter>(strain);
    const JointDirections<T> d{rotate(parent, local.curvature1), rotate(parent, local.curvature2), rotate(parent, local.twist)};
    Vec3<T> gradient = jointGradient(strain, d, k);
    const auto near = strain.n < T(1), folded = foldedAtRest(restTurn);
    if (anyLane(near)) gradient = select(near, rotate(parent, gradientAtFold(strain, local, k)), gradient);
    JointTerms<T> terms{scale * gradient, jointCurvature(strain, d, k), maximum(maximum(k.bend1, k.bend2), k.twist),
                        minimum(minimum(k.bend1, k.bend2), k.twist), rodEnergy(strain, k)};
    const auto whole = share > T(0);
    if (anyLane(whole)) {
        const Sym3<T> K = wholeCurvature(strain, d, k, gradient, axisZ(parent), share);
        terms.K = selected(near, terms.K, selected(whole, K, terms.K));
    }
    if (!anyLane(folded)) return terms;
    const JointTerms<T> turned = turnedJoint(parent, child, restTurn, k.bend1, scale, share);
    return {select(folded, turned.gradient, terms.gradient), selected(folded, turned.K, terms.K),
            select(folded, turned.firm, terms.firm), select(folded, turned.soft, terms.soft),
            select(folded, turned.energy, terms.energy)};
}

// Eliminates a joint whose quadratic energy in the relative turn d is d.K d / 2 + gradient.d, as eliminateJoint() in
// chain_math.h does for a K that is a number. The child's turn is S (K parent - u) - SB dx.
template <class T>
RINGLET_HD JointGain<T> eliminateRodJoint(BeyondJoint<T>& b, Vec3<T> gradient, Sym3<T> K) {
    const JointGain<T> gain = takeOffJoint(b, b.C + K, b.c + gradient);
    const Sym3<T>& S = gain.S;
    const Vec3<T>* q = gain.SB;
    b.c = K * (S * b.c) - b.C * (S * gradient);
    for (int i = 0; i < 3; ++i) b.B[i] = K * q[i];
    // K S C, not K - K S K: the difference would cancel for stiff joints.
    const Vec3<T> c0 = K * (S * Vec3<T>{b.C.xx, b.C.xy, b.C.xz}), c1 = K * (S * Vec3<T>{b.C.xy, b.C.yy, b.C.yz}),
                  c2 = K * (S * Vec3<T>{b.C.xz, b.C.yz, b.C.zz});
    b.C = {c0.x, c1.y, c2.z, c1.x, c2.x, c2.y};
    return gain;
}

// `half`: as addTorqueCoupling() takes it, which goes with this.
template <class T>
RINGLET_HD Vec3<T> recoverRodTurn(const JointGain<T>& gain, Sym3<T> K, Vec3<T> half, Vec3<T> parentTurn, Vec3<T> dx) {
    return gain.S * (K * parentTurn + cross(half, parentTurn) - gain.u) - dx.x * gain.SB[0] - dx.y * gain.SB[1] - dx.z * gain.SB[2];
}

}  // namespace RINGLET_ISA
}  // namespace ringlet::discrete_rod
