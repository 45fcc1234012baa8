#include "core/light/fibre.h"

#include "core/light/colours.h"

#include <algorithm>
#include <cmath>

namespace ringlet {
namespace light {
namespace {

float safeRoot(float a) { return std::sqrt(std::max(a, 0.0f)); }

// ln I0(x), x >= 0: the series of Abramowitz and Stegun 9.6.12, and 9.7.1 where x is large.
float logBessel(float x) {
    if (x > 12) return x - 0.5f * std::log(wholeTurn * x) + std::log1p((1 + (4.5f + 4.6875f / x) / (8 * x)) / (8 * x));
    float sum = 1, term = 1;
    const float quarter = 0.25f * x * x;
    for (int k = 1; k < 30; ++k) sum += term *= quarter / float(k * k);
    return std::log(sum);
}

float logistic(float x, float scale) {
    const float e = std::exp(-std::fabs(x) / scale);
    return e / (scale * (1 + e) * (1 + e));
}
float logisticSum(float x, float scale) { return 1 / (1 + std::exp(-x / scale)); }

// In [-pi, pi).
float wrapped(float angle) { return angle - wholeTurn * std::floor(angle / wholeTurn + 0.5f); }

float aroundFit(float b) {
    return 5.969f + b * (-0.215f + b * (2.532f + b * (-10.73f + b * (5.574f + b * 0.245f))));
}

}  // namespace

Vec3f absorptionOf(Vec3f colour, float aroundRoughness) {
    return each(colour, [&](float c) {
        const float root = std::log(std::clamp(c, 1e-4f, 0.9999f)) / aroundFit(aroundRoughness);
        return root * root;
    });
}
Vec3f colourOf(Vec3f absorption, float aroundRoughness) {
    return each(absorption, [&](float a) { return std::exp(-aroundFit(aroundRoughness) * safeRoot(a)); });
}
Vec3f absorptionOfMelanin(float eumelanin, float pheomelanin) {
    return eumelanin * Vec3f{0.419f, 0.697f, 1.37f} + pheomelanin * Vec3f{0.187f, 0.4f, 1.05f};
}

float alongHair(float variance, float sineIn, float cosineIn, float sineOut, float cosineOut) {
    const float bessel = logBessel(cosineIn * cosineOut / variance), linear = sineIn * sineOut / variance;
    // 1 / (2 v sinh(1/v)), as it is where e^(1/v) is no float.
    const float front = -1 / variance - std::log(variance) - std::log1p(-std::exp(-2 / variance));
    return std::exp(bessel - linear + front);
}

float fresnelShare(float cosine, float index) {
    const float c = std::clamp(cosine, 0.0f, 1.0f), inside = safeRoot(1 - (1 - c * c) / (index * index));
    const float across = (c - index * inside) / (c + index * inside), within = (index * c - inside) / (index * c + inside);
    return 0.5f * (across * across + within * within);
}

Fibre::Fibre(const FibreLook& look) : look_(look) {
    const float v = look.alongSpread * look.alongSpread, b = look.aroundRoughness;
    variances_ = {v, v / 4, 4 * v, 4 * v};
    shifts_ = {2 * look.tilt, -look.tilt, -4 * look.tilt, 0};
    scale_ = std::sqrt(wholeTurn / 16) * (b * (0.265f + 1.194f * b) + 5.372f * std::pow(b, 22.0f));
    whole_ = logisticSum(wholeTurn / 2, scale_) - logisticSum(-wholeTurn / 2, scale_);
}

float Fibre::turnOf(int path, float sineOut, float h) const {
    const float virtualIndex = safeRoot(look_.index * look_.index - sineOut * sineOut) / std::max(safeRoot(1 - sineOut * sineOut), 1e-4f);
    const float outside = std::asin(std::clamp(h, -1.0f, 1.0f)), inside = std::asin(std::clamp(h / virtualIndex, -1.0f, 1.0f));
    return 2 * outside - 2 * float(path) * inside + 0.5f * wholeTurn * float(path);
}

float Fibre::bellAround(int path, float away) const {
    return path == paths - 1 ? 1 / wholeTurn : logistic(wrapped(away), scale_) / whole_;
}

std::array<Vec3f, paths> Fibre::energies(float sineOut, float h) const {
    const float cosineOut = safeRoot(1 - sineOut * sineOut);
    const float virtualIndex = safeRoot(look_.index * look_.index - sineOut * sineOut) / std::max(cosineOut, 1e-4f);
    const float off = h / virtualIndex, way = 2 * safeRoot(1 - off * off) / safeRoot(1 - sineOut * sineOut / (look_.index * look_.index));
    const float f = fresnelShare(cosineOut * safeRoot(1 - h * h), look_.index);
    const Vec3f through = each(look_.absorption, [&](float a) { return std::exp(-a * way); });
    std::array<Vec3f, paths> all;
    all[0] = {f, f, f};
    all[1] = (1 - f) * (1 - f) * through;
    all[2] = f * times(all[1], through);
    all[3] = each(through, [&](float t) { return (1 - f) * (1 - f) * t * (f * t) * (f * t) / (1 - f * t); });
    return all;
}

std::array<float, paths> Fibre::chances(float sineOut, float h) const {
    const std::array<Vec3f, paths> all = energies(sineOut, h);
    std::array<float, paths> chance;
    float sum = 0;
    for (size_t p = 0; p < paths; ++p) sum += chance[p] = brightness(all[p]);
    for (float& c : chance) c /= sum;
    return chance;
}

// Sines and cosines of theta_out, shifted for each path; across the hair: out's azimuth and a quarter turn on.
struct Fibre::Frame {
    float sine;
    std::array<float, paths> sines, cosines;
    Vec3f azimuth, aside;
};
Fibre::Frame Fibre::frameOf(Vec3f out) const {
    Frame frame;
    frame.sine = std::clamp(out.x, -1.0f, 1.0f);
    const float cosine = safeRoot(1 - frame.sine * frame.sine);
    for (size_t p = 0; p < paths; ++p) {
        const float s = std::sin(shifts_[p]), c = std::cos(shifts_[p]);
        frame.sines[p] = frame.sine * c + cosine * s;
        frame.cosines[p] = std::fabs(cosine * c - frame.sine * s);
    }
    frame.azimuth = normalizedOr(Vec3f{0, out.y, out.z}, Vec3f{0, 0, 1});
    frame.aside = cross(Vec3f{1, 0, 0}, frame.azimuth);
    return frame;
}

Vec3f Fibre::scattering(Vec3f out, Vec3f in, float h) const {
    const Frame frame = frameOf(out);
    const std::array<Vec3f, paths> energy = energies(frame.sine, h);
    const float phi = std::atan2(dot(in, frame.aside), dot(in, frame.azimuth)), cosineIn = safeRoot(1 - in.x * in.x);
    Vec3f sum{0, 0, 0};
    for (int p = 0; p < paths; ++p)
        sum = sum + energy[size_t(p)] * (alongHair(variances_[size_t(p)], in.x, cosineIn, frame.sines[size_t(p)], frame.cosines[size_t(p)]) *
                                         bellAround(p, phi - turnOf(p, frame.sine, h)));
    return sum;
}

float Fibre::probability(Vec3f out, Vec3f in, float h) const {
    const Frame frame = frameOf(out);
    const std::array<float, paths> chance = chances(frame.sine, h);
    const float phi = std::atan2(dot(in, frame.aside), dot(in, frame.azimuth)), cosineIn = safeRoot(1 - in.x * in.x);
    float sum = 0;
    for (int p = 0; p < paths; ++p)
        sum += chance[size_t(p)] * alongHair(variances_[size_t(p)], in.x, cosineIn, frame.sines[size_t(p)], frame.cosines[size_t(p)]) *
               bellAround(p, phi - turnOf(p, frame.sine, h));
    return sum;
}

// M is sampled exactly (d'Eon et al. 2013, "Importance sampling for physically-based hair fiber models"), D by its inverse.
Vec3f Fibre::sample(Vec3f out, float h, const float random[4]) const {
    const Frame frame = frameOf(out);
    const std::array<float, paths> chance = chances(frame.sine, h);
    int path = 0;
    for (float left = random[0]; path < paths - 1 && left >= chance[size_t(path)]; ++path) left -= chance[size_t(path)];
    const float v = variances_[size_t(path)], u = std::max(random[1], 1e-6f);
    const float cosine = 1 + v * std::log(u + (1 - u) * std::exp(-2 / v)), across = safeRoot(1 - cosine * cosine);
    const float sineIn = std::clamp(-cosine * frame.sines[size_t(path)] + across * std::cos(wholeTurn * random[2]) * frame.cosines[size_t(path)], -1.0f, 1.0f);
    const float low = logisticSum(-wholeTurn / 2, scale_);
    const float away = std::clamp(-scale_ * std::log(1 / (random[3] * whole_ + low) - 1), -wholeTurn / 2, wholeTurn / 2);
    const float phi = path == paths - 1 ? wholeTurn * random[3] : turnOf(path, frame.sine, h) + away;
    const float cosineIn = safeRoot(1 - sineIn * sineIn);
    return Vec3f{sineIn, 0, 0} + cosineIn * (std::cos(phi) * frame.azimuth + std::sin(phi) * frame.aside);
}

}  // namespace light
}  // namespace ringlet
