// Hair as discrete elastic rods of a flat section, which bend the flat way and twist to do so (Kmoch 2018, 3.6.1).
#include "core/scenes/full_head.h"

namespace ringlet::scene_rods {
namespace {

const RegisterScene here{{"rods", "Ribbon waves", "Waves of hair with a flat section, by discrete elastic rods",
                          SceneKind::Head, "chestnut", "discrete-rod", &proceduralGroomParams(),
                          {{"strands", 2000}, {"particles", 24}, {"length", 0.24}, {"curl", 1}, {"curlRadius", 0.006},
                           {"curlPitch", 0.05}, {"clumping", 0.6}, {"ellipticity", 2}, {"young", 1e10},
                           {"airDrag", 3e-5}, {"entrainment", 0.8}, {"friction", 0.1}},
                          makeFullHead}};

}  // namespace
}  // namespace ringlet::scene_rods
