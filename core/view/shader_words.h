// What GLSL calls its functions, for texts that C++ and the shaders share.
#pragma once

#include "core/math/vec.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace ringlet {
namespace view {

using vec3 = Vec3f;
using uint = uint32_t;
using std::max;
using std::min;
using std::pow;

inline float length(vec3 v) { return lengthOf(v); }
inline vec3 normalize(vec3 v) { return normalizedOr(v, vec3{0, 0, 1}); }
inline float mix(float a, float b, float share) { return a * (1 - share) + b * share; }
inline vec3 mix(vec3 a, vec3 b, float share) { return a * (1 - share) + b * share; }
inline float smoothstep(float from, float to, float x) {
    const float t = std::clamp((x - from) / (to - from), 0.0f, 1.0f);
    return t * t * (3 - 2 * t);
}

}  // namespace view
}  // namespace ringlet
