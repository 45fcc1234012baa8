// The surface where a distance grid is zero, as a closed mesh, by surface nets: one vertex
// for every cell that the surface crosses, a quad for every grid edge that it crosses.
#pragma once

#include "core/collide/colliders.h"

#include <functional>

namespace ringlet {

// Vertices lie where the surface crosses their cell's edges on the average, then where
// `onSurface` moves them; normals are left out. Counter-clockwise seen from outside; every edge has exactly two triangles where the
// surface does not reach the grid's border. Changes the grid's values where a cell's face has
// corners of alternating signs, which would join four triangles in one edge.
Mesh surfaceNet(DistanceGrid& grid, const std::function<Vec3f(Vec3f)>& onSurface);

}  // namespace ringlet
