// The nearest points of two segments, of a point and a quad: narrow phase.
#pragma once

#include "core/math/vec.h"

namespace ringlet {
inline namespace RINGLET_ISA {

// Where two segments p + s u and q + t v are nearest: s, t in [0, 1].
template <class T>
struct NearestOnSegments {
    T s, t;
};

// For nearly parallel segments the nearest points are not one pair, and would jump
// from end to end as hairs roll over each other. So what is minimised is
//   |p + s u - q - t v|^2 + evenness (|u|^2 (s - 1/2)^2 + |v|^2 (t - 1/2)^2),
// strictly convex: its minimum moves continuously with the segments. The distance
// there is longer than the true one: of segments of one length by at most
// sqrt(evenness / 8) of it, a twentieth, where they meet in their ends under a small
// angle; hardly where they cross in their middles.
constexpr float segmentEvenness = 0.02f;
// Hair that rests closer together than it may comes to touch below this share of its distance at rest,
// so that at rest it does not touch.
constexpr float restShare = 0.95f;

// The minimum over the square, as for the plain distance (Ericson 2005, 5.1.9).
// Segments of no length count as points.
template <class T>
RINGLET_HD NearestOnSegments<T> nearestOnSegments(Vec3<T> p, Vec3<T> u, Vec3<T> q, Vec3<T> v, float evenness) {
    const T tiny = T(1e-20f), half = T(0.5f * evenness);
    Vec3<T> r = p - q;
    T uu = maximum(dot(u, u), tiny), vv = maximum(dot(v, v), tiny), uv = dot(u, v);
    T a = uu * T(1 + evenness), e = vv * T(1 + evenness);
    T c = half * uu - dot(u, r), f = half * vv + dot(v, r);
    T determinant = maximum(a * e - uv * uv, T(1e-6f) * a * e);
    T s = clamped((c * e + uv * f) / determinant, T(0), T(1));
    T t = clamped((uv * s + f) / e, T(0), T(1));
    s = clamped((uv * t + c) / a, T(0), T(1));
    return {s, t};
}

// Barnes 2006: each segment stands for three of its points, and the nearest two count.
template <class T>
RINGLET_HD NearestOnSegments<T> nearestOfThreePoints(Vec3<T> p, Vec3<T> u, Vec3<T> q, Vec3<T> v) {
    T least = T(1e30f);
    NearestOnSegments<T> best{T(0), T(0)};
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            T s = T(0.5f * static_cast<float>(i)), t = T(0.5f * static_cast<float>(j));
            Vec3<T> d = (p + s * u) - (q + t * v);
            T squared = dot(d, d);
            auto nearer = squared < least;
            least = select(nearer, squared, least);
            best.s = select(nearer, s, best.s);
            best.t = select(nearer, t, best.t);
        }
    return best;
}

// Where a quad, bilinear between its corners c00, c10 (along u), c01 (along v) and
// c11, is nearest to x: u, v in [0, 1].
template <class T>
struct NearestOnQuad {
    T u, v;
};

template <class T>
RINGLET_HD Vec3<T> pointOnQuad(const NearestOnQuad<T>& at, Vec3<T> c00, Vec3<T> c10, Vec3<T> c01, Vec3<T> c11) {
    const Vec3<T> low = c00 + at.u * (c10 - c00), high = c01 + at.u * (c11 - c01);
    return low + at.v * (high - low);
}

// First as if the quad were a parallelogram, with the sides of its middle. Then, since along
// v for fixed u, and along u for fixed v, a quad is straight, the nearest point along each:
// exact for a parallelogram, and for other quads within a few per cent of a side.
template <class T>
RINGLET_HD NearestOnQuad<T> nearestOnQuad(Vec3<T> x, Vec3<T> c00, Vec3<T> c10, Vec3<T> c01, Vec3<T> c11) {
    const T tiny = T(1e-20f), half = T(0.5f), zero = T(0), one = T(1);
    Vec3<T> first = c10 - c00, last = c11 - c01, begin = c01 - c00, twist = last - first;
    Vec3<T> along = first + half * twist, across = begin + half * twist;
    Vec3<T> from = x - c00 - half * (first + begin) - T(0.25f) * twist;
    T uu = maximum(dot(along, along), tiny), vv = maximum(dot(across, across), tiny), uv = dot(along, across);
    T du = dot(from, along), dv = dot(from, across);
    T u = clamped(half + (du * vv - dv * uv) / maximum(uu * vv - uv * uv, T(1e-6f) * uu * vv), zero, one);
    Vec3<T> a = x - c00 - u * first, toV = begin + u * twist;
    T v = clamped(dot(a, toV) / maximum(dot(toV, toV), tiny), zero, one);
    Vec3<T> b = x - c00 - v * begin, toU = first + v * twist;
    u = clamped(dot(b, toU) / maximum(dot(toU, toU), tiny), zero, one);
    return {u, v};
}

}  // namespace RINGLET_ISA
}  // namespace ringlet
