// Four strands of growing curliness side by side (Bertails 2006, figure 3): straight,
// wavy, curly, strongly curly, ten elements each.
#include "core/scenes/helix_strands.h"

namespace ringlet::scene_helix_types {
namespace {

const ParamTable table = {
    {"strands", "", 4, 1, 4, "how many of the four are there", ParamChange::Rebuild, ParamKind::Integer},
    {"particles", "", 160, 2, 1000, "points a strand, root included", ParamChange::Rebuild, ParamKind::Integer},
    {"length", "m", 0.25, 0.02, 1, "length along the hair", ParamChange::Rebuild},
};

Result<SceneContent> make(const Params& params, const SceneFiles&) {
    const float shapes[4][2] = {{0, 1}, {0.008f, 0.08f}, {0.008f, 0.03f}, {0.006f, 0.008f}};  // radius, pitch, m
    SceneContent content;
    for (int i = 0; i < params.integer("strands"); ++i) {
        const float x = 0.04f * (static_cast<float>(i) - 1.5f);
        addHangingStrand(content.groom, {{x, 0, 0}, params.real("length"), shapes[i][0], shapes[i][1], 0},
                         params.integer("particles"));
    }
    return content;
}

const RegisterScene here{{"helix-types", "Four types",
                          "Straight, wavy, curly and strongly curly strands side by side",
                          SceneKind::Strand, "copper", "super-helix",
                          &table, {{"elements", 10}}, make, "bob"}};

}  // namespace
}  // namespace ringlet::scene_helix_types
