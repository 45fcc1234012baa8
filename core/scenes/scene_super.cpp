// Heads of hair of the four types of Bertails 2006, appendix B, by its model: one
// to two hundred guides of five elements each, contacts on.
#include "core/models/super_helix/hair_types.h"
#include "core/scenes/full_head.h"

namespace ringlet::scene_super {
namespace {

// What a type says, what all four heads share, and what each has of its own; later
// rows take the place of earlier ones.
SceneDefaults superDefaults(const char* type, const SceneDefaults& own) {
    const super_helix::HairType& hair = super_helix::hairType(type);
    // Contacts between strands, which the model leaves off where nobody asks for them;
    // and no strand is quite like its neighbour.
    SceneDefaults all = {{"elements", 5}, {"hairContact", 0.3}, {"wispDiameter", 0.003}, {"variation", 0.05}};
    for (const auto& material : materialOf(hair)) all.push_back(material);
    if (hair.helixRadius > 0) {
        all.push_back({"curl", 2});
        all.push_back({"curlRadius", hair.helixRadius});
        all.push_back({"curlPitch", hair.helixStep});
    }
    // Instead of the type's own drag, 5e-6 to 5e-5: the top of that range for all, for a
    // swing at 5e-6 lasts longer than 5 s. The air in a head of hair takes the head's
    // motion on; still air, and more friction, leave strands on the crown that slide off late.
    all.push_back({"airDrag", 5e-5});
    all.push_back({"entrainment", 0.9});
    all.push_back({"friction", 0.1});
    all.insert(all.end(), own.begin(), own.end());
    return all;
}

const RegisterScene asian{{"super-asian", "Long black",
                           "Smooth Asian hair by super-helices",
                           SceneKind::Head, "black", "super-helix", &proceduralGroomParams(),
                           superDefaults("asian", {{"strands", 200}, {"particles", 24}, {"length", 0.3},
                                                   {"friction", 0.12}}),
                           makeFullHead}};
// Waves of the type's radius with a step of 5 cm instead of 5 mm: at 5 mm five elements
// turn 25 times, and the head would look like fuzzy hair.
const RegisterScene wavy{{"super-wavy", "Golden waves",
                          "Wavy Caucasian hair by super-helices",
                          SceneKind::Head, "honey", "super-helix", &proceduralGroomParams(),
                          superDefaults("wavy", {{"strands", 120}, {"particles", 64}, {"length", 0.28},
                                                 {"curlPitch", 0.05}, {"friction", 0.15}}),
                          makeFullHead}};
// Curls of 6 mm with a step of 2 cm instead of 5 mm, for the same reason.
const RegisterScene curly{{"super-curly", "Red curls", "Curly Caucasian hair by super-helices",
                           SceneKind::Head, "auburn", "super-helix",
                           &proceduralGroomParams(),
                           superDefaults("curly", {{"strands", 150}, {"particles", 80}, {"length", 0.24},
                                                   {"curlPitch", 0.02}}),
                           makeFullHead}};
// Short, and so stiff in its coils that it stands out from the scalp all around. Internal friction low
// in the paper's range, and not at its top: where a strand is nearly balanced, it creeps home
// so much the later.
const RegisterScene fuzzy{{"super-fuzzy", "Fuzzy", "Fuzzy African hair by super-helices",
                           SceneKind::Head, "espresso", "super-helix",
                           &proceduralGroomParams(),
                           superDefaults("fuzzy", {{"strands", 200}, {"particles", 96}, {"length", 0.08},
                                                   {"lengthVariation", 0.25}, {"droop", 0}, {"parted", 0},
                                                   {"clumping", 0}, {"hairContact", 2}, {"dissipation", 1e-10}}),
                           makeFullHead}};

}  // namespace
}  // namespace ringlet::scene_super
