// What the mesh formats do with vertices when all is read.
#pragma once

#include "core/collide/colliders.h"

namespace ringlet {

// Vertices that no triangle has are left out: they may lie anywhere. All indices must be in range.
void leaveOutLoose(Mesh& mesh);

// Each vertex's normal becomes the mean of its triangles', weighted by area; up
// where it has none. All indices must be in range.
void addNormals(Mesh& mesh);

}  // namespace ringlet
