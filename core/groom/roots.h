// Where strands grow, and the plain strands that need no style.
#pragma once

#include "core/groom/groom.h"

#include <vector>

namespace ringlet {

struct GroomRoot {
    Vec3f position;  // m
    Vec3f normal;    // unit, out of the scalp
};

// The radius that a strand is drawn with where a groom does not say: half the
// 0.08 mm of a thick human hair, m.
constexpr float hairRadius = 4e-5f;

// Straight strands of `length` (m, > 0) along the normals, `particles` (>= 2)
// points each, evenly spaced.
Groom straightStrands(const std::vector<GroomRoot>& roots, float length, int particles, float radius);

// A helix about a straight axis: points lie exactly on it, evenly by arc length.
struct HelixShape {
    float length;  // along the hair, m, > 0
    float radius;  // of the helix, m, >= 0
    float pitch;   // along the axis a turn, m, > 0
};

// Helices about the roots' normals, `particles` (>= 2) points each, evenly by arc length.
Groom helicalStrands(const std::vector<GroomRoot>& roots, HelixShape shape, int particles, float radius);

// One strand: the helix starts at the origin and its axis hangs down -Y. The
// root's normal is the first segment's direction.
Groom hangingHelix(HelixShape shape, int particles, float radius);

}  // namespace ringlet
