// Wisps as rigid chains on a head that walks and dances, whose rest shape changes, and that a headband holds: as many wisps
// and segments as in animations 1 to 4 of Choe, Choi and Ko 2005 (table 2). Each master strand is simulated; the strands of its wisp are drawn about it.
#include "core/scenes/full_head.h"

namespace ringlet::scene_choe {
namespace {

constexpr uint32_t strandsOfWisp = 140;

Result<SceneContent> make(const Params& params, const SceneFiles& files) {
    Result<SceneContent> made = makeFullHead(params, files);
    if (!made) return made;
    FollowOptions options;
    options.scheme = FollowScheme::Masters;
    options.drawn = static_cast<uint32_t>(made.value().groom.strands()) * (strandsOfWisp + 1);
    options.clumping = 0.7f;
    made.value().follow = makeFollowTable(made.value().groom, options);
    return made;
}

// Straight hair, tight curls, and as it was, all of it at once; and then again.
float styleAt(double time) {
    constexpr double period = 10, straight = 0.25, curls = 2, back = 3.75;  // s
    const double now = time - period * static_cast<double>(static_cast<int64_t>(time / period));
    return now < straight || now >= back ? 1 : now < curls ? 0.2f : 2;
}
Result<SceneContent> restyled(const Params& params, const SceneFiles& files) {
    Result<SceneContent> made = make(params, files);
    if (made) made.value().styleAt = styleAt;
    return made;
}

using Defaults = std::vector<std::pair<std::string, double>>;
const Defaults common = {{"strands", 142}, {"lengthVariation", 0.1}, {"clumping", 0}, {"entrainment", 0.6}, {"friction", 0.15}, {"wispRadius", 0.004}};
Defaults with(const Defaults& own) {  // what a scene says itself comes last
    Defaults all = common;
    all.insert(all.end(), own.begin(), own.end());
    return all;
}

const RegisterScene walk{{"walk", "Walk", "Long wavy hair of 142 wisps, rigid chains, on a head that walks", SceneKind::Head, "chestnut",
                          "rigid-chain", &proceduralGroomParams(),
                          with({{"particles", 20}, {"length", 0.32}, {"curl", 1}, {"curlRadius", 0.008}, {"curlPitch", 0.09}}), make, "walk"}};
const RegisterScene dance{{"dance", "Dance", "Curly hair of 142 wisps, rigid chains, on a head that dances", SceneKind::Head, "auburn",
                           "rigid-chain", &proceduralGroomParams(),
                           with({{"particles", 23}, {"length", 0.26}, {"curl", 2}, {"curlRadius", 0.01}, {"curlPitch", 0.05}, {"stiffness", 2e-8}, {"wispOverlap", 0.1},
                                 {"wispViscosity", 0.5}}), make, "dance"}};
const RegisterScene restyle{{"restyle", "Restyle", "Curls of 274 wisps, rigid chains, whose rest shape changes all at once", SceneKind::Head, "chestnut",
                             "rigid-chain", &proceduralGroomParams(),
                             with({{"strands", 274}, {"wispRadius", 0.003}, {"particles", 14}, {"length", 0.2}, {"curl", 2}, {"curlRadius", 0.01}, {"curlPitch", 0.05}, {"stiffness", 2e-8}, {"wispContacts", 1}}),
                             restyled}};
const RegisterScene headband{{"headband", "Headband", "Wavy hair of 274 wisps, rigid chains, that a headband and clips hold", SceneKind::Head, "copper",
                              "rigid-chain", &proceduralGroomParams(),
                              with({{"strands", 274}, {"wispRadius", 0.003}, {"particles", 22}, {"length", 0.3}, {"curl", 1}, {"curlRadius", 0.008}, {"curlPitch", 0.09}, {"bandWidth", 0.02}, {"wispContacts", 1}}),
                              make, "walk"}};

}  // namespace
}  // namespace ringlet::scene_choe
