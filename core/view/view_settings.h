// What the viewer can change about the picture, as a parameter table like any
// other: panel, page and links are made from it.
#pragma once

#include "core/params/params.h"
#include "core/view/hair_look.h"

namespace ringlet {
namespace view {

extern const ParamTable viewTable;

// How much is drawn where the device is slow, from the simplest to the whole:
// a level says how many hairs, how smooth, which shadow, how many pixels, of what samples.
struct DetailLevel {
    float hairs;        // share of those asked for; 0: fewer than the guides, as few as still cover a head
    int smoothness;     // samples a segment at most
    int shadowSize;     // texels along a side of the light's maps
    bool layers;        // deep opacity map
    float pixels;       // share of the display's pixel ratio
    int samples;        // a pixel, for smooth edges; 0: the canvas' own one
    bool plainHead;     // a head of fewer triangles, which would be as small as pixels
};
extern const DetailLevel detailLevels[];
extern const int fullDetail;   // the last level
extern const int firstDetail;  // of the first pictures: they come at once
extern const int keptDetail;   // at least, of a picture that is saved

HairLook hairLook(const Params& settings, size_t strands, int detail);

// The hair colours by name with a display colour (0xRRGGBB) for swatches, in
// the order of the parameter's choices.
struct HairColour {
    const char* name;
    uint32_t display;
};
extern const HairColour hairColours[];
extern const int hairColourCount;

// Linear light from a display colour.
Vec3f linearColour(uint32_t display);

// The colour of much hair with `times` as much of its pigment: pale hair has
// little, and none is white. A hair's colour falls with the root of what its
// pigment absorbs (Chiang et al. 2016).
Vec3f pigmented(Vec3f colour, float times);

}  // namespace view
}  // namespace ringlet
