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

// A grid's largest size: 16.7 million nodes.
constexpr double kMaxGridBytes = 64.0 * 1024 * 1024;

// Samples the signed distance of `mesh` at nodes `cell` metres apart in its
// bounding box widened by at least `margin` metres on every side. Magnitudes are
// those of MeshDistance, exact to float rounding, at every node; signs too, but
// blocks of nodes that no triangle comes near take theirs from the winding
// number at their corners.
// cell: (0, ...), margin: [0, ...) m. pool: null for the calling thread alone.
// Error: no usable triangles, a cell or margin out of range, or a grid above
// kMaxGridBytes (the message says how many bytes and which cell would do).
Result<DistanceGrid> gridFromMesh(const Mesh& mesh, float cell, float margin, ThreadPool* pool);

}  // namespace ringlet
