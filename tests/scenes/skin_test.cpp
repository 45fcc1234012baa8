// What is seen of hair at rest lies on the head that is seen, not in it.
#include "core/collide/head.h"
#include "core/scenes/simulation.h"

#include <doctest/doctest.h>

#include <cmath>
#include <string>

using namespace ringlet;

namespace {

constexpr float mostDepth = 0.001f;  // m

// The curve through the particles, as the picture draws it (shaders/guides.frag.glsl).
Vec3f drawnPoint(const CurveBlock& block, uint32_t strand, uint32_t i, float f) {
    auto at = [&](uint32_t p) { return curvePoint(block, strand, p); };
    Vec3f b = at(i), c = at(i + 1);
    Vec3f a = i > 0 ? at(i - 1) : b * 2.0f - c, d = i + 2 < block.particles ? at(i + 2) : c * 2.0f - b;
    Vec3f m = (c - a) * 0.5f, n = (d - b) * 0.5f;
    float f2 = f * f, f3 = f2 * f;
    return b * (2 * f3 - 3 * f2 + 1) + m * (f3 - 2 * f2 + f) + c * (3 * f2 - 2 * f3) + n * (f3 - f2);
}

struct Depths {
    size_t points = 0, deep = 0;
    float deepest = 0;
    void add(Vec3f p) {
        float depth = -headDistance(p);
        ++points;
        if (depth > mostDepth) ++deep;
        deepest = std::fmax(deepest, depth);
    }
};

}  // namespace

TEST_CASE("skin: at rest no drawn particle lies deeper than 1 mm, nor the curve between them") {
    for (const std::string name : {"straight", "wavy", "curly", "coily", "volume", "limp"}) {
        const SceneInfo* scene = findScene(name);
        if (!scene) continue;
        CAPTURE(name);
        Params params = sceneParams(*scene);
        REQUIRE(params.set("strands", "250"));
        SimulationOptions options;
        options.measure = false;
        auto simulation = Simulation::make(name, params, options);
        REQUIRE(simulation);
        if (simulation.value()->content().head->vertices.size() < 10000) continue;  // not on the bust
        for (int frame = 0; frame < 90; ++frame) simulation.value()->advance();
        Depths particles, between;
        Curves curves = simulation.value()->model().curves();
        for (const CurveBlock& block : curves.blocks)
            for (uint32_t s = 0; s < block.strands; ++s)
                for (uint32_t i = 0; i + 1 < block.particles; ++i) {
                    particles.add(curvePoint(block, s, i));
                    between.add(drawnPoint(block, s, i, 0.5f));
                }
        CHECK(particles.deep == 0);
        CHECK(particles.points >= 250 * 8);
        CHECK(between.deepest < 1.5f * mostDepth);  // 0.83 mm when this was written
    }
}
