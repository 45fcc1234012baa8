#include "core/math/gauss.h"

#include "core/math/elementary.h"

namespace ringlet {

GaussRule gaussRule(int points) {
    GaussRule rule;
    rule.node.resize(static_cast<size_t>(points));
    rule.weight.resize(static_cast<size_t>(points));
    const int n = points;
    for (int i = 0; i < n; ++i) {
        // Newton's method on the Legendre polynomial, from Chebyshev's estimate.
        double x = -cosine(pi * (i + 0.75) / (n + 0.5)), slope = 1;
        for (int pass = 0; pass < 8; ++pass) {
            double before = 1, p = x;
            for (int k = 2; k <= n; ++k) {
                double next = ((2 * k - 1) * x * p - (k - 1) * before) / k;
                before = p;
                p = next;
            }
            slope = n * (x * p - before) / (x * x - 1);
            x = x - p / slope;
        }
        rule.node[static_cast<size_t>(i)] = 0.5 * (1 + x);
        rule.weight[static_cast<size_t>(i)] = 1 / ((1 - x * x) * slope * slope);
    }
    return rule;
}

}  // namespace ringlet
