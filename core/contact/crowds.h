// Hair that lies in itself: more of it in one place than contacts can tell apart.
#pragma once

#include "core/contact/boxes.h"
#include "core/math/number.h"

#include <string>

namespace ringlet {

// Pairs that a search may find for each thing that is looked at. Hair that is thrown about on a head
// has up to 155 pairs of boxes a segment, of which 77 come near. More of the first costs time, of the second memory.
constexpr size_t mostPairsEach = 256, mostNearEach = 128;
// Pairs of segments that may be near in all, however much hair there is, where each takes 80 bytes on the host: a page has two
// gigabytes. A full head of 6,000 strands that touch at 2 mm has twelve million when it is thrown about.
constexpr size_t mostNearPairs = size_t{16} << 20;
// Pairs of boxes, and those that come near, of so many segments.
constexpr size_t mostPairsOf(size_t segments) { return segments < mostNearPairs / mostPairsEach * 2 ? mostPairsEach * segments : 2 * mostNearPairs; }
constexpr size_t mostNearOf(size_t segments) { return segments < mostNearPairs / mostNearEach ? mostNearEach * segments : mostNearPairs; }

// Boxes whose middles may lie in one cube.
constexpr uint32_t mostInCube = 8;

inline namespace RINGLET_ISA {

// Counters for the cubes of so many boxes, a power of two.
inline size_t cubeCounters(size_t boxes) {
    size_t counters = 64;
    while (counters < 4 * boxes) counters *= 2;
    return counters;
}
// Which of them counts the boxes in the cube about the middle of low and high. inverse: one over twice the cubes' edge, 1/m. Cubes
// that share a counter are counted together, so that a few more boxes may be left out.
RINGLET_HD uint32_t cubeCounter(const float* low, const float* high, float inverse, size_t counters) {
    uint64_t cube = 0;
    for (int k = 0; k < 3; ++k) {
        const float inside = clamped((low[k] + high[k]) * inverse, -1e9f, 1e9f);
        cube = (cube + (static_cast<uint64_t>(static_cast<int64_t>(inside)) - (inside < 0))) * 0x9e3779b97f4a7c15u;
    }
    return static_cast<uint32_t>((cube >> 32) & (counters - 1));
}

}  // namespace RINGLET_ISA

// Where things lie in each other, their pairs grow with the square of their number. Then those beyond the
// first few in each small cube are left out, so that time and memory stay in proportion to the hair.
class Crowds {
public:
    static constexpr float smallest = 0.25f, growth = 4;  // of the size that things touch at; from one turn to the next

    // Has find() look for pairs of `boxes`; while it says that they are too many, empties boxes of ever larger
    // cubes, from a share of `size` (m) on, and has it look again. Returns how many were emptied.
    template <class Find>
    size_t thinUntil(Boxes& boxes, float size, const Find& find) {
        size_t emptied = 0;
        for (float edge = maximum(smallest * size, 1e-6f); !find(); edge *= growth) emptied += thin(boxes, edge);
        return emptied;
    }

private:
    size_t thin(Boxes& boxes, float edge);

    std::vector<uint8_t> counts_;  // of boxes in a cube
};

// What to say of `leftOut` segments of `all` that took no part, or of other `things` and `contacts`; empty for none.
std::string crowdRemark(size_t leftOut, size_t all, const char* things = "segments", const char* contacts = "contacts between hairs");

}  // namespace ringlet
