// A head of hair in flat waves.
#include "core/scenes/full_head.h"

namespace ringlet::scene_wavy {
namespace {

const RegisterScene here{{"wavy", "Wavy", "Shoulder-long hair in soft waves",
                          SceneKind::Head, "chestnut", "elastic-strand", &proceduralGroomParams(),
                          fullHeadDefaults({{"strands", 6000}, {"particles", 16}, {"length", 0.26},
                                            {"curl", 1}, {"curlRadius", 0.007}, {"curlPitch", 0.06},
                                            {"clumping", 0.6}, {"stiffness", 1e-7}, {"back", 0.35}, {"sagFree", 1}}),
                          makeFullHead}};

}  // namespace
}  // namespace ringlet::scene_wavy
