// The order in which a store holds strands: neighbours share tiles. They are near to the same surfaces and need as many passes, so
// that fewer lanes wait for others, and they read the same parts of a distance grid. No result depends on it but where strands meet: what
// they do to each other is added up in this order, the same for all lanes and targets.
#pragma once

#include "core/groom/groom.h"

#include <cstdint>
#include <vector>

namespace ringlet {

// The numbers of points along a space-filling curve (Morton 1966).
std::vector<uint32_t> curveOrder(const std::vector<Vec3f>& points);

// The groom's numbers of a group's strands along that curve through their middle points.
std::vector<uint32_t> neighbourOrder(const Groom& groom, const StrandGroup& group);

}  // namespace ringlet
