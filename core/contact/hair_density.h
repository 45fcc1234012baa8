// How much hair is about points of it: for measuring, and to be shown.
#pragma once

#include "core/math/vec.h"

#include <vector>

namespace ringlet {

// Of each point, how many are about it, itself included: those of a cell of 1 cm, by trilinear weights. Head space, m; what is
// farther than 64 cm from the origin has none.
std::vector<float> hairDensities(const std::vector<Vec3f>& points);

}  // namespace ringlet
