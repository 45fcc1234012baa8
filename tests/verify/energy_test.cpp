// Once the head is still and nothing takes energy out, kinetic + gravitational +
// elastic energy must not come back: over any second it may rise by at most
// 1e-4 of the swing that the head's motion left in the strand.
#include "tests/models/rig.h"

using namespace ringlet;
using namespace ringlet::test;

namespace {

struct Wild {
    StrandShape shape;
    double stiffness, size;
    Groom groom;
};

Wild wildStrand(uint64_t index) {
    Random random(5, index);
    Wild w;
    w.shape.particles = 5 + static_cast<int>(random.bits() % 96);
    w.shape.length = 0.05f + 0.4f * random.unit();
    w.shape.ratio = random.unit() < 0.5f ? 1.0f : 1.0f + 4.0f * random.unit();
    w.shape.bend = 0.02f + 0.8f * random.unit();
    w.stiffness = random.unit() < 0.15f ? 0.0 : 1e-7 * std::pow(1e-4, random.unit());
    w.size = 0.3 + 1.5 * random.unit();
    Vec3f normal = randomDirection(random);
    addStrand(w.groom, randomStrand(random, w.shape, 0.1f * normal, normal), normal, 4e-5f);
    return w;
}

// The energy of the strand at each frame after the head stopped dead.
std::vector<double> energiesAfter(const Wild& w, double substeps, int throws, int frames) {
    ModelOptions options;
    options.lanes = 1;
    auto model = buildModel(w.groom, {{"stiffness", w.stiffness}, {"substeps", substeps}, {"drag", 0},
                                      {"internalFriction", 0}}, options);
    for (int i = 0; i < throws; ++i) model->step(wildFrame(i, 60, w.size));
    Frame still;
    still.begin.pose = still.end.pose = wildPose(throws / 60.0, w.size).pose;
    std::vector<double> energies;
    for (int i = 0; i < frames; ++i) {
        model->step(still);
        energies.push_back(model->energy(still.gravity).total());
    }
    CHECK(model->resets() == 0);
    return energies;
}

}  // namespace

TEST_CASE("a hundred strands of any shape gain no energy once the head is still" * doctest::test_suite("long")) {
    double worst = 0;
    for (uint64_t index = 0; index < 100; ++index)
        for (double substeps : {1.0, 2.0, 4.0}) {
            Wild w = wildStrand(index);
            std::vector<double> energy = energiesAfter(w, substeps, 45, 240);
            double low = energy.front(), gain = 0;
            for (double e : energy) low = std::min(low, e);
            double swing = energy.front() - low;
            for (size_t i = 0; i + 60 < energy.size(); ++i) gain = std::max(gain, energy[i + 60] - energy[i]);
            CAPTURE(index);
            CAPTURE(substeps);
            CAPTURE(w.stiffness);
            CAPTURE(w.shape.particles);
            CAPTURE(w.shape.length);
            CAPTURE(swing);
            REQUIRE(swing > 0);
            worst = std::max(worst, gain / swing);
            CHECK(gain <= 1e-4 * swing);
        }
    MESSAGE("the most energy gained in a second: " << worst << " of the swing");
}
