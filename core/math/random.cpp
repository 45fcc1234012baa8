#include "core/math/random.h"

namespace ringlet {
namespace {

uint64_t mixed(uint64_t x) {
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
    return x ^ (x >> 31);
}

// Odd, near 2^64 / golden ratio: successive counters land far apart.
constexpr uint64_t stride = 0x9E3779B97F4A7C15ull;

}  // namespace

Random::Random(uint64_t seed, uint64_t stream) : key_(mixed(mixed(seed + stride) ^ (stream * stride))) {}

uint32_t Random::bits() {
    counter_ += stride;
    return static_cast<uint32_t>(mixed(key_ + counter_) >> 32);
}

float Random::unit() { return static_cast<float>(bits() >> 8) * (1.0f / 16777216.0f); }

float Random::between(float low, float high) {
    const float value = low + (high - low) * unit();
    return value > high ? high : value;  // rounding may step past the end
}

float Random::normal() {
    float sum = 0;
    for (int i = 0; i < 12; ++i) sum += unit();
    return sum - 6.0f;
}

}  // namespace ringlet
