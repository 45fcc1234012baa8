// Our elementary functions against the platform's double precision ones, which
// are good to about 1e-16.
#include "core/math/elementary.h"
#include "core/math/lanes.h"
#include "core/math/random.h"
#include "tests/support.h"

#include <doctest/doctest.h>

#include <algorithm>

using namespace ringlet;
using ringlet::test::bitsOf;
using ringlet::test::floatOf;
using ringlet::test::ulpsFrom;

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float notANumber = std::numeric_limits<float>::quiet_NaN();

// Floats of either sign with magnitudes spread evenly over their bit patterns,
// so that every exponent from `low` to `high` has its turn.
template <class F> void forSpread(float low, float high, int count, F f) {
    const double first = bitsOf(low), last = bitsOf(high);
    for (int i = 0; i <= count; ++i) {
        const float x = floatOf(static_cast<uint32_t>(first + (last - first) * i / count));
        f(x);
        f(-x);
    }
}

float between(Random& random, double low, double high) {
    return random.between(static_cast<float>(low), static_cast<float>(high));
}

}  // namespace

TEST_CASE("sine and cosine stay within 2 ulp up to 1e4 rad") {
    double worstSine = 0, worstCosine = 0;
    const auto measure = [&](float x) {
        worstSine = std::max(worstSine, ulpsFrom(sine(x), std::sin(double{x})));
        worstCosine = std::max(worstCosine, ulpsFrom(cosine(x), std::cos(double{x})));
    };
    forSpread(1e-30f, 1e4f, 100000, measure);
    Random random(1);
    for (int i = 0; i < 200000; ++i) measure(between(random, -10, 10));
    // The hard places: the floats about every multiple of pi/2, where a careless
    // reduction loses all digits.
    for (int k = 1; k * pi / 2 < 1e4; ++k) {
        const uint32_t bits = bitsOf(static_cast<float>(k * pi / 2));
        for (uint32_t near = bits - 2; near <= bits + 2; ++near) measure(floatOf(near));
    }
    MESSAGE("sine ", worstSine, " ulp, cosine ", worstCosine, " ulp");
    CHECK(worstSine < 2);
    CHECK(worstCosine < 2);
    CHECK(sine(0.0f) == 0);
    CHECK(cosine(0.0f) == 1);
    CHECK(std::isnan(sine(notANumber)));
    CHECK(std::isnan(cosine(infinity)));
}

TEST_CASE("arcTangentRatio stays within 3 ulp on [0, 1], and 1e-15 in double") {
    double worst = 0, inDouble = 0;
    const auto measure = [&](float squared) {
        const double t = std::sqrt(double{squared});
        worst = std::max(worst, ulpsFrom(arcTangentRatio(squared), std::atan(t) / t));
        inDouble = std::max(inDouble, std::fabs(arcTangentRatio(double{squared}) * t / std::atan(t) - 1));
    };
    for (int i = 1; i <= 400000; ++i) measure(static_cast<float>(i) / 400000.0f);
    for (float squared = 1; squared > 1e-37f; squared *= 0.9f) measure(squared);
    MESSAGE("arcTangentRatio ", worst, " ulp, in double ", inDouble);
    CHECK(worst < 3);
    CHECK(inDouble < 1e-15);
    CHECK(arcTangentRatio(0.0f) == 1);
    CHECK(arcTangentRatio(0.0) == 1);
    CHECK(std::isnan(arcTangentRatio(notANumber)));
}

TEST_CASE("arcTangent stays within 3 ulp on [-1, 1]") {
    double worst = 0;
    const auto measure = [&](float t) {
        for (float signedT : {t, -t}) worst = std::max(worst, ulpsFrom(arcTangent(signedT), std::atan(double{signedT})));
    };
    for (int i = 1; i <= 400000; ++i) measure(static_cast<float>(i) / 400000.0f);
    for (float t = 1; t > 1e-37f; t *= 0.9f) measure(t);
    MESSAGE("arcTangent ", worst, " ulp");
    CHECK(worst < 3);
    CHECK(arcTangent(0.0f) == 0);
    CHECK(std::isnan(arcTangent(notANumber)));
}

TEST_CASE("arcTangent2 stays within 3 ulp in every quadrant") {
    double worst = 0;
    const auto measure = [&](float y, float x) {
        worst = std::max(worst, ulpsFrom(arcTangent2(y, x), std::atan2(double{y}, double{x})));
    };
    Random random(2);
    for (int i = 0; i < 200000; ++i) measure(between(random, -1, 1), between(random, -1, 1));
    forSpread(1e-12f, 1e12f, 50000, [&](float y) {
        measure(y, 1.0f);
        measure(y, -1.0f);
        measure(y, 1e-4f);
        measure(1e-4f, y);
    });
    MESSAGE("arcTangent2 ", worst, " ulp");
    CHECK(worst < 3);
    CHECK(arcTangent2(0.0f, 0.0f) == 0);
    CHECK(arcTangent2(0.0f, -1.0f) == static_cast<float>(pi));
    CHECK(arcTangent2(1.0f, 0.0f) == static_cast<float>(pi / 2));
    CHECK(arcTangent2(-1.0f, 0.0f) == static_cast<float>(-pi / 2));
    for (const float other : {0.0f, 1.0f, -1.0f}) {
        CHECK(std::isnan(arcTangent2(notANumber, other)));
        CHECK(std::isnan(arcTangent2(other, notANumber)));
    }
}

TEST_CASE("exponential stays within 2 ulp over the range of float") {
    double worst = 0;
    const auto measure = [&](float x) { worst = std::max(worst, ulpsFrom(exponential(x), std::exp(double{x}))); };
    forSpread(1e-30f, 88.7f, 100000, measure);
    Random random(3);
    for (int i = 0; i < 100000; ++i) measure(between(random, -103.5, 88.7));
    MESSAGE("exponential ", worst, " ulp");
    CHECK(worst < 2);
    CHECK(exponential(0.0f) == 1);
    CHECK(exponential(89.0f) == infinity);
    CHECK(exponential(infinity) == infinity);
    CHECK(exponential(-105.0f) == 0);
    CHECK(exponential(-infinity) == 0);
    CHECK(std::isnan(exponential(notANumber)));
}

TEST_CASE("the double versions are good to 1e-15") {
    double sines = 0, angles = 0, powers = 0;
    Random random(4);
    const auto wide = [&](double scale) { return (random.unit() + random.unit() * 0x1p-24 - 0.5) * 2 * scale; };
    for (int i = 0; i < 200000; ++i) {
        const double x = wide(i % 2 ? 10.0 : 1e6);
        sines = std::max({sines, std::fabs(sine(x) - std::sin(x)), std::fabs(cosine(x) - std::cos(x))});
        const double y = wide(1), z = wide(i % 3 ? 1.0 : 1e-3);
        if (y != 0) angles = std::max(angles, std::fabs(arcTangent2(y, z) / std::atan2(y, z) - 1));
        const double p = wide(i % 2 ? 2.0 : 700.0);
        powers = std::max(powers, std::fabs(exponential(p) / std::exp(p) - 1));
    }
    MESSAGE("sine and cosine ", sines, ", arcTangent2 ", angles, ", exponential ", powers);
    CHECK(sines < 4e-16);
    CHECK(angles < 1e-15);
    CHECK(powers < 1e-15);
    CHECK(std::isnan(sine(std::numeric_limits<double>::quiet_NaN())));
    CHECK(std::isnan(exponential(std::numeric_limits<double>::quiet_NaN())));
}

TEST_CASE_TEMPLATE_DEFINE("lanes give the bits of the scalar functions", T, elementaryLanes) {
    constexpr int W = sizeof(T) / sizeof(float);
    Random random(5);
    for (int round = 0; round < 4000; ++round) {
        float x[W], y[W];
        for (int i = 0; i < W; ++i) {
            x[i] = between(random, -200, 200);
            y[i] = between(random, -1, 1);
        }
        if (round == 0) {
            const float special[4] = {notANumber, infinity, 0.0f, -0.0f};
            std::copy(special, special + 4, x);
            std::reverse_copy(special, special + 4, y);
        }
        const T vx = loadLanes<W>(x), vy = loadLanes<W>(y);
        const T results[7] = {sine(vx), cosine(vx), arcTangent2(vy, vx),
                              exponential(vx), squareRoot(vx), arcTangentRatio(vy), arcTangent(vy)};
        for (int i = 0; i < W; ++i) {
            const float expected[7] = {sine(x[i]), cosine(x[i]), arcTangent2(y[i], x[i]),
                                       exponential(x[i]), squareRoot(x[i]), arcTangentRatio(y[i]), arcTangent(y[i])};
            for (int f = 0; f < 7; ++f) {
                const float got = results[f][i];
                // NaN's sign and payload are not part of the promise.
                const bool same = bitsOf(got) == bitsOf(expected[f]) || (std::isnan(got) && std::isnan(expected[f]));
                if (!same) {
                    CAPTURE(f);
                    CAPTURE(x[i]);
                    CAPTURE(y[i]);
                    CHECK(bitsOf(got) == bitsOf(expected[f]));
                }
            }
        }
    }
}
TEST_CASE_TEMPLATE_INVOKE(elementaryLanes, Lanes<4>, Lanes<8>, Lanes<16>);
