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

// What the sweep back recovers a rim's turn from: as of a joint alone, and what it takes of the other rim's displacement and turn.
template <class T>
struct RimGain {
    JointGain<T> own;
    Rows3<T> dx, turn;
};

// Eliminates rim i's joint, as eliminateRodJoint() does where no other rim is: its child's turn goes and its parent's takes its
// place, beside whichever turn of the other rim is there. Both rims one after the other are eliminated as one.
template <int i, class T>
RINGLET_HD RimGain<T> eliminateRim(WispForm<T>& w, Sym3<T> K, Vec3<T> gradient) {
    BeyondJoint<T>&own = w.rim[i], &other = w.rim[1 - i];
    Rows3<T>&B = i == 0 ? w.B10 : w.B01, &beside = i == 0 ? w.B01 : w.B10;
    const Rows3<T> turn = i == 0 ? transposed(w.C) : w.C;
    const Sym3<T> S = inverse(own.C + K);
    const Vec3<T> u = own.c + gradient;
    const RimGain<T> gain{{S, {S * own.B[0], S * own.B[1], S * own.B[2]}, u}, B * S, turn * S};
    const Rows3<T> y = rowsOf(own.B), SB = rowsOf(gain.own.SB), none = noRows<T>();
    own.A = own.A - symmetricProduct(SB, y);
    own.a = own.a - SB * u;
    other.A = other.A - symmetricProduct(gain.dx, B);
    other.a = other.a - gain.dx * u;
    w.A = w.A - (i == 0 ? timesTransposed(SB, B) : timesTransposed(B, SB));
    other.C = other.C - symmetricProduct(gain.turn, turn);
    other.c = other.c - gain.turn * u;
    beside = beside - timesTransposed(SB, turn);
    addOwn(other, none - timesTransposed(gain.dx, turn));
    own.c = K * (S * own.c) - own.C * (S * gradient);
    own.C = upper(K * (S * rowsOf(own.C)));
    for (int r = 0; r < 3; ++r) own.B[r] = K * gain.own.SB[r];
    B = gain.dx * K;
    w.C = i == 0 ? transposed(gain.turn * K) : gain.turn * K;
    return gain;
}

// The joint's addTorqueCoupling(), after that.
template <int i, class T>
RINGLET_HD_CALL void addRimCoupling(WispForm<T>& w, const RimGain<T>& gain, Sym3<T> K, Vec3<T> half) {
    Rows3<T>& B = i == 0 ? w.B10 : w.B01;
    const Rows3<T> turn = timesArm(gain.turn, half);
    const auto which = dot(half, half) > T(0);
    addTorqueCoupling(w.rim[i], gain.own, K, half);
    B = selected(which, B - timesArm(gain.dx, half), B);
    w.C = selected(which, w.C - (i == 0 ? transposed(turn) : turn), w.C);
}

// A joint's quadratic energy, and the coupling of its two segments' turns that addRimCoupling() takes.
template <class T>
struct RimJoint {
    Sym3<T> K;
    Vec3<T> half;
};
// Both segments' scaled turns, in place of their parents', from those and the displacements of the points between. Rim 1's joint was
// eliminated first, beside rim 0's own turn.
template <class T>
RINGLET_HD void recoverPair(const RimGain<T>* gain, const RimJoint<T>* joint, const Vec3<T>* dx, Vec3<T>* turn) {
    const auto from = [&](int i, Vec3<T> beside) {
        return recoverRodTurn(gain[i].own, joint[i].K, joint[i].half, turn[i], dx[i]) - timesTransposed(gain[i].dx, dx[1 - i]) -
               timesTransposed(gain[i].turn, beside);
    };
    turn[0] = from(0, turn[1]);
    turn[1] = from(1, turn[0]);
}

// Rows of scratch of what joins a pair's gains; each rim's own lie in its rows.
constexpr int joinedGainRows = 36;
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
template <int i, class T>
RINGLET_HD void storeRimGain(float* own, float* joined, const RimGain<T>& gain) {
    storeGain(own, gain.own);
    storeRows(joined, 18 * i, gain.dx);
    storeRows(joined, 18 * i + 9, gain.turn);
}
template <int i, class T>
RINGLET_HD RimGain<T> loadRimGain(const float* own, const float* joined) {
    return {loadGain<T>(own), loadRows<T>(joined, 18 * i), loadRows<T>(joined, 18 * i + 9)};
}

}  // namespace RINGLET_ISA
}  // namespace ringlet::discrete_rod
