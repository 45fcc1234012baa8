#include "core/collide/colliders.h"

#include "core/collide/grid_math.h"
#include "core/collide/distance_grid.h"

namespace ringlet {

SurfacePoint nearestSurface(const Colliders& colliders, Vec3f p) {
    SurfacePointT<float> nearest{1e9f, {0, 1, 0}};
    for (const Sphere& s : colliders.spheres) nearest = nearer(nearest, sphereSurface(p, s.center, s.radius));
    for (const Capsule& c : colliders.capsules) nearest = nearer(nearest, capsuleSurface(p, c.a, c.b, c.radius));
    if (colliders.grid) nearest = nearer(nearest, gridSurface(viewOf(*colliders.grid), p));
    return {nearest.distance, nearest.normal};
}

}  // namespace ringlet
