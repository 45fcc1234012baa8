// Gauss-Legendre quadrature, for tables made once.
#pragma once

#include <vector>

namespace ringlet {

struct GaussRule {
    std::vector<double> node;    // in (0, 1), ascending
    std::vector<double> weight;  // > 0, sum 1
};

// The rule of `points` points (1 to 64) on [0, 1], exact for polynomials of
// degree 2 points - 1. The same bits on every target.
GaussRule gaussRule(int points);

}  // namespace ringlet
