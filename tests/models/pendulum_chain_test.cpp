// The smallest model, registered where models are tested.
#include "tests/models/pendulum_chain.h"
#include "tests/models/rig.h"

#include <doctest/doctest.h>

#include <fstream>

namespace ringlet::test {
namespace {

const RegisterModel here{{"pendulum-chain", "particles on rods without mass (tests alone)", &pendulum::chainParams(),
                          &pendulum::ChainModel::build, true}};

}  // namespace

TEST_CASE("pendulum-chain: a model takes 150 lines") {
    std::ifstream file(RINGLET_SOURCE_DIR "/tests/models/pendulum_chain.h");
    int lines = 0;
    for (std::string line; std::getline(file, line);) ++lines;
    if (lines == 0) MESSAGE("SKIPPED: the source is not here");
    CHECK(lines <= 150);
}

TEST_CASE("pendulum-chain: two particles swing with a pendulum's period") {
    Groom groom;
    addStrand(groom, {{0, 0, 0}, {0.02f, -0.2f, 0}}, {0, -1, 0}, 4e-5f);
    Params params({&pendulum::chainParams()});
    REQUIRE(params.set("drag", 0.0).ok());
    auto model = pendulum::ChainModel::build(groom, params, {});
    REQUIRE(model.ok());
    Frame frame;
    frame.dt = 1.0f / 240;
    int crossings = 0, first = 0, last = 0;
    float before = 1;
    for (int i = 0; i < 480; ++i) {
        model.value()->step(frame);
        const float x = curvePoint(model.value()->curves().blocks[0], 0, 1).x;
        if (before > 0 && x <= 0) {
            ++crossings;
            first = first == 0 ? i : first;
            last = i;
        }
        before = x;
    }
    REQUIRE(crossings >= 2);
    const double period = (last - first) / 240.0 / (crossings - 1);
    CHECK(period == doctest::Approx(2 * 3.14159265 * std::sqrt(0.201 / 9.81)).epsilon(0.02));
}

}  // namespace ringlet::test
