// What every test may need: skipping in words, bit patterns, distances in ulps.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

namespace ringlet::test {

inline int& skipCount() {
    static int count = 0;
    return count;
}

// Says that a test could not run and why; the caller returns after it. The
// number of skips is printed at the end: a skip is never a pass.
inline void skip(const std::string& why) {
    std::printf("SKIPPED: %s\n", why.c_str());
    ++skipCount();
}

inline uint32_t bitsOf(float value) {
    uint32_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    return bits;
}

inline float floatOf(uint32_t bits) {
    float value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}

// A saved simulation as it was written before there were seals.
inline std::vector<uint8_t> unsealed(const std::vector<uint8_t>& saved) {
    std::vector<uint8_t> older(saved.begin(), saved.begin() + 8);
    older[7] = '1';
    older.insert(older.end(), saved.begin() + 16, saved.end());
    return older;
}

// |value - exact| in units in the last place of the float nearest `exact`
// (at least the smallest denormal).
inline double ulpsFrom(float value, double exact) {
    int exponent;
    std::frexp(exact, &exponent);
    const int lowest = std::numeric_limits<float>::min_exponent;
    return std::fabs(value - exact) / std::ldexp(1.0, (exponent < lowest ? lowest : exponent) - 24);
}

}  // namespace ringlet::test
