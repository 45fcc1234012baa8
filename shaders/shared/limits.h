// Numbers that C++ and GLSL must agree on.
#ifdef __cplusplus
#pragma once
#endif
#define RINGLET_TEXTURE_WIDTH_BITS 11  // textures of positions are 2,048 texels wide: the least WebGL2 promises
#define RINGLET_TEXTURE_WIDTH (1 << RINGLET_TEXTURE_WIDTH_BITS)
#define RINGLET_SHADOW_SIZE 1024       // texels along a side of the light's depth map
