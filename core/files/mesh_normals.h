// Vertex normals for the mesh formats.
#pragma once

#include "core/collide/colliders.h"

namespace ringlet {

// Each vertex's normal becomes the mean of its triangles', weighted by area; up
// where it has none. All indices must be in range.
void addNormals(Mesh& mesh);

}  // namespace ringlet
