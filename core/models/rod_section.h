// Stiffness and weight of a metre of hair from its material and elliptic section, and the parameters that say what
// these are: what models of rods share.
#pragma once

#include "core/math/elementary.h"
#include "core/params/params.h"

namespace ringlet {

struct RodSection {
    double bendingMajor, twisting, bendingMinor;  // N m^2; the major axis is the soft one to bend about
    double density;                               // kg/m
};

// Semi-axes a = 2 r e / (1 + e) and b = 2 r / (1 + e), r the mean radius: S = pi a b,
// E pi a b^3 / 4 about the major axis, E pi a^3 b / 4 about the minor one, and
// G pi a^3 b^3 / (a^2 + b^2) with G = E / (2 (1 + nu)) against twist. SI units.
inline RodSection rodSection(double young, double poisson, double radius, double ellipticity, double density) {
    const double a = 2 * radius * ellipticity / (1 + ellipticity), b = 2 * radius / (1 + ellipticity);
    const double shear = young / (2 * (1 + poisson));
    return {young * pi * a * b * b * b / 4, shear * pi * a * a * a * b * b * b / (a * a + b * b),
            young * pi * a * a * a * b / 4, density * pi * a * b};
}

// What hair is, if nobody says otherwise; models differ in it.
struct UsualRod {
    double young, radius, ellipticity;
};
// A model's table: its first rows, those of hair's material, and the others.
inline ParamTable withRodRows(ParamTable table, const UsualRod& usual, const ParamTable& others) {
    const ParamTable material = {
        {"young", "Pa", usual.young, 0, 1e11, "Young's modulus; more is stiffer"},
        {"poisson", "", 0.48, 0, 0.5, "Poisson's ratio; more twists more easily"},
        {"sectionRadius", "m", usual.radius, 1e-5, 5e-4, "mean radius of the section; stiffness grows with its fourth power"},
        {"ellipticity", "", usual.ellipticity, 1, 3, "the section's longest over its shortest diameter"},
        {"hairDensity", "kg/m^3", 1300, 100, 1e4, "mass of a cubic metre of hair"},
        {"dissipation", "kg m^3/s", 1e-10, 0, 1e-6,
         "internal friction, 5e-11 to 5e-10 for hair; more calms curls without slowing the swing (not in discrete-rod's published step)"},
        {"airDrag", "kg/(m s)", 2e-5, 0, 1e-2, "force of the air per metre of hair and per m/s, 5e-6 (smooth) to 5e-5 (fuzzy)"},
    };
    table.insert(table.end(), material.begin(), material.end());
    table.insert(table.end(), others.begin(), others.end());
    return table;
}
inline RodSection rodSection(const Params& params) {
    return rodSection(params.get("young"), params.get("poisson"), params.get("sectionRadius"), params.get("ellipticity"),
                      params.get("hairDensity"));
}

}  // namespace ringlet
