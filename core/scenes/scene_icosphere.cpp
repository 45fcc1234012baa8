// The benchmark scene of Cavazotti 2025, chapter 7: straight strands on a
// subdivided icosahedron, one at every vertex of every face.
#include "core/groom/icosphere.h"
#include "core/scenes/full_head.h"

namespace ringlet {
namespace {

const ParamTable table = {
    {"level", "", 2, 0, icosphereLevels - 1, "subdivisions: 60, 240, 960, 3840 or 15360 strands", ParamChange::Rebuild,
     ParamKind::Integer},
    {"particles", "", 25, 2, 1000, "points a strand, root included", ParamChange::Rebuild, ParamKind::Integer},
    {"length", "m", 0.3, 0.01, 2, "length of the strands", ParamChange::Rebuild},
};

Result<SceneContent> make(const Params& params, const SceneFiles&) {
    SceneContent content;
    auto roots = icosphereRoots(params.integer("level"));
    content.groom = straightStrands(roots, params.real("length"), params.integer("particles"), hairRadius);
    content.head = sphereMesh(icosphereRadius);
    content.colliders.spheres.push_back({{0, 0, 0}, icosphereRadius});
    return content;
}

const RegisterScene here{{"icosphere", "Icosphere",
                          "Straight strands on a subdivided icosahedron, for benchmarks",
                          SceneKind::Ball, "chestnut", "dftl", &table,
                          {{"drag", 5}, {"friction", 0.05}}, make}};

}  // namespace
}  // namespace ringlet
