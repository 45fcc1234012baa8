// Distances to simple shapes (m, negative inside) and rounded unions of them,
// from which the procedural head is made. The same bits on every target.
#pragma once

#include "core/math/vec.h"

namespace ringlet {

// Approximate distance to an ellipsoid: exact in sign, first order at the surface.
inline float ellipsoid(Vec3f p, Vec3f center, Vec3f radii) {
    Vec3f q = p - center;
    Vec3f a{q.x / radii.x, q.y / radii.y, q.z / radii.z};
    Vec3f b{a.x / radii.x, a.y / radii.y, a.z / radii.z};
    float k0 = lengthOf(a), k1 = lengthOf(b);
    if (k1 < 1e-6f) return -minimum(radii.x, minimum(radii.y, radii.z));
    return k0 * (k0 - 1.0f) / k1;
}

inline float ball(Vec3f p, Vec3f center, float radius) { return lengthOf(p - center) - radius; }

// A capsule whose radius goes from ra at a to rb at b.
inline float taperedCapsule(Vec3f p, Vec3f a, Vec3f b, float ra, float rb) {
    Vec3f ap = p - a, ab = b - a;
    float h = clamped(dot(ap, ab) / dot(ab, ab), 0.0f, 1.0f);
    return lengthOf(ap - ab * h) - (ra + (rb - ra) * h);
}

// Union of two shapes rounded over a width of k (m); plain where |a - b| >= k.
inline float smoothUnion(float a, float b, float k) {
    float h = maximum(k - absolute(a - b), 0.0f) / k;
    return minimum(a, b) - h * h * k * 0.25f;
}
inline float smoothCommon(float a, float b, float k) { return -smoothUnion(-a, -b, k); }
inline float smoothWithout(float a, float cut, float k) { return -smoothUnion(-a, cut, k); }

}  // namespace ringlet
