// How hair looks in one picture: from the view's parameters and from how much
// the device can draw.
#pragma once

#include "core/groom/follow.h"
#include "core/math/vec.h"

#include <cstdint>

namespace ringlet {
namespace view {

// How flat wisps of hair are drawn (wisp_drawing.h).
enum class WispsAs { Strands, Strips, Relief, BySize };

constexpr int samplesOfStills = 64;  // a strand, of pictures that are looked at for long

struct HairLook {
    Vec3f colour{0.1f, 0.05f, 0.02f};  // linear
    float tintSpread = 0.2f;
    float gloss = 1;
    float thickness = 1;      // times the radius that covers the head
    bool kajiyaKay = false;   // instead of Marschner's lobes
    uint32_t wanted = 24000;  // strands that the viewer asks for; thickness is for these
    uint32_t drawn = 24000;   // of them; fewer are drawn thicker
    uint32_t room = 24000;    // for so many tables and textures are made: at least `drawn`, the same while a level fades in
    float clumping = 0.5f;    // [0, 1]
    FollowScheme mixing = FollowScheme::Clumped;
    WispsAs wispsAs = WispsAs::Strands;
    float pixelsAMetre = 0;   // of the nearest hair, at most
    int smoothness = 3;       // samples a segment
    struct Sampling {         // the same of all heads of a picture
        int stillSamples = 0;   // a strand, where those of `smoothness` are fewer: samplesOfStills
        float leastPixels = 1;  // a strand is drawn at least so wide; of thinner ones some are left out
        bool motion = false;    // into a second colour of the target, where the picture before was drawn so too
        bool oneSample = false; // a pixel has no more, which a hair covers or does not: ribbons show fewer, thicker ones
    } sampling;
    int shadowSize = 1024;    // texels along a side of the light's maps
    float layers = 1;         // share of the deep opacity map in shadow, [0, 1]; the rest is by depth alone
    float strips = 0;         // presence of the strips that stand for hairs not drawn, [0, 1]
    uint32_t stripCount = 0;  // of them
};

}  // namespace view
}  // namespace ringlet
