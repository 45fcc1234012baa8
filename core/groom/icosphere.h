// The base mesh of Cavazotti 2025, chapter 7: an icosahedron whose faces do not
// share vertices, each face divided into four at its edges' midpoints again and again.
// Coinciding vertices stay: a strand grows from every one.
#pragma once

#include "core/groom/roots.h"

#include <vector>

namespace ringlet {

constexpr int icosphereLevels = 5;        // 60, 240, 960, 3,840, 15,360 vertices
constexpr float icosphereRadius = 0.1f;   // m, unless told otherwise

// Where the midpoints of edges go: onto the sphere, or, as in the dissertation, nowhere:
// the mesh is then a divided icosahedron.
enum class Subdivision { Sphere, Midpoint };

// Three roots a face at `level` (clamped to 0 .. icosphereLevels - 1): 60 * 4^level
// roots. The first twelve vertices lie on a sphere of `radius` (m) about the origin.
// Normals are radial.
std::vector<GroomRoot> icosphereRoots(int level, float radius = icosphereRadius,
                                      Subdivision subdivision = Subdivision::Sphere);

// The sphere inside an icosahedron whose vertices are at distance 1.
constexpr float icosahedronInradius = 0.79465447f;

}  // namespace ringlet
