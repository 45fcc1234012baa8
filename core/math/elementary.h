// Sine, cosine, arc tangent and exponential in our own arithmetic:
// only + - * / sqrt, comparisons and selects, so that every compiler and target
// gives the same bits. The templates serve float, CUDA threads and Lanes<W>
// (include core/math/lanes.h as well for those); the overloads for double serve
// the authoring of grooms and motions.
//
// Method: reduction to a small interval, then a polynomial fitted at Chebyshev
// nodes. Errors against the true value (tests/math/elementary_test.cpp measures
// them; an ulp is one unit in the last place of the float nearest the result):
//
//   float   sine, cosine   2 ulp for |x| <= 1e4 (undefined, though finite, beyond 6e6)
//           arcTangent2    3 ulp
//           arcTangentRatio, arcTangent 3 ulp
//           exponential    2 ulp; infinity above 88.73, 0 below -104
//   double  sine, cosine   4e-16 absolute for |x| <= 1e6
//           arcTangent2    1e-15 relative
//           exponential    1e-15 relative, |x| <= 700; clamped beyond
//
// NaN in gives NaN out. Infinite angles give NaN.
#pragma once

#include "core/math/number.h"

#include <cstdint>
#include <cstring>
#include <type_traits>

namespace ringlet {

constexpr double pi = 3.14159265358979323846;

inline namespace RINGLET_ISA {

// The nearest whole number (ties to even) for |x| < 2^21: adding 1.5 * 2^23
// pushes the fraction out of the significand. No conversion to integer.
template <class T> RINGLET_HD T nearestWhole(T x) {
    const T shift = T(12582912.0f);
    return (x + shift) - shift;
}
RINGLET_HD double nearestWhole(double x) {
    const double shift = 6755399441055744.0;  // 1.5 * 2^52
    return (x + shift) - shift;
}

// 2^k for a whole k in [-126, 127]. The sum's low bits are k + 127, which the
// shift moves to the exponent. core/math/lanes.h has the one for lanes.
RINGLET_HD float powerOfTwo(float k) {
    const float sum = k + 12583039.0f;  // 1.5 * 2^23 + 127
    uint32_t bits;
    memcpy(&bits, &sum, sizeof bits);
    bits <<= 23;
    float power;
    memcpy(&power, &bits, sizeof power);
    return power;
}
// For a whole k in [-1022, 1023].
RINGLET_HD double powerOfTwo(double k) {
    const double sum = k + 6755399441056767.0;  // 1.5 * 2^52 + 1023
    uint64_t bits;
    memcpy(&bits, &sum, sizeof bits);
    bits <<= 52;
    double power;
    memcpy(&power, &bits, sizeof power);
    return power;
}

namespace detail {

// x = rest + quarter * pi/2 with |rest| <= pi/4 and quarter in {-2, ..., 2},
// with the sine and cosine of the rest.
template <class T>
struct Quadrant {
    T sine, cosine, quarter;
};

template <class T> RINGLET_HD Quadrant<T> quadrantOf(T x) {
    const T k = nearestWhole(x * T(0.636619772f));
    // pi/2 in four parts. The first three have at most 11 bits, so that their
    // products with k < 2^13 are exact without a fused multiply-add.
    T r = x - k * T(1.5703125f);
    r = r - k * T(4.837512969970703125e-4f);
    r = r - k * T(7.549533620476723e-8f);
    r = r - k * T(2.5633440682570896e-12f);
    const T z = r * r;
    const T s = T(-0.166666642f) + z * (T(0.00833274703f) + z * T(-0.00019587639f));
    const T c = T(0.0416666642f) + z * (T(-0.00138883013f) + z * T(2.45476895e-05f));
    return {r + r * (z * s), T(1.0f) - (T(0.5f) * z - z * (z * c)), k - T(4.0f) * nearestWhole(k * T(0.25f))};
}

RINGLET_HD Quadrant<double> quadrantOf(double x) {
    const double k = nearestWhole(x * 0.63661977236758134308);
    // Two parts of 31 bits, exact products for k < 2^22, and the remainder.
    const double r = ((x - k * 1.5707963267341256) - k * 6.07710050359346e-11) - k * 2.912732056093356e-20;
    const double z = r * r;
    const double s = -0.16666666666666666 + z * (0.008333333333330936 + z * (-0.00019841269836740532
                     + z * (2.7557316093198404e-06 + z * (-2.5051129896450185e-08 + z * 1.5917988979397435e-10))));
    const double c = 0.041666666666666664 + z * (-0.0013888888888887389 + z * (2.48015872987544e-05
                     + z * (-2.755731726587808e-07 + z * (2.087614504941318e-09 + z * -1.138254464534925e-11))));
    return {r + r * (z * s), 1.0 - (0.5 * z - z * (z * c)), k - 4.0 * nearestWhole(k * 0.25)};
}

template <class T> RINGLET_HD T sineOf(Quadrant<T> q) {
    const auto odd = both(absolute(q.quarter) > T(0.5f), absolute(q.quarter) < T(1.5f));
    const T size = select(odd, q.cosine, q.sine);
    return select(either(q.quarter < T(-0.5f), q.quarter > T(1.5f)), -size, size);
}

template <class T> RINGLET_HD T cosineOf(Quadrant<T> q) {
    const auto odd = both(absolute(q.quarter) > T(0.5f), absolute(q.quarter) < T(1.5f));
    const T size = select(odd, q.sine, q.cosine);
    return select(either(q.quarter < T(-1.5f), q.quarter > T(0.5f)), -size, size);
}

// atan of t in [-tan(pi/8), tan(pi/8)].
template <class T> RINGLET_HD T arcTangentSmall(T t) {
    const T z = t * t;
    const T p = T(-0.333333313f) + z * (T(0.199995384f) + z * (T(-0.142638966f)
                + z * (T(0.107430995f) + z * T(-0.06449835f))));
    return t + t * (z * p);
}

RINGLET_HD double arcTangentSmall(double t) {
    const double z = t * t;
    double p = 0.01627194475162406;
    p = -0.034558092551413795 + z * p;
    p = 0.04551108126325172 + z * p;
    p = -0.052303478730160745 + z * p;
    p = 0.058789145444006215 + z * p;
    p = -0.06666423628069258 + z * p;
    p = 0.0769229630497447 + z * p;
    p = -0.09090908751076636 + z * p;
    p = 0.11111111105106705 + z * p;
    p = -0.14285714285659326 + z * p;
    p = 0.199999999999998 + z * p;
    p = -0.3333333333333333 + z * p;
    return t + t * (z * p);
}

// The angle of (x, y); pi/2 and pi come as a leading part and its correction.
template <class T> RINGLET_HD T angleOf(T y, T x, T halfPi, T halfPiLow, T wholePi, T wholePiLow) {
    const T ax = absolute(x), ay = absolute(y);
    const auto steep = ay > ax;
    const T low = select(steep, ax, ay);
    const T high = select(steep, ay, ax);
    const auto upper = low > T(0.41421356f) * high;
    const T numerator = select(upper, low - high, low);
    const T denominator = select(upper, low + high, high);
    const T t = numerator / select(denominator == T(0.0f), T(1.0f), denominator);
    T a = arcTangentSmall(t);
    a = select(upper, T(0.5f) * halfPi + (a + T(0.5f) * halfPiLow), a);
    a = select(steep, (halfPi - a) + halfPiLow, a);
    a = select(x < T(0.0f), (wholePi - a) + wholePiLow, a);
    return select(y < T(0.0f), -a, a);
}

}  // namespace detail

// Sine of x (rad).
template <class T> RINGLET_HD T sine(T x) {
    static_assert(!std::is_same<T, double>::value, "call sine(x) without template arguments");
    return detail::sineOf(detail::quadrantOf(x));
}
RINGLET_HD double sine(double x) { return detail::sineOf(detail::quadrantOf(x)); }

// Cosine of x (rad).
template <class T> RINGLET_HD T cosine(T x) {
    static_assert(!std::is_same<T, double>::value, "call cosine(x) without template arguments");
    return detail::cosineOf(detail::quadrantOf(x));
}
RINGLET_HD double cosine(double x) { return detail::cosineOf(detail::quadrantOf(x)); }

// The angle of the vector (x, y) in [-pi, pi] (rad); 0 for the zero vector. The
// sign of a zero is not looked at: on the negative x axis the angle is +pi.
// |x| and |y| up to 1e38 (their sum must not overflow).
template <class T> RINGLET_HD T arcTangent2(T y, T x) {
    static_assert(!std::is_same<T, double>::value, "call arcTangent2(y, x) without template arguments");
    return detail::angleOf(y, x, T(1.57079637f), T(-4.37113883e-8f), T(3.14159274f), T(-8.74227766e-8f));
}
RINGLET_HD double arcTangent2(double y, double x) {
    return detail::angleOf(y, x, 1.57079632679489661923, 6.123233995736766e-17, pi, 1.2246467991473532e-16);
}

namespace detail {

// Of atan(t) / t in z = t^2: up to z^3, of the next four powers over z^4, of the last over z^8. The sums are paired, for each waits for the
// one before it.
template <class T> RINGLET_HD void arcTangentSums(T z, T z2, T& first, T& middle, T& last) {
    first = (T(1.0f) + z * T(-0.333333317f)) + z2 * (T(0.199997393f) + z * T(-0.142785687f));
    middle = (T(0.110337641f) + z * T(-0.0865688043f)) + z2 * (T(0.0625016944f) + z * T(-0.035871539f));
    last = T(0.0135077714f) + z * T(-0.00238699732f);
}

}  // namespace detail

// atan(t) / t for t in [0, 1], told t * t: even in t, so that whoever has only the square needs no root.
template <class T> RINGLET_HD T arcTangentRatio(T squared) {
    static_assert(!std::is_same<T, double>::value, "call arcTangentRatio(squared) without template arguments");
    const T z2 = squared * squared, z4 = z2 * z2;
    T first, middle, last;
    detail::arcTangentSums(squared, z2, first, middle, last);
    return (first + (z4 * z4) * last) + z4 * middle;
}
RINGLET_HD double arcTangentRatio(double squared) {
    const double t = squareRoot(squared);
    return t < 1e-9 ? 1.0 : arcTangent2(t, 1.0) / t;
}

// atan(t) for t in [-1, 1], by no power that is too small for processors to be fast with.
template <class T> RINGLET_HD T arcTangent(T t) {
    static_assert(!std::is_same<T, double>::value, "call arcTangent2(t, 1.0) for doubles");
    const T z = maximum(t * t, T(1e-8f)), z2 = z * z, z4 = z2 * z2;
    T first, middle, last;
    detail::arcTangentSums(z, z2, first, middle, last);
    return t * (first + z4 * (middle + z4 * last));
}

// e to the power x.
template <class T> RINGLET_HD T exponential(T x) {
    static_assert(!std::is_same<T, double>::value, "call exponential(x) without template arguments");
    x = select(x > T(89.0f), T(89.0f), select(x < T(-105.0f), T(-105.0f), x));
    const T k = nearestWhole(x * T(1.44269504f));
    const T r = (x - k * T(0.693115234375f)) - k * T(3.194618329871446e-05f);
    const T p = T(0.5f) + r * (T(0.166665763f) + r * (T(0.0416665524f)
                + r * (T(0.00836323295f) + r * T(0.00139262504f))));
    // Two factors, since 2^k itself may lie outside the range of float.
    const T half = nearestWhole(k * T(0.5f));
    return ((T(1.0f) + (r + r * (r * p))) * powerOfTwo(half)) * powerOfTwo(k - half);
}

RINGLET_HD double exponential(double x) {
    x = select(x > 700.0, 700.0, select(x < -700.0, -700.0, x));
    const double k = nearestWhole(x * 1.44269504088896340736);
    const double r = (x - k * 0.6931471805592082) - k * 7.371002565167799e-13;
    double p = 2.09147553258932e-09;
    p = 2.5105312729622103e-08 + r * p;
    p = 2.755727347871858e-07 + r * p;
    p = 2.755725517000089e-06 + r * p;
    p = 2.480158732567746e-05 + r * p;
    p = 0.0001984126987500228 + r * p;
    p = 0.0013888888888883711 + r * p;
    p = 0.008333333333326084 + r * p;
    p = 0.04166666666666667 + r * p;
    p = 0.1666666666666667 + r * p;
    p = 0.5 + r * p;
    return (1.0 + (r + r * (r * p))) * powerOfTwo(k);
}

}  // namespace RINGLET_ISA
}  // namespace ringlet
