// One helical element in closed form: its frame, its centre line and their
// derivatives with respect to twist and curvatures (Bertails 2006, appendix A),
// on the number type.
//
// An element has a constant Darboux vector K in its own material frame: K.x and
// K.y are the curvatures about the section's axes n1 and n2, K.z is the twist
// about the tangent n0. Frames are rotations that take the axes x, y, z to n1, n2,
// n0. Everything here is in the frame at the element's beginning. Lengths are
// pure numbers, in units of the strand's mean element; K is in radians a unit.
//
// With e = (0, 0, 1), p = K x e, q = K x (K x e), phi = |K| s:
//   frame     exp(s [K])
//   tangent   t(s) = e + s C1 p + s^2 C2 q
//   line      d(s) = s e + s^2 C2 p + s^3 C3 q                     (eq. 7b)
//   rotation  A(s) = s I + s^2 C2 [K] + s^3 C3 [K]^2,  d exp = [A dK] exp
//   dline/dK  B(s) dK = s^2 C2 dp + s^3 C3 dq + (K.dK) (s^4 G2 p + s^5 G3 q)
// The five coefficients are entire functions of phi^2: straight, circular and
// helical elements are one case, without cancellation.
#pragma once

#include "core/math/elementary.h"
#include "core/math/vec.h"

namespace ringlet::super_helix {
inline namespace RINGLET_ISA {

// Three columns.
template <class T>
struct Mat3 {
    Vec3<T> x, y, z;
};
template <class T> RINGLET_HD Vec3<T> operator*(const Mat3<T>& m, Vec3<T> v) {
    return v.x * m.x + v.y * m.y + v.z * m.z;
}
template <class T> RINGLET_HD Mat3<T> operator*(const Mat3<T>& a, const Mat3<T>& b) {
    return {a * b.x, a * b.y, a * b.z};
}
// The transpose times v.
template <class T> RINGLET_HD Vec3<T> transposed(const Mat3<T>& m, Vec3<T> v) {
    return {dot(m.x, v), dot(m.y, v), dot(m.z, v)};
}

template <class T>
struct HelixCoefficients {
    T C1;  // sin(phi) / phi
    T C2;  // (1 - cos(phi)) / phi^2
    T C3;  // (phi - sin(phi)) / phi^3
    T G2;  // (C1 - 2 C2) / phi^2, the derivative of C2 by phi, over phi
    T G3;  // (C2 - 3 C3) / phi^2
};

// Below this phi^2 the series serve: at it, the closed forms of G2 and G3 lose a
// factor of 8 to cancellation.
constexpr float seriesEnd = 4.0f;

// The coefficients of the series of G2 and G3:
// (-1)^k 2k / (2k + 2)! and (-1)^k 2k / (2k + 3)!, k from 1.
template <int terms>
struct HelixSeries {
    double second[terms], third[terms];
};
template <int terms>
RINGLET_HD constexpr HelixSeries<terms> helixSeries() {
    HelixSeries<terms> series{};
    double factorial = 2, sign = 1;  // (2k + 2)!
    for (int k = 1; k <= terms; ++k) {
        factorial *= (2 * k + 1) * (2 * k + 2);
        sign = -sign;
        series.second[k - 1] = sign * 2 * k / factorial;
        series.third[k - 1] = series.second[k - 1] / (2 * k + 3);
    }
    return series;
}
// How many terms reach the number type's precision up to seriesEnd.
template <class T> struct SeriesTerms { static constexpr int value = 8; };
template <> struct SeriesTerms<double> { static constexpr int value = 14; };

// y = phi^2 >= 0.
template <class T>
RINGLET_HD HelixCoefficients<T> helixCoefficients(T y) {
    constexpr int terms = SeriesTerms<T>::value;
    constexpr HelixSeries<terms> series = helixSeries<terms>();
    HelixCoefficients<T> c;
    c.G2 = T(series.second[terms - 1]);
    c.G3 = T(series.third[terms - 1]);
    for (int k = terms - 2; k >= 0; --k) {
        c.G2 = T(series.second[k]) + y * c.G2;
        c.G3 = T(series.third[k]) + y * c.G3;
    }
    // All terms positive: nothing cancels.
    c.C3 = (T(0.5f) - T(0.5f) * y * c.G2 - y * c.G3) / (T(3) + T(0.5f) * y);
    c.C1 = T(1) - y * c.C3;
    c.C2 = T(0.5f) * (c.C1 - y * c.G2);
    auto large = y > T(seriesEnd);
    if (anyLane(large)) {
        T safe = select(large, y, T(1));
        T phi = squareRoot(safe), inverse = T(1) / safe;
        auto quadrant = detail::quadrantOf(phi);
        T C1 = detail::sineOf(quadrant) / phi;
        T C2 = (T(1) - detail::cosineOf(quadrant)) * inverse;
        T C3 = (T(1) - C1) * inverse;
        c.C1 = select(large, C1, c.C1);
        c.C2 = select(large, C2, c.C2);
        c.C3 = select(large, C3, c.C3);
        c.G2 = select(large, (C1 - (C2 + C2)) * inverse, c.G2);
        c.G3 = select(large, (C2 - T(3) * C3) * inverse, c.G3);
    }
    return c;
}

// K with what all points of an element need of it.
template <class T>
struct Helix {
    Vec3<T> K, p, q;
    T square;  // |K|^2
};

template <class T> RINGLET_HD Helix<T> helixOf(Vec3<T> K) {
    T across = K.x * K.x + K.y * K.y;
    return {K, {K.y, -K.x, T(0)}, {K.x * K.z, K.y * K.z, -across}, across + K.z * K.z};
}

// Coefficients times the powers of s that go with them.
template <class T>
struct HelixPoint {
    T s, s1, s2, s3, g2, g3;  // s, s C1, s^2 C2, s^3 C3, s^4 G2, s^5 G3
};

template <class T> RINGLET_HD HelixPoint<T> helixPoint(const Helix<T>& h, T s) {
    T ss = s * s;
    HelixCoefficients<T> c = helixCoefficients(h.square * ss);
    return {s, s * c.C1, ss * c.C2, ss * s * c.C3, ss * ss * c.G2, ss * ss * s * c.G3};
}

template <class T> RINGLET_HD Vec3<T> tangentAt(const Helix<T>& h, const HelixPoint<T>& a) {
    return {a.s1 * h.p.x + a.s2 * h.q.x, a.s1 * h.p.y + a.s2 * h.q.y, T(1) + a.s2 * h.q.z};
}
template <class T> RINGLET_HD Vec3<T> lineAt(const Helix<T>& h, const HelixPoint<T>& a) {
    return {a.s2 * h.p.x + a.s3 * h.q.x, a.s2 * h.p.y + a.s3 * h.q.y, a.s + a.s3 * h.q.z};
}

// exp(s [K]) as a matrix, from the point's coefficients.
template <class T> RINGLET_HD Mat3<T> turnAt(const Helix<T>& h, const HelixPoint<T>& a) {
    Vec3<T> k = a.s1 * h.K, c = a.s2 * h.K;
    T diagonal = T(1) - a.s2 * h.square;
    return {h.K.x * c + Vec3<T>{diagonal, k.z, -k.y}, h.K.y * c + Vec3<T>{-k.z, diagonal, k.x},
            h.K.z * c + Vec3<T>{k.y, -k.x, diagonal}};
}

// d line / d K.
template <class T> RINGLET_HD Mat3<T> lineDerivative(const Helix<T>& h, const HelixPoint<T>& a) {
    Vec3<T> w = a.g2 * h.p + a.g3 * h.q;
    T x = a.s3 * h.K.x, y = a.s3 * h.K.y, z = a.s3 * h.K.z;
    return {h.K.x * w + Vec3<T>{z, -a.s2, T(-2) * x}, h.K.y * w + Vec3<T>{a.s2, z, T(-2) * y},
            h.K.z * w + Vec3<T>{x, y, T(0)}};
}
// The same times dK, without the matrix.
template <class T> RINGLET_HD Vec3<T> lineChange(const Helix<T>& h, const HelixPoint<T>& a, Vec3<T> dK) {
    T along = dot(h.K, dK);
    Vec3<T> dp{dK.y, -dK.x, T(0)};
    Vec3<T> dq{dK.x * h.K.z + h.K.x * dK.z, dK.y * h.K.z + h.K.y * dK.z,
               T(-2) * (h.K.x * dK.x + h.K.y * dK.y)};
    return a.s2 * dp + a.s3 * dq + along * (a.g2 * h.p + a.g3 * h.q);
}

// A: dK turns the frame at s by the rotation vector A dK.
template <class T> RINGLET_HD Mat3<T> frameDerivative(const Helix<T>& h, const HelixPoint<T>& a) {
    Vec3<T> k = a.s2 * h.K;
    T diagonal = a.s - a.s3 * h.square;
    Vec3<T> c = a.s3 * h.K;
    return {h.K.x * c + Vec3<T>{diagonal, k.z, -k.y}, h.K.y * c + Vec3<T>{-k.z, diagonal, k.x},
            h.K.z * c + Vec3<T>{k.y, -k.x, diagonal}};
}
template <class T> RINGLET_HD Vec3<T> frameChange(const Helix<T>& h, const HelixPoint<T>& a, Vec3<T> dK) {
    Vec3<T> once = cross(h.K, dK);
    return a.s * dK + a.s2 * once + a.s3 * cross(h.K, once);
}

}  // namespace RINGLET_ISA
}  // namespace ringlet::super_helix
