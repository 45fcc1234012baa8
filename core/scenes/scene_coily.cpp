// A head of tight coils that stand around it.
#include "core/scenes/full_head.h"

namespace ringlet::scene_coily {
namespace {

const RegisterScene here{{"coily", "Coily", "Tight coils that stand around the head",
                          SceneKind::Head, "black", "elastic-strand", &proceduralGroomParams(),
                          fullHeadDefaults({{"strands", 5000}, {"particles", 32}, {"length", 0.16},
                                            {"frontLength", 0.7}, {"curl", 2}, {"curlRadius", 0.004},
                                            {"curlPitch", 0.012}, {"clumping", 0.5}, {"clumps", 900},
                                            {"droop", 0.2}, {"parted", 0}, {"back", 0.45}, {"stiffness", 3e-8}, {"sagFree", 1}}),
                          makeFullHead}};

}  // namespace
}  // namespace ringlet::scene_coily
