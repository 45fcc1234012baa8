// Limp strands that hang straight: hanging chains, whose motion has a closed form.
#include "core/groom/roots.h"
#include "core/math/elementary.h"
#include "core/scenes/scene.h"

namespace ringlet::scene_limp {
namespace {

constexpr float spacing = 0.01f;  // between roots, m

const ParamTable table = {
    {"strands", "", 1, 1, 10000, "number of strands, in a row along X", ParamChange::Rebuild, ParamKind::Integer},
    {"particles", "", 50, 2, 1000, "points a strand, root included", ParamChange::Rebuild, ParamKind::Integer},
    {"length", "m", 0.3, 0.01, 2, "length of the strands", ParamChange::Rebuild},
    {"tilt", "rad", 0, -1.5, 1.5, "how far from the vertical the strands start, towards +X", ParamChange::Rebuild},
};

Result<SceneContent> make(const Params& params, const SceneFiles&) {
    SceneContent content;
    float tilt = params.real("tilt");
    int strands = params.integer("strands");
    std::vector<GroomRoot> roots;
    for (int i = 0; i < strands; ++i) {
        float x = spacing * (static_cast<float>(i) - 0.5f * static_cast<float>(strands - 1));
        roots.push_back({{x, 0, 0}, {sine(tilt), -cosine(tilt), 0}});
    }
    content.groom = straightStrands(roots, params.real("length"), params.integer("particles"), hairRadius);
    return content;
}

const RegisterScene here{{"limp", "Limp",
                          "Limp strands that hang straight, like chains",
                          SceneKind::Strand, "copper", "elastic-strand", &table, {{"stiffness", 0}},
                          make}};

}  // namespace
}  // namespace ringlet::scene_limp
