#include "core/models/super_helix/hair_types.h"

#include "core/math/elementary.h"

#include <cstdlib>
#include <cstring>

namespace ringlet::super_helix {

const std::vector<HairType>& hairTypes() {
    static const std::vector<HairType> types = {
        {"asian", 50e-6, 1.0, 0, 0, 1e9, 0.48, 5e-11, 5e-6},
        {"wavy", 35e-6, 1.1, 0.01, 0.005, 2e9, 0.48, 1e-10, 1e-5},
        {"curly", 50e-6, 1.1, 0.006, 0.005, 1.5e9, 0.48, 2e-10, 2e-5},
        {"fuzzy", 50e-6, 1.2, 0.001, 0.01, 0.5e9, 0.48, 5e-10, 5e-5},
    };
    return types;
}

const HairType& hairType(const char* name) {
    for (const HairType& type : hairTypes())
        if (std::strcmp(type.name, name) == 0) return type;
    std::abort();
}

NaturalCurl naturalCurl(double helixRadius, double helixStep) {
    const double r = helixRadius, c = helixStep / (2 * pi), square = r * r + c * c;
    return square > 0 ? NaturalCurl{r / square, c / square} : NaturalCurl{0, 0};
}

std::vector<std::pair<std::string, double>> materialOf(const HairType& type) {
    return {{"young", type.young},       {"poisson", type.poisson},
            {"sectionRadius", type.sectionRadius}, {"ellipticity", type.ellipticity},
            {"dissipation", type.dissipation},     {"airDrag", type.airDrag}};
}

}  // namespace ringlet::super_helix
