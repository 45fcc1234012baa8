// How much hair is about points of it: trilinear weights on a grid of 1 cm, both to give and to take.
#include "core/contact/hair_density.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

namespace ringlet::hair_density_tests {
namespace {

// The sum of a point's squared weights, by where it is between the nodes of 1 cm.
double alone(Vec3f p) {
    double product = 1;
    for (float c : {p.x, p.y, p.z}) {
        const double at = 100.0 * double{c} + 64, part = at - std::floor(at);
        product *= part * part + (1 - part) * (1 - part);
    }
    return product;
}

}  // namespace

TEST_CASE("hair densities: a point alone has its squared weights, and as many as lie there so many times that") {
    for (const Vec3f p : {Vec3f{0.005f, 0.005f, 0.005f}, Vec3f{0.0525f, -0.1011f, 0.2069f}, Vec3f{-0.6333f, 0.5f, -0.0001f}}) {
        CHECK(hairDensities({p})[0] == doctest::Approx(alone(p)).epsilon(1e-4));
        for (const size_t count : {size_t{2}, size_t{7}}) {
            const std::vector<float> all = hairDensities(std::vector<Vec3f>(count, p));
            REQUIRE(all.size() == count);
            for (float each : all) CHECK(each == doctest::Approx(static_cast<double>(count) * alone(p)).epsilon(1e-4));
        }
    }
    CHECK(hairDensities({{0.005f, 0.005f, 0.005f}})[0] == doctest::Approx(0.125).epsilon(1e-4));  // the middle of a cell
}

TEST_CASE("hair densities: points in one cell count for each other by their weights, those two cells away not at all") {
    // Along x at a quarter and three quarters of a cell, in y and z in its middle: shared are 2 * 1/4 * 3/4 of a line and a half of
    // each other.
    const std::vector<float> near = hairDensities({{0.0025f, 0.005f, 0.005f}, {0.0075f, 0.005f, 0.005f}});
    for (float each : near) CHECK(each == doctest::Approx((0.625 + 0.375) * 0.25).epsilon(1e-4));
    const std::vector<float> far = hairDensities({{0.005f, 0.005f, 0.005f}, {0.025f, 0.005f, 0.005f}});
    for (float each : far) CHECK(each == doctest::Approx(0.125).epsilon(1e-4));
}

TEST_CASE("hair densities: what is farther than 64 cm from the origin has none and gives none") {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const std::vector<float> all = hairDensities(
        {{0.65f, 0, 0}, {-0.65f, 0, 0}, {0, 0.65f, 0}, {0, 0, -0.65f}, {100, 100, 100}, {nan, 0, 0}, {0.005f, 0.005f, 0.005f}});
    for (size_t i = 0; i < 6; ++i) CHECK(all[i] == 0);
    CHECK(all[6] == doctest::Approx(0.125).epsilon(1e-4));
    // Nor do those put anything at the grid's first node, where cells of nothing are.
    CHECK(hairDensities({{0.65f, 0, 0}, {-0.639f, -0.639f, -0.639f}})[1] == doctest::Approx(alone({-0.639f, -0.639f, -0.639f})).epsilon(1e-3));
    CHECK(hairDensities({}).empty());
}

}  // namespace ringlet::hair_density_tests
