// A head of loose curls: helices about hanging lines, in locks.
#include "core/scenes/full_head.h"

namespace ringlet::scene_curly {
namespace {

const RegisterScene here{{"curly", "Curly", "Loose curls that hang in locks",
                          SceneKind::Head, "copper", "elastic-strand", &proceduralGroomParams(),
                          fullHeadDefaults({{"strands", 5000}, {"particles", 32}, {"length", 0.32},
                                            {"curl", 2}, {"curlRadius", 0.008}, {"curlPitch", 0.035},
                                            {"clumping", 0.8}, {"clumps", 300}, {"noise", 0.004},
                                            {"lift", 0.018}, {"back", 0.75},
                                            {"stiffness", 2e-7}, {"friction", 0.05}, {"entrainment", 1}, {"sagFree", 1}}),
                          makeFullHead}};

}  // namespace
}  // namespace ringlet::scene_curly
