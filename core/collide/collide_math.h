// Distances to spheres and capsules, written once for float, CUDA threads and Lanes<W>.
// Everything is in the colliders' own (head) space, metres. No result depends on
// a branch: a lane is one particle, and branches only skip what no lane needs.
#pragma once

#include "core/math/vec.h"
#if !defined(__CUDACC__)
#include "core/math/lanes.h"
#endif

namespace ringlet {
inline namespace RINGLET_ISA {

// Signed distance (m, negative inside) and the unit direction out of the collider.
template <class T>
struct SurfacePointT {
    T distance;
    Vec3<T> normal;
};

template <class T> RINGLET_HD SurfacePointT<T> nearer(SurfacePointT<T> a, SurfacePointT<T> b) {
    auto second = b.distance < a.distance;
    return {select(second, b.distance, a.distance), select(second, b.normal, a.normal)};
}

// Union of two shapes at these distances (m) rounded over a width of k (m); plain where |a - b| >= k.
template <class T> RINGLET_HD T smoothUnion(T a, T b, float k) {
    T h = maximum(T(k) - absolute(a - b), T(0)) / T(k);
    return minimum(a, b) - h * h * T(k) * T(0.25f);
}

// Where two surfaces meet in a hollow edge, they are one that is rounded by about this, m: on the bottom of a crease hair would be
// pushed from one to the other for good, for it meets the nearest surface alone.
constexpr float filletReach = 0.01f;
// The union of both, with that; its slope is no more than theirs. What has no normal (0) is far.
template <class T> RINGLET_HD SurfacePointT<T> rounded(SurfacePointT<T> a, SurfacePointT<T> b) {
    const SurfacePointT<T> near = nearer(a, b);
    const T part = maximum(T(1) - absolute(a.distance - b.distance) * T(1 / filletReach), T(0));
    if (!anyLane(part > T(0))) return near;
    const auto blends = both(part > T(0), dot(near.normal, near.normal) > T(0.5f));
    const auto second = b.distance < a.distance;
    const Vec3<T> mixed = near.normal + (T(0.5f) * part) * (select(second, a.normal, b.normal) - near.normal);
    return {smoothUnion(a.distance, b.distance, filletReach), select(blends, normalizedOr(mixed, near.normal), near.normal)};
}

// Around a point or an axis, from which p is `out`; `fallback`: the normal on the very axis.
template <class T> RINGLET_HD SurfacePointT<T> roundSurface(Vec3<T> out, T radius, Vec3<T> fallback) {
    const T squared = dot(out, out), length = squareRoot(squared);
    const auto usable = squared > T(1e-30f);
    return {length - radius, select(usable, out * (T(1) / select(usable, length, T(1))), fallback)};
}

// Sphere; at its very centre the normal is up.
template <class T> RINGLET_HD SurfacePointT<T> sphereSurface(Vec3<T> p, Vec3<T> center, T radius) {
    return roundSurface(p - center, radius, Vec3<T>{T(0), T(1), T(0)});
}

// Capsule around the segment a b, which may have no length; on its very axis the normal is a direction across it.
template <class T> RINGLET_HD SurfacePointT<T> capsuleSurface(Vec3<T> p, Vec3<T> a, Vec3<T> b, T radius) {
    Vec3<T> axis = b - a;
    Vec3<T> fromA = p - a;
    T squared = dot(axis, axis);
    T along = clamped(dot(fromA, axis) / maximum(squared, T(1e-30f)), T(0), T(1));
    Vec3<T> out = fromA - along * axis;
    auto steep = axis.y * axis.y > T(0.5f) * squared;
    Vec3<T> across = select(steep, Vec3<T>{axis.y, -axis.x, T(0)}, Vec3<T>{axis.z, T(0), -axis.x});
    Vec3<T> fallback = normalizedOr(across, Vec3<T>{T(0), T(1), T(0)});
    return roundSurface(out, radius, fallback);
}

#if !defined(__CUDACC__)
// One sphere or capsule against a tile of particles.
template <int W>
RINGLET_HD SurfacePointT<Lanes<W>> sphereSurface(Vec3<Lanes<W>> p, Vec3<float> center, float radius) {
    return sphereSurface(p, splat<Lanes<W>>(center), Lanes<W>(radius));
}
template <int W>
RINGLET_HD SurfacePointT<Lanes<W>> capsuleSurface(Vec3<Lanes<W>> p, Vec3<float> a, Vec3<float> b, float radius) {
    return capsuleSurface(p, splat<Lanes<W>>(a), splat<Lanes<W>>(b), Lanes<W>(radius));
}
#endif

}  // namespace RINGLET_ISA
}  // namespace ringlet
