#include "core/view/view_settings.h"

#include <algorithm>
#include <cmath>

namespace ringlet {
namespace view {

const HairColour hairColours[] = {
    {"black", 0x1d1a1b}, {"espresso", 0x3f2a20}, {"chestnut", 0x6b3f26}, {"auburn", 0x8a3a22}, {"copper", 0xc0602b},
    {"honey", 0xb98243}, {"blonde", 0xdcb877},   {"silver", 0xb9bcc4},   {"rose", 0xcf7f93},   {"ocean", 0x2f6f86},
};
const int hairColourCount = int(sizeof hairColours / sizeof hairColours[0]);

namespace {
constexpr double fewestAlone = 1800;  // hairs drawn where pictures are slow and strips must not stand for them
constexpr double fewWanted = 1200;    // so few are drawn without strips
constexpr uint32_t stripsOfHead = 1000;
constexpr int smallestMap = 256;  // texels, of a head that is drawn small

std::vector<const char*> colourNames() {
    std::vector<const char*> names = {"style"};
    for (const HairColour& colour : hairColours) names.push_back(colour.name);
    return names;
}
ParamInfo colourRow() {
    ParamInfo row{"hairColour", "", 0, 0, double(hairColourCount), "The colour the hair is drawn in: the one that suits the style, or another."};
    row.kind = ParamKind::Choice;
    row.choices = colourNames();
    row.former = "hair_colour";
    return row;
}
ParamInfo shadingRow() {
    ParamInfo row{"hairShading", "", 0, 0, 1, "How hairs scatter light: Marschner's paths and dual scattering between hairs, or Kajiya and Kay's simpler gleam."};
    row.kind = ParamKind::Choice;
    row.choices = {"marschner", "kajiya-kay"};
    row.former = "hair_shading";
    return row;
}
ParamInfo mixingRow() {
    ParamInfo row{"hairMixing", "", 0, 0, 4, "How added hairs follow the simulated ones: all in wisps alike (flat ones where the model gathers them), smooth ones mixed up to the tip and curls in locks of their own, 25 between each four, in a wisp about each, or in flat wisps between two."};
    row.kind = ParamKind::Choice;
    row.choices = {"wisps", "by-curl", "grid", "masters", "flat-wisps"};
    row.former = "hair_mixing";
    return row;
}
ParamInfo wispsAsRow() {
    ParamInfo row{"wispsAs", "", 0, 0, 3, "What flat wisps of hair are drawn as: strands, strips, strips with relief, or each of these where wisps are large enough on the screen."};
    row.kind = ParamKind::Choice;
    row.choices = {"strands", "strips", "relief", "by-size"};
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
    renamed({"hairPigment", "", 1, 0, 4, "Gives the hair so many times its colour's pigment: less is paler, 0 is white."}, "hair_pigment"),
    renamed({"hairThickness", "", 1, 0.2, 5, "Draws every hair so many times as thick as covers the head."}, "hair_thickness"),
    renamed(whole({"hairsDrawn", "", 30000, 0, 200000, "Draws so many hairs, the simulated strands included; 0 draws those alone."}), "hairs_drawn"),
    renamed({"hairClumping", "", 0.5, 0, 1, "Draws the added hairs together towards the tip, in wisps."}, "hair_clumping"),
    mixingRow(),
    wispsAsRow(),
    renamed(whole({"hairSmoothness", "", 2, 1, 8, "Divides each segment into so many pieces of a cubic Hermite curve; 1 draws it straight."}), "hair_smoothness"),
    shadingRow(),
    renamed({"hairGloss", "", 1, 0, 3, "Makes the highlights stronger."}, "hair_gloss"),
    renamed({"hairVariety", "", 0.22, 0, 0.6, "Lets the colour differ more from hair to hair."}, "hair_variety"),
    toggle({"adapt", "", 1, 0, 1, "Draws fewer and simpler hairs, and fewer pixels, where the device is slow; the simulation never changes."}),
    renamed({"mostDetail", "", double(fullDetail), 0, double(fullDetail), "Draws no more than so much detail, from 0, the least, to 5, all that is asked for."}, "most_detail"),
    whole({"stillPictures", "", 8, 0, 64, "Averages so many pictures of what is at rest, each moved by a part of a pixel: hairs finer than a pixel come out as fine; 0 keeps the first, and blends none of what moves."}),
    {"lens", "m", 0, 0, 0.1, "Radius of the lens that a picture at rest is seen through: blurs what is nearer or farther than what the camera looks at; 0 has all sharp."},
    {"shutter", "", 0, 0, 1, "Of the last 1/60 s of a picture at rest so much is in it: blurs what moved in that time; 0 has it sharp."},
    toggle({"ground", "", 1, 0, 1, "Draws the head's shadow on the ground."}),
    {"exposure", "", 1, 0.25, 4, "Makes the whole picture brighter."},
};

Vec3f linearColour(uint32_t display) {
    auto channel = [](uint32_t byte) {
        float c = float(byte & 255) / 255;
        return c <= 0.04045f ? c / 12.92f : std::pow((c + 0.055f) / 1.055f, 2.4f);
    };
    return {channel(display >> 16), channel(display >> 8), channel(display)};
}

Vec3f pigmented(Vec3f colour, float times) {
    auto channel = [&](float c) { return std::pow(std::fmax(c, 1e-4f), std::sqrt(times)); };
    return {channel(colour.x), channel(colour.y), channel(colour.z)};
}

const DetailLevel detailLevels[] = {
    {1.0f, 0.0f, 600, 1, 512, 0, 0.6f, 0, false, true},    {1.0f, 0.0f, 1200, 1, 512, 0, 0.8f, 4, false, false},
    {1.0f, 0.0f, 1200, 1, 512, 0, 1.0f, 4, false, false},  {0.6f, 0.3f, 1200, 1, 512, 1, 1.0f, 4, false, false},
    {0.0f, 0.5f, 1200, 2, 1024, 1, 1.0f, 4, true, false}, {0.0f, 1.0f, 1200, 8, 1024, 1, 1.0f, 4, true, false},
};
const int fullDetail = int(sizeof detailLevels / sizeof detailLevels[0]) - 1;
const int firstDetail = 0;

DetailLevel detailAt(float detail) {
    const float at = std::fmin(std::fmax(detail, 0.0f), float(fullDetail));
    const DetailLevel& below = detailLevels[int(at)];
    DetailLevel level = detailLevels[int(std::ceil(at))];
    const float part = at - std::floor(at);
    if (part == 0) return level;
    level.strips = below.strips + (level.strips - below.strips) * part;
    level.hairs = below.hairs + (level.hairs - below.hairs) * part;
    level.overStrips = below.overStrips + (level.overStrips - below.overStrips) * part;
    level.layers = below.layers + (level.layers - below.layers) * part;
    return level;
}

const HairColour& hairColour(const Params& settings, const std::string& ofStyle) {
    const int chosen = settings.integer("hairColour");
    if (chosen > 0) return hairColours[chosen - 1];
    for (const HairColour& colour : hairColours)
        if (ofStyle == colour.name) return colour;
    return hairColours[0];
}

HairLook hairLook(const Params& settings, const std::string& ofStyle, size_t strands, float detail) {
    const DetailLevel level = detailAt(detail);
    HairLook look;
    look.colour = pigmented(linearColour(hairColour(settings, ofStyle).display), settings.real("hairPigment"));
    look.kajiyaKay = settings.integer("hairShading") == 1;
    look.thickness = settings.real("hairThickness");
    double asked = settings.get("hairsDrawn");
    double wanted = asked > 0 ? asked : double(strands);
    // Strips stand for hairs that are not drawn, but not where simulated ones alone are asked for.
    const double stoodFor = asked > 0 ? std::fmin(std::fmax(wanted / fewWanted - 1, 0) / 2, 1) : 0;
    const auto drawn = [&](const DetailLevel& at) {
        const double fewest = asked > 0 ? fewWanted + (at.overStrips - fewWanted) * stoodFor : std::fmin(double(strands), fewestAlone);
        return uint32_t(std::fmax(at.hairs * wanted, std::fmin(wanted, fewest)));
    };
    look.wanted = uint32_t(wanted);
    look.drawn = drawn(level);
    look.room = drawn(detailAt(std::ceil(detail)));
    look.clumping = settings.real("hairClumping");
    const FollowScheme mixing[] = {FollowScheme::Clumped, FollowScheme::Semi, FollowScheme::Grid, FollowScheme::Masters, FollowScheme::FlatWisps};  // as in mixingRow()
    look.mixing = mixing[settings.integer("hairMixing")];
    look.wispsAs = WispsAs(settings.integer("wispsAs"));
    int smoothness = settings.integer("hairSmoothness");
    look.smoothness = smoothness < level.smoothness ? smoothness : level.smoothness;
    look.gloss = settings.real("hairGloss");
    look.tintSpread = settings.real("hairVariety");
    look.shadowSize = level.shadowSize;
    look.layers = level.layers;
    look.strips = level.strips * float(stoodFor);
    look.stripCount = stripsOfHead;
    return look;
}

void makeSmaller(HairLook& look, float scale) {
    if (!(scale < 1)) return;
    for (uint32_t* count : {&look.drawn, &look.room}) *count = std::max(uint32_t(scale * float(*count)), std::min(*count, uint32_t(fewWanted)));
    look.stripCount = uint32_t(scale * float(look.stripCount));
    const float enough = scale * float(look.shadowSize);
    while (look.shadowSize > smallestMap && float(look.shadowSize / 2) >= enough) look.shadowSize /= 2;
}

}  // namespace view
}  // namespace ringlet
