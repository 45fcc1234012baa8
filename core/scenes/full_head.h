// What the scenes with a whole head of hair, or a sphere of it, have in common.
#pragma once

#include "core/groom/procedural.h"
#include "core/groom/roots.h"
#include "core/scenes/scene.h"

namespace ringlet {

// The procedural bust with hair of proceduralGroomParams() on its scalp; the
// grid of headColliderDistance is the collider. The params are those of the scene.
Result<SceneContent> makeFullHead(const Params& params, const SceneFiles& files);

// The procedural bust's mesh and the grid of its collider, made on first use.
const Mesh& bustMesh();
const std::shared_ptr<const DistanceGrid>& bustGrid();

// Defaults of a scene with a head of hair: `own` and those that all of them share.
using SceneDefaults = std::vector<std::pair<std::string, double>>;
SceneDefaults fullHeadDefaults(const SceneDefaults& own);

// A sphere about the origin to draw, radius in metres.
Mesh sphereMesh(float radius);

}  // namespace ringlet
