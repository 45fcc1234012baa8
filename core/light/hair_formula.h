// How much hair lights itself, written once in what C++ and GLSL have in common: shaders/embed.cmake hands this very text to
// the shaders too. One channel of colour at a time; angles and names as in fibre.h, light as in tracer.h.
//
// Dual scattering (Zinke et al. 2008) in the form of two fluxes. Of light that a hair scatters, `forward` goes on and `back`
// returns, each a mean over half a turn (their equations 6 and 12). Zinke and his colleagues add the first orders of what
// goes to and fro between hairs; all of them have a sum where hairs lie by chance, that of Kubelka and Munk (1931), which
// keeps energy. With f, b and n hairs passed:
//
//   each hair dims the flux inwards by   exp(-a n), a = sqrt((1 - f)^2 - b^2)
//   endless hair returns of it           R = b / (1 - f + a) = (b + f R) / (1 + a)
//
// That is for light from all sides of an endless pile. A lamp's beam has sides, by which some of what goes back leaves: of a
// beam exp(-g n) is left, g = 1 - f - s b R, between s = 1, where all comes again and g = a, and s = 0, as Zinke and his
// colleagues have it. A hair with n hairs before it then sends on what comes directly, exp(-n) S; what has been scattered
// forwards, exp(-g n) - exp(-n), from half a turn of directions; and f of what the hair behind returns, exp(-g n) R.
#ifdef __cplusplus
#pragma once
#include "core/math/vec.h"
#include <cmath>
#define HAIR_FUNCTION inline
namespace ringlet {
namespace light {
using std::exp;
using std::sqrt;
#else
#define HAIR_FUNCTION
#define Vec3f vec3
#define maximum max
#define minimum min
#endif

const float hairSpread = 0.13f;      // rad, of R along a hair (Marschner et al. 2003, table 1: 5 to 10 degrees)
const float hairRoughness = 0.3f;    // around it, as Chiang et al. 2016 define it
const float hairTilt = 0.044f;       // rad, of the scales: 2.5 degrees
const float hairAtNormal = 0.0465f;  // what its surface sends back straight: refractive index 1.55
// Of light that hairs have scattered forwards, rad^2 along the hair: some TT lobes, one after the other.
const float hairScatteredVariance = 0.06f;
const float hairComesAgain = 0.5f;  // s: more lets lamps shine farther into pale hair; measured by `ringlet render --compare`
const float hairReturnedVariance = 0.16f;

// The square root of how much pigment a hair has at `along` in [0, 1] from its root, of that of the colour: hairs differ by
// `spread`, each by its seed in [0, 1); the sun takes some on the way to the tip.
HAIR_FUNCTION float pigmentRootOf(float seed, float along, float spread) {
    return 1.0f + spread * (1.0f - 2.0f * seed) + 0.12f * (1.0f - along);
}

// Where light comes from and goes to, about a hair.
struct HairAngles {
    float cosPhi;   // between the azimuths
    float cosHalf;  // of half of that angle
    float sinHalf;
    float cosines;  // cos theta_in cos theta_out
    float cosSum;   // of theta_in + theta_out
    float sinSum;
    float cosD;     // of half their difference
    float sineIn, cosineIn;
};

HAIR_FUNCTION HairAngles hairAngles(Vec3f tangent, Vec3f toEye, Vec3f toLight) {
    HairAngles a;
    a.sineIn = dot(tangent, toLight);
    float sineOut = dot(tangent, toEye);
    a.cosineIn = sqrt(maximum(1.0f - a.sineIn * a.sineIn, 1e-4f));
    float cosineOut = sqrt(maximum(1.0f - sineOut * sineOut, 1e-4f));
    a.cosines = a.cosineIn * cosineOut;
    a.cosPhi = minimum(maximum((dot(toLight, toEye) - a.sineIn * sineOut) / a.cosines, -1.0f), 1.0f);
    a.cosHalf = sqrt(0.5f + 0.5f * a.cosPhi);
    a.sinHalf = sqrt(0.5f - 0.5f * a.cosPhi);
    a.cosSum = a.cosines - a.sineIn * sineOut;
    a.sinSum = a.sineIn * cosineOut + a.cosineIn * sineOut;
    a.cosD = sqrt(maximum(0.5f + 0.5f * (a.cosines + a.sineIn * sineOut), 0.0f));
    return a;
}

// M: d'Eon et al. 2011, equation 7, for lobes that are narrow. shift: rad, added to theta_out.
HAIR_FUNCTION float alongLobe(HairAngles a, float variance, float shift) {
    float cosine = a.cosSum * (1.0f - 0.5f * shift * shift) - a.sinSum * shift;
    return exp((cosine - 1.0f) / variance) / sqrt(6.2831853f * variance * maximum(a.cosines, 0.5f * variance));
}

// N of R for a hair seen from afar: the mirror's, cos(phi / 2) / 4, with Schlick's share.
HAIR_FUNCTION float aroundMirror(HairAngles a) {
    float m = 1.0f - a.cosD * a.cosHalf, m2 = m * m;
    return 0.25f * a.cosHalf * (hairAtNormal + (1.0f - hairAtNormal) * m2 * m2 * m);
}

// Where tables have them: a half turn of azimuth in [0, 1], with its ends in no need of finer steps.
HAIR_FUNCTION float aroundPlace(HairAngles a) { return 0.5f + 0.5f * (a.cosHalf - a.sinHalf); }

// What the flux inwards loses at each hair; what endless hair returns of it.
HAIR_FUNCTION float hairDims(float forward, float back) {
    float lost = 1.0f - forward;
    return sqrt(maximum(lost * lost - back * back, 0.0f));
}
HAIR_FUNCTION float hairReturns(float forward, float back) { return back / (1.0f - forward + hairDims(forward, back)); }
// The same of light from all sides, whose ways through weakly absorbing hair are longer: sqrt(3) of the straight one, as diffusion has
// it; where little is left after one hair only the straight way counts.
HAIR_FUNCTION float hairDimsEvenly(float forward, float back) {
    float dims = hairDims(forward, back);
    return 1.7320508f * dims / sqrt(1.0f + 2.0f * dims * dims);
}

// Of light that reaches hair: lobes: S cos(theta_in) of the hair itself; before: hairs between it and the light; facing: the
// cosine to the hair's surface, which hair near it returns by.
struct HairCrowd {
    float before;
    float facing;
    float scattered;  // M of light scattered forwards ...
    float returned;   // ... and by hair behind
};
HAIR_FUNCTION HairCrowd hairCrowd(HairAngles a, float before, float facing) {
    HairCrowd c;
    c.before = before;
    float directly = exp(-before);
    // A surface sends back what falls on it: by its cosine, whose mean over half a turn is 2 / pi; deeper inside light has no
    // side, and a whole turn gets it.
    c.facing = 1.5707963f * maximum(facing, 0.0f) / maximum(a.cosineIn, 0.1f) * directly + 0.5f * (1.0f - directly);
    c.scattered = alongLobe(a, hairScatteredVariance, -hairTilt);
    c.returned = alongLobe(a, hairReturnedVariance, 0.0f);
    return c;
}

// Times pi, for light is given as what a white surface sends back.
HAIR_FUNCTION float hairSends(HairAngles a, HairCrowd c, float lobes, float forward, float back) {
    float endless = hairReturns(forward, back), directly = exp(-c.before);
    float arrives = exp(-c.before * (1.0f - forward - hairComesAgain * back * endless));
    float around = back + (forward - back) * (0.5f - 0.5f * a.cosPhi);  // over pi: a mean over half a turn
    float behind = forward * endless * c.facing;                        // over pi
    return 3.1415927f * directly * lobes + (arrives - directly) * c.scattered * around + arrives * c.returned * behind;
}

#ifdef __cplusplus
}  // namespace light
}  // namespace ringlet
#endif
