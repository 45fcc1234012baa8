// The published step: XPBD prediction, the angular local shape constraint, the
// DFTL distance constraint and penetration, one pass from root to tip
// (Cavazotti 2025, algorithm 2 and section 7.1.3; Mueller et al. 2012 for the
// velocity correction). Unit masses, as in the paper.
#pragma once

#include "core/collide/entered.h"
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

// The next basis by the least rotation that takes j to `along`, as Han and Harada 2012 carry their frames. It need not be a
// unit vector; without length the basis stays, and opposite to j it turns around i.
template <class T> RINGLET_HD StrandBasis<T> turnedBasis(const StrandBasis<T>& b, Vec3<T> along) {
    const Vec3<T> to = normalizedOr(along, b.j);
    const T beside = T(1) + dot(b.j, to);
    const auto usable = beside > T(1e-6f);
    const Vec3<T> turned = b.i - (dot(b.i, to) / select(usable, beside, T(1))) * (b.j + to);
    const Vec3<T> i = select(usable, turned, b.i);
    return basisOf(normalizedOr(i - dot(i, to) * to, b.i), to);
}

// How a method carries the basis in which it keeps the rest shape.
template <class T> RINGLET_HD StrandBasis<T> basisAtRest(Method method, const StrandBasis<T>& b, Vec3<T> along) {
    return isPeer(method) ? turnedBasis(b, along) : projectedBasis(b, normalizedOr(along, b.j));
}

// A target in its parent's basis to world axes: T^-1 p*.
template <class T> RINGLET_HD Vec3<T> fromBasis(const StrandBasis<T>& b, Vec3<T> local) {
    return local.x * b.i + local.y * b.j + local.z * b.k;
}
template <class T> RINGLET_HD Vec3<T> toBasis(const StrandBasis<T>& b, Vec3<T> world) {
    return {dot(world, b.i), dot(world, b.j), dot(world, b.k)};
}

// The basis after a segment along w, which has a length and need not be a unit vector: eqs. 5.4 to 5.6 with k first.
// k lies across the auxiliary point and the segment, and i across j and k, so two lengths are enough, and one division.
template <class T> RINGLET_HD StrandBasis<T> carriedBasis(const StrandBasis<T>& b, Vec3<T> w) {
    Vec3<T> across = cross(b.i, w);
    T squared = dot(w, w), acrossSquared = dot(across, across);
    auto usable = acrossSquared > T(1e-10f) * squared;
    if (RINGLET_RARELY(!allLanes(usable))) {
        // A segment without length goes on as its parent; along the auxiliary point the old j takes its place.
        w = select(squared > T(1e-30f), w, b.j);
        squared = dot(w, w);
        across = cross(b.i, w);
        usable = dot(across, across) > T(1e-10f) * squared;
        across = select(usable, across, cross(b.j, w));
        acrossSquared = dot(across, across);
    }
    const T length = squareRoot(squared), wide = squareRoot(acrossSquared);
    const T inverse = T(1) / (length * wide);
    return {inverse * cross(w, across), (wide * inverse) * w, (length * inverse) * across};
}

// v1 and v2 more than a right angle apart: their angle is pi less what `turn` stands for (below), divided by |v1 x v2|.
// Opposite vectors have no plane to turn in: v1 turns towards `fallback`.
template <class T>
RINGLET_HD Vec3<T> correctionFromBehind(Vec3<T> v1, Vec3<T> normal, T turn, T softness, Vec3<T> fallback) {
    const T squared = dot(normal, normal);
    const auto plane = squared > T(1e-36f);
    const T whole = T(pi) * softness;
    const Vec3<T> correction = (whole / squareRoot(select(plane, squared, T(1))) - turn) * cross(normal, v1);
    if (allLanes(plane)) return correction;
    const T length = lengthOf(v1);
    const Vec3<T> aside = fallback - (dot(fallback, v1) / maximum(length * length, T(1e-30f))) * v1;
    return select(plane, correction, (whole * length) * normalizedOr(aside, Vec3<T>{T(0), T(0), T(0)}));
}

// The angular shape constraint C = angle(v1, v2) (eq. 5.7) as a correction of
// v1's end. |grad C| = 1/|v1| (eq. 5.8) along -(v1 x v2) x v1, so that with
// eqs. 4.2 and 4.3 at unit mass the correction is C |v1| / (1 + a |v1|^2) along
// n x v1, n = v1 x v2. That vector is |n| |v1| long, so C / (|n| (1 + a |v1|^2)) times it is the
// correction, and no direction is normalised. The tangent of half the angle is |n| / (v1.v2 + |v1| |v2|):
// accurate for small angles, and the angle over it needs its square alone.
// Where v1 is opposite to v2 it turns towards `fallback` (across v1 if possible);
// a zero v1 or v2 is left alone.
template <class T>
RINGLET_HD Vec3<T> shapeCorrection(Vec3<T> v1, Vec3<T> v2, T length2, T complianceOverH2, Vec3<T> fallback) {
    const Vec3<T> normal = cross(v1, v2);
    const T cosine = dot(v1, v2), squared = dot(v1, v1);  // of the angle, times |v1| |v2|
    const T stiff = T(1) + complianceOverH2 * squared;
    const T sum = (squareRoot(squared) * length2 + T(1e-30f)) + absolute(cosine);
    const T inverse = T(1) / (sum * stiff), twice = inverse + inverse;
    const T ratio = arcTangentRatio(((dot(normal, normal) * stiff * stiff) * inverse) * inverse);
    const Vec3<T> across = cross(normal, v1), correction = ratio * (twice * across);
    const auto behind = cosine < T(0);
    if (!RINGLET_RARELY(anyLane(behind))) return correction;
    return select(behind, correctionFromBehind(v1, normal, twice * ratio, inverse * sum, fallback), correction);
}

// Penetration with Coulomb friction: the way out along the normal by the depth, and against
// `motion`, relative to the surface, by at most `friction` times that. The normal is no unit vector
// here, so its length and the slip's share one division.
template <class T>
RINGLET_HD Vec3<T> wayOut(const Entered<T>& surface, Vec3<T> motion, T friction) {
    const T depth = maximum(-surface.distance, T(0));
    const Vec3<T> across = surface.squared * motion - dot(motion, surface.out) * surface.out;  // |out|^2 times the slip
    const T slip = maximum(lengthOf(across), T(1e-20f));
    const T stopped = minimum(friction * depth * surface.squared, slip);
    const T inverse = T(1) / (surface.length * slip);
    const T perLength = slip * inverse;
    return (depth * perLength) * surface.out - ((stopped * inverse) * perLength) * across;
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
