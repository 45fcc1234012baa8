// Distances to simple shapes (m, negative inside) and rounded unions of them,
// from which the procedural head is made. The same bits on every target, and
// for a point alone (float) as for points side by side (Lanes).
#pragma once

#include "core/collide/collide_math.h"
#include "core/math/lanes.h"
#include "core/math/vec.h"

namespace ringlet {
inline namespace RINGLET_ISA {

// Approximate distance to an ellipsoid: exact in sign, first order at the surface.
template <class T> T ellipsoid(Vec3<T> p, Vec3f center, Vec3f radii) {
    Vec3<T> r = splat<T>(radii);
    Vec3<T> q = p - splat<T>(center);
    Vec3<T> a{q.x / r.x, q.y / r.y, q.z / r.z};
    Vec3<T> b{a.x / r.x, a.y / r.y, a.z / r.z};
    T k0 = lengthOf(a), k1 = lengthOf(b);
    auto middle = k1 < T(1e-6f);
    T inner = T(-minimum(radii.x, minimum(radii.y, radii.z)));
    return select(middle, inner, k0 * (k0 - T(1)) / select(middle, T(1), k1));
}

template <class T> T ball(Vec3<T> p, Vec3f center, float radius) {
    return lengthOf(p - splat<T>(center)) - T(radius);
}

// A capsule whose radius goes from ra at a to rb at b.
template <class T> T taperedCapsule(Vec3<T> p, Vec3f a, Vec3f b, float ra, float rb) {
    Vec3<T> ap = p - splat<T>(a), ab = splat<T>(b - a);
    T h = clamped(dot(ap, ab) / T(dot(b - a, b - a)), T(0), T(1));
    return lengthOf(ap - ab * h) - (T(ra) + T(rb - ra) * h);
}

template <class T> T smoothCommon(T a, T b, float k) { return -smoothUnion(-a, -b, k); }
template <class T> T smoothWithout(T a, T cut, float k) { return -smoothUnion(-a, cut, k); }

}  // namespace RINGLET_ISA
}  // namespace ringlet
