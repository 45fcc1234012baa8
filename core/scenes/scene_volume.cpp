// Hair that stands off the head and keeps its volume by its stiffness alone
// (Cavazotti 2025, figure 7.8).
#include "core/scenes/full_head.h"

namespace ringlet::scene_volume {
namespace {

const RegisterScene here{{"volume", "Volume", "Hair that stands off the head and keeps its volume",
                          SceneKind::Head, "auburn", "elastic-strand",
                          &proceduralGroomParams(),
                          fullHeadDefaults({{"strands", 5000}, {"particles", 20}, {"length", 0.24},
                                            {"frontLength", 0.8}, {"curl", 1}, {"curlRadius", 0.006},
                                            {"curlPitch", 0.08}, {"clumping", 0.4}, {"droop", 0.75},
                                            {"turn", 0.05}, {"lift", 0.035}, {"back", 0.7}, {"stiffness", 2e-7}, {"sagFree", 1}}),
                          makeFullHead}};

}  // namespace
}  // namespace ringlet::scene_volume
