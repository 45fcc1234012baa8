// The scene of Barnes 2006: guides in a grid on a spherical scalp, straight out,
// which fall and push each other apart.
#include "core/scenes/scalp_sphere.h"

namespace ringlet::scene_barnes {
namespace {

const RegisterScene here{{"barnes", "Falling hair",
                          "Hair that stands straight out from a sphere and falls, hair against hair",
                          SceneKind::Ball, "espresso", "verlet",
                          &scalpSphereParams(), scalpDefaults({}), makeStraightOnSphere}};

}  // namespace
}  // namespace ringlet::scene_barnes
