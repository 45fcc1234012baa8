// How a drawn strand follows its guides, written once in what C++ and GLSL have
// in common: shaders/embed.cmake hands this very text to the shaders too.
//
// A drawn strand is a mixture of up to four guides, displaced in head space.
// With v in [0, 1] the way along the guides (by points, root to tip):
//
//   p(v) = sum_k w_k(v) g_k(v) + R (o(v) + j(v))
//   w_k  = atRoot_k + (atTip_k - atRoot_k) b(v)     near the root all guides count, near the tip those of a wisp
//   o    = rootOffset + (tipOffset - rootOffset) b(v)
//   j    = jitter v (sin, sin, sin)                 a slow wandering of the strand's own
//   b    = t^2 (3 - 2 t), t = min(v / closes, 1)    wisps close over the first part of the way
//
// R turns head space into the world. The semi-interpolation of Bertails et al.
// 2006, section 4.1, is the case of four guides at the root and one at the tip.
#ifdef __cplusplus
#pragma once
#include "core/base/hd.h"
#include "core/math/elementary.h"
#include "core/math/vec.h"
#define FOLLOW_FUNCTION RINGLET_HD
#define FOLLOW_VECTOR(x, y, z) Vec3f{x, y, z}
namespace ringlet {
#else
#define FOLLOW_FUNCTION
#define FOLLOW_VECTOR(x, y, z) vec3(x, y, z)
#define Vec3f vec3
#define sine sin
#endif

// From 0 at the root to 1 where wisps have closed.
FOLLOW_FUNCTION float followBlend(float closes, float v) {
    float t = v < closes ? v / closes : 1.0f;
    return t * t * (3.0f - 2.0f * t);
}

FOLLOW_FUNCTION float followWeight(float atRoot, float atTip, float blend) {
    return atRoot + (atTip - atRoot) * blend;
}

// Displacement in head space, m.
FOLLOW_FUNCTION Vec3f followOffset(Vec3f rootOffset, Vec3f tipOffset, float jitter, float phase, float blend, float v) {
    Vec3f wander = FOLLOW_VECTOR(sine(phase + 5.0f * v), sine(1.7f * phase + 6.1f * v), sine(2.9f * phase + 7.3f * v));
    return rootOffset + (tipOffset - rootOffset) * blend + wander * (jitter * v);
}

#ifdef __cplusplus
}  // namespace ringlet
#endif
