#include "core/view/rest_watch.h"

#include <doctest/doctest.h>

#include <limits>

using namespace ringlet;
using namespace ringlet::view;

namespace {

// One strand of two particles.
struct Moving {
    float positions[6] = {0, 0, 0, 0, -0.1f, 0};
    Curves curves;
    RestWatch rest;
    Moving() {
        CurveBlock block;
        block.strands = 1;
        block.particles = 2;
        block.positions = positions;
        curves.blocks.push_back(block);
    }
    bool after(double seconds) {
        for (double t = 0; t < seconds; t += 0.1) rest.watch(curves, 0.1);
        return rest.resting();
    }
};

}  // namespace

TEST_CASE("rest watch: hair that stands still rests after a second, and not before") {
    Moving hair;
    CHECK(!hair.after(0.5));
    CHECK(hair.after(1));
    hair.rest.forget();
    CHECK(!hair.rest.resting());
}

TEST_CASE("rest watch: hair that creeps does not rest; at rest it may creep by less than a pixel") {
    Moving hair;
    for (int i = 0; i < 30; ++i) {
        hair.positions[4] += 1e-4f;
        CHECK(!hair.after(0.2));
    }
    CHECK(hair.after(1.5));
    hair.positions[4] += 4e-4f;
    CHECK(hair.after(0.1));
    hair.positions[4] += 4e-4f;
    CHECK(!hair.after(0.1));
}

TEST_CASE("rest watch: a head that moves or turns, other strands and what is no number are no rest") {
    Moving hair;
    CHECK(hair.after(2));
    hair.curves.head.position.x += 0.01;
    CHECK(!hair.after(0.1));
    CHECK(hair.after(2));
    hair.curves.head.orientation = Quatf{0, 0.1f, 0, 0.995f};
    CHECK(!hair.after(0.1));
    CHECK(hair.after(2));
    hair.curves.blocks[0].particles = 1;
    CHECK(!hair.after(0.1));
    CHECK(hair.after(2));
    hair.positions[1] = std::numeric_limits<float>::quiet_NaN();
    CHECK(!hair.after(0.1));
}
