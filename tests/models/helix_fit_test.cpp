// Polylines as piecewise helices.
#include "core/models/super_helix/helix_fit.h"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

using namespace ringlet;

TEST_CASE("a true helix is found by any number of elements, however few points each has") {
    // Radius 4 mm, pitch 12 mm, seven turns.
    const double radius = 0.004, pitch = 0.012, length = 0.2, tau = 6.283185307179586;
    const double turn = std::sqrt(tau * tau * radius * radius + pitch * pitch);
    for (int points : {40, 60, 100, 200})
        for (int elements : {1, 3, 5, 10, 20}) {
            std::vector<Vec3f> line;
            for (int i = 0; i < points; ++i) {
                const double s = length * i / (points - 1), angle = tau * s / turn;
                line.push_back({float(radius * (1 - std::cos(angle))), float(-pitch * s / turn), float(radius * std::sin(angle))});
            }
            const super_helix::HelixFit fit = super_helix::fitHelices(line.data(), points, elements, false);
            CAPTURE(points);
            CAPTURE(elements);
            CHECK(fit.worstError < (points < 50 ? 1e-4 : 1e-5));
        }
}
