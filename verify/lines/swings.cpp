// Limp strands that swing: one piece as a pendulum, many as the hanging chain (D. Bernoulli 1733).
//
// An implicit step of h takes energy: after one period T amplitude is kept by exp(-w^2 h T / 2), and the period
// grows by (w h)^2 / 3.
#include "verify/bessel.h"
#include "verify/rods.h"

namespace ringlet::verify::swings_line {
namespace {

constexpr double rate = 240;
constexpr Material limp{0, 6.5e-6, 0, 0};

// The first mode, J0(2 w sqrt(s / g)) with s from the tip, its tip aside by `share` of the length.
Points firstMode(double length, int segments, double share) {
    const double w = 1.20241 * std::sqrt(gravity / length), piece = length / segments;
    auto aside = [&](int i) { return share * length * besselJ0(2 * w * std::sqrt((length - i * piece) / gravity)); };
    Points points{{0, 0, 0}};
    for (int i = 1; i <= segments; ++i) {
        const double dx = aside(i) - aside(i - 1);
        points.push_back(points.back() + Vec3d{dx, -std::sqrt(piece * piece - dx * dx), 0});
    }
    return points;
}

// The time between the tip's first and second passage below the root, away from the side it starts from, s. It is fastest there:
// its farthest places, near which it hardly moves, are found to a tenth of a frame only. NaN: it has not come back in four of
// `expected`.
Result<double> periodOf(const Subject& subject, const Points& points, double expected) {
    auto made = Play::make(subject, limp, {points}, rate);
    if (!made) return Error{made.error()};
    Play& play = made.value();
    double before = points.back().x;
    std::vector<double> passed;  // frames
    for (int frame = 1; frame < 4 * expected * rate && passed.size() < 2; ++frame) {
        play.rest(1 / rate);
        const double x = play.tip().x;
        if (before > 0 && x <= 0) passed.push_back(frame - x / (x - before));
        before = x;
    }
    if (passed.size() < 2) return std::nan("");
    return (passed[1] - passed[0]) / rate;
}

Result<Finding> chain(const Subject& subject, bool) {
    return worstOf(std::vector<double>{0.1, 0.3, 0.6}, [&](double length) -> Result<Finding> {
        const double w = 1.20241 * std::sqrt(gravity / length), exact = 2 * pi / w;
        const int segments = 50;
        const auto period = periodOf(subject, firstMode(length, segments, 0.05), exact);
        if (!period) return Error{period.error()};
        const double step = w * w / (3 * rate * rate), pieces = subject.pieces(segments + 1);
        return Finding{std::fabs(period.value() / exact - 1), 0.2 / pieces + step, ""};
    });
}

// One straight segment hangs its mass at its end, or half of it: w^2 = g / L; a rigid one has it along itself,
// w^2 = 3 g / (2 L). One element of a rod keeps a constant
// curvature: its mass at s moves by s^2 / 2 of it and sinks by s^3 / 6, w^2 = 5 g / (3 L).
Result<Finding> pendulum(const Subject& subject, bool) {
    Subject single = subject;
    const bool element = subject.pieces(2) != 1;
    if (element) single.settings.push_back({"elements", 1});
    const double length = 0.1, w = std::sqrt((element ? 5.0 / 3 : subject.rigidPieces() ? 1.5 : 1.0) * gravity / length), exact = 2 * pi / w;
    const auto period = periodOf(single, straight({0, 0, 0}, {0.05, -1, 0}, length, element ? 10 : 1), exact);
    if (!period) return Error{period.error()};
    return Finding{std::fabs(period.value() / exact - 1), w * w / (3 * rate * rate) + 2e-3, ""};
}

const RegisterLine first{{"hanging-chain", "period of a limp strand, relative error", "2 pi / 1.2024 sqrt(L / g) (D. Bernoulli 1733)",
                          "first order in the pieces, whose masses are gathered", Owed::Physics, chain}};
const RegisterLine second{{"pendulum", "period of a single piece, relative error",
                           "sqrt(g / L) of a segment with its mass at its ends, sqrt(3 g / 2 L) of a rigid one, sqrt(5 g / 3 L) of an element",
                           "second order in the step", Owed::Physics, pendulum}};

}  // namespace
}  // namespace ringlet::verify::swings_line
