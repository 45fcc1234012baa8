// Signed distance grids made from triangle meshes, with the same bits on every
// target and thread count.
#pragma once

#include "core/base/result.h"
#include "core/base/thread_pool.h"
#include "core/collide/grid_math.h"
#include "core/collide/colliders.h"

#include <functional>

namespace ringlet {

// The grid as kernels read it. The grid must outlive the view.
inline GridView viewOf(const DistanceGrid& grid) {
    return {grid.distance.data(), grid.origin, 1.0f / grid.cell, grid.cell, grid.nx, grid.ny, grid.nz};
}

// GridView::bound of a grid: a word a block, x fastest. Off by what the distance bends within a block.
std::vector<uint32_t> gridBounds(const DistanceGrid& grid);

// Within so many cells of the surface a grid's nodes have the exact distance.
constexpr float gridBandCells = 4;

struct GridOptions {
    float cell = 0.004f;         // spacing of the nodes, m, above 0
    float margin = 0.02f;        // by which the mesh's box is widened on every side at least, m
    double mostBytes = 64.0 * 1024 * 1024;  // [4096, 2^31]; 4 bytes a node
    bool fit = false;            // where the cell asks for more: widen it until it fits, instead of an error
    ThreadPool* pool = nullptr;  // null: the calling thread alone
    // Told now and then, by the calling thread, how far it is; false cancels. May be empty.
    std::function<bool(uint64_t done, uint64_t total)> progress;
};

// The signed distance of `mesh` at the nodes of a regular grid over its box.
// Nodes within gridBandCells of the surface have the distance and the sign of
// MeshDistance, exact to float rounding. Farther out nodes are interpolated
// between exact ones, four cells apart: within 0.6 cells of the distance where one
// point of the surface is nearest, within 2 where several are as near. Signs
// are those of the winding number; where no triangle comes near, of the winding
// number at four cells' spacing.
// Error: no usable triangles, an option out of range, a grid above mostBytes (the
// message says how many bytes and which cell would do), or cancelled.
Result<DistanceGrid> gridFromMesh(const Mesh& mesh, const GridOptions& options);

}  // namespace ringlet
