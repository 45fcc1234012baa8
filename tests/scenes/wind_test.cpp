// The wind of a scene: calm at nothing, bounded, smooth, and the same bits everywhere.
#include "core/base/hash.h"
#include "core/scenes/simulation.h"
#include "core/scenes/wind.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace ringlet;

TEST_CASE("wind: exactly zero when calm, bounded and continuous in gusts") {
    const Vec3f calm = windAt({0, 1, 1}, 3.7);
    CHECK((calm.x == 0 && calm.y == 0 && calm.z == 0));
    const Wind gusty{2, 0.5f, 1};
    float most = 0, least = 100, sum = 0;
    Vec3f last = windAt(gusty, 0);
    const int frames = 60 * 120;
    for (int i = 1; i < frames; ++i) {
        const Vec3f now = windAt(gusty, i / 60.0);
        const float speed = std::sqrt(dot(now, now)), jump = std::sqrt(dot(now - last, now - last));
        most = std::fmax(most, speed);
        least = std::fmin(least, speed);
        sum += speed;
        CHECK(jump < 0.6f);  // m/s within a frame
        last = now;
    }
    CHECK(most < 7.0f);
    CHECK(most > 3.0f);
    CHECK(least < 0.8f);
    CHECK(sum / frames == doctest::Approx(2).epsilon(0.15));
}

TEST_CASE("wind: steady without gusts, along its heading") {
    for (double t : {0.0, 1.3, 500.0}) {
        const Vec3f along = windAt({3, 0, 0}, t), ahead = windAt({3, 1.5707963f, 0}, t);
        CHECK(along.x == doctest::Approx(3));
        CHECK(ahead.z == doctest::Approx(-3));
        CHECK(along.y == 0);
    }
}

TEST_CASE("wind: the same bits on every target") {
    Hash64 hash;
    for (int i = 0; i < 600; ++i) {
        const Vec3f v = windAt({1.7f, 0.8f, 0.9f}, i / 60.0);
        hash.add(v.x);
        hash.add(v.y);
        hash.add(v.z);
    }
    CHECK(hashText(hash.value()) == "4082bf5a9b36a3ff");
}

TEST_CASE("wind: every scene has it, it moves hair, and it plays again after a reset") {
    Params params = sceneParams(*findScene("icosphere"));
    REQUIRE(params.set("level", 0.0).ok());
    REQUIRE(params.set("particles", 10.0).ok());
    auto made = Simulation::make("icosphere", params, {});
    REQUIRE(made.ok());
    Simulation& simulation = *made.value();
    auto hashAfter = [&] {
        simulation.reset();
        for (int i = 0; i < 30; ++i) simulation.advance();
        return simulation.hash();
    };
    const uint64_t calm = hashAfter();
    REQUIRE(simulation.setParam("windSpeed", "3").ok());
    const uint64_t windy = hashAfter();
    CHECK(windy != calm);
    CHECK(hashAfter() == windy);
    CHECK_FALSE(simulation.setParam("windSpeed", "-1").ok());
    REQUIRE(simulation.setParam("windSpeed", "0").ok());
    CHECK(hashAfter() == calm);
}
