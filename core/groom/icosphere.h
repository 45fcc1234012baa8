// The base mesh of Cavazotti 2025, chapter 7: an icosahedron whose faces do not
// share vertices, each face divided into four again and again and projected on
// the sphere. Coinciding vertices stay: a strand grows from every one.
#pragma once

#include "core/groom/roots.h"

#include <vector>

namespace ringlet {

constexpr int icosphereLevels = 5;        // 60, 240, 960, 3,840, 15,360 vertices
constexpr float icosphereRadius = 0.1f;   // m, unless told otherwise

// Three roots a face at `level` (clamped to 0 .. icosphereLevels - 1) on a
// sphere of `radius` (m) about the origin, normals radial: 60 * 4^level roots.
std::vector<GroomRoot> icosphereRoots(int level, float radius = icosphereRadius);

}  // namespace ringlet
