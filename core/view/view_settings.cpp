#include "core/view/view_settings.h"

#include <cmath>

namespace ringlet {
namespace view {

const HairColour hairColours[] = {
    {"black", 0x1d1a1b}, {"espresso", 0x3f2a20}, {"chestnut", 0x6b3f26}, {"auburn", 0x8a3a22}, {"copper", 0xc0602b},
    {"honey", 0xb98243}, {"blonde", 0xdcb877},   {"silver", 0xb9bcc4},   {"rose", 0xcf7f93},   {"ocean", 0x2f6f86},
};
const int hairColourCount = int(sizeof hairColours / sizeof hairColours[0]);

namespace {
constexpr double widestBundle = 24;  // hairs; the shader's seeds are spaced for fewer than 64
constexpr double fewestHairs = 1800;  // drawn where pictures are slow
constexpr float mostThickening = 3.2f;

std::vector<const char*> colourNames() {
    std::vector<const char*> names;
    for (const HairColour& colour : hairColours) names.push_back(colour.name);
    return names;
}
ParamInfo colourRow() {
    ParamInfo row{"hair_colour", "", 2, 0, double(hairColourCount - 1), "The colour the hair is drawn in."};
    row.kind = ParamKind::Choice;
    row.choices = colourNames();
    return row;
}
ParamInfo whole(ParamInfo row) {
    row.kind = ParamKind::Integer;
    return row;
}
ParamInfo toggle(ParamInfo row) {
    row.kind = ParamKind::Toggle;
    return row;
}
}  // namespace

const ParamTable viewTable = {
    colourRow(),
    {"hair_thickness", "", 1, 0.2, 5, "Draws every hair so many times as thick as the groom says."},
    whole({"hairs_drawn", "", 24000, 100, 200000, "Draws about this many hairs, in bundles around the simulated strands."}),
    {"hair_clumping", "", 0.55, 0, 1, "Draws the hairs of a bundle together towards the tip."},
    whole({"hair_smoothness", "", 2, 1, 8, "Draws each segment as a curve of this many pieces."}),
    {"hair_gloss", "", 1, 0, 3, "Makes the highlights stronger."},
    {"hair_variety", "", 0.22, 0, 0.6, "Lets the colour differ more from hair to hair."},
    toggle({"adapt", "", 1, 0, 1, "Draws fewer and simpler hairs where the device is slow; the simulation never changes."}),
    {"exposure", "", 1, 0.25, 4, "Makes the whole picture brighter."},
};

Vec3f linearColour(uint32_t display) {
    auto channel = [](uint32_t byte) {
        float c = float(byte & 255) / 255;
        return c <= 0.04045f ? c / 12.92f : std::pow((c + 0.055f) / 1.055f, 2.4f);
    };
    return {channel(display >> 16), channel(display >> 8), channel(display)};
}

HairLook hairLook(const Params& settings, size_t strands, int detail) {
    HairLook look;
    look.colour = linearColour(hairColours[settings.integer("hair_colour")].display);
    look.thickness = settings.real("hair_thickness");
    double wanted = settings.get("hairs_drawn") / double(strands > 0 ? strands : 1);
    int full = int(wanted < 1 ? 1 : wanted > widestBundle ? widestBundle : wanted + 0.5);
    look.bundle = detail >= fullDetail ? full : detail <= 1 ? 1 : (full + 1) / 2;
    if (detail == 0) look.every = int(std::fmax(1, std::floor(double(strands) / fewestHairs)));
    // Fewer hairs are drawn thicker, so that they cover as much.
    look.thickness *= std::fmin(std::sqrt(float(full * look.every) / float(look.bundle)), mostThickening);
    look.clumping = settings.real("hair_clumping");
    look.smoothness = detail <= 1 ? 1 : settings.integer("hair_smoothness");
    look.gloss = settings.real("hair_gloss");
    look.tintSpread = settings.real("hair_variety");
    return look;
}

}  // namespace view
}  // namespace ringlet
