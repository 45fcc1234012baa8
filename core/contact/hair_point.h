// What contacts see of a point of hair, and what they do to it.
#pragma once

#include "core/base/hd.h"
#include "core/math/vec.h"

namespace ringlet {

// A point of hair: position (m), relative to the head's origin, and the mean mass
// of the points over its own (0: it cannot be moved).
struct HairPoint {
    float x, y, z, inverseMass;
};

// What is done to a point of hair in a step.
struct HairMove {
    Vec3f by;    // m
    float grip;  // what friction may hold back: relative mass times m
};

RINGLET_HD Vec3f positionOf(const HairPoint& p) { return {p.x, p.y, p.z}; }

}  // namespace ringlet
