#include "core/light/fibre.h"

#include "core/light/colours.h"
#include "core/math/random.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace ringlet;
using namespace ringlet::light;

namespace {

constexpr float turn = 6.2831853f;
const float inclinations[] = {0.0f, 0.35f, -0.7f, 1.1f, 1.4f};  // rad

Vec3f direction(float theta, float phi) {
    return {std::sin(theta), std::cos(theta) * std::sin(phi), std::cos(theta) * std::cos(phi)};
}

// Sums f(in, solid angle) over the sphere.
template <class F> void overSphere(int rows, F f) {
    for (int i = 0; i < rows; ++i)
        for (int j = 0; j < 2 * rows; ++j) {
            const float sine = -1 + 2 * (float(i) + 0.5f) / float(rows), phi = turn * (float(j) + 0.5f) / float(2 * rows);
            f(direction(std::asin(sine), phi), turn * 2 / float(rows * 2 * rows));
        }
}

Vec3f returned(const Fibre& fibre, Vec3f out, float h) {
    Vec3f sum{0, 0, 0};
    overSphere(160, [&](Vec3f in, float part) { sum = sum + fibre.scattering(out, in, h) * part; });
    return sum;
}

// S of a hair seen from so far that h cannot be told.
Vec3f farField(const Fibre& fibre, Vec3f out, Vec3f in) {
    Vec3f sum{0, 0, 0};
    constexpr int steps = 64;
    for (int i = 0; i < steps; ++i) sum = sum + fibre.scattering(out, in, -1 + 2 * (float(i) + 0.5f) / steps) * (1 / (steps * std::sqrt(1 - in.x * in.x)));
    return sum;
}

}  // namespace

TEST_CASE("a hair without pigment in white surroundings is white") {
    for (float spread : {0.07f, 0.13f, 0.3f})
        for (float around : {0.2f, 0.3f, 0.7f}) {
            FibreLook look;
            look.alongSpread = spread;
            look.aroundRoughness = around;
            const Fibre fibre(look);
            for (float theta : inclinations)
                for (float h : {-0.9f, 0.1f, 0.6f}) CHECK(returned(fibre, direction(theta, 0.3f), h).x == doctest::Approx(1).epsilon(0.02));
        }
}

TEST_CASE("a hair with pigment takes what its paths' energies say, more where there is more of it") {
    FibreLook look;
    look.absorption = {0.1f, 0.4f, 1.5f};
    const Fibre fibre(look);
    for (float theta : inclinations) {
        const Vec3f light = returned(fibre, direction(theta, 0), 0.3f);
        Vec3f sum{0, 0, 0};
        for (Vec3f energy : fibre.energies(std::sin(theta), 0.3f)) sum = sum + energy;
        CHECK(light.x == doctest::Approx(sum.x).epsilon(0.02));
        CHECK(light.z == doctest::Approx(sum.z).epsilon(0.02));
        CHECK(sum.x > sum.y);
        CHECK(sum.y > sum.z);
    }
}

TEST_CASE("light may go either way: exactly so without tilt at equal inclinations, nearly so elsewhere") {
    FibreLook look;
    look.absorption = {0.2f, 0.2f, 0.2f};
    look.tilt = 0;
    const Fibre even(look);
    for (float theta : {0.2f, 0.8f})
        for (float phi : {0.4f, 2.5f}) {
            const Vec3f a = direction(theta, 0), b = direction(-theta, phi);
            CHECK(farField(even, a, b).x == doctest::Approx(farField(even, b, a).x).epsilon(2e-3));
        }
    look.tilt = FibreLook().tilt;
    const Fibre fibre(look);
    double differs = 0, all = 0;
    for (float theta : {-0.9f, -0.3f, 0.1f, 0.7f})
        overSphere(24, [&](Vec3f in, float part) {
            const Vec3f out = direction(theta, 0);
            const float one = farField(fibre, out, in).x, other = farField(fibre, in, out).x;
            differs += part * std::fabs(one - other);
            all += part * 0.5f * (one + other);
        });
    CHECK(differs / all < 0.1);  // A goes by one of two inclinations, which differ by a lobe's width
}

TEST_CASE("sampled directions are as dense as their probability says") {
    FibreLook look;
    look.absorption = {0.05f, 0.3f, 0.8f};
    const Fibre fibre(look);
    for (float theta : {0.2f, -1.0f})
        for (float h : {-0.5f, 0.8f}) {
            const Vec3f out = direction(theta, 1.0f);
            double whole = 0;
            overSphere(160, [&](Vec3f in, float part) { whole += part * fibre.probability(out, in, h); });
            CHECK(whole == doctest::Approx(1).epsilon(0.02));

            // Moments of samples against those of the density; and the light they find against its integral.
            constexpr int count = 60000;
            Random random(7, 3);
            Vec3f mean{0, 0, 0}, expected{0, 0, 0}, found{0, 0, 0};
            float square = 0, expectedSquare = 0;
            for (int i = 0; i < count; ++i) {
                float four[4];
                for (float& r : four) r = random.unit();
                const Vec3f in = fibre.sample(out, h, four);
                CHECK(lengthOf(in) == doctest::Approx(1).epsilon(1e-3));
                mean = mean + in * (1.0f / count);
                square += in.x * in.x / count;
                found = found + fibre.scattering(out, in, h) * (1 / fibre.probability(out, in, h) / count);
            }
            overSphere(160, [&](Vec3f in, float part) {
                const float p = part * fibre.probability(out, in, h);
                expected = expected + in * p;
                expectedSquare += in.x * in.x * p;
            });
            CHECK(lengthOf(mean - expected) < 0.01f);
            CHECK(std::fabs(square - expectedSquare) < 0.01f);
            const Vec3f light = returned(fibre, out, h);
            CHECK(found.x == doctest::Approx(light.x).epsilon(0.02));
            CHECK(found.z == doctest::Approx(light.z).epsilon(0.03));
        }
}

TEST_CASE("R lies towards the root, TRT towards the tip") {
    const Fibre fibre(FibreLook{});
    const auto peak = [&](float phi) {
        float best = 0, at = 0;
        for (float theta = -0.6f; theta < 0.6f; theta += 0.01f) {
            const float value = farField(fibre, direction(0, 0), direction(theta, phi)).x;
            if (value > best) best = value, at = theta;
        }
        return at;
    };
    CHECK(peak(0.0f) > -0.15f);
    CHECK(peak(1.9f) == doctest::Approx(-2 * FibreLook().tilt).epsilon(0.2));  // at the side there is R alone
    CHECK(peak(3.14159f) == doctest::Approx(FibreLook().tilt).epsilon(0.35));
}

TEST_CASE("colour and absorption are each other's inverse") {
    const Vec3f colour{0.7f, 0.3f, 0.05f};
    CHECK(lengthOf(colourOf(absorptionOf(colour, 0.3f), 0.3f) - colour) < 1e-4f);
    const Vec3f brown = colourOf(absorptionOfMelanin(1.3f, 0.2f), 0.3f);
    CHECK(brown.x > brown.y);
    CHECK(brown.y > brown.z);
}
