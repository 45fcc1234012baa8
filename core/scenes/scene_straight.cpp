// A head of long straight hair, parted and combed back.
#include "core/scenes/full_head.h"

namespace ringlet::scene_straight {
namespace {

const RegisterScene here{{"straight", "Straight",
                          "Long straight hair, parted and combed back",
                          SceneKind::Head, "honey", "elastic-strand", &proceduralGroomParams(),
                          fullHeadDefaults({{"strands", 6000}, {"particles", 16}, {"length", 0.3},
                                            {"stiffness", 1e-7}, {"friction", 0.12}, {"back", 0.35}, {"sagFree", 1}}),
                          makeFullHead}};

}  // namespace
}  // namespace ringlet::scene_straight
