// The energies that models report, against closed forms, and against finite differences of their motion.
#include "verify/rods.h"

#include <doctest/doctest.h>

using namespace ringlet;
using namespace ringlet::verify;

namespace {

const Vec3f weight{0, -9.81f, 0};

Play played(const Subject& subject, const Material& material, const Points& points, double rate = 60) {
    auto play = Play::make(subject, material, {points}, rate);
    REQUIRE_MESSAGE(play.ok(), (play.ok() ? std::string() : play.error()));
    return std::move(play.value());
}

// Of the curve that is drawn, its speeds by differences: mass at both ends of every segment.
double kineticOf(const Points& before, const Points& after, double dt, const Material& material) {
    double energy = 0;
    for (size_t i = 0; i < after.size(); ++i) {
        const Vec3d v = (1 / dt) * (after[i] - before[i]);
        const double back = i > 0 ? lengthOf(after[i] - after[i - 1]) : 0;
        const double on = i + 1 < after.size() ? lengthOf(after[i + 1] - after[i]) : 0;
        energy += 0.5 * material.density * 0.5 * (back + on) * dot(v, v);
    }
    return energy;
}

}  // namespace

TEST_CASE("gravity's energy is the weight times the height over the root, wherever the head is") {
    const Material material;
    const double length = 0.2;
    for (const Subject& subject : subjects())
        for (const Vec3d direction : {Vec3d{0, -1, 0}, Vec3d{1, 0, 0}, Vec3d{0.6, 0.8, 0}}) {
            Play play = played(subject, material, straight({0.1, 0.2, -0.1}, direction, length, 40));
            Pose away;
            away.position = {3, 500, -7};
            play.reset(away);
            const Energy energy = play.model().energy(weight);
            CAPTURE(subject.name);
            CHECK(energy.gravity == doctest::Approx(material.density * 9.81 * length * length / 2 * direction.y).epsilon(1e-3));
            CHECK(energy.kinetic == 0);
            CHECK(energy.elastic < 1e-12);
        }
}

TEST_CASE("a rod held out sideways stores (weight per length)^2 L^5 / 40 B") {
    const Material material{1e-6};
    const double length = 0.08, w = material.density * 9.81;
    for (const Subject& subject : subjects()) {
        if (subject.variant) continue;
        Play play = played(subject, material, straight({0, 0, 0}, {1, 0, 0}, length, 60));
        play.rest(5);
        const Energy energy = play.model().energy(weight);
        CAPTURE(subject.name);
        CHECK(energy.elastic == doctest::Approx(w * w * std::pow(length, 5) / (40 * material.stiffness)).epsilon(0.02));
        // Hanging by springs that obey Hooke takes twice from gravity what they store.
        CHECK(energy.gravity == doctest::Approx(-2 * energy.elastic).epsilon(0.02));
    }
}

TEST_CASE("a limp strand swings between height and motion, and its kinetic energy is that of its points") {
    const Material limp{0, 6.5e-6, 0, 0};
    const double rate = 240, length = 0.2;
    for (const Subject& subject : subjects()) {
        if (subject.variant) continue;
        Play play = played(subject, limp, straight({0, 0, 0}, {0.5, -1, 0}, length, 40), rate);
        const double begin = play.model().energy(weight).total();
        const double height = begin + 0.5 * limp.density * 9.81 * length * length;  // above hanging straight down
        double most = 0, before = begin, rise = 0;
        Points was = play.points();
        for (int i = 0; i < 120; ++i) {
            play.rest(play.dt());
            const Energy energy = play.model().energy(weight);
            const Points now = play.points();
            most = std::fmax(most, energy.kinetic);
            rise = std::fmax(rise, energy.total() - before);
            before = energy.total();
            CAPTURE(subject.name);
            CAPTURE(i);
            CHECK(std::fabs(energy.kinetic - kineticOf(was, now, play.dt(), limp)) < 0.03 * height);
            was = now;
        }
        CHECK(most > 0.8 * height);
        CHECK(most < height);
        CHECK(rise < 1e-4 * height);
    }
}
