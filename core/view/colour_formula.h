// From light to the display's numbers, written once in what C++ and GLSL have in common: shaders/embed.cmake hands this very
// text to the shaders too.
#ifdef __cplusplus
#pragma once
#include "core/view/shader_words.h"
#define COLOUR_FUNCTION inline
namespace ringlet {
namespace view {
#else
#define COLOUR_FUNCTION
#endif

// A filmic curve, fitted by Narkowicz to the ACES reference, for a channel of linear light.
COLOUR_FUNCTION float toneOf(float x) { return min(max(x * (2.51f * x + 0.03f) / (x * (2.43f * x + 0.59f) + 0.14f), 0.0f), 1.0f); }

// That alone turns bright copper yellow: a channel between the least and the greatest of its colour is drawn to where it
// keeps the hue (as the tone curves of Adobe's DNG specification have it), most of the way.
COLOUR_FUNCTION float toneBetween(float x, float least, float most) {
    float low = toneOf(least), high = toneOf(most);
    return mix(toneOf(x), low + (high - low) * (x - least) / max(most - least, 1e-6f), 0.7f);
}

// The sRGB curve.
COLOUR_FUNCTION float encoded(float x) { return x < 0.0031308f ? 12.92f * x : 1.055f * pow(x, 1.0f / 2.4f) - 0.055f; }

// Linear light, exposed, as the display takes it: [0, 1] each.
COLOUR_FUNCTION vec3 displayed(vec3 light) {
    float least = min(min(light.x, light.y), light.z), most = max(max(light.x, light.y), light.z);
    vec3 shown = light;
    shown.x = encoded(toneBetween(light.x, least, most));
    shown.y = encoded(toneBetween(light.y, least, most));
    shown.z = encoded(toneBetween(light.z, least, most));
    return shown;
}

#ifdef __cplusplus
}  // namespace view
}  // namespace ringlet
#endif
