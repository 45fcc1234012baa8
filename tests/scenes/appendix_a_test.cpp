// The length errors of Cavazotti 2025, appendix A, in its own setting: the distance of
// particles fixed, compliance 0.6, no friction; 240 strands over 500 frames.
#include "core/scenes/motion.h"
#include "core/scenes/simulation.h"

#include <doctest/doctest.h>

#include <cmath>
#include <string>

using namespace ringlet;

namespace {

struct Row {
    int particles;
    double paper, published, algorithm2;  // mean proportional length error, percent
};
// As computed, the same on every target. Algorithm 2 leaves strands in colliders by chance: with the compliance changed
// by a millionth its errors of 50 and 100 particles scatter by 0.01, so another order of rounding changes them as well.
constexpr Row rows[] = {{10, 0.118, 0.0911, 0.0101}, {25, 0.179, 0.1987, 0.1085}, {50, 0.166, 0.1283, 0.1972},
                        {100, 0.122, 0.0663, 0.1503}};

double meanError(int particles, const char* step) {
    Params params = sceneParams(*findScene("icosphere"));
    const std::pair<const char*, std::string> setting[] = {
        {"level", "1"}, {"particles", std::to_string(particles)}, {"spacing", "0.01"}, {"compliance", "0.6"},
        {"friction", "0"}, {"step", step}};
    for (const auto& [name, value] : setting) REQUIRE(params.set(name, value).ok());
    auto made = Simulation::make("icosphere", params, {});
    REQUIRE(made.ok());
    Simulation& simulation = *made.value();
    simulation.setMotion(std::move(makeMotion("shake").value()));
    for (int i = 0; i < 500; ++i) simulation.advance();
    return 100 * simulation.stats().length.average;
}

}  // namespace

TEST_CASE("the paper's length errors are reproduced in its own setting" * doctest::test_suite("long")) {
    for (const Row& row : rows) {
        CAPTURE(row.particles);
        const double published = meanError(row.particles, "published");
        CHECK(std::fabs(published - row.published) < 0.002);
        // Of the same size as in the dissertation, whose motion and colliders are not known.
        CHECK(std::fabs(published - row.paper) < 0.06);
        const double printed = meanError(row.particles, "algorithm-2");
        CHECK(std::fabs(printed - row.algorithm2) < 0.002);
        CHECK(printed < 0.21);  // "never greater than 0.2 %"
    }
}

TEST_CASE("icosphere: spacing gives the length, and curls are a choice") {
    Params params = sceneParams(*findScene("icosphere"));
    REQUIRE(params.set("spacing", "0.02").ok());
    REQUIRE(params.set("particles", "11").ok());
    REQUIRE(params.set("subdivision", "midpoint").ok());
    auto straight = findScene("icosphere")->make(params, {});
    REQUIRE(straight.ok());
    const Groom& groom = straight.value().groom;
    CHECK(lengthOf(groom.points[10] - groom.points[0]) == doctest::Approx(0.2).epsilon(1e-5));
    // No root inside the collider, and the flat mesh is what is drawn.
    for (size_t s = 0; s < groom.strands(); ++s) CHECK(nearestSurface(straight.value().colliders, groom.points[s * 11]).distance > -1e-6f);
    CHECK(straight.value().head->triangles.size() == 320);
    REQUIRE(params.set("curl", "helix").ok());
    auto curled = findScene("icosphere")->make(params, {});
    REQUIRE(curled.ok());
    CHECK(lengthOf(curled.value().groom.points[10] - curled.value().groom.points[0]) < 0.15f);
}
