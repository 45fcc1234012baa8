// The ball that a user places: hair of every model leaves it, wherever and however it comes.
#include "core/scenes/ball.h"
#include "core/scenes/simulation.h"

#include <doctest/doctest.h>

#include <cmath>
#include <string>

using namespace ringlet;

namespace {

// The deepest that any particle but the first two of a strand lies in the ball, m.
float depthInBall(const Simulation& simulation) {
    const Sphere ball = simulation.balls()[0];
    float deepest = 0;
    for (const CurveBlock& block : simulation.model().curves().blocks)
        for (uint32_t s = 0; s < block.strands; ++s)
            for (uint32_t p = 2; p < block.particles; ++p)
                deepest = std::fmax(deepest, ball.radius - lengthOf(curvePoint(block, s, p) - ball.center));
    return deepest;
}

std::unique_ptr<Simulation> helixWith(const std::string& model) {
    Params params = sceneParams(*findScene("helix"), model);
    SimulationOptions options;
    options.modelName = model;
    auto made = Simulation::make("helix", params, options);
    REQUIRE(made.ok());
    return std::move(made.value());
}

}  // namespace

TEST_CASE("ball: off it changes nothing, and hair of every model leaves it") {
    for (const ModelInfo& info : models()) {
        CAPTURE(info.name);
        auto without = helixWith(info.name), with = helixWith(info.name);
        for (int i = 0; i < 60; ++i) without->advance();
        const uint64_t plain = without->hash();
        CHECK(with->balls()[0].radius == 0);
        // In the middle of the hanging strand.
        const std::pair<const char*, const char*> setting[] = {{"ballX", "0.01"}, {"ballY", "-0.05"}, {"ballZ", "0"}};
        for (const auto& [name, value] : setting) REQUIRE(with->setParam(name, value).ok());
        for (int i = 0; i < 60; ++i) with->advance();
        CHECK(with->hash() == plain);
        REQUIRE(with->setParam("ballRadius", "0.03").ok());
        with->advance();
        CHECK(with->balls()[0].radius == doctest::Approx(0.03));
        without->advance();
        CHECK(with->hash() != without->hash());
        if (!info.published) CHECK(depthInBall(*with) > 0.005f);  // a published method takes hair out at once
        for (int i = 0; i < 120; ++i) with->advance();
        CHECK(depthInBall(*with) < 0.002f);
        // It comes after the hair no faster than hair can leave it.
        REQUIRE(with->setParam("ballX", "0.2").ok());
        float before = with->balls()[0].center.x, deepest = 0;
        for (int i = 0; i < 90; ++i) {
            with->advance();
            CHECK(with->balls()[0].center.x - before <= ballSpeed / 60 * 1.001f);
            before = with->balls()[0].center.x;
            deepest = std::fmax(deepest, depthInBall(*with));
        }
        CHECK(before == doctest::Approx(0.2));
        CHECK(deepest < 0.006f);
        CHECK(with->stats().resets == 0);
        with->reset();
        CHECK(with->balls()[0].center.x == doctest::Approx(0.2));
        REQUIRE(with->setParam("ballRadius", "0").ok());
        with->advance();
        CHECK(with->colliders().spheres.size() == with->content().colliders.spheres.size());
    }
}

TEST_CASE("balls: several, each placed, moved and taken away by itself, with the same bits in any lanes and threads") {
    const auto play = [](const ModelInfo& info, int lanes, ThreadPool* pool) {
        SimulationOptions options;
        options.modelName = info.name;
        options.model.lanes = lanes, options.model.pool = pool;
        auto made = Simulation::make("helix", sceneParams(*findScene("helix"), info.name), options);
        REQUIRE(made.ok());
        Simulation& hair = *made.value();
        const size_t own = hair.colliders().spheres.size();
        const std::pair<const char*, const char*> places[] = {
            {"ballX", "0.03"}, {"ballY", "-0.05"}, {"ballZ", "0"}, {"ball2X", "-0.03"}, {"ball2Y", "-0.1"}, {"ball2Z", "0"},
            {"ball4Y", "-0.15"}, {"ball4Z", "0.02"}, {"ballRadius", "0.025"}, {"ball2Radius", "0.025"}, {"ball4Radius", "0.02"}};
        for (const auto& [name, value] : places) REQUIRE(hair.setParam(name, value).ok());
        hair.advance();
        CHECK(hair.colliders().spheres.size() == own + 3);
        for (int i = 0; i < 30; ++i) hair.advance();
        const float other = hair.balls()[0].center.x;
        REQUIRE(hair.setParam("ball2X", "0.05").ok());
        for (int i = 0; i < 30; ++i) hair.advance();
        CHECK(hair.balls()[1].center.x == doctest::Approx(0.05));
        CHECK(hair.balls()[0].center.x == other);
        REQUIRE(hair.setParam("ballRadius", "0").ok());
        for (int i = 0; i < 30; ++i) hair.advance();
        CHECK(hair.colliders().spheres.size() == own + 2);
        CHECK(hair.stats().resets == 0);
        return hair.hash();
    };
    ThreadPool two(2);
    for (const ModelInfo& info : models()) {
        CAPTURE(info.name);
        CHECK(play(info, 1, nullptr) == play(info, 4, &two));
    }
}

TEST_CASE("ball: hair comes to rest in the crease between it and the head, and where it covers roots") {
    struct Placed {
        const char *scene, *model, *strands, *radius, *x, *y, *z;
    };
    for (const Placed& at : {Placed{"straight", "elastic-strand", "36", "0.074", "0.091", "-0.206", "0.080"},
                             Placed{"straight", "rigid-chain", "36", "0.074", "0.091", "-0.206", "0.080"},
                             Placed{"wavy", "discrete-rod", "36", "0.066", "0.098", "-0.166", "-0.098"},
                             Placed{"curly", "elastic-strand", "100", "0.1", "0", "-0.03", "-0.12"},
                             Placed{"curly", "rigid-chain", "100", "0.1", "0", "-0.03", "-0.12"},
                             Placed{"curly", "discrete-rod", "150", "0.1", "0", "-0.03", "-0.12"}}) {
        CAPTURE(at.model);
        CAPTURE(at.scene);
        Params params = sceneParams(*findScene(at.scene), at.model);
        REQUIRE(params.setAll({std::string("strands=") + at.strands, std::string("ballRadius=") + at.radius, std::string("ballX=") + at.x,
                               std::string("ballY=") + at.y, std::string("ballZ=") + at.z}, "test").ok());
        SimulationOptions options;
        options.modelName = at.model;
        auto made = Simulation::make(at.scene, params, options);
        REQUIRE(made.ok());
        Simulation& hair = *made.value();
        auto still = makeMotion("still");
        hair.setMotion(std::move(still.value()));
        for (int i = 0; i < 900; ++i) hair.advance();
        CHECK(hair.stats().maxSpeed < 1e-3);
    }
}
