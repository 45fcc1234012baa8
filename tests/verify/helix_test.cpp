// The measured helix (0.3 m, radius 1 cm, pitch 2 cm): it sags the same however
// time and space are divided, settles after any motion, comes back to its
// shape, never gains energy and never stretches.
#include "tests/verify/strands.h"

using namespace ringlet;
using namespace ringlet::test;

namespace {

double sagOf(int particles, double rate, double substeps, double stiffness) {
    std::vector<Vec3d> shape = helixPoints(particles);
    Driven helix(strandGroom(shape), {{"substeps", substeps}, {"stiffness", stiffness}, {"drag", 4}}, rate);
    helix.rest(8);
    return (shape.back().y - helix.tip().y) / 0.3;
}

}  // namespace

TEST_CASE("sag keeps its meaning over rates, substeps and particles") {
    for (double stiffness : {3.5e-9, 6e-9}) {
        double reference = sagOf(50, 60, 2, stiffness);
        MESSAGE("stiffness " << stiffness << " N m^2: sag " << reference << " of the length");
        CHECK(reference >= 0.1);
        CHECK(reference <= 0.3);
        for (const auto& tried :
             {std::tuple{50, 30, 1}, {50, 30, 2}, {50, 60, 1}, {50, 60, 4}, {50, 120, 1}, {25, 60, 2}, {100, 60, 2}}) {
            const int particles = std::get<0>(tried), rate = std::get<1>(tried), substeps = std::get<2>(tried);
            CAPTURE(particles);
            CAPTURE(rate);
            CAPTURE(substeps);
            double sag = sagOf(particles, rate, substeps, stiffness);
            CHECK(sag == doctest::Approx(reference).epsilon(0.1));
        }
    }
}

TEST_CASE("the helix settles after every motion and is back in its shape" * doctest::test_suite("long")) {
    for (double substeps : {0.0, 1.0, 2.0, 4.0})
        for (const char* motion : {"still", "drag", "nod", "shake", "violent", "teleport", "helix-shake"}) {
            CAPTURE(substeps);
            CAPTURE(motion);
            Driven helix(strandGroom(helixPoints(50)), {{"substeps", substeps}});
            helix.rest(8);
            std::vector<Vec3f> settled = helix.points();
            helix.play(motion, 5);
            CHECK(helix.speed() < 1e-3);
            if (std::string(motion) != "teleport") CHECK(furthest(helix.points(), settled) < 0.05 * 0.3);
            CHECK(helix.lengthErrorWorst() < 1e-4);
            CHECK(helix.model().resets() == 0);
        }
}

TEST_CASE("a soft and a stiff helix settle too, at any number of substeps" * doctest::test_suite("long")) {
    for (double stiffness : {0.0, 3e-10, 1e-9, 2e-9, 1e-7, 1e-5})
        for (double substeps : {1.0, 2.0, 4.0, 8.0})
            for (double rate : {30.0, 60.0}) {
                CAPTURE(stiffness);
                CAPTURE(substeps);
                CAPTURE(rate);
                Driven helix(strandGroom(helixPoints(50)), {{"substeps", substeps}, {"stiffness", stiffness}}, rate);
                // In a curl far softer than hair the massless twist unwinds slowly: in
                // steps of 1/60 s or more it takes longer than the swing.
                bool soft = stiffness > 0 && stiffness < 3e-9, crude = rate * substeps <= 60;
                helix.play("violent", soft ? (crude ? 15 : 8) : 5);
                CHECK(helix.speed() < 1e-3);
                CHECK(helix.model().resets() == 0);
            }
}

TEST_CASE("nothing gains energy while the head is still") {
    for (double stiffness : {0.0, 1e-9, 6e-9, 1e-7})
        for (double substeps : {1.0, 2.0, 4.0}) {
            CAPTURE(stiffness);
            CAPTURE(substeps);
            Settings settings = {{"substeps", substeps}, {"stiffness", stiffness}, {"drag", 0},
                                 {"internalFriction", 0}};
            Driven helix(strandGroom(helixPoints(50)), settings);
            auto motion = makeMotion("violent");
            for (int i = 0; i < 60; ++i) helix.advance(motion.value().get(), i / 60.0);
            // The head stops dead; from here on the strand is on its own.
            std::vector<double> energy;
            for (int i = 0; i < 360; ++i) {
                helix.rest(helix.dt());
                energy.push_back(helix.model().energy({0, -9.81f, 0}).total());
            }
            double swing = energy.front() - energy.back(), gain = 0;
            for (size_t i = 0; i + 60 < energy.size(); ++i) gain = std::max(gain, energy[i + 60] - energy[i]);
            CHECK(swing > 0);
            CAPTURE(swing);
            CHECK(gain <= 1e-4 * swing);
        }
}

TEST_CASE("violent motion moves the tip and stretches nothing") {
    Driven helix(strandGroom(helixPoints(50)), {});
    helix.rest(5);
    Vec3f settled = helix.tip();
    auto motion = makeMotion("violent");
    double moved = 0, stretch = 0;
    for (int i = 0; i < 180; ++i) {
        helix.advance(motion.value().get(), i / 60.0);
        Quatf head = motion.value()->at((i + 1) / 60.0).pose.orientation;
        moved = std::max(moved, double(lengthOf(rotate(conjugate(head), helix.tip()) - settled)));
        stretch = std::max(stretch, helix.lengthErrorWorst());
    }
    MESSAGE("tip moved " << moved / 0.3 << " of the length relative to the head, worst segment " << stretch);
    CHECK(moved >= 0.3 * 0.3);
    CHECK(stretch <= 0.01);
}
