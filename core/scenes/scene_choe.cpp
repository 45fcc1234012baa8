// Wisps as rigid chains on a head that walks and dances, as many wisps and segments as in animations 1 and 2 of Choe, Choi and
// Ko 2005 (table 2). Each master strand is simulated; the strands of its wisp are drawn about it.
#include "core/scenes/full_head.h"

namespace ringlet {
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

using Defaults = std::vector<std::pair<std::string, double>>;
const Defaults common = {{"strands", 142}, {"lengthVariation", 0.1}, {"clumping", 0}, {"entrainment", 0.6}, {"friction", 0.15}, {"wispRadius", 0.004}};
Defaults with(Defaults own) {
    own.insert(own.end(), common.begin(), common.end());
    return own;
}

const RegisterScene walk{{"walk", "Walk", "Long wavy hair of 142 wisps, rigid chains, on a head that walks", SceneKind::Head, "chestnut",
                          "rigid-chain", &proceduralGroomParams(),
                          with({{"particles", 20}, {"length", 0.32}, {"curl", 1}, {"curlRadius", 0.008}, {"curlPitch", 0.09}}), make, "walk"}};
const RegisterScene dance{{"dance", "Dance", "Curly hair of 142 wisps, rigid chains, on a head that dances", SceneKind::Head, "auburn",
                           "rigid-chain", &proceduralGroomParams(),
                           with({{"particles", 23}, {"length", 0.26}, {"curl", 2}, {"curlRadius", 0.01}, {"curlPitch", 0.05}, {"stiffness", 2e-8}}), make, "dance"}};

}  // namespace
}  // namespace ringlet
