// Axis-aligned boxes and the pairs of them that overlap.
#pragma once

#include "core/math/vec.h"

#include <cstdint>
#include <vector>

namespace ringlet {

// Boxes of a set of things, an array a coordinate, m.
struct Boxes {
    std::vector<float> low[3], high[3];

    size_t count() const { return low[0].size(); }
    void resize(size_t n) {
        for (int k = 0; k < 3; ++k) {
            low[k].resize(n);
            high[k].resize(n);
        }
    }
    void set(size_t i, Vec3f l, Vec3f h) {
        low[0][i] = l.x, low[1][i] = l.y, low[2][i] = l.z;
        high[0][i] = h.x, high[1][i] = h.y, high[2][i] = h.z;
    }
};

struct Pair {
    uint32_t a, b;
};

// Sorts pairs by a, then b: the same order whatever found them. `first` gets
// count + 1 entries: where the pairs of each a begin. b of one a must differ.
// Linear time but for the few b of one a. `scratch` keeps its memory.
void sortPairs(std::vector<Pair>& pairs, uint32_t count, std::vector<uint32_t>& first, std::vector<Pair>& scratch);

}  // namespace ringlet
