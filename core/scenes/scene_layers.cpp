// The scene of Barnes 2006 with layers: quads between neighbouring guides, which
// other guides do not cross, so that layers bunch up and keep their volume.
#include "core/scenes/scalp_sphere.h"

namespace ringlet::scene_layers {
namespace {

const RegisterScene here{{"layers", "Layers", "Hair in layers that do not pass through each other",
                          SceneKind::Ball, "copper", "verlet",
                          &scalpSphereParams(), scalpDefaults({{"layers", 1}}), makeStraightOnSphere}};

}  // namespace
}  // namespace ringlet::scene_layers
