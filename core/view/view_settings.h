// What the viewer can change about the picture, as a parameter table like any
// other: panel, page and links are made from it.
#pragma once

#include "core/params/params.h"
#include "core/view/hair_drawing.h"

namespace ringlet {
namespace view {

extern const ParamTable viewTable;

// How much is drawn: 0 some of the simulated strands, straight between
// particles; 1 all of those; 2 half the hairs; 3 all.
constexpr int fullDetail = 3;

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

}  // namespace view
}  // namespace ringlet
