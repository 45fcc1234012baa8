// What pressed hair is forgotten with the collider; what a state is shown by comes back with it.
#include "core/scenes/simulation.h"

#include <doctest/doctest.h>

using namespace ringlet;

namespace left_behind_test {
namespace {

std::unique_ptr<Simulation> played(const std::string& scene, const std::string& model, const std::vector<std::pair<std::string, double>>& settings) {
    Params params = sceneParams(*findScene(scene), model);
    for (const auto& [name, value] : settings) REQUIRE(params.set(name, value).ok());
    SimulationOptions options;
    options.modelName = model;
    auto made = Simulation::make(scene, params, options);
    REQUIRE_MESSAGE(made.ok(), (made.ok() ? std::string() : made.error()));
    return std::move(made.value());
}

void play(Simulation& simulation, int frames) {
    for (int i = 0; i < frames; ++i) simulation.advance();
}

}  // namespace

TEST_CASE("hair that leant on a ball is not drawn to the next one, wherever that comes") {
    for (const char* passes : {"1", "2"}) {
        CAPTURE(passes);
        auto simulation = played("helix-types", "super-helix", {{"ballY", -0.12}, {"ballZ", 0}, {"ballRadius", 0.03}});
        REQUIRE(simulation->setParam("passes", passes).ok());
        play(*simulation, 120);
        REQUIRE(simulation->setParam("ballRadius", "0").ok());
        play(*simulation, 240);
        REQUIRE(simulation->setParam("ballX", "0.4").ok());
        REQUIRE(simulation->setParam("ballRadius", "0.02").ok());
        play(*simulation, 1);
        CHECK(simulation->frameStats().maxSpeed < 0.05);
    }
    // With another collider there, the ball is taken away at once.
    const auto fastest = [](const char* passes) {
        auto simulation = played("super-asian", "super-helix", {{"strands", 20}, {"ballX", 0.1}, {"ballY", -0.1}, {"ballZ", 0.05}, {"ballRadius", 0.08}});
        REQUIRE(simulation->setParam("passes", passes).ok());
        play(*simulation, 120);
        REQUIRE(simulation->setParam("ballRadius", "0").ok());
        play(*simulation, 1);
        return simulation->frameStats().maxSpeed;
    };
    CHECK(fastest("1") < 1.3 * fastest("4"));
}

TEST_CASE("the axes of sections that are shown are those of the state") {
    for (const double step : {0.0, 1.0}) {
        CAPTURE(step);
        auto simulation = played("curly", "discrete-rod", {{"strands", 10}, {"step", step}});
        simulation->setMotion(std::move(makeMotion("shake").value()));
        play(*simulation, 20);
        const std::vector<uint8_t> saved = simulation->save();
        const std::vector<Vec3f> axes = simulation->model().debugPoints()[0];
        play(*simulation, 20);
        const std::vector<Vec3f> later = simulation->model().debugPoints()[0];
        REQUIRE(simulation->restore(saved).ok());
        const std::vector<Vec3f> again = simulation->model().debugPoints()[0];
        REQUIRE(again.size() == axes.size());
        float off = 0, moved = 0;
        for (size_t i = 0; i < axes.size(); ++i) off = maximum(off, lengthOf(again[i] - axes[i])), moved = maximum(moved, lengthOf(later[i] - axes[i]));
        CHECK(off == 0);
        CHECK(moved > 0.001f);
    }
}

}  // namespace left_behind_test
