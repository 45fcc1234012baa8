// A standing column buckles under its own weight at q L^3 = 7.837 B (Greenhill 1881).
//
// Below that load a column whose root leans by a small angle e leans farther: with u from the tip and the load
// x = q L^3 / B, theta'' = -x u theta, theta'(0) = 0, so theta is e F(u) / F(1), F = sum_k a_k u^(3k), a_0 = 1,
// a_k = -x a_(k-1) / (3k (3k-1)); the critical load is F's first zero. How far a strand leans says at which load it is.
#include "verify/rods.h"

namespace ringlet::verify::greenhill_line {
namespace {

constexpr double lean = 1e-3, stiffness = 6e-9, criticalLoad = 7.83735;
constexpr int segments = 50;

// The tip's way aside over the length.
double aside(double load) {
    double term = 1, at1 = 0, integral = 0;
    for (int k = 0; k < 40; ++k) {
        at1 += term;
        integral += term / (3 * k + 1);
        term *= -load / ((3 * k + 3) * (3 * k + 2));
    }
    return lean * integral / at1;
}

// The load at which a column leans so far.
double loadOf(double way) {
    double low = 0, high = criticalLoad * (1 - 1e-9);
    for (int i = 0; i < 100; ++i) {
        const double middle = 0.5 * (low + high);
        (aside(middle) < way ? low : high) = middle;
    }
    return low;
}

double lengthFor(double load) { return std::cbrt(load * stiffness / (Material().density * gravity)); }

Result<Play> column(const Subject& subject, double load, double leaning) {
    return Play::make(subject, {stiffness}, {straight({0, 0, 0}, {leaning, 1, 0}, lengthFor(load), segments)});
}

// Plays until the tip moves by less than a ten thousandth of its way aside in four seconds; gives the
// time that took, at most 200 s.
double settle(Play& play) {
    double before = -1, seconds = 0;
    while (seconds < 200 && !(std::fabs(play.tip().x - before) < 1e-4 * std::fabs(before))) {
        before = play.tip().x;
        play.rest(4);
        seconds += 4;
    }
    return seconds;
}

Result<Finding> greenhill(const Subject& subject, bool) {
    const double load = 0.9 * criticalLoad, over = 1.05 * criticalLoad;
    auto stands = column(subject, load, lean), falls = column(subject, over, 0.02);
    if (!stands || !falls) return Error{!stands ? stands.error() : falls.error()};
    Finding found{0, secondOrder(subject, segments + 1, 1), ""};
    const double seconds = settle(stands.value());
    if (seconds > 20) found.note = "after " + std::to_string(static_cast<int>(seconds)) + " s";
    const double critical = criticalLoad * load / loadOf(stands.value().tip().x / lengthFor(load));
    found.reached = std::fabs(critical / criticalLoad - 1);
    falls.value().rest(20);
    if (!(falls.value().tip().y < 0.9 * lengthFor(over))) return Finding{1, found.allowed, "stands at 1.05 times the load"};
    return found;
}

const RegisterLine here{{"greenhill", "load at which a column buckles, relative error", "q L^3 / B = 7.837 (Greenhill 1881)",
                         "second order in the pieces", Owed::Physics, greenhill}};

}  // namespace
}  // namespace ringlet::verify::greenhill_line
