// The nearest surface among a step's colliders, for particles in head-relative
// world axes.
#pragma once

#include "core/collide/collide_math.h"
#include "core/models/dftl/dftl_kernels.h"
#include "core/models/dftl/strand_io.h"

namespace ringlet {
inline namespace RINGLET_ISA {

RINGLET_HD bool hasColliders(const ColliderArgs& c) { return c.spheres + c.capsules > 0 || c.grid != nullptr; }

// Signed distance (m) and outward normal at `p`, with the head turned by `head`.
template <class T>
RINGLET_HD SurfacePointT<T> nearestCollider(const ColliderArgs& c, Quat<T> head, Vec3<T> p) {
    Vec3<T> local = rotate(conjugate(head), p);
    SurfacePointT<T> nearest{T(1e9f), Vec3<T>{T(0), T(1), T(0)}};
    for (int i = 0; i < c.spheres; ++i) {
        const float* s = c.sphere + 4 * i;
        nearest = nearer(nearest, sphereSurface(local, splat<T>(vec3Of(s)), T(s[3])));
    }
    for (int i = 0; i < c.capsules; ++i) {
        const float* s = c.capsule + 7 * i;
        nearest = nearer(nearest, capsuleSurface(local, splat<T>(vec3Of(s)), splat<T>(vec3Of(s + 3)), T(s[6])));
    }
    if (c.grid != nullptr) {
        GridView grid{c.grid, vec3Of(c.gridOrigin), 1.0f / c.gridCell, c.gridCell,
                      c.gridNodes[0], c.gridNodes[1], c.gridNodes[2]};
        SurfacePointT<T> surface = gridSurface(grid, local);
        // Close by, where it matters, the smooth field: on a trilinear one forces
        // jump where cells meet, and hair would never come to rest.
        auto close = surface.distance < T(1.5f * c.gridCell);
        if (anyLane(close)) {
            SurfacePointT<T> smooth = smoothGridSurface(grid, local);
            surface = {select(close, smooth.distance, surface.distance), select(close, smooth.normal, surface.normal)};
        }
        nearest = nearer(nearest, surface);
    }
    nearest.normal = rotate(head, nearest.normal);
    return nearest;
}

}  // namespace RINGLET_ISA
}  // namespace ringlet
