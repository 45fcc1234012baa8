// A walk through many things of which any first part is spread evenly over all.
#pragma once

#include <cstdint>

namespace ringlet {

// The step, of about the golden part of `count` and without a common divisor, that
// goes through all of [0, count) before it comes back to where it began.
inline uint32_t evenStep(uint32_t count) {
    if (count < 3) return 1;
    uint32_t step = static_cast<uint32_t>(0.6180339887 * static_cast<double>(count));
    for (;; ++step) {
        uint32_t a = count, b = step;
        while (b) {
            uint32_t rest = a % b;
            a = b;
            b = rest;
        }
        if (a == 1) return step % count;
    }
}

}  // namespace ringlet
