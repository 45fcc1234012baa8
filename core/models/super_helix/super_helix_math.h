// The quadratic model of a strand and its elimination in linear time.
//
// A step minimises, over the change dK of all elements' Darboux vectors,
//
//   sum_i w_i/2 |dx_i - e_i|^2 + h^2/2 sum_Q l_Q (K + dK - Kn)^T C (K + dK - Kn)
//   + drag + internal friction + contacts + tension
//
// (the optimisation form of linearly implicit Euler applied to Bertails 2006,
// eqs. 4 to 6). An element sees its surroundings through the displacement u and
// the rotation theta of the frame at its beginning: a point at d moves by
//   dx = u + theta x d + B dK.
// What lies beyond an element is a quadratic form in (u, theta) of its end. Adding
// the element's own points gives a form in (u, theta, dK); eliminating dK leaves
// the form for the element before. The work is linear in the number of elements,
// as in Featherstone's articulated bodies and Bertails 2009. The forces of inertia
// that a recursion in accelerations must spell out (Coriolis, centrifugal) are in
// the points' own velocities, which e_i carries over from the step before.
//
// D is the number of degrees of freedom of an element: 3, or 2 for the reduced
// model of Kmoch 2018, 3.4. Their order is bending about the section's major
// axis (K.x), twist (K.z), bending about the minor axis (K.y).
#pragma once

#include "core/models/super_helix/helix_math.h"

namespace ringlet::super_helix {
inline namespace RINGLET_ISA {

// Symmetric D x D: xx, yx, yy, zx, zy, zz.
template <class T, int D>
struct SymD {
    T m[D * (D + 1) / 2];
};
RINGLET_HD constexpr int symIndex(int i, int j) { return i >= j ? i * (i + 1) / 2 + j : j * (j + 1) / 2 + i; }

// The D columns of a 3 x 3 matrix in the order of the degrees of freedom.
template <class T, int D>
struct Columns {
    Vec3<T> c[D];
};
template <int D, class T> RINGLET_HD Columns<T, D> columnsOf(const Mat3<T>& m) {
    Columns<T, D> columns;
    columns.c[0] = m.x;
    columns.c[1] = m.z;
    if constexpr (D == 3) columns.c[2] = m.y;
    return columns;
}
// Component `i`, in that order, of a Darboux vector; and the vector of components.
template <class T> RINGLET_HD T freedom(Vec3<T> K, int i) { return i == 0 ? K.x : i == 1 ? K.z : K.y; }
template <class T, int D> RINGLET_HD Vec3<T> darboux(const T (&q)[D]) {
    if constexpr (D == 3) return {q[0], q[2], q[1]};
    else return {q[0], T(0), q[1]};
}

// 1/2 u.uu u + u.(ut theta) + 1/2 theta.tt theta + gu.u + gt.theta; `pull` is the
// total force of all points beyond, for the tension.
template <class T>
struct BeyondEnd {
    Sym3<T> uu;
    Mat3<T> ut;
    Sym3<T> tt;
    Vec3<T> gu, gt, pull;
};

template <class T> RINGLET_HD BeyondEnd<T> nothingBeyondEnd() {
    T o = T(0);
    Vec3<T> z{o, o, o};
    Sym3<T> s{o, o, o, o, o, o};
    return {s, {z, z, z}, s, z, z, z};
}

// The same with an element's own dK.
template <class T, int D>
struct ElementForm {
    BeyondEnd<T> base;
    Columns<T, D> uK, tK;   // force and moment by each dK
    SymD<T, D> KK;
    T gK[D];
    T mass;                 // isotropic part of uu, and its first moment
    Vec3<T> moment;
};

template <class T> RINGLET_HD Mat3<T> operator+(const Mat3<T>& a, const Mat3<T>& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}

// A vector of the world in a frame's own axes, R^T v, and symmetric and general
// matrices from a frame's axes into its parent's, R S R^T.
template <class T> RINGLET_HD Mat3<T> transposeOf(const Mat3<T>& m) {
    return {{m.x.x, m.y.x, m.z.x}, {m.x.y, m.y.y, m.z.y}, {m.x.z, m.y.z, m.z.z}};
}
template <class T> RINGLET_HD Sym3<T> outOf(const Mat3<T>& rows, Sym3<T> s) {  // rows: R^T's columns
    Vec3<T> a = s * rows.x, b = s * rows.y, c = s * rows.z;
    return {dot(rows.x, a), dot(rows.y, b), dot(rows.z, c), dot(rows.x, b), dot(rows.x, c), dot(rows.y, c)};
}
template <class T> RINGLET_HD Mat3<T> outOf(const Mat3<T>& rows, const Mat3<T>& m) {
    return {transposed(rows, m * rows.x), transposed(rows, m * rows.y), transposed(rows, m * rows.z)};
}

// Beyond an element's end, seen from its beginning: the end is at D, turned by
// R, and moves by u + theta x D + B dK, turns by theta + A dK.
template <class T, int D>
RINGLET_HD ElementForm<T, D> elementWithEnd(const BeyondEnd<T>& end, const Mat3<T>& R, Vec3<T> arm,
                                            const Columns<T, D>& B, const Columns<T, D>& A) {
    ElementForm<T, D> f;
    Mat3<T> rows = transposeOf(R);
    Sym3<T> uu = outOf(rows, end.uu), tt = outOf(rows, end.tt);
    Mat3<T> ut = outOf(rows, end.ut);
    Vec3<T> gu = R * end.gu, gt = R * end.gt;
    for (int j = 0; j < D; ++j) {
        Vec3<T> force = uu * B.c[j] + ut * A.c[j];
        Vec3<T> moment = transposed(ut, B.c[j]) + tt * A.c[j];
        f.uK.c[j] = force;
        f.tK.c[j] = moment + cross(arm, force);
        for (int i = 0; i <= j; ++i) f.KK.m[symIndex(j, i)] = dot(B.c[i], force) + dot(A.c[i], moment);
        f.gK[j] = dot(B.c[j], gu) + dot(A.c[j], gt);
    }
    // Moments about the beginning: columns of ut - uu [D], then tt - ut^T [D] + [D] (ut - uu [D]).
    T o = T(0);
    Vec3<T> ex{o, -arm.z, arm.y}, ey{arm.z, o, -arm.x}, ez{-arm.y, arm.x, o};  // e_j x D
    Mat3<T> shifted{ut.x + uu * ex, ut.y + uu * ey, ut.z + uu * ez};
    Vec3<T> mx = cross(arm, shifted.x) + transposed(ut, ex);
    Vec3<T> my = cross(arm, shifted.y) + transposed(ut, ey);
    Vec3<T> mz = cross(arm, shifted.z) + transposed(ut, ez);
    f.base = {uu, shifted,
              {tt.xx + mx.x, tt.yy + my.y, tt.zz + mz.z, tt.xy + my.x, tt.xz + mz.x, tt.yz + mz.y},
              gu, gt + cross(arm, gu), R * end.pull};
    f.mass = o;
    f.moment = {o, o, o};
    return f;
}

// A point at d: 1/2 w |dx|^2 + g.dx.
template <class T, int D>
RINGLET_HD void addPoint(ElementForm<T, D>& f, T w, Vec3<T> g, Vec3<T> d, const Columns<T, D>& B) {
    Vec3<T> wd = w * d;
    f.mass = f.mass + w;
    f.moment = f.moment + wd;
    T xx = wd.x * d.x, yy = wd.y * d.y, zz = wd.z * d.z;
    Sym3<T>& tt = f.base.tt;
    tt = {tt.xx + (yy + zz), tt.yy + (xx + zz), tt.zz + (xx + yy), tt.xy - wd.x * d.y, tt.xz - wd.x * d.z,
          tt.yz - wd.y * d.z};
    f.base.gu = f.base.gu + g;
    f.base.gt = f.base.gt + cross(d, g);
    for (int j = 0; j < D; ++j) {
        f.uK.c[j] = f.uK.c[j] + w * B.c[j];
        f.tK.c[j] = f.tK.c[j] + cross(wd, B.c[j]);
        f.gK[j] = f.gK[j] + dot(B.c[j], g);
        for (int i = 0; i <= j; ++i) f.KK.m[symIndex(j, i)] = f.KK.m[symIndex(j, i)] + w * dot(B.c[i], B.c[j]);
    }
}

// A point's stiffness that depends on direction: 1/2 dx.C dx.
template <class T, int D>
RINGLET_HD void addStiffness(ElementForm<T, D>& f, Sym3<T> C, Vec3<T> d, const Columns<T, D>& B) {
    T o = T(0);
    Vec3<T> x = C * Vec3<T>{o, -d.z, d.y}, y = C * Vec3<T>{d.z, o, -d.x}, z = C * Vec3<T>{-d.y, d.x, o};
    Vec3<T> mx = cross(d, x), my = cross(d, y), mz = cross(d, z);
    f.base.uu = f.base.uu + C;
    f.base.ut = f.base.ut + Mat3<T>{x, y, z};
    f.base.tt = f.base.tt + Sym3<T>{mx.x, my.y, mz.z, my.x, mz.x, mz.y};
    for (int j = 0; j < D; ++j) {
        Vec3<T> force = C * B.c[j];
        f.uK.c[j] = f.uK.c[j] + force;
        f.tK.c[j] = f.tK.c[j] + cross(d, force);
        for (int i = 0; i <= j; ++i) f.KK.m[symIndex(j, i)] = f.KK.m[symIndex(j, i)] + dot(B.c[i], force);
    }
}

// A tension along the tangent t: 1/2 T |t x (theta + A dK)|^2, the geometric
// stiffness of a pulled rod.
template <class T, int D>
RINGLET_HD void addTension(ElementForm<T, D>& f, T tension, Vec3<T> t, const Columns<T, D>& A) {
    f.base.tt = plusOuter(plusDiagonal(f.base.tt, tension), -tension, t);
    for (int j = 0; j < D; ++j) {
        Vec3<T> across = tension * (A.c[j] - dot(t, A.c[j]) * t);
        f.tK.c[j] = f.tK.c[j] + across;
        for (int i = 0; i <= j; ++i) f.KK.m[symIndex(j, i)] = f.KK.m[symIndex(j, i)] + dot(A.c[i], across);
    }
}

// dK = -(constant + byU u + byTheta theta).
template <class T, int D>
struct ElementGain {
    T constant[D];
    Vec3<T> byU[D], byTheta[D];
};

// Folds the isotropic parts in, eliminates dK and leaves the form at the
// element's beginning in `beyond`. One component after the other, as Cholesky does:
// each takes from the form what stays positive in float too. (An inverse of KK by
// cofactors does not where contacts are 1e4 times as firm as the rod.)
template <class T, int D>
RINGLET_HD ElementGain<T, D> eliminateElement(ElementForm<T, D>& f, BeyondEnd<T>& beyond) {
    beyond = f.base;
    beyond.uu = plusDiagonal(beyond.uu, f.mass);
    T o = T(0);
    Vec3<T> m = f.moment;
    beyond.ut = beyond.ut + Mat3<T>{{o, -m.z, m.y}, {m.z, o, -m.x}, {-m.y, m.x, o}};
    ElementGain<T, D> gain;
    T later[D][D];  // of the components after one, in what it answers
    for (int i = 0; i < D; ++i) {
        T pivot = T(1) / f.KK.m[symIndex(i, i)];
        Vec3<T> u = f.uK.c[i], t = f.tK.c[i], bu = pivot * u, bt = pivot * t;
        T g = f.gK[i], bg = pivot * g;
        gain.constant[i] = bg;
        gain.byU[i] = bu;
        gain.byTheta[i] = bt;
        for (int j = i + 1; j < D; ++j) {
            T k = f.KK.m[symIndex(i, j)], share = pivot * k;
            later[i][j] = share;
            f.uK.c[j] = f.uK.c[j] - share * u;
            f.tK.c[j] = f.tK.c[j] - share * t;
            f.gK[j] = f.gK[j] - share * g;
            for (int l = i + 1; l <= j; ++l)
                f.KK.m[symIndex(j, l)] = f.KK.m[symIndex(j, l)] - share * f.KK.m[symIndex(i, l)];
        }
        Sym3<T>& uu = beyond.uu;
        uu = {uu.xx - u.x * bu.x, uu.yy - u.y * bu.y, uu.zz - u.z * bu.z,
              uu.xy - u.x * bu.y, uu.xz - u.x * bu.z, uu.yz - u.y * bu.z};
        Sym3<T>& tt = beyond.tt;
        tt = {tt.xx - t.x * bt.x, tt.yy - t.y * bt.y, tt.zz - t.z * bt.z,
              tt.xy - t.x * bt.y, tt.xz - t.x * bt.z, tt.yz - t.y * bt.z};
        Mat3<T>& ut = beyond.ut;
        ut = {ut.x - bt.x * u, ut.y - bt.y * u, ut.z - bt.z * u};
        beyond.gu = beyond.gu - bg * u;
        beyond.gt = beyond.gt - bg * t;
    }
    for (int i = D - 2; i >= 0; --i)
        for (int j = i + 1; j < D; ++j) {
            gain.constant[i] = gain.constant[i] - later[i][j] * gain.constant[j];
            gain.byU[i] = gain.byU[i] - later[i][j] * gain.byU[j];
            gain.byTheta[i] = gain.byTheta[i] - later[i][j] * gain.byTheta[j];
        }
    return gain;
}

}  // namespace RINGLET_ISA
}  // namespace ringlet::super_helix
