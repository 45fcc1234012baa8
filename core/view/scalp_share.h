// How much of a head's surface takes the hair's colour, so that no bare skin shines
// between strands: a value in [0, 1] for each vertex of the mesh. Head space, m.
#pragma once

#include "core/collide/head.h"

#include <vector>

namespace ringlet {
namespace view {

// Within the hair line of Ringlet's bust, which stands there.
std::vector<float> scalpOfBust(const Mesh& mesh, const BustPlace& bust);

// Close around roots and between tufts of them, of a scene that is not a head of hair.
std::vector<float> scalpNearRoots(const Mesh& mesh, const std::vector<Vec3f>& roots);

// Of hair from files: as dense as the roots lie, smooth from root to root, and never more than
// `filesScalp`, for such hair may be thin, and what is under it is then skin.
constexpr float filesScalp = 0.5f;
std::vector<float> scalpAroundRoots(const Mesh& mesh, const std::vector<Vec3f>& roots);

}  // namespace view
}  // namespace ringlet
