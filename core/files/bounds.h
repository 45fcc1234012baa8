// Where things of files can be.
#pragma once

#include "core/files/formats.h"

namespace ringlet {

// In a file's own unit, along each axis: beyond it a float no longer tells neighbours apart.
constexpr float farthestCoordinate = 1e7f;  // as messages say

// Error: the first point or vertex beyond it; `name` is what messages call the file.
Status checkBounds(const FileStrands& strands, const std::string& name);
Status checkBounds(const Mesh& mesh, const std::string& name);

}  // namespace ringlet
