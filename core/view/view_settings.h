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
    float strips;       // presence of strips of hair that stand for hairs not drawn, [0, 1]
    float hairs;        // share of those asked for, ...
    float overStrips;   // ... and at least so many where strips stand for the rest
    int smoothness;     // samples a segment at most
    int shadowSize;     // texels along a side of the light's maps
    float layers;       // share of the deep opacity map in shadow, [0, 1]; the rest is by depth alone
    float pixels;       // share of the display's pixel ratio
    int samples;        // a pixel, for smooth edges; 0: the canvas' own one
    bool temporal;      // pictures that follow on each other are blended
    bool plainHead;     // a head of fewer triangles, which would be as small as pixels
};
extern const DetailLevel detailLevels[];
extern const int fullDetail;   // the last level
extern const int firstDetail;  // of the first pictures: they come at once

// Between two levels what can fade does (strips, hairs, layers); all else is the upper one's.
DetailLevel detailAt(float detail);

// ofStyle: the name of the colour that suits the scene, drawn unless another is chosen. detail: in [0, fullDetail].
HairLook hairLook(const Params& settings, const std::string& ofStyle, size_t strands, float detail);

// For hair that is drawn at that part, (0, 1], of the usual size: fewer and thicker strands and strips, smaller maps.
void makeSmaller(HairLook& look, float scale);

// The hair colours by name with a display colour (0xRRGGBB) for swatches, in
// the order of the parameter's choices after the first, which leaves it to the style.
struct HairColour {
    const char* name;
    uint32_t display;
};
extern const HairColour hairColours[];
extern const int hairColourCount;

// The one that hairLook() draws.
const HairColour& hairColour(const Params& settings, const std::string& ofStyle);

constexpr Vec3f skinColour{0.43f, 0.262f, 0.190f};  // linear

// Linear light from a display colour.
Vec3f linearColour(uint32_t display);

// The colour of much hair with `times` as much of its pigment: pale hair has
// little, and none is white. A hair's colour falls with the root of what its
// pigment absorbs (Chiang et al. 2016).
Vec3f pigmented(Vec3f colour, float times);

}  // namespace view
}  // namespace ringlet
