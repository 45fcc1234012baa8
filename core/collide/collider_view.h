// Colliders as lane code reads them: flat arrays, and the nearest surface to a
// tile of particles in head-relative world axes.
#pragma once

#include "core/collide/grid_math.h"
#include "core/collide/colliders.h"

#include <memory>
#include <vector>

namespace ringlet {

// What hair can touch, in head space, m. Pointers stay valid for a step.
struct ColliderView {
    int spheres = 0;               // float[4] each: centre, radius
    int capsules = 0;              // float[7] each: end a, end b, radius
    const float* sphere = nullptr;
    const float* capsule = nullptr;
    GridView grid{};               // grid.distance null where there is none
    RINGLET_HD int count() const { return spheres + capsules + (grid.distance != nullptr ? 1 : 0); }
    RINGLET_HD bool any() const { return count() > 0; }
    RINGLET_HD bool several() const { return count() > 1; }
};

struct ColliderArgs : ColliderView {
    float friction = 0;     // Coulomb friction coefficient, pure number
};

// Keeps the arrays behind a view.
class ColliderArrays {
public:
    // null: nothing to touch. Allocates only where there are more shapes than ever before.
    void set(const Colliders* colliders);
    const ColliderView& view() const { return view_; }
    const std::shared_ptr<const DistanceGrid>& grid() const { return grid_; }  // null: none
    const std::vector<uint32_t>& bounds() const { return grid_ != nullptr && !grid_->bounds.empty() ? grid_->bounds : bounds_; }  // GridView::bound of it

private:
    std::vector<float> spheres_, capsules_;
    std::shared_ptr<const DistanceGrid> grid_;
    std::vector<uint32_t> bounds_;  // of grid_, where it keeps none
    ColliderView view_;
};

inline namespace RINGLET_ISA {

// Spheres and capsules, at a point in head space, joined by join(nearest so far, another).
template <class T, class Join>
RINGLET_HD SurfacePointT<T> joinedShapes(const ColliderView& c, Vec3<T> local, const Join& join) {
    SurfacePointT<T> nearest{T(1e9f), Vec3<T>{T(0), T(1), T(0)}};
    for (int i = 0; i < c.spheres; ++i) {
        const float* s = c.sphere + 4 * i;
        nearest = join(nearest, sphereSurface(local, splat<T>(Vec3f{s[0], s[1], s[2]}), T(s[3])));
    }
    for (int i = 0; i < c.capsules; ++i) {
        const float* s = c.capsule + 7 * i;
        nearest = join(nearest, capsuleSurface(local, splat<T>(Vec3f{s[0], s[1], s[2]}),
                                               splat<T>(Vec3f{s[3], s[4], s[5]}), T(s[6])));
    }
    return nearest;
}
struct Nearer {
    template <class T> RINGLET_HD SurfacePointT<T> operator()(SurfacePointT<T> a, SurfacePointT<T> b) const { return nearer(a, b); }
};
struct Rounded {
    template <class T> RINGLET_HD SurfacePointT<T> operator()(SurfacePointT<T> a, SurfacePointT<T> b) const { return rounded(a, b); }
};
// The nearest of them as they are.
template <class T>
RINGLET_HD SurfacePointT<T> nearestShape(const ColliderView& c, Vec3<T> local) { return joinedShapes(c, local, Nearer{}); }
// As hair meets them.
template <class T>
RINGLET_HD SurfacePointT<T> roundedShapes(const ColliderView& c, Vec3<T> local) { return joinedShapes(c, local, Rounded{}); }

// Near a grid's surface the smooth field: on the trilinear one forces jump where cells meet, and hair never rests.
template <class T>
RINGLET_HD SurfacePointT<T> nearestInGrid(const GridView& grid, Vec3<T> local) {
    const SurfacePointT<T> surface = gridSurface(grid, local);
    const auto close = surface.distance < T(1.5f * grid.cell);
    if (!anyLane(close)) return surface;
    const SurfacePointT<T> smooth = smoothGridSurface(grid, local);
    return {select(close, smooth.distance, surface.distance), select(close, smooth.normal, surface.normal)};
}

// Signed distance (m) and outward normal at `p`, with the head turned by `head`, of all colliders as one surface, which is rounded
// where they meet.
template <class T>
RINGLET_HD SurfacePointT<T> nearestCollider(const ColliderView& c, Quat<T> head, Vec3<T> p) {
    const Vec3<T> local = rotate(conjugate(head), p);
    SurfacePointT<T> nearest = roundedShapes(c, local);
    if (c.grid.distance != nullptr) nearest = rounded(nearest, nearestInGrid(c.grid, local));
    nearest.normal = rotate(head, nearest.normal);
    return nearest;
}

// Of the lanes that ask: in the grid's box the smooth field wherever it is, outside what gridSurface() finds.
template <class T, class M>
RINGLET_HD_CALL SurfacePointT<T> smoothInBox(const GridView& grid, Vec3<T> local, M asks) {
    const Vec3<T> at = cellsFromNode0(grid, local), in = insideGrid(grid, at), beyond = at - in;
    const SurfacePointT<T> smooth = smoothGridSurface(grid, in, middleNode(grid, in));
    const auto outside = both(asks, dot(beyond, beyond) > T(0));
    if (!anyLane(outside)) return smooth;
    const SurfacePointT<T> outer = gridSurface(grid, local);
    return {select(outside, outer.distance, smooth.distance), select(outside, outer.normal, smooth.normal)};
}

// A grid's surface where that is nearer than `reach`, m; elsewhere a distance that is no less than that and no more than the true
// one, and no normal (0). In the grid's box it takes the smooth field wherever it looks. A grid without bounds is looked at by all.
template <class T>
RINGLET_HD SurfacePointT<T> gridWithin(const GridView& grid, Vec3<T> local, T reach) {
    const Vec3<T> at = cellsFromNode0(grid, local), in = insideGrid(grid, at), beyond = at - in;
    const T outside = maximum(maximum(absolute(beyond.x), absolute(beyond.y)), absolute(beyond.z));  // of its box, cells at least
    const T bound = grid.bound != nullptr ? boundInside(grid, in) + T(grid.cell) * outside : T(-1e9f);
    const SurfacePointT<T> far{bound, Vec3<T>{T(0), T(0), T(0)}};
    const auto near = bound < reach;
    if (!anyLane(near)) return far;
    const SurfacePointT<T> exact = smoothInBox(grid, local, near);
    return {select(near, exact.distance, far.distance), select(near, exact.normal, far.normal)};
}

// What nearestCollider() finds, for points that are nearer than `reach`, m; of others as gridWithin() tells.
template <class T>
RINGLET_HD SurfacePointT<T> nearestWithin(const ColliderView& c, Quat<T> head, Vec3<T> p, T reach) {
    const Vec3<T> local = rotate(conjugate(head), p);
    SurfacePointT<T> nearest = roundedShapes(c, local);
    if (c.grid.distance != nullptr) {
        // What may be told of the two as one surface takes to know each so much farther.
        if (c.spheres + c.capsules > 0) {
            const T within = reach + T(0.25f * filletReach);
            reach = maximum(within, minimum(nearest.distance, within) + T(filletReach));
        }
        nearest = rounded(nearest, gridWithin(c.grid, local, reach));
    }
    nearest.normal = rotate(head, nearest.normal);
    return nearest;
}

// A unit direction turned as little as possible, so that it rises by `more` along the unit vector n, up to 0.999. One that rises
// by more than that stays: turned back to it, what ends within a surface would go deeper.
template <class T>
RINGLET_HD Vec3<T> turnedUp(Vec3<T> d, Vec3<T> n, T more) {
    const T rise = dot(d, n), wanted = minimum(rise + more, T(0.999f));
    Vec3<T> across = d - rise * n;
    T squared = dot(across, across);
    const auto along = squared < T(1e-6f);  // d is n, or opposite: any direction across will do
    if (anyLane(along)) {
        across = select(along, perpendicularTo(n), across);
        squared = dot(across, across);
    }
    const Vec3<T> up = wanted * n + squareRoot(maximum(T(1) - wanted * wanted, T(0)) / squared) * across;
    return select(rise < wanted, up, d);
}

}  // namespace RINGLET_ISA
}  // namespace ringlet
