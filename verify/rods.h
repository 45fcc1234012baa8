// Single strands against what a rod of their material does: what the lines of mechanics share.
#pragma once

#include "verify/line.h"
#include "verify/play.h"

#include <cmath>

namespace ringlet::verify {

constexpr double gravity = 9.81;  // m/s^2, as a Frame has it by itself
constexpr double pi = 3.14159265358979324;

// Where the tip of one strand comes to rest under its weight, m.
inline Result<Vec3d> settledTip(const Subject& subject, const Material& material, const Points& points, double rate = 60,
                                double seconds = 5) {
    auto play = Play::make(subject, material, {points}, rate);
    if (!play) return Error{play.error()};
    play.value().rest(seconds);
    return play.value().tip();
}

// Pieces meet at angles, and what they leave of a smooth curve is of second order in their length:
// `share` of the square of a piece over the whole.
inline double secondOrder(const Subject& subject, int particles, double share) {
    const double pieces = subject.pieces(particles);
    return share / (pieces * pieces);
}

// The finding that is farthest from what it is allowed, of `run` for each of the cases.
template <class Cases, class Run>
Result<Finding> worstOf(const Cases& cases, const Run& run) {
    Finding worst;
    double most = -1;
    for (const auto& each : cases) {
        const Result<Finding> found = run(each);
        if (!found) return found;
        const double share = found.value().reached / found.value().allowed;
        if (share <= most) continue;
        worst = found.value();
        if (!(share > most)) return worst;  // NaN
        most = share;
    }
    return worst;
}

}  // namespace ringlet::verify
