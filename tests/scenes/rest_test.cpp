// Heads of super-helices come to rest after they were thrown about.
#include "tests/support.h"

#include "core/scenes/simulation.h"

#include <doctest/doctest.h>

#include <algorithm>

using namespace ringlet;

TEST_CASE("heads of super-helices rest five seconds after they were thrown, in one substep of 1/30 s too") {
    struct Rest {
        const char* scene;
        double rate, substeps;
        long atMost;  // strands that still move
    };
    // Soft modes of wavy hair relax slowly at 1/30 s.
    for (const Rest& rest : {Rest{"super-asian", 60, 0, 0}, Rest{"super-asian", 30, 1, 0}, Rest{"super-wavy", 30, 1, 6}}) {
        CAPTURE(rest.scene);
        CAPTURE(rest.rate);
        Params params = sceneParams(*findScene(rest.scene));
        REQUIRE(params.set("strands", 48).ok());
        REQUIRE(params.set("substeps", rest.substeps).ok());
        SimulationOptions options;
        options.rate = rest.rate;
        options.measure = false;
        auto made = Simulation::make(rest.scene, params, options);
        REQUIRE(made.ok());
        Simulation& simulation = *made.value();
        auto motion = makeMotion("violent");
        REQUIRE(motion.ok());
        const double end = motion.value()->stopsAt() + 5;
        simulation.setMotion(std::move(motion.value()));
        while (simulation.time() < end - 1e-6) simulation.advance();
        const Curves curves = simulation.model().curves();
        long moving = 0;
        double fastest = 0;
        for (const CurveBlock& block : curves.blocks)
            for (uint32_t s = 0; s < block.strands; ++s) {
                double speed = 0;
                for (uint32_t p = 0; p < block.particles; ++p) {
                    CurveBlock before = block;
                    before.positions = block.previous;
                    const Vec3f way = curvePoint(block, s, p) - curvePoint(before, s, p);
                    speed = std::max(speed, rest.rate * double(lengthOf(way)));
                }
                moving += speed > 1e-3;
                fastest = std::max(fastest, speed);
            }
        CAPTURE(fastest);
        CHECK(moving <= rest.atMost);
        CHECK(fastest < 0.05);
        CHECK(simulation.model().resets() == 0);
    }
}
