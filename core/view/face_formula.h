// Where the bust's face has brows and lids, written once in what C++ and GLSL have in common: shaders/embed.cmake hands this
// very text to the shaders too. The bust's own space, m; x of the left half, which the right one mirrors.
#ifdef __cplusplus
#pragma once
#include "core/view/shader_words.h"
#define FACE_FUNCTION inline
namespace ringlet {
namespace view {
#else
#define FACE_FUNCTION
#endif

// From -1 at the inner end to 1 at the outer one, of a brow and of an eye.
FACE_FUNCTION float alongBrow(float x) { return (x - 0.0310f) / 0.0210f; }
FACE_FUNCTION float alongEye(float x) { return (x - 0.0300f) / 0.0140f; }

// A brow's middle and half its height: broad near the nose, thin at the temple.
FACE_FUNCTION float browArch(float at) { return 0.0028f - 0.0042f * at * at + 0.0020f * at; }
FACE_FUNCTION float browBrush(float at) { return mix(0.0042f, 0.0020f, smoothstep(-0.5f, 1.0f, at)); }

// Brows, of hair so coloured (linear): hair that grows has more red than green and more green than blue, and of a dye
// brows take little.
FACE_FUNCTION vec3 browColour(vec3 hair) {
    float dyed = max(hair.z - hair.y, hair.y - hair.x) / max(max(hair.x, hair.y), max(hair.z, 0.001f));
    vec3 brown = hair;
    brown.x = 0.05f, brown.y = 0.03f, brown.z = 0.02f;
    return mix(hair, brown, 0.85f * smoothstep(0.02f, 0.25f, dyed));
}

// The edges of the lids. The upper one is highest nearer to the nose, the lower one lowest beyond the middle.
FACE_FUNCTION float lidCorner(float at) { return -0.0192f + 0.0011f * at; }
FACE_FUNCTION float upperLid(float at) {
    float t = at + 0.12f * (1.0f - at * at), open = max(1.0f - t * t, 0.0f);
    return lidCorner(at) + 0.0044f * open * (1.45f - 0.45f * open);
}
FACE_FUNCTION float lowerLid(float at) {
    float t = at - 0.14f * (1.0f - at * at), open = max(1.0f - t * t, 0.0f);
    return lidCorner(at) - 0.0043f * open * (1.3f - 0.3f * open);
}

// [0, 1]: where a pixel is so wide, m, brows and lashes are strands, or paint beneath some strands.
FACE_FUNCTION float faceHairShown(float pixel) { return 1.0f - smoothstep(0.0002f, 0.0008f, pixel); }

#ifdef __cplusplus
}  // namespace view
}  // namespace ringlet
#endif
