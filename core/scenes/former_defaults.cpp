#include "core/scenes/former_defaults.h"

namespace ringlet {

const std::vector<FormerDefault>& formerDefaults() {
    static const std::vector<FormerDefault> all = [] {
        std::vector<FormerDefault> rows = {{"straight", "stiffness", "5e-8", 1}, {"straight", "back", "0.9", 1},
                                           {"wavy", "stiffness", "6e-8", 1}, {"wavy", "back", "0.9", 1}};
        for (const char* scene : {"coily", "curly", "straight", "volume", "wavy"}) rows.push_back({scene, "sagFree", "off", 1});
        for (const char* scene : {"coily", "curly", "ringlets", "sintel", "straight", "volume", "wavy"})
            rows.push_back({scene, "hairFriction", "0", 2});
        for (const char* contact : {"hairContact", "pairRepulsion"}) rows.push_back({"", "hairDiameter", "0.002", 3, contact});
        return rows;
    }();
    return all;
}

}  // namespace ringlet
