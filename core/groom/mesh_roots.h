// Roots spread over any triangle mesh.
#pragma once

#include "core/collide/colliders.h"
#include "core/groom/roots.h"

namespace ringlet {

// The area of all triangles, in the square of the mesh's unit. Indices must be in range.
double meshArea(const Mesh& mesh);

// `count` roots, as many in every patch as its share of the mesh's area, give or take, and so is
// every prefix of them: an additive sequence over area and triangles (Roberts 2018). Normals are
// interpolated from the vertices' where the mesh has them, else the triangles'. The same bits everywhere.
// Empty where the mesh has no area.
std::vector<GroomRoot> meshRoots(const Mesh& mesh, uint32_t count, uint64_t seed);

}  // namespace ringlet
