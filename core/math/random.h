// Random numbers that are the same bits on every target: a counter put through
// an integer hash (splitmix64's finaliser), never rand() or <random>'s
// distributions, whose results differ between libraries.
#pragma once

#include <cstdint>

namespace ringlet {

class Random {
public:
    // Streams of one seed are independent of each other: give each strand its
    // index as the stream and its numbers do not depend on its neighbours.
    explicit Random(uint64_t seed, uint64_t stream = 0);

    uint32_t bits();                     // uniform over all 32-bit words
    float unit();                        // uniform in [0, 1), a multiple of 2^-24
    float between(float low, float high);  // uniform in [low, high]; low <= high
    float normal();                      // mean 0, variance 1, within [-6, 6]: a sum of twelve unit()

private:
    uint64_t key_;
    uint64_t counter_ = 0;
};

}  // namespace ringlet
