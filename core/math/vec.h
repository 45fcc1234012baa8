// Vectors, quaternions and symmetric matrices over a number type T: float,
// double or Lanes<W>. The same source serves a CUDA thread, a scalar strand
// and a tile of strands. No result depends on a branch:
// normalizedOrElse only skips work that no lane needs.
#pragma once

#include "core/math/number.h"

namespace ringlet {
inline namespace RINGLET_ISA {

template <class T>
struct Vec3 {
    T x, y, z;
};

template <class T> RINGLET_HD Vec3<T> operator+(Vec3<T> a, Vec3<T> b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
template <class T> RINGLET_HD Vec3<T> operator-(Vec3<T> a, Vec3<T> b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
template <class T> RINGLET_HD Vec3<T> operator-(Vec3<T> a) { return {-a.x, -a.y, -a.z}; }
template <class T> RINGLET_HD Vec3<T> operator*(Vec3<T> a, T s) { return {a.x * s, a.y * s, a.z * s}; }
template <class T> RINGLET_HD Vec3<T> operator*(T s, Vec3<T> a) { return {a.x * s, a.y * s, a.z * s}; }
template <class T> RINGLET_HD T dot(Vec3<T> a, Vec3<T> b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
template <class T> RINGLET_HD Vec3<T> cross(Vec3<T> a, Vec3<T> b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
template <class T> RINGLET_HD T lengthOf(Vec3<T> a) { return squareRoot(dot(a, a)); }
template <class M, class T> RINGLET_HD Vec3<T> select(M mask, Vec3<T> a, Vec3<T> b) {
    return {select(mask, a.x, b.x), select(mask, a.y, b.y), select(mask, a.z, b.z)};
}
template <class T, class S> RINGLET_HD Vec3<T> splat(Vec3<S> v) { return {T(v.x), T(v.y), T(v.z)}; }

// a / |a|, or `fallback` where |a| is zero or too small to divide by.
template <class T> RINGLET_HD Vec3<T> normalizedOr(Vec3<T> a, Vec3<T> fallback) {
    T squared = dot(a, a);
    auto usable = squared > T(1e-30f);
    T inverse = T(1) / squareRoot(select(usable, squared, T(1)));
    return select(usable, a * inverse, fallback);
}

// The same, with a function for the fallback that is called where a lane needs it.
// Where none does, which is nearly always, nothing of it costs anything.
template <class T, class F> RINGLET_HD Vec3<T> normalizedOrElse(Vec3<T> a, F fallback) {
    T squared = dot(a, a);
    auto usable = squared > T(1e-30f);
    if (allLanes(usable)) return a * (T(1) / squareRoot(squared));
    T inverse = T(1) / squareRoot(select(usable, squared, T(1)));
    return select(usable, a * inverse, fallback());
}

// Unit quaternion, rotation of x as q (0, x) q*; identity is {0, 0, 0, 1}.
template <class T>
struct Quat {
    T x, y, z, w;
};

template <class T> RINGLET_HD Quat<T> identityQuat() { return {T(0), T(0), T(0), T(1)}; }
template <class T> RINGLET_HD Quat<T> conjugate(Quat<T> q) { return {-q.x, -q.y, -q.z, q.w}; }
template <class T> RINGLET_HD Quat<T> operator*(Quat<T> a, Quat<T> b) {
    return {a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
            a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
            a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
            a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}
template <class M, class T> RINGLET_HD Quat<T> select(M mask, Quat<T> a, Quat<T> b) {
    return {select(mask, a.x, b.x), select(mask, a.y, b.y), select(mask, a.z, b.z), select(mask, a.w, b.w)};
}
template <class T, class S> RINGLET_HD Quat<T> splat(Quat<S> q) { return {T(q.x), T(q.y), T(q.z), T(q.w)}; }
// The caller guarantees that q is not zero.
template <class T> RINGLET_HD Quat<T> normalized(Quat<T> q) {
    T s = T(1) / squareRoot(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
    return {q.x * s, q.y * s, q.z * s, q.w * s};
}
template <class T> RINGLET_HD Vec3<T> rotate(Quat<T> q, Vec3<T> v) {
    Vec3<T> u{q.x, q.y, q.z};
    Vec3<T> t = cross(u, v);
    t = t + t;
    return v + q.w * t + cross(u, t);
}
// The third axis of the rotated frame, rotate(q, {0, 0, 1}): a segment's tangent.
template <class T> RINGLET_HD Vec3<T> axisZ(Quat<T> q) {
    return {T(2) * (q.x * q.z + q.y * q.w), T(2) * (q.y * q.z - q.x * q.w), T(1) - T(2) * (q.x * q.x + q.y * q.y)};
}
// A vector across unit a, of length 0.7 to 1.
template <class T> RINGLET_HD Vec3<T> perpendicularTo(Vec3<T> a) {
    return select(a.x * a.x > T(0.5f), Vec3<T>{-a.z, T(0), a.x}, Vec3<T>{T(0), a.z, -a.y});
}
// The shortest rotation that takes unit a to unit b, a quaternion of any length; where they are opposite,
// half a turn about an axis across a.
template <class T> RINGLET_HD Quat<T> turnBetween(Vec3<T> a, Vec3<T> b) {
    Vec3<T> c = cross(a, b);
    T w = T(1) + dot(a, b);
    auto opposite = w < T(1e-6f);
    const Vec3<T> across = perpendicularTo(a);
    return {select(opposite, across.x, c.x), select(opposite, across.y, c.y), select(opposite, across.z, c.z),
            select(opposite, T(0), w)};
}
// The same, a unit quaternion.
template <class T> RINGLET_HD Quat<T> rotationBetween(Vec3<T> a, Vec3<T> b) { return normalized(turnBetween(a, b)); }
// Rotates frame q by the small rotation vector `turn` (rad) with Cayley's map,
// exact to second order and without trigonometry.
template <class T> RINGLET_HD Quat<T> turned(Quat<T> q, Vec3<T> turn) {
    T half = T(0.5f);
    return normalized(Quat<T>{turn.x * half, turn.y * half, turn.z * half, T(1)} * q);
}

// Symmetric 3 x 3 matrix.
template <class T>
struct Sym3 {
    T xx, yy, zz, xy, xz, yz;
};

template <class T> RINGLET_HD Vec3<T> operator*(Sym3<T> m, Vec3<T> v) {
    return {m.xx * v.x + m.xy * v.y + m.xz * v.z, m.xy * v.x + m.yy * v.y + m.yz * v.z,
            m.xz * v.x + m.yz * v.y + m.zz * v.z};
}
template <class T> RINGLET_HD Sym3<T> operator+(Sym3<T> a, Sym3<T> b) {
    return {a.xx + b.xx, a.yy + b.yy, a.zz + b.zz, a.xy + b.xy, a.xz + b.xz, a.yz + b.yz};
}
template <class T> RINGLET_HD Sym3<T> plusDiagonal(Sym3<T> m, T d) {
    return {m.xx + d, m.yy + d, m.zz + d, m.xy, m.xz, m.yz};
}
// m + s n n^T
template <class T> RINGLET_HD Sym3<T> plusOuter(Sym3<T> m, T s, Vec3<T> n) {
    Vec3<T> sn = s * n;
    return {m.xx + sn.x * n.x, m.yy + sn.y * n.y, m.zz + sn.z * n.z,
            m.xy + sn.x * n.y, m.xz + sn.x * n.z, m.yz + sn.y * n.z};
}
// Inverse by cofactors; m must be positive definite.
template <class T> RINGLET_HD Sym3<T> inverse(Sym3<T> m) {
    T cxx = m.yy * m.zz - m.yz * m.yz;
    T cxy = m.xz * m.yz - m.xy * m.zz;
    T cxz = m.xy * m.yz - m.xz * m.yy;
    T s = T(1) / (m.xx * cxx + m.xy * cxy + m.xz * cxz);
    return {cxx * s, (m.xx * m.zz - m.xz * m.xz) * s, (m.xx * m.yy - m.xy * m.xy) * s,
            cxy * s, cxz * s, (m.xy * m.xz - m.xx * m.yz) * s};
}

}  // namespace RINGLET_ISA

using Vec3f = Vec3<float>;
using Vec3d = Vec3<double>;
using Quatf = Quat<float>;
using Quatd = Quat<double>;

inline Quatd toDouble(Quatf q) { return {q.x, q.y, q.z, q.w}; }
inline Quatf toFloat(Quatd q) {
    return {static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z), static_cast<float>(q.w)};
}
inline Vec3d toDouble(Vec3f v) { return {v.x, v.y, v.z}; }
inline Vec3f toFloat(Vec3d v) {
    return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

}  // namespace ringlet
