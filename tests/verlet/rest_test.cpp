// The energy of hair that nobody combed, under the verlet model, once the head has stopped dead. What it comes to
// after any motion is in tests/models/rest_test.cpp.
#include "core/models/verlet/verlet.h"
#include "native/rest/odd_grooms.h"
#include "native/rest/odd_motions.h"

#include <doctest/doctest.h>

using namespace ringlet;
using namespace ringlet::cli;

TEST_CASE("with the head still, energy never rises" * doctest::test_suite("long")) {
    for (const std::string& name : oddGroomNames()) {
        const OddGroom odd = oddGroom(name, 8, 1);
        for (double rate : {20.0, 240.0})
            for (const char* drag : {"0", "3"}) {
                CAPTURE(odd.name);
                CAPTURE(rate);
                CAPTURE(drag);
                Params params({&verlet::verletParams()});
                REQUIRE(odd.applyTo(params).ok());
                REQUIRE(params.set("contacts", "off").ok());
                REQUIRE(params.set("drag", drag).ok());
                auto built = verlet::VerletModel::build(odd.groom, params, {});
                REQUIRE(built.ok());
                Model& model = *built.value();
                const std::unique_ptr<Motion> motion = oddMotion("violent");
                const int moving = static_cast<int>(0.3 * rate);
                for (int i = 0; i < moving; ++i) {
                    Frame frame;
                    frame.dt = static_cast<float>(1 / rate);
                    frame.begin = motion->at(i / rate), frame.end = motion->at((i + 1) / rate);
                    model.step(frame);
                }
                // The head stops dead; from here on the strands are on their own.
                Frame still;
                still.dt = static_cast<float>(1 / rate);
                still.begin.pose = still.end.pose = motion->at(moving / rate).pose;
                double first = 0, last = 0, rise = 0;
                for (int i = 0; i < static_cast<int>(1.5 * rate); ++i) {
                    model.step(still);
                    const double energy = model.energy(still.gravity).total();
                    if (i == 0) first = energy;
                    else rise = maximum(rise, energy - last);
                    last = energy;
                }
                CHECK(first > last);
                CHECK(rise < 2e-5 * (first - last));  // rounding
            }
    }
}
