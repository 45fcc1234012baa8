// Colours of light, channel by channel.
#pragma once

#include "core/math/vec.h"

namespace ringlet {
namespace light {

constexpr float halfTurn = 3.14159265f, wholeTurn = 6.2831853f;  // rad

template <class F> Vec3f each(Vec3f a, F f) { return {f(a.x), f(a.y), f(a.z)}; }
inline Vec3f times(Vec3f a, Vec3f b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
// Luminance of linear sRGB (ITU-R BT.709).
inline float brightness(Vec3f a) { return 0.2126f * a.x + 0.7152f * a.y + 0.0722f * a.z; }

}  // namespace light
}  // namespace ringlet
