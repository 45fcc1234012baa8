// What drawn and traced hair have in common, written once in what C++ and GLSL share: shaders/embed.cmake hands this very
// text to the shaders too. One channel of colour at a time.
#ifdef __cplusplus
#pragma once
#include <cmath>
#define HAIR_FUNCTION inline
namespace ringlet {
namespace light {
using std::exp;
using std::sqrt;
#else
#define HAIR_FUNCTION
#endif

// How much pigment a hair has at `along` in [0, 1] from its root, of that of the colour: hairs differ by `spread`, each by its
// seed in [0, 1); the sun takes some on the way to the tip.
HAIR_FUNCTION float pigmentOf(float seed, float along, float spread) {
    float own = 1.0f + spread * (1.0f - 2.0f * seed) + 0.12f * (1.0f - along);
    return own * own;
}

#ifdef __cplusplus
}  // namespace light
}  // namespace ringlet
#endif
