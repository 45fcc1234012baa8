// Distance grids by the content that they are made from: the same mesh and options
// are not computed twice while someone has the grid, or where a folder keeps it.
#pragma once

#include "core/collide/distance_grid.h"

#include <memory>
#include <string>

namespace ringlet {

// Where grids are kept unless somebody chooses another folder: $RINGLET_CACHE,
// else $XDG_CACHE_HOME/ringlet, else ~/.cache/ringlet. Empty where there is none
// (a page) or where $RINGLET_CACHE is set to nothing: then nothing is kept.
std::string cacheFolder();

// gridFromMesh(), or the grid that was made of these triangles, cell, margin and memory before and that someone still has (on any
// thread: rebuilt scenes, several characters with one head), or that `folder` has. A kept grid has the bits of a new one: it is checked
// against a hash, and one that is damaged or of another version is made anew. A folder
// that cannot be written costs nothing but time. At most `mostKeptGrids` files
// are kept; the oldest goes first. Empty folder: nothing is looked for or kept there.
Result<std::shared_ptr<const DistanceGrid>> keptGridFromMesh(const Mesh& mesh, const GridOptions& options, const std::string& folder,
                                                             bool* fromFolder = nullptr);

constexpr int mostKeptGrids = 64;

}  // namespace ringlet
