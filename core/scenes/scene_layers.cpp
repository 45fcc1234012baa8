// The scene of Barnes 2006 with layers: quads between neighbouring guides, which
// other guides do not cross, so that layers bunch up and keep their volume.
#include "core/scenes/scalp_sphere.h"

namespace ringlet {
namespace {

Result<SceneContent> make(const Params& params, const SceneFiles&) {
    SceneContent content = scalpSphere();
    content.groom = straightStrands(scalpSphereRoots(params), params.real("length"), params.integer("particles"), hairRadius);
    return content;
}

const RegisterScene here{{"layers", "Hair in layers that do not pass through each other", "verlet",
                          &scalpSphereParams(), scalpDefaults({{"layers", 1}}), make}};

}  // namespace
}  // namespace ringlet
