// The line that a strand lies or curls about, traced from its root.
#pragma once

#include "core/groom/procedural.h"

#include <vector>

namespace ringlet {

// How hair is combed. Lengths in metres.
struct CombStyle {
    float droop;    // [0, 1]: 0 stands along the normals, 1 is combed down and hangs
    float turn;     // over which hair turns from its root's direction, > 0
    float lift;     // how far hair lies off the skin
    bool parted;    // combed to both sides of a parting; else away from the crown
    float parting;  // x of the parting
    float back;     // [-1, 1]: combed to the back (to the face below 0)
    float spread;   // extra room for curls about the line
};

// 0 below 0, 1 above 1, smooth between.
float smoothStep(float t);

// -1 right of the parting, 1 left of it; how much the parting matters there:
// 1 above the face, 0 at the back of the head and where there is none.
float partingSide(const GroomRoot& root, const CombStyle& style);
float partedShare(const GroomRoot& root, const CombStyle& style);

constexpr float centerStep = 0.004f;  // between the points of a center line, m

// `count` points, centerStep apart, from the root on. `layer` in [0, 1] says how
// far out among its neighbours this strand lies.
std::vector<Vec3f> centerLine(const GroomRoot& root, const CombStyle& style, float layer, int count,
                              const ClearanceFunction& obstacle);

// The line with `pieces` pieces for each of its own, rounded through its points
// (Catmull-Rom).
std::vector<Vec3f> refined(const std::vector<Vec3f>& line, int pieces);

}  // namespace ringlet
