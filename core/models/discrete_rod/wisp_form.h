// The two rims of a wisp, solved as one: what hangs beyond a pair of joints is a quadratic form in the displacements of
// both rims' points and the turns of both rims' segments (chain_math.h, with vectors of six). Eliminating one
// rim after the other, with the other's motion frozen, would act as added mass.
//
//   1/2 dx.A dx + dx.B y + 1/2 y.C y + a.dx + c.y,   dx = (left, right), y = (left, right)
#pragma once

#include "core/models/chain_exact.h"
#include "core/models/chain_solve.h"

// Before a loop over both rims: a device's threads have no registers for what is indexed by a number that changes.
#if defined(__CUDACC__)
#define RINGLET_BOTH _Pragma("unroll")
#else
#define RINGLET_BOTH
#endif

namespace ringlet::discrete_rod {
inline namespace RINGLET_ISA {

// A 3 x 3 matrix by rows.
template <class T>
struct Rows3 {
    Vec3<T> x, y, z;
};
template <class T> RINGLET_HD Rows3<T> noRows() {
    const Vec3<T> o{T(0), T(0), T(0)};
    return {o, o, o};
}
template <class T> RINGLET_HD Rows3<T> rowsOf(Sym3<T> m) { return {{m.xx, m.xy, m.xz}, {m.xy, m.yy, m.yz}, {m.xz, m.yz, m.zz}}; }
template <class T> RINGLET_HD Rows3<T> rowsOf(const Vec3<T>* rows) { return {rows[0], rows[1], rows[2]}; }
template <class T> RINGLET_HD Rows3<T> transposed(Rows3<T> m) {
    return {{m.x.x, m.y.x, m.z.x}, {m.x.y, m.y.y, m.z.y}, {m.x.z, m.y.z, m.z.z}};
}
template <class T> RINGLET_HD Rows3<T> operator+(Rows3<T> a, Rows3<T> b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
template <class T> RINGLET_HD Rows3<T> operator-(Rows3<T> a, Rows3<T> b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
template <class T> RINGLET_HD Vec3<T> operator*(Rows3<T> m, Vec3<T> v) { return {dot(m.x, v), dot(m.y, v), dot(m.z, v)}; }
// m^T v
template <class T> RINGLET_HD Vec3<T> timesTransposed(Rows3<T> m, Vec3<T> v) { return v.x * m.x + v.y * m.y + v.z * m.z; }
template <class T> RINGLET_HD Rows3<T> operator*(Rows3<T> a, Rows3<T> b) {
    return {timesTransposed(b, a.x), timesTransposed(b, a.y), timesTransposed(b, a.z)};
}
template <class T> RINGLET_HD Rows3<T> operator*(Rows3<T> a, Sym3<T> b) { return {b * a.x, b * a.y, b * a.z}; }
template <class T> RINGLET_HD Rows3<T> operator*(Sym3<T> a, Rows3<T> b) { return transposed(transposed(b) * a); }
// a b^T, and of one that is symmetric
template <class T> RINGLET_HD Rows3<T> timesTransposed(Rows3<T> a, Rows3<T> b) { return {b * a.x, b * a.y, b * a.z}; }
template <class T> RINGLET_HD Sym3<T> symmetricProduct(Rows3<T> a, Rows3<T> b) {
    return {dot(a.x, b.x), dot(a.y, b.y), dot(a.z, b.z), dot(a.x, b.y), dot(a.x, b.z), dot(a.y, b.z)};
}
template <class T> RINGLET_HD Sym3<T> operator-(Sym3<T> a, Sym3<T> b) {
    return {a.xx - b.xx, a.yy - b.yy, a.zz - b.zz, a.xy - b.xy, a.xz - b.xz, a.yz - b.yz};
}
// m D with D y = y x arm, and D^T m
template <class T> RINGLET_HD Rows3<T> timesArm(Rows3<T> m, Vec3<T> arm) { return {cross(arm, m.x), cross(arm, m.y), cross(arm, m.z)}; }
template <class T> RINGLET_HD Rows3<T> armTimes(Vec3<T> arm, Rows3<T> m) { return transposed(timesArm(transposed(m), arm)); }
template <class T, class M> RINGLET_HD Rows3<T> selected(M which, Rows3<T> a, Rows3<T> b) {
    return {select(which, a.x, b.x), select(which, a.y, b.y), select(which, a.z, b.z)};
}
template <class T> RINGLET_HD Sym3<T> upper(Rows3<T> m) { return {m.x.x, m.y.y, m.z.z, m.x.y, m.x.z, m.y.z}; }

// Each rim's own part, and what joins them: dx left A dx right, dx left B01 y right, dx right B10 y left, y left C y right.
template <class T>
struct WispForm {
    BeyondJoint<T> rim[2];
    Rows3<T> A, B01, B10, C;
};
template <class T> RINGLET_HD WispForm<T> noWispBeyond() {
    return {{nothingBeyond<T>(), nothingBeyond<T>()}, noRows<T>(), noRows<T>(), noRows<T>(), noRows<T>()};
}

template <class T> RINGLET_HD void addOwn(BeyondJoint<T>& b, Rows3<T> B) {
    b.B[0] = b.B[0] + B.x, b.B[1] = b.B[1] + B.y, b.B[2] = b.B[2] + B.z;
}

// A spring between both rims' points: 1/2 d.K d + gradient.d, d = dx left - dx right.
template <class T>
RINGLET_HD void addAcross(WispForm<T>& w, Sym3<T> K, Vec3<T> gradient) {
    RINGLET_BOTH
    for (int i = 0; i < 2; ++i) {
        const Vec3<T> g = i == 0 ? gradient : -gradient;
        w.rim[i].A = w.rim[i].A + K;
        w.rim[i].a = w.rim[i].a + g;
        w.rim[i].pull = w.rim[i].pull - g;
    }
    w.A = w.A - rowsOf(K);
}

// What joins the rims, from the segments' ends to their beginnings; each rim's own part has shiftAlongSegment(). Before
// those, for they change.
template <class T>
RINGLET_HD void shiftJoined(WispForm<T>& w, Vec3<T> arm0, Vec3<T> arm1) {
    const Rows3<T> B01 = w.B01 + timesArm(w.A, arm1), B10 = w.B10 + timesArm(transposed(w.A), arm0);
    w.C = w.C + armTimes(arm0, B01) + timesArm(transposed(w.B10), arm1);
    w.B01 = B01;
    w.B10 = B10;
}

// A cell's two diagonals, once the form is one of the cell's beginning: of left end against right beginning,
// d1 = u + y left x arm0, and right end against left beginning, d2 = y right x arm1 - u, with u = dx left - dx right:
//   1/2 d1.H1 d1 + 1/2 d2.H2 d2 + d1.J d2 + g1.d1 + g2.d2
template <class T>
struct DiagonalForm {
    Sym3<T> H1, H2;
    Rows3<T> J;
    Vec3<T> g1, g2;
};
template <class T>
RINGLET_HD void addDiagonals(WispForm<T>& w, const DiagonalForm<T>& d, Vec3<T> arm0, Vec3<T> arm1) {
    const Rows3<T> P = rowsOf(d.H1) - transposed(d.J), Q = d.J - rowsOf(d.H2);
    const Sym3<T> W = d.H1 + d.H2 - upper(d.J + transposed(d.J));
    const Vec3<T> g = d.g1 - d.g2;
    w.rim[0].A = w.rim[0].A + W;
    w.rim[1].A = w.rim[1].A + W;
    w.A = w.A - rowsOf(W);
    w.rim[0].a = w.rim[0].a + g;
    w.rim[1].a = w.rim[1].a - g;
    const Rows3<T> left = timesArm(P, arm0), right = timesArm(Q, arm1), zero = noRows<T>();
    addOwn(w.rim[0], left);
    w.B10 = w.B10 - left;
    w.B01 = w.B01 + right;
    addOwn(w.rim[1], zero - right);
    w.rim[0].C = w.rim[0].C + upper(armTimes(arm0, timesArm(rowsOf(d.H1), arm0)));
    w.rim[1].C = w.rim[1].C + upper(armTimes(arm1, timesArm(rowsOf(d.H2), arm1)));
    w.C = w.C + armTimes(arm0, timesArm(d.J, arm1));
    w.rim[0].c = w.rim[0].c + cross(arm0, d.g1);
    w.rim[1].c = w.rim[1].c + cross(arm1, d.g2);
}

// The inverse of (first, joined; joined^T, second).
template <class T>
struct PairInverse {
    Sym3<T> first, second;
    Rows3<T> joined;
};
template <class T>
RINGLET_HD PairInverse<T> pairInverse(Sym3<T> first, Sym3<T> second, Rows3<T> joined) {
    const Sym3<T> P = inverse(first);
    const Rows3<T> N = P * joined;
    const Sym3<T> S = inverse(second - symmetricProduct(transposed(joined), transposed(N)));
    const Rows3<T> NS = N * S;
    return {P + symmetricProduct(NS, N), S, noRows<T>() - NS};
}

// What a pair of joints is in the form: a quadratic energy in each one's relative turn.
template <class T>
struct PairJoint {
    Sym3<T> K[2];
    Vec3<T> gradient[2];
};
// What the sweep back recovers both turns from: S, B S by its four parts, and u.
template <class T>
struct PairGain {
    PairInverse<T> S;
    Rows3<T> SB[2][2];
    Vec3<T> u[2];
};

// Eliminates both joints, as eliminateRodJoint() does one.
template <class T>
RINGLET_HD PairGain<T> eliminatePair(WispForm<T>& w, const PairJoint<T>& joint) {
    BeyondJoint<T>&p = w.rim[0], &q = w.rim[1];
    const Sym3<T>* K = joint.K;
    const Vec3<T>* g = joint.gradient;
    PairGain<T> gain;
    gain.S = pairInverse(p.C + K[0], q.C + K[1], w.C);
    const Rows3<T> S10 = transposed(gain.S.joined), B[2][2] = {{rowsOf(p.B), w.B01}, {w.B10, rowsOf(q.B)}};
    RINGLET_BOTH
    for (int i = 0; i < 2; ++i) {
        gain.SB[i][0] = B[i][0] * gain.S.first + B[i][1] * S10;
        gain.SB[i][1] = B[i][0] * gain.S.joined + B[i][1] * gain.S.second;
        gain.u[i] = w.rim[i].c + g[i];
    }
    const Rows3<T>(*G)[2] = gain.SB;
    p.A = p.A - symmetricProduct(G[0][0], B[0][0]) - symmetricProduct(G[0][1], B[0][1]);
    q.A = q.A - symmetricProduct(G[1][0], B[1][0]) - symmetricProduct(G[1][1], B[1][1]);
    w.A = w.A - timesTransposed(G[0][0], B[1][0]) - timesTransposed(G[0][1], B[1][1]);
    RINGLET_BOTH
    for (int i = 0; i < 2; ++i) w.rim[i].a = w.rim[i].a - G[i][0] * gain.u[0] - G[i][1] * gain.u[1];
    // c = K S c - C S g and C = K S C.
    const Vec3<T> c0 = p.c, c1 = q.c, s0 = gain.S.first * g[0] + gain.S.joined * g[1], s1 = S10 * g[0] + gain.S.second * g[1];
    p.c = K[0] * (gain.S.first * c0 + gain.S.joined * c1) - p.C * s0 - w.C * s1;
    q.c = K[1] * (S10 * c0 + gain.S.second * c1) - timesTransposed(w.C, s0) - q.C * s1;
    const Rows3<T> C0 = rowsOf(p.C), C1 = rowsOf(q.C), C01 = w.C;
    p.C = upper(K[0] * (gain.S.first * C0 + timesTransposed(gain.S.joined, C01)));
    q.C = upper(K[1] * (S10 * C01 + gain.S.second * C1));
    w.C = K[0] * (gain.S.first * C01 + gain.S.joined * C1);
    RINGLET_BOTH
    for (int r = 0; r < 3; ++r) {
        p.B[r] = K[0] * (r == 0 ? G[0][0].x : r == 1 ? G[0][0].y : G[0][0].z);
        q.B[r] = K[1] * (r == 0 ? G[1][1].x : r == 1 ? G[1][1].y : G[1][1].z);
    }
    w.B01 = G[0][1] * K[1];
    w.B10 = G[1][0] * K[0];
    return gain;
}

// Whether what both joints invert is positive definite, less `reserve` of each; as firmnessOf().
template <class T>
RINGLET_HD T firmnessOf(const WispForm<T>& w, const PairJoint<T>& joint, T reserve0, T reserve1) {
    const Sym3<T> first = plusDiagonal(w.rim[0].C + joint.K[0], -reserve0);
    const Sym3<T> second = plusDiagonal(w.rim[1].C + joint.K[1], -reserve1);
    const Rows3<T> N = transposed(inverse(first) * w.C);
    return minimum(firmnessOf(first), firmnessOf(second - symmetricProduct(transposed(w.C), N)));
}

// Both joints' addTorqueCoupling(): with X of both beside K, what stays is K - (K - X) S (K + X).
template <class T>
RINGLET_HD_CALL void addPairCoupling(WispForm<T>& w, const PairGain<T>& gain, const PairJoint<T>& joint, const Vec3<T>* half, T share) {
    const Rows3<T> zero = noRows<T>(), X00 = armTimes(half[0], rowsOf(gain.S.first)), X11 = armTimes(half[1], rowsOf(gain.S.second));
    const Rows3<T> X01 = armTimes(half[0], gain.S.joined), KX01 = joint.K[0] * timesArm(gain.S.joined, half[1]);
    const Rows3<T> K00 = X00 * joint.K[0], K11 = X11 * joint.K[1];
    WispForm<T> c = w;
    c.rim[0].C = w.rim[0].C + upper(K00 + transposed(K00) - timesArm(X00, half[0]));
    c.rim[1].C = w.rim[1].C + upper(K11 + transposed(K11) - timesArm(X11, half[1]));
    c.C = w.C + X01 * joint.K[1] + KX01 - timesArm(X01, half[1]);
    c.rim[0].c = w.rim[0].c - cross(half[0], gain.S.first * gain.u[0] + gain.S.joined * gain.u[1]);
    c.rim[1].c = w.rim[1].c - cross(half[1], timesTransposed(gain.S.joined, gain.u[0]) + gain.S.second * gain.u[1]);
    addOwn(c.rim[0], zero - timesArm(gain.SB[0][0], half[0]));
    addOwn(c.rim[1], zero - timesArm(gain.SB[1][1], half[1]));
    c.B01 = w.B01 - timesArm(gain.SB[0][1], half[1]);
    c.B10 = w.B10 - timesArm(gain.SB[1][0], half[0]);
    const auto which = share > T(0);
    RINGLET_BOTH
    for (int i = 0; i < 2; ++i) {
        w.rim[i].C = selected(which, c.rim[i].C, w.rim[i].C);
        w.rim[i].c = select(which, c.rim[i].c, w.rim[i].c);
        for (int r = 0; r < 3; ++r) w.rim[i].B[r] = select(which, c.rim[i].B[r], w.rim[i].B[r]);
    }
    w.C = selected(which, c.C, w.C);
    w.B01 = selected(which, c.B01, w.B01);
    w.B10 = selected(which, c.B10, w.B10);
}

// Both segments' scaled turns, in place of their parents', from those and the displacements of the points between. `half`: as
// addPairCoupling() takes it.
template <class T>
RINGLET_HD void recoverPair(const PairGain<T>& gain, const Sym3<T>* K, const Vec3<T>* half, const Vec3<T>* dx, Vec3<T>* turn) {
    const Vec3<T> r0 = K[0] * turn[0] + cross(half[0], turn[0]) - gain.u[0];
    const Vec3<T> r1 = K[1] * turn[1] + cross(half[1], turn[1]) - gain.u[1];
    turn[0] = gain.S.first * r0 + gain.S.joined * r1 - timesTransposed(gain.SB[0][0], dx[0]) - timesTransposed(gain.SB[1][0], dx[1]);
    turn[1] = timesTransposed(gain.S.joined, r0) + gain.S.second * r1 - timesTransposed(gain.SB[0][1], dx[0]) -
              timesTransposed(gain.SB[1][1], dx[1]);
}

// A gain's rows of scratch.
constexpr int pairGainRows = 63;
template <class T>
RINGLET_HD void storeRows(float* row, int first, Rows3<T> m) {
    storeRow3(row, first, m.x);
    storeRow3(row, first + 3, m.y);
    storeRow3(row, first + 6, m.z);
}
template <class T>
RINGLET_HD Rows3<T> loadRows(const float* row, int first) {
    return {loadRow3<T>(row, first), loadRow3<T>(row, first + 3), loadRow3<T>(row, first + 6)};
}
template <class T>
RINGLET_HD void storePairGain(float* row, const PairGain<T>& gain) {
    storeSym(row, 0, gain.S.first);
    storeSym(row, 6, gain.S.second);
    storeRows(row, 12, gain.S.joined);
    RINGLET_BOTH
    for (int i = 0; i < 4; ++i) storeRows(row, 21 + 9 * i, gain.SB[i / 2][i % 2]);
    storeRow3(row, 57, gain.u[0]);
    storeRow3(row, 60, gain.u[1]);
}
template <class T>
RINGLET_HD PairGain<T> loadPairGain(const float* row) {
    PairGain<T> gain;
    gain.S = {loadSym<T>(row, 0), loadSym<T>(row, 6), loadRows<T>(row, 12)};
    RINGLET_BOTH
    for (int i = 0; i < 4; ++i) gain.SB[i / 2][i % 2] = loadRows<T>(row, 21 + 9 * i);
    gain.u[0] = loadRow3<T>(row, 57);
    gain.u[1] = loadRow3<T>(row, 60);
    return gain;
}

}  // namespace RINGLET_ISA
}  // namespace ringlet::discrete_rod
