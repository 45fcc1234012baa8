// Signed distance grids made from triangle meshes, with the same bits on every
// target and thread count.
#pragma once

#include "core/base/result.h"
#include "core/base/thread_pool.h"
#include "core/collide/collide_math.h"
#include "core/collide/colliders.h"

namespace ringlet {

// The grid as kernels read it. The grid must outlive the view.
inline GridView viewOf(const DistanceGrid& grid) {
    return {grid.distance.data(), grid.origin, 1.0f / grid.cell, grid.cell, grid.nx, grid.ny, grid.nz};
}

// Samples the signed distance of `mesh` at nodes `cell` metres apart in its
// bounding box widened by `margin` metres on every side. The distance is exact
// to float rounding within three cells of the surface; further out its sign and
// a value at most one cell diagonal off in a thousand hold, see distance_grid.cpp.
// pool: null for the calling thread alone.
// Error: no triangles, a cell that is not positive, or a grid above
// `kMaxGridBytes` (the message says how many bytes and which cell would do).
Result<DistanceGrid> gridFromMesh(const Mesh& mesh, float cell, float margin, ThreadPool* pool);

// A grid's largest size: 16.7 million nodes, where float cell indices stay exact.
constexpr double kMaxGridBytes = 64.0 * 1024 * 1024;

}  // namespace ringlet
