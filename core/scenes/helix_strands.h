// Hanging strands with the natural helices of hair types, without a head.
#pragma once

#include "core/scenes/scene.h"

namespace ringlet {

// A strand that hangs from `root` (m) in a helix of `radius` and `pitch` (m), 0 for a
// straight one; `phase` (rad) turns it about the vertical.
struct HangingStrand {
    Vec3f root;
    float length, radius, pitch, phase;
};
void addHangingStrand(Groom& groom, const HangingStrand& strand, int particles);

// `count` strands in a round clump of `clumpRadius` (m), each with its own small
// variation of phase, radius and length; the first hangs in the middle.
Groom hangingClump(int count, float clumpRadius, const HangingStrand& middle, int particles, uint64_t seed);

// strands, particles, length, curlRadius, curlPitch, seed
const ParamTable& clumpParams();
Result<SceneContent> makeClump(const Params& params, const SceneFiles& files);

}  // namespace ringlet
