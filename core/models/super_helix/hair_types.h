// The four hair types of Bertails 2006, appendix B, in SI units.
//
// The paper's table gives the radius in "mm" where micrometres are meant, and sets the natural
// curvature to 1 / r of the helix and the twist to step / (2 pi r^2). That holds only for a flat
// helix; a helix of radius r and step 2 pi c has kappa = r / (r^2 + c^2), tau = c / (r^2 + c^2).
// With both as printed the African preset would curl in a radius 3.5 times too small (1 mm / 3.5).
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace ringlet::super_helix {

struct HairType {
    const char* name;          // of the scene super-NAME
    double sectionRadius;      // m
    double ellipticity;
    double helixRadius, helixStep;  // m; 0: straight
    double young, poisson;     // Pa
    double dissipation;        // gamma, kg m^3/s, in the paper's range 5e-11 to 5e-10
    double airDrag;            // nu, kg/(m s), in the paper's range 5e-6 to 5e-5
};

// asian, wavy, curly, fuzzy (Asian smooth, Caucasian wavy and curly, African fuzzy).
const std::vector<HairType>& hairTypes();
const HairType& hairType(const char* name);  // programming error (aborts) where there is none

// Natural curvature and twist of a helix (rad/m); 0 for a straight type.
struct NaturalCurl {
    double curvature, twist;
};
NaturalCurl naturalCurl(double helixRadius, double helixStep);

// The type as defaults of the model's parameters.
std::vector<std::pair<std::string, double>> materialOf(const HairType& type);

}  // namespace ringlet::super_helix
