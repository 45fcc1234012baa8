// Where the lights stand, and all else that the drawings of one picture share.
#pragma once

#include "core/models/frame.h"
#include "core/view/picture.h"
#include "shaders/shared/frame_block.h"

namespace ringlet {
namespace view {

// What is lit, and where it stands.
struct Extent {
    Pose head;
    Vec3f center{0, 0, 0};    // of what is shown (head space, m) ...
    float radius = 0.3f;      // ... and its reach, m
    float rootRadius = 0.1f;  // of the roots around the head's origin, m
    float ground = 0;         // height of the ground below the camera's target, m
};

// The key light's disc, as seen from the hair: a soft box, 16 cm wide at a metre. The rim light is small.
constexpr float lampRadius = 0.08f;  // rad

// Moves the index-th of pictures that are averaged: each sample of a pixel then falls elsewhere within its share,
// it is seen from elsewhere on the lens, and lit from elsewhere on the key light (Haeberli and Akeley 1990).
void shift(Picture& picture, int index);

// Moves the index-th of pictures that are shown one after the other and blended, in turns of sixteen.
void jitter(Picture& picture, uint32_t index);

// shadowSize: texels along a side of the light's maps.
FrameBlock frameBlock(const Camera& camera, const Picture& picture, const Extent& extent, int shadowSize);

// For drawing the rim light's maps: it stands in the key light's place.
FrameBlock seenFromRim(FrameBlock block);

}  // namespace view
}  // namespace ringlet
