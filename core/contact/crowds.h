// Hair that lies in itself: more of it in one place than contacts can tell apart.
#pragma once

#include "core/contact/boxes.h"
#include "core/math/number.h"

#include <string>

namespace ringlet {

// Pairs that a search may find for each thing that is looked at. Hair that is thrown about on a head
// has up to 155 pairs of boxes a segment, of which 77 come near. More of the first costs time, of the second memory.
constexpr size_t mostPairsEach = 256, mostNearEach = 128;

// Where things lie in each other, their pairs grow with the square of their number. Then those beyond the
// first few in each small cube are left out, so that time and memory stay in proportion to the hair.
class Crowds {
public:
    // Has find() look for pairs of `boxes`; while it says that they are too many, empties boxes of ever larger
    // cubes, from a share of `size` (m) on, and has it look again. Returns how many were emptied.
    template <class Find>
    size_t thinUntil(Boxes& boxes, float size, const Find& find) {
        size_t emptied = 0;
        for (float edge = maximum(smallest * size, 1e-6f); !find(); edge *= growth) emptied += thin(boxes, edge);
        return emptied;
    }

private:
    static constexpr float smallest = 0.25f, growth = 4;
    size_t thin(Boxes& boxes, float edge);

    std::vector<uint8_t> counts_;  // of boxes in a cube
};

// What to say of `leftOut` segments of `all` that took no part, or of other `things` and `contacts`; empty for none.
std::string crowdRemark(size_t leftOut, size_t all, const char* things = "segments", const char* contacts = "contacts between hairs");

}  // namespace ringlet
