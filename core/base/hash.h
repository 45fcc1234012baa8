// A 64-bit hash over bit patterns, fed value by value (never over struct
// memory), so that padding and layout cannot reach it.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>

namespace ringlet {

class Hash64 {
public:
    void add(uint64_t word) {
        state_ ^= word;
        state_ *= 0x9E3779B97F4A7C15ull;
        state_ ^= state_ >> 29;
    }
    void add(float value) {
        uint32_t bits;
        std::memcpy(&bits, &value, sizeof bits);
        add(uint64_t{bits});
    }
    // Finishing mixes once more, so that the last word reaches every bit.
    uint64_t value() const {
        uint64_t h = state_ * 0xBF58476D1CE4E5B9ull;
        return h ^ (h >> 32);
    }

private:
    uint64_t state_ = 0x243F6A8885A308D3ull;
};

// The 16 lower-case hexadecimal digits in which hashes are printed.
std::string hashText(uint64_t hash);

}  // namespace ringlet
