// A limp strand against the closed form of the hanging chain: angular frequency
// of the first mode 1.2024 sqrt(g/L), shape J0(2 w sqrt(s/g)) with s from the
// tip (D. Bernoulli). Tolerances: the step is first order in time, so its
// amplitude falls by exp(-w^2 h T/2) on its own; lumped masses shift the period
// by order 1/n.
#include "tests/verify/strands.h"
#include "verify/bessel.h"

using namespace ringlet;
using namespace ringlet::test;

namespace {

std::vector<Vec3d> firstMode(double length, int particles, double degrees) {
    double w = 1.2024 * std::sqrt(9.81 / length), l = length / (particles - 1);
    double amplitude = std::tan(degrees * 3.14159265358979 / 180) * length;
    auto mode = [&](int i) { return amplitude * besselJ0(2 * w * std::sqrt((length - i * l) / 9.81)); };
    std::vector<Vec3d> points{{0, 0, 0}};
    for (int i = 1; i < particles; ++i) {
        double dx = mode(i) - mode(i - 1);
        Vec3d p = points.back();
        points.push_back({p.x + dx, p.y - std::sqrt(l * l - dx * dx), 0});
    }
    return points;
}

struct Swing {
    double period;     // s, from the tip's zero crossings
    double amplitude;  // after one period of the closed form, over the first
};

Swing swing(double length, int particles, const Settings& settings, double rate) {
    Driven strand(strandGroom(firstMode(length, particles, 5)), settings, rate);
    double first = strand.tip().x, before = first, peak = 0;
    double exact = 6.283185307179586 / (1.2024 * std::sqrt(9.81 / length));
    std::vector<double> crossings;
    for (double t = strand.dt(); t < 2 * exact; t += strand.dt()) {
        strand.rest(strand.dt());
        double x = strand.tip().x;
        if (before * x < 0) crossings.push_back(t - strand.dt() * x / (x - before));
        if (std::fabs(t - exact) < 0.12 * exact) peak = std::max(peak, x);
        before = x;
    }
    REQUIRE(crossings.size() >= 3);
    return {(crossings[2] - crossings[0]) / exact, peak / first};
}

}  // namespace

TEST_CASE("a limp strand swings with the hanging chain's period and keeps its amplitude") {
    const Settings undamped = {{"stiffness", 0}, {"drag", 0}, {"internalFriction", 0}};
    for (double length : {0.1, 0.3, 0.6})
        for (int particles : {16, 50, 100}) {
            Swing s = swing(length, particles, undamped, 60);
            CAPTURE(length);
            CAPTURE(particles);
            MESSAGE("length " << length << " m, " << particles << " particles: period " << s.period
                              << " of the closed form, amplitude kept " << s.amplitude);
            CHECK(s.period == doctest::Approx(1).epsilon(0.05));
            CHECK(s.amplitude >= 0.5);
            CHECK(s.amplitude <= 1.0);
        }
}

TEST_CASE("the swing does not depend on how a frame is divided") {
    for (double rate : {30.0, 60.0, 120.0})
        for (double substeps : {1.0, 2.0, 4.0}) {
            Settings settings = {{"stiffness", 0}, {"drag", 0}, {"internalFriction", 0}, {"substeps", substeps}};
            Swing s = swing(0.3, 50, settings, rate);
            CAPTURE(rate);
            CAPTURE(substeps);
            CHECK(s.period == doctest::Approx(1).epsilon(0.05));
            // exp(-w^2 h T/2) of the closed form, h the substep
            double w = 1.2024 * std::sqrt(9.81 / 0.3);
            double expected = std::exp(-w * w / (rate * substeps) * 3.14159265 / w);
            CHECK(s.amplitude == doctest::Approx(expected).epsilon(0.05));
        }
}

TEST_CASE("default damping leaves the swing alive") {
    for (double length : {0.1, 0.3, 0.5}) {
        Swing s = swing(length, 50, {{"stiffness", 0}}, 60);
        MESSAGE("length " << length << " m: amplitude kept at default damping " << s.amplitude);
        CHECK(s.amplitude >= 0.1);
    }
}
