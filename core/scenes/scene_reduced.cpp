// The reduced model (Kmoch 2018, 3.4): hair in the wind (figure 3.9), and hair to comb
// with the brush (figure 3.8).
#include "core/scenes/full_head.h"

namespace ringlet::scene_reduced {
namespace {

// Both take a section flat enough that bending over its minor axis is rare, air as on
// every head (see scene_super.cpp), and contact with the head alone.
const RegisterScene wind{{"reduced-wind", "In the wind",
                          "Hair in gusts of wind, by reduced super-helices",
                          SceneKind::Head, "chestnut", "super-helix",
                          &proceduralGroomParams(),
                          {{"rod", 1}, {"strands", 300}, {"particles", 24}, {"length", 0.25}, {"ellipticity", 1.5},
                           {"windSpeed", 3}, {"airDrag", 5e-5}, {"entrainment", 0.9}, {"friction", 0.1},
                           {"contactStiffness", 120}},
                          makeFullHead}};
const RegisterScene comb{{"reduced-comb", "To comb",
                          "Hair to comb with the brush, by reduced super-helices",
                          SceneKind::Head, "chestnut", "super-helix",
                          &proceduralGroomParams(),
                          {{"rod", 1}, {"strands", 300}, {"particles", 24}, {"length", 0.28}, {"ellipticity", 1.5},
                           {"airDrag", 5e-5}, {"entrainment", 0.9}, {"friction", 0.3}},
                          makeFullHead}};

}  // namespace
}  // namespace ringlet::scene_reduced
