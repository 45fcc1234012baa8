// Hair that stands off the head and keeps its volume by its stiffness alone
// (Cavazotti 2025, figure 7.8).
#include "core/scenes/full_head.h"

namespace ringlet {
namespace {

const RegisterScene here{{"volume", "Hair that stands off the head and keeps its volume", "dftl", &proceduralGroomParams(),
                          {{"strands", 5000}, {"particles", 20}, {"length", 0.24}, {"frontLength", 0.8},
                           {"curl", 1}, {"curlRadius", 0.006}, {"curlPitch", 0.08},
                           {"clumping", 0.3}, {"droop", 0.6}, {"turn", 0.06}, {"lift", 0.03}, {"parted", 0},
                           {"stiffness", 2e-7}},
                          makeFullHead}};

}  // namespace
}  // namespace ringlet
