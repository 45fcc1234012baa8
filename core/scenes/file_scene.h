// What scenes of files have in common: how a file's coordinates become metres, and the
// distance grid of a mesh.
#pragma once

#include "core/files/placement.h"
#include "core/scenes/scene.h"

namespace ringlet {

// unit, up, scale; and what they say, `scale` left out: unit 0 and UpAxis::Unknown where it is to be guessed.
const ParamTable& filePlaceParams();
Placement givenPlacement(const Params& params);

// cell, gridMemory.
const ParamTable& colliderGridParams();

// Makes `mesh` (head space, m) the collider of `content`: its grid is what hair is kept out
// of, the mesh itself what penetration is measured against. `path` is for messages. Notes
// tell of wider cells and of a mesh without an inside.
// Error: what the grid's maker says, or that it was cancelled.
Status addColliderGrid(SceneContent& content, Mesh mesh, const std::string& path, const SceneFiles& files,
                       const Params& params);

// Several tables' rows in one; a name that stands in `without` is left out.
ParamTable joinedTables(const std::vector<const ParamTable*>& tables, const std::vector<std::string>& without = {});

}  // namespace ringlet
