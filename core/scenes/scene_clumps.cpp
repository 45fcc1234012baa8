// Clumps of hair that are moved up and down or dragged (Bertails 2006, figures 6 and 7).
#include "core/models/super_helix/hair_types.h"
#include "core/scenes/helix_strands.h"

namespace ringlet::scene_clumps {
namespace {

std::vector<std::pair<std::string, double>> of(const char* type, std::vector<std::pair<std::string, double>> own) {
    for (const auto& material : materialOf(super_helix::hairType(type))) own.insert(own.begin(), material);
    return own;
}

// What a scene sets itself takes the place of its hair type's: shapes that show, air
// thick enough for a clump to come to rest within seconds, contacts where strands meet.
//
// Thrown up, a smooth clump buckles under the inertia of its own tips (figure 7, left).
const RegisterScene buckling{{"buckling", "Buckling",
                              "A smooth clump that is moved up and down until it buckles",
                              SceneKind::Wisp, "copper", "super-helix",
                              &clumpParams(), of("asian", {{"curlRadius", 0}, {"length", 0.16}, {"airDrag", 5e-5},
                                           {"hairContact", 0.3}, {"wispDiameter", 0.002}}),
                              makeClump, "bob"}};
// The span of a curly clump (figure 6) measures its internal friction.
const RegisterScene oscillation{{"oscillation", "Oscillation",
                                 "A curly clump that swings up and down like a spring",
                                 SceneKind::Wisp, "honey", "super-helix",
                                 &clumpParams(), of("curly", {{"curlPitch", 0.015}, {"dissipation", 1e-10}}),
                                 makeClump, "bob"}};
const RegisterScene wisp{{"wisp-three", "Wisp",
                          "A wisp of three guides that touch each other",
                          SceneKind::Wisp, "copper", "super-helix", &clumpParams(),
                          of("wavy", {{"strands", 3}, {"curlRadius", 0.004}, {"curlPitch", 0.06}, {"clumpRadius", 0.01},
                                      {"length", 0.25}, {"airDrag", 3e-5}, {"hairContact", 0.5}, {"wispDiameter", 0.008}}),
                          makeClump, "drag"}};

}  // namespace
}  // namespace ringlet::scene_clumps
