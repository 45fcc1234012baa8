// Stiffness and weight of a metre of hair from its material and elliptic section: what models of rods share.
#pragma once

#include "core/math/elementary.h"

namespace ringlet {

struct RodSection {
    double bendingMajor, twisting, bendingMinor;  // N m^2; the major axis is the soft one to bend about
    double density;                               // kg/m
};

// Axes a = 2 r e / (1 + e) and b = 2 r / (1 + e): S = pi a b, E pi a b^3 / 4 about the
// major axis, E pi a^3 b / 4 about the minor one, and G pi a^3 b^3 / (a^2 + b^2) with
// G = E / 2 (1 + nu) against twist. SI units.
inline RodSection rodSection(double young, double poisson, double radius, double ellipticity, double density) {
    const double a = 2 * radius * ellipticity / (1 + ellipticity), b = 2 * radius / (1 + ellipticity);
    const double shear = young / (2 * (1 + poisson));
    return {young * pi * a * b * b * b / 4, shear * pi * a * a * a * b * b * b / (a * a + b * b),
            young * pi * a * a * a * b / 4, density * pi * a * b};
}

}  // namespace ringlet
