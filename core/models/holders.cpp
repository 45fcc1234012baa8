#include "core/models/holders.h"

namespace ringlet {
namespace {

// A band's half ring about the middle of the skull, m.
constexpr float bandReach = 0.14f;

#define RINGLET_CLIP(name, x) \
    {name "Radius", "m", 0, 0, 0.1, "A clip that gathers the hair within this radius and holds it to the head until it is taken off; 0: none."}, \
    {name "X", "m", x, -0.5, 0.5, "Moves the clip, and what it holds, to the head's left."}, \
    {name "Y", "m", 0.07, -0.5, 0.5, "Moves the clip up."}, \
    {name "Z", "m", 0.06, -0.5, 0.5, "Moves the clip forward."}

}  // namespace

float Holder::within(Vec3f x) const {
    const Vec3f d = x - center;
    if (!(dot(d, d) < radius * radius)) return -1;
    if (!(width > 0)) return lengthOf(d);
    const float beside = absolute(dot(d, across));
    return 2 * beside < width && dot(d, up) > 0 ? beside : -1;
}

const ParamTable& holderParams() {
    static const ParamTable rows = {
        {"bandWidth", "m", 0, 0, 0.1, "Width of a headband from ear to ear that holds the hair under it to the head until it is taken off; 0: none."},
        {"bandTilt", "rad", 0.35, -1, 1, "Leans the headband forward; a change puts it on anew."},
        RINGLET_CLIP("clip", 0.08), RINGLET_CLIP("clip2", -0.08)};
    return rows;
}

std::string clipParam(size_t clip, const char* what) { return (clip > 0 ? "clip2" : "clip") + std::string(what); }

Holders holdersOf(const Params& params) {
    Holders holders{};
    if (!params.find("bandWidth")) return holders;
    const float tilt = params.real("bandTilt"), t = 0.5f * tilt, over = 1 / (1 + t * t);  // by Cayley's map
    const float c = (1 - t * t) * over, s = 2 * t * over, width = params.real("bandWidth");
    holders[0] = {{0, 0, 0}, width > 0 ? bandReach : 0, width, {0, -s, c}, {0, c, s}};
    for (size_t i = 0; i + 1 < mostHolders; ++i) {
        const auto value = [&](const char* what) { return params.real(clipParam(i, what)); };
        holders[i + 1].center = {value("X"), value("Y"), value("Z")};
        holders[i + 1].radius = value("Radius");
    }
    return holders;
}

}  // namespace ringlet
