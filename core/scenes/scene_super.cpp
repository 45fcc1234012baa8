// Heads of hair of the four types of Bertails 2006, appendix B, by its model: one
// to two hundred guides of five elements each, contacts on.
#include "core/models/super_helix/hair_types.h"
#include "core/scenes/full_head.h"

namespace ringlet {
namespace {

SceneDefaults superDefaults(const char* type, const SceneDefaults& own) {
    const HairType& hair = hairType(type);
    SceneDefaults all = {{"elements", 5}, {"hairContact", 0.3}, {"wispDiameter", 0.003}};
    for (const auto& material : materialOf(hair)) all.push_back(material);
    if (hair.helixRadius > 0) {
        all.push_back({"curl", 2});
        all.push_back({"curlRadius", hair.helixRadius});
        all.push_back({"curlPitch", hair.helixStep});
    }
    // The air of smooth hair, on a head: it takes the head's motion on, and calms hair
    // as much as the paper's roughest hair feels.
    all.push_back({"airDrag", 5e-5});
    all.push_back({"entrainment", 0.8});
    all.insert(all.end(), own.begin(), own.end());
    return all;
}

const RegisterScene asian{{"super-asian", "Smooth Asian hair by super-helices", "super-helix", &proceduralGroomParams(),
                           superDefaults("asian", {{"strands", 200}, {"particles", 24}, {"length", 0.3}}),
                           makeFullHead}};
const RegisterScene wavy{{"super-wavy", "Wavy Caucasian hair by super-helices", "super-helix", &proceduralGroomParams(),
                          superDefaults("wavy", {{"strands", 120}, {"particles", 64}, {"length", 0.28},
                                                 {"curlPitch", 0.05}}),
                          makeFullHead}};
const RegisterScene curly{{"super-curly", "Curly Caucasian hair by super-helices", "super-helix",
                           &proceduralGroomParams(),
                           superDefaults("curly", {{"strands", 150}, {"particles", 80}, {"length", 0.24},
                                                   {"curlPitch", 0.02}}),
                           makeFullHead}};
const RegisterScene fuzzy{{"super-fuzzy", "Fuzzy African hair by super-helices", "super-helix",
                           &proceduralGroomParams(),
                           superDefaults("fuzzy", {{"strands", 200}, {"particles", 96}, {"length", 0.1},
                                                   {"droop", 0.15}}),
                           makeFullHead}};

}  // namespace
}  // namespace ringlet
