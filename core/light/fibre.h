// How one hair scatters light: a rough cylinder of glass with pigment in it, whose scales are tilted. Light leaves it after
// p passes through its inside: R (p = 0), TT (1), TRT (2), and all that is reflected more often (3) as one.
//
//   S(out, in) cos(theta_in) = sum_p M_p(theta_out, theta_in) A_p(theta_out, h) D_p(phi; h)
//
// M: along the hair, d'Eon et al. 2011, equation 7, each shifted by the scales' tilt (Pharr et al., Physically Based
// Rendering, 4th edition, section 9.9.6).
// A: Fresnel's reflection and Beer's absorption with Marschner's virtual index, and the series' rest in closed form
// (Chiang et al. 2016, section 3). D: a logistic bell about Marschner's angle Phi_p (equation 10), cut to a turn
// (Chiang et al. 2016, section 3.2). For any `out` the integral of S cos(theta_in) over `in` is the sum of A, 1 without pigment.
//
// Known limits: the section is round; A and M's front factor go by theta_out, which keeps energy exactly and is reciprocal
// within a lobe's width alone; light leaves a hair where it met it.
#pragma once

#include "core/math/vec.h"

#include <array>

namespace ringlet {
namespace light {

constexpr int paths = 4;

struct FibreLook {
    float alongSpread = 0.13f;   // rad, of R along the hair, (0.02, 0.6]; TT has half of it, TRT twice (Marschner, table 1)
    float aroundRoughness = 0.3f;  // [0.05, 1], as Chiang et al. 2016 define it
    float tilt = 0.044f;         // rad, of the scales towards the root; 2 to 3 degrees in human hair
    float index = 1.55f;         // of refraction
    Vec3f absorption{0, 0, 0};   // of a way as long as the hair's radius
};

// The absorption that gives much hair in white light that colour (linear, (0, 1)), and back: Chiang et al. 2016, equation 9.
Vec3f absorptionOf(Vec3f colour, float aroundRoughness);
Vec3f colourOf(Vec3f absorption, float aroundRoughness);
// Of so much of the two pigments of hair: d'Eon et al. 2011, section 6.1, for a hair's radius. Brown hair: (1.3, 0).
Vec3f absorptionOfMelanin(float eumelanin, float pheomelanin);

// M of equation 7, whose integral over sin(theta_in) is 1. variance: rad^2, > 0.
float alongHair(float variance, float sineIn, float cosineIn, float sineOut, float cosineOut);
// Reflected share of unpolarised light at that cosine of incidence, from outside a dielectric.
float fresnelShare(float cosine, float index);

// Directions are unit, in the hair's frame: x along it from root to tip; they point away from it.
// h in (-1, 1): where a ray to `out` meets the hair's section, off its middle, along x cross out.
class Fibre {
public:
    explicit Fibre(const FibreLook& look);

    // S cos(theta_in): what a hair sends to `out` of light that comes from `in`, a steradian.
    Vec3f scattering(Vec3f out, Vec3f in, float h) const;
    // Directions from [0, 1)^4, with probability density probability().
    Vec3f sample(Vec3f out, float h, const float random[4]) const;
    float probability(Vec3f out, Vec3f in, float h) const;

    // Energy of each path; sineOut: of theta_out.
    std::array<Vec3f, paths> energies(float sineOut, float h) const;
    // Phi_p, rad, from out's azimuth, and the bell about it; for the last path every direction is alike.
    float turnOf(int path, float sineOut, float h) const;
    float bellAround(int path, float away) const;
    const FibreLook& look() const { return look_; }
    void setAbsorption(Vec3f absorption) { look_.absorption = absorption; }

private:
    struct Frame;
    Frame frameOf(Vec3f out) const;
    std::array<float, paths> chances(float sineOut, float h) const;

    FibreLook look_;
    std::array<float, paths> variances_, shifts_;  // rad^2; rad
    float scale_, whole_;  // of the logistic bell, rad; its integral over a turn
};

}  // namespace light
}  // namespace ringlet
