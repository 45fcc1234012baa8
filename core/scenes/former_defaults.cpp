#include "core/scenes/former_defaults.h"

namespace ringlet {

const std::vector<FormerDefault>& formerDefaults() {
    static const std::vector<FormerDefault> all = {{"coily", "sagFree", "off"},    {"curly", "sagFree", "off"},
                                                   {"straight", "sagFree", "off"}, {"straight", "stiffness", "5e-8"}, {"straight", "back", "0.9"},
                                                   {"volume", "sagFree", "off"},   {"wavy", "sagFree", "off"}, {"wavy", "stiffness", "6e-8"}, {"wavy", "back", "0.9"}};
    return all;
}

}  // namespace ringlet
