// The scene of Barnes 2006: guides in a grid on a spherical scalp, straight out,
// which fall and push each other apart.
#include "core/scenes/scalp_sphere.h"

namespace ringlet {
namespace {

Result<SceneContent> make(const Params& params, const SceneFiles&) {
    SceneContent content = scalpSphere();
    content.groom = straightStrands(scalpSphereRoots(params), params.real("length"), params.integer("particles"), hairRadius);
    return content;
}

const RegisterScene here{{"barnes", "Hair that stands straight out from a sphere and falls, hair against hair", "verlet",
                          &scalpSphereParams(), scalpDefaults({}), make}};

}  // namespace
}  // namespace ringlet
