// The energy's whole second derivative for strands that are slow.
//
// chain_math.h keeps the parts of it that are positive, joint by joint: then any strand can be solved for. What it leaves
// out are forces times the curvature of the strand's motion: of compression, of shear, and of a joint's torque. Along a
// curl the parts that are kept and those left out nearly cancel, for a curl can turn as a whole, and what is too much
// resists motion as a thick liquid does, in proportion to the substep: limp curls then took seconds to come to rest, and
// hair that is balanced seconds to leave. So slow strands are solved with all of it, as long as that is positive; a strand
// that moves by as much as it bends in a substep would be thrown by it.
//
// To second order in the rotations y (scaled by the mean segment l0 as in chain_math.h) of a segment d that is pulled with
// the force p at its end, and of a joint with the torque g between a parent and a child of rotations y and w:
//
//   (p.d |y|^2 - (y.d)(y.p)) length / (2 l0)      and      (k cos(phi/2) |w - y|^2 - g.(y x w) / l0) / 2
//
// with p across d from the joints' torques, which it balances at rest.
#pragma once

#include "core/models/chain_terms.h"

namespace ringlet {
inline namespace RINGLET_ISA {

// Strands whose fastest particle, beside the head, is slower than this (m/s) are solved with the whole derivative, up to
// twice that with a part of it.
constexpr float slowSpeed = 0.1f;
// A solution by which one of them gains speed faster than this, m/s^2, throws it: a matrix that is nearly singular does that.
constexpr float throwing = 8;

// What shiftAlongSegment() leaves out of a segment's part, times `share`. `net`: the torque of the joint at its beginning
// less that of the one at its end, which is what shear's moment balances; shear itself would throw strands without
// stiffness, whose spin nothing holds. Lanes without a share keep their bits.
template <class T>
RINGLET_HD void addShearAndCompression(BeyondJoint<T>& b, Vec3<T> direction, T ratio, T inverseScale, Vec3<T> net, T share) {
    const T along = share * inverseScale, compression = along * ratio * minimum(dot(b.pull, direction), T(0));
    const Vec3<T> d = direction, q = (T(-0.5f) * along) * cross(net, d);
    Sym3<T> C = plusOuter(plusDiagonal(b.C, compression), -compression, d);
    C = {C.xx + T(2) * q.x * d.x, C.yy + T(2) * q.y * d.y, C.zz + T(2) * q.z * d.z,
         C.xy + (q.x * d.y + q.y * d.x), C.xz + (q.x * d.z + q.z * d.x), C.yz + (q.y * d.z + q.z * d.y)};
    b.C = selected(share > T(0), C, b.C);
}

// 1 where a matrix is positive definite, else -1. Of C + k / 2 it says so of what an elimination inverts, with a reserve.
template <class T>
RINGLET_HD T firmnessOf(const Sym3<T>& m) {
    return select(isPositive(m), T(1), T(-1));
}

// R k + (R k)^T of a matrix by its rows.
template <class T>
RINGLET_HD Sym3<T> withTranspose(Vec3<T> r0, Vec3<T> r1, Vec3<T> r2, T k) {
    return {k * (r0.x + r0.x), k * (r1.y + r1.y), k * (r2.z + r2.z), k * (r0.y + r1.x), k * (r0.z + r2.x), k * (r1.z + r2.y)};
}
template <class T>
RINGLET_HD Sym3<T> withTranspose(Vec3<T> r0, Vec3<T> r1, Vec3<T> r2, const Sym3<T>& k) {
    return withTranspose(k * r0, k * r1, k * r2, T(1));
}

// What the elimination of a joint leaves out of its part: the coupling of child and parent by `half`, g / (2 l0) times the
// share. With X = [half]x their coupling is k + X instead of k, and what stays for the parent gets
// X S k + (X S k)^T + X S X, -half x (S u) and -half x (S B^T). `k`: a number or a matrix.
template <class T, class K>
RINGLET_HD void addTorqueCoupling(BeyondJoint<T>& b, const JointGain<T>& gain, const K& k, Vec3<T> half) {
    const auto which = dot(half, half) > T(0);
    const Sym3<T>& S = gain.S;
    const Vec3<T> sx{S.xx, S.xy, S.xz}, sy{S.xy, S.yy, S.yz}, sz{S.xz, S.yz, S.zz};
    const Vec3<T> x0 = cross(half, sx), x1 = cross(half, sy), x2 = cross(half, sz);  // columns of X S
    const Vec3<T> r0{x0.x, x1.x, x2.x}, r1{x0.y, x1.y, x2.y}, r2{x0.z, x1.z, x2.z};   // its rows
    const Vec3<T> y0 = cross(r0, half), y1 = cross(r1, half), y2 = cross(r2, half);   // rows of X S X
    const Sym3<T> m = withTranspose(r0, r1, r2, k);
    const Sym3<T> C{b.C.xx + m.xx + y0.x, b.C.yy + m.yy + y1.y, b.C.zz + m.zz + y2.z,
                    b.C.xy + m.xy + y0.y, b.C.xz + m.xz + y0.z, b.C.yz + m.yz + y1.z};
    b.C = selected(which, C, b.C);
    b.c = select(which, b.c - cross(half, S * gain.u), b.c);
    for (int i = 0; i < 3; ++i) b.B[i] = select(which, b.B[i] - cross(half, gain.SB[i]), b.B[i]);
}

// What that adds to a segment's rotation.
template <class T>
RINGLET_HD Vec3<T> coupledTurn(const JointGain<T>& gain, Vec3<T> half, Vec3<T> turn, Vec3<T> parentTurn) {
    return select(dot(half, half) > T(0), turn + gain.S * cross(half, parentTurn), turn);
}

// The share of the whole derivative that a strand gets whose fastest particle has this speed beside the head, m/s.
template <class T>
RINGLET_HD T shareOfSpeed(T fastest) {
    return clamped(T(2) - T(1 / slowSpeed) * fastest, T(0), T(1));
}

// How fast the fastest particles of a tile's strands are beside the head, m/s.
template <class T, class Tile>
RINGLET_HD T speedOf(const Tile& t, const ChainSubstep<T>& s) {
    T fastest = T(0);
    for (int p = 1; p < t.particles; ++p) {
        const Vec3<T> way = s.h * loadVec3<T>(t.velocity, p) - s.move - cross(s.headTurn, loadVec3<T>(t.position, p));
        fastest = maximum(fastest, dot(way, way));
    }
    return squareRoot(fastest) * s.inverseH;
}

// Where a solution takes a tile: visit(segment, way) of each segment's end, beside the head's move, m, in place
// where that changes it. Solver: see chain_solve.h.
template <class T, class Tile, class Solver, class Visit>
RINGLET_HD void eachWay(const Tile& t, const ChainSubstep<T>& s, const Solver& solver, const Visit& visit) {
    const T scale = loadRow<T>(t.scale, 0), inverseScale = T(1) / scale;
    Vec3<T> dx = rotate(s.after, loadRow3<T>(t.root, 0)) - loadVec3<T>(t.position, 0), turn = scale * s.headTurn;
    for (int segment = 0; segment < t.particles - 1; ++segment) {
        turn = solver.recover(segment, turn, dx);
        dx = dx + cross(turn, (loadAt<T>(t.restLength, segment) * inverseScale) * axisZ(loadQuat<T>(t.frame, segment)));
        visit(segment, dx);
    }
}
// The greater of `fastest` and the square of how far a particle goes beside the head, m^2.
template <class T, class Tile>
RINGLET_HD T fasterOf(const Tile& t, const ChainSubstep<T>& s, int segment, Vec3<T> way, T fastest) {
    const Vec3<T> beside = way - carried(s, loadVec3<T>(t.position, segment + 1));
    return maximum(fastest, dot(beside, beside));
}

// Lanes whose strands have a share and are thrown by a solution: `before` as speedOf(), `fastest` as fasterOf() has it.
template <class T>
RINGLET_HD auto areThrown(const ChainSubstep<T>& s, T share, T before, T fastest) {
    return both(share > T(0), squareRoot(fastest) * s.inverseH > before + T(throwing) * s.h);
}
template <class T, class Tile, class Solver>
RINGLET_HD auto areThrown(const Tile& t, const ChainSubstep<T>& s, const Solver& solver, T share, T before) {
    T fastest = T(0);
    if (anyLane(share > T(0))) eachWay(t, s, solver, [&](int segment, Vec3<T> way) { fastest = fasterOf(t, s, segment, way, fastest); });
    return areThrown(s, share, before, fastest);
}

}  // namespace RINGLET_ISA
}  // namespace ringlet
