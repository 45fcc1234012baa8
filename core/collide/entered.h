// What a point has entered, for steps that meet colliders only from inside: by squares until it is inside,
// roots where a lane is. Relative to the head's origin, along world axes, m. The distances are those of collide_math.h,
// but the normal is left at its own length, for whoever divides by that can divide by more at once.
#pragma once

#include "core/collide/collider_view.h"

// A condition that hardly ever holds: kernels/floor.py counts a particle's cost without what it guards.
#ifndef RINGLET_RARELY
#define RINGLET_RARELY(condition) (condition)
#endif

namespace ringlet {
inline namespace RINGLET_ISA {

// The head's axes in the world. Rotating by them is less than by a quaternion.
template <class T>
struct Axes {
    Vec3<T> x, y, z;
};
template <class T> RINGLET_HD Vec3<T> toWorld(const Axes<T>& a, Vec3<T> p) { return p.x * a.x + p.y * a.y + p.z * a.z; }
template <class T> RINGLET_HD Vec3<T> toHead(const Axes<T>& a, Vec3<T> p) { return {dot(p, a.x), dot(p, a.y), dot(p, a.z)}; }

template <class T>
struct Entered {
    decltype(T(0) < T(0)) inside;
    T distance;             // of the nearest surface, m; means something for lanes inside
    Vec3<T> out;            // direction out of it, not zero
    T squared, length;      // of `out`
};

// A surface `radius` around a point or an axis, `from` which the point lies; there the normal is what `fallback` gives.
template <class T, class F>
RINGLET_HD Entered<T> enteredAround(Vec3<T> from, T radius, F fallback) {
    const T squared = dot(from, from), length = squareRoot(squared);
    const auto inside = squared < radius * radius;
    const auto usable = squared > T(1e-30f);
    if (!RINGLET_RARELY(!allLanes(usable))) return {inside, length - radius, from, squared, length};
    const Vec3<T> out = select(usable, from, fallback());
    return {inside, length - radius, out, select(usable, squared, T(1)), select(usable, length, T(1))};
}

template <class T> RINGLET_HD Entered<T> nearer(const Entered<T>& a, const Entered<T>& b) {
    const auto second = b.distance < a.distance;
    return {either(a.inside, b.inside), select(second, b.distance, a.distance), select(second, b.out, a.out),
            select(second, b.squared, a.squared), select(second, b.length, a.length)};
}

// A capsule's ends as seen from a point.
template <class T>
struct CapsuleEnds {
    Vec3<T> a, b;
};

// Whether the point is inside. Beside the axis the cross product is its distance times the axis: nothing is divided.
template <class T> RINGLET_HD auto insideCapsule(const CapsuleEnds<T>& to, T radius) {
    const Vec3<T> axis = to.b - to.a, across = cross(to.a, axis);
    const T along = -dot(to.a, axis), squared = dot(axis, axis), most = radius * radius;
    const auto beside = both(both(along > T(0), along < squared), dot(across, across) < most * squared);
    return either(beside, either(dot(to.a, to.a) < most, dot(to.b, to.b) < most));
}

// As capsuleSurface().
template <class T> RINGLET_HD Entered<T> enteredCapsule(const CapsuleEnds<T>& to, T radius) {
    const Vec3<T> axis = to.b - to.a;
    const T squared = dot(axis, axis);
    const T along = clamped(-dot(to.a, axis) / maximum(squared, T(1e-30f)), T(0), T(1));
    return enteredAround(-to.a - along * axis, radius, [&] {
        const auto steep = axis.y * axis.y > T(0.5f) * squared;
        const Vec3<T> across = select(steep, Vec3<T>{axis.y, -axis.x, T(0)}, Vec3<T>{axis.z, T(0), -axis.x});
        return normalizedOr(across, Vec3<T>{T(0), T(1), T(0)});
    });
}

template <class T> RINGLET_HD Vec3<T> shapePoint(const Axes<T>& head, const float* s) {
    return toWorld(head, splat<T>(Vec3f{s[0], s[1], s[2]}));
}

// The nearest of the surfaces that the point parent + along can be inside of. Which lanes are inside does not depend on
// the others. Shapes are turned to the world, and seen from the parent, before `along` is known.
template <class T>
RINGLET_HD Entered<T> enteredCollider(const ColliderView& c, const Axes<T>& head, Vec3<T> parent, Vec3<T> along) {
    auto fromSphere = [&](int i) { return along - (shapePoint(head, c.sphere + 4 * i) - parent); };
    auto toCapsule = [&](int i) {
        const float* s = c.capsule + 7 * i;
        return CapsuleEnds<T>{(shapePoint(head, s) - parent) - along, (shapePoint(head, s + 3) - parent) - along};
    };
    Entered<T> nearest{T(0) < T(0), T(1e9f), head.y, T(1), T(1)};
    auto inside = nearest.inside;
    for (int i = 0; i < c.spheres; ++i) {
        const Vec3<T> from = fromSphere(i);
        const float radius = c.sphere[4 * i + 3];
        inside = either(inside, dot(from, from) < T(radius * radius));
    }
    for (int i = 0; i < c.capsules; ++i) inside = either(inside, insideCapsule(toCapsule(i), T(c.capsule[7 * i + 6])));
    if (anyLane(inside)) {
        for (int i = 0; i < c.spheres; ++i) {
            const Entered<T> at = enteredAround(fromSphere(i), T(c.sphere[4 * i + 3]), [&] { return head.y; });
            nearest = i == 0 ? at : nearer(nearest, at);
        }
        for (int i = 0; i < c.capsules; ++i)
            nearest = nearer(nearest, enteredCapsule(toCapsule(i), T(c.capsule[7 * i + 6])));
    }
    nearest.inside = inside;
    if (c.grid.distance == nullptr) return nearest;
    const Vec3<T> p = toHead(head, parent + along);
    const SurfacePointT<T> surface = gridWithin(c.grid, p, T(0));
    const auto inGrid = surface.distance < T(0);
    if (!anyLane(inGrid)) return nearest;
    nearest.distance = select(inside, nearest.distance, T(1e9f));  // looked at for other lanes, it may round to less than 0
    const Entered<T> grid{inGrid, select(inGrid, surface.distance, T(1e9f)), toWorld(head, surface.normal), T(1), T(1)};
    return nearer(nearest, grid);
}

}  // namespace RINGLET_ISA
}  // namespace ringlet
