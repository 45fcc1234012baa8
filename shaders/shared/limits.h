// Numbers that C++ and GLSL must agree on.
#ifdef __cplusplus
#pragma once
#endif
#define RINGLET_TEXTURE_WIDTH_BITS 11  // textures of positions are 2,048 texels wide: the least WebGL2 promises
#define RINGLET_TEXTURE_WIDTH (1 << RINGLET_TEXTURE_WIDTH_BITS)
#define RINGLET_MOST_ROUND 4  // spheres and capsules that added strands are kept clear of
// The deep opacity map: where its layers end behind the first hair, m (the last
// one holds what lies deeper too), and the optical depth that its 1 stands for.
#define RINGLET_LAYER_ENDS vec4(0.004, 0.012, 0.028, 0.060)
#define RINGLET_MOST_OPACITY 8.0
#define RINGLET_PLAIN_OPACITY 70.0     // optical depth a metre of hair, where there is no opacity map
#define RINGLET_RIM_SHARE 0.5  // of the rim light reaches hair
#define RINGLET_STRIP_KINDS 4  // of strips of hair, beside each other in their map
#define RINGLET_WISP_KINDS 2   // of flat wisps, beside each other in their map
#define RINGLET_WISP_LEVELS 3  // smaller copies of that map: yet smaller ones would mix its kinds
