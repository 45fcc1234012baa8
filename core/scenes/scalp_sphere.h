// A spherical scalp with guides in a grid of azimuth and polar angle, as the scenes
// of the verlet model have it (Barnes 2006).
#pragma once

#include "core/groom/roots.h"
#include "core/scenes/scene.h"

namespace ringlet {

constexpr float scalpRadius = 0.1f;   // m

// around, rows, staggered, particles, length.
const ParamTable& scalpSphereParams();

// `around` * `rows` roots, row by row from the top, each row once around; from 0.25
// rad off the top to a little below the equator. Reads scalpSphereParams().
std::vector<GroomRoot> scalpSphereRoots(const Params& params);

// The scalp as collider and head, without hair.
SceneContent scalpSphere();

// Straight guides of scalpSphereParams() on it, standing out.
Result<SceneContent> makeStraightOnSphere(const Params& params, const SceneFiles& files);

// The defaults that a scene on it has in common with the others, then `own`.
std::vector<std::pair<std::string, double>> scalpDefaults(const std::vector<std::pair<std::string, double>>& own);

}  // namespace ringlet
