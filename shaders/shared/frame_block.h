// What every drawing of one frame shares, read by C++ and by GLSL alike. Only
// mat4 and vec4, so that std140 and C++ lay it out the same way.
// Positions are metres relative to the camera's target; colours are linear.
#ifdef __cplusplus
#pragma once
#include "core/view/matrix.h"
namespace ringlet {
namespace view {
using mat4 = Mat4;
using vec4 = Vec4;
struct FrameBlock {
#else
layout(std140) uniform FrameBlock {
#endif
    mat4 viewProjection;
    mat4 lightProjection; // what the key light sees
    mat4 rimProjection;   // what the rim light sees: as deep
    vec4 eye;             // xyz: the camera
    vec4 keyDirection;    // xyz: towards the light, unit; w: metres of depth that the shadow map spans
    vec4 keyColour;
    vec4 rimDirection;
    vec4 rimColour;
    vec4 skyColour;       // ambient light from above
    vec4 groundColour;    // ambient light from below
    vec4 backdropTop;     // display colours, not linear
    vec4 backdropBottom;
    vec4 backdropGlow;    // xy: its centre in [0, 1]; z: strength; w: width / height
    vec4 viewport;        // xy: pixels; z: pixels a metre at one metre's distance; w: exposure
    vec4 shadow;          // x: 1 / texels along a side; y: share of the opacity map in the hair's shadow, 0 where it holds nothing; z: height of the ground; w: 1 where shadows are drawn
    mat4 viewProjectionBefore;  // of the picture before, relative to its own target, without its jitter
    mat4 headMotion;      // what moves with the head: from where it is to its place in the picture before
    vec4 headBefore;      // xyz: the head's origin in the picture before
    vec4 jitter;          // xy: by which this picture is moved, in [-1, 1] of its half width and height
    vec4 head;            // xyz: the head's origin; w: radius of the roots around it
#ifdef __cplusplus
};
}  // namespace view
}  // namespace ringlet
#else
};
#endif
