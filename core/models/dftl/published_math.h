// The published step: XPBD prediction, the angular local shape constraint, the
// DFTL distance constraint and penetration, one pass from root to tip
// (Cavazotti 2025, algorithm 2 and section 7.1.3; Mueller et al. 2012 for the
// velocity correction). Unit masses, as in the paper.
#pragma once

#include "core/math/elementary.h"
#include "core/models/dftl/dftl_kernels.h"
#include "core/models/tile_io.h"

namespace ringlet::dftl {
inline namespace RINGLET_ISA {

// The basis i, j, k carried along a strand (eqs. 5.1 to 5.6): i points to the
// auxiliary point, j along the segment.
template <class T>
struct StrandBasis {
    Vec3<T> i, j, k;
};

template <class T> RINGLET_HD StrandBasis<T> basisOf(Vec3<T> aux, Vec3<T> along) { return {aux, along, cross(aux, along)}; }

// The next basis: the auxiliary point projected onto the plane across `along`
// and put back at distance 1. Where it lies along the segment, the old j, then
// across the segment, takes its place.
template <class T> RINGLET_HD StrandBasis<T> projectedBasis(const StrandBasis<T>& b, Vec3<T> along) {
    Vec3<T> inPlane = b.i - dot(b.i, along) * along;
    auto usable = dot(inPlane, inPlane) > T(1e-10f);
    if (!allLanes(usable)) inPlane = select(usable, inPlane, b.j - dot(b.j, along) * along);
    return basisOf(normalizedOrElse(inPlane, [&] { return b.k; }), along);
}

// A target in its parent's basis to world axes: T^-1 p*.
template <class T> RINGLET_HD Vec3<T> fromBasis(const StrandBasis<T>& b, Vec3<T> local) {
    return local.x * b.i + local.y * b.j + local.z * b.k;
}
template <class T> RINGLET_HD Vec3<T> toBasis(const StrandBasis<T>& b, Vec3<T> world) {
    return {dot(world, b.i), dot(world, b.j), dot(world, b.k)};
}

// The angular shape constraint C = angle(v1, v2) (eq. 5.7) as a correction of
// v1's end. |grad C| = 1/|v1| (eq. 5.8) along -(v1 x v2) x v1, so that with
// eqs. 4.2 and 4.3 at unit mass the correction is C |v1| / (1 + a |v1|^2) along
// (v1 x v2) x v1. The angle is atan2(|v1 x v2|, v1.v2): accurate for small angles.
// Where v1 is opposite to v2 it turns towards `fallback` (across v1 if possible);
// a zero v1 or v2 is left alone.
template <class T>
RINGLET_HD Vec3<T> shapeCorrection(Vec3<T> v1, Vec3<T> v2, T complianceOverH2, Vec3<T> fallback) {
    Vec3<T> normal = cross(v1, v2);
    T squared = dot(v1, v1);
    T angle = arcTangent2(lengthOf(normal), dot(v1, v2));
    Vec3<T> toward = normalizedOrElse(cross(normal, v1), [&] {
        Vec3<T> aside = fallback - (dot(fallback, v1) / maximum(squared, T(1e-30f))) * v1;
        return normalizedOr(aside, Vec3<T>{T(0), T(0), T(0)});
    });
    return (angle * squareRoot(squared) / (T(1) + complianceOverH2 * squared)) * toward;
}

// The DFTL distance constraint: the child alone moves, to `length` from its parent.
template <class T, class F>
RINGLET_HD Vec3<T> followLeader(Vec3<T> parent, Vec3<T> child, T length, F fallback) {
    return parent + length * normalizedOrElse(child - parent, fallback);
}

// Penetration with Coulomb friction: out along the normal by the depth, and
// against the motion relative to the surface by at most `friction` times that.
template <class T>
RINGLET_HD Vec3<T> pushedOut(Vec3<T> p, SurfacePointT<T> surface, Vec3<T> relativeMotion, T friction) {
    T depth = maximum(-surface.distance, T(0));
    Vec3<T> across = relativeMotion - dot(relativeMotion, surface.normal) * surface.normal;
    T slip = lengthOf(across);
    T stop = minimum(T(1), friction * depth / maximum(slip, T(1e-12f)));
    return p + depth * surface.normal - stop * across;
}

// Penetration as in the dissertation: out of one collider after the other, each by its own
// depth and without friction. After the last a particle may lie in an earlier one again.
template <class T>
RINGLET_HD Vec3<T> outOfEach(const ColliderView& colliders, Quat<T> head, Vec3<T> p) {
    auto leave = [&](const ColliderView& one) {
        SurfacePointT<T> surface = nearestCollider(one, head, p);
        p = p + maximum(-surface.distance, T(0)) * surface.normal;
    };
    ColliderView one;
    one.spheres = 1;
    for (int i = 0; i < colliders.spheres; ++i) {
        one.sphere = colliders.sphere + 4 * i;
        leave(one);
    }
    one.spheres = 0, one.capsules = 1;
    for (int i = 0; i < colliders.capsules; ++i) {
        one.capsule = colliders.capsule + 7 * i;
        leave(one);
    }
    one.capsules = 0, one.grid = colliders.grid;
    if (colliders.grid.distance != nullptr) leave(one);
    return p;
}

}  // namespace RINGLET_ISA
}  // namespace ringlet::dftl
