// Bessel's J0, of which the modes of a hanging chain are made.
#pragma once

namespace ringlet {

// By its power series, to rounding for |x| below 5; a pure number.
inline double besselJ0(double x) {
    double term = 1, sum = 1;
    for (int k = 1; k < 30; ++k) {
        term *= -x * x / (4.0 * k * k);
        sum += term;
    }
    return sum;
}

}  // namespace ringlet
