#include "core/contact/crowds.h"

#include "core/contact/box_query.h"

namespace ringlet {
namespace {

// Boxes whose middles may lie in one cube.
constexpr uint8_t mostInCube = 8;

uint64_t cellOf(float x) {
    const float inside = clamped(x, -1e9f, 1e9f);
    return static_cast<uint64_t>(static_cast<int64_t>(inside) - (inside < 0));
}

}  // namespace

// Keeps the first boxes of each cube of that edge (m). Cubes that share a counter are counted
// together, so that a few more may be left out.
size_t Crowds::thin(Boxes& boxes, float edge) {
    const size_t n = boxes.count();
    size_t slots = 64, emptied = 0;
    while (slots < 4 * n) slots *= 2;
    counts_.assign(slots, 0);
    const float inverse = 0.5f / edge;
    for (size_t i = 0; i < n; ++i) {
        if (!isBox(boxes, i)) continue;
        uint64_t cube = 0;
        for (int k = 0; k < 3; ++k)
            cube = (cube + cellOf((boxes.low[k][i] + boxes.high[k][i]) * inverse)) * 0x9e3779b97f4a7c15u;
        uint8_t& count = counts_[(cube >> 32) & (slots - 1)];
        if (count < mostInCube) ++count;
        else boxes.set(i, {1, 1, 1}, {0, 0, 0}), ++emptied;  // overlaps nothing
    }
    return emptied;
}

std::string crowdRemark(size_t leftOut, size_t all, const char* things, const char* contacts) {
    if (leftOut == 0) return {};
    return "strands lie in each other: up to " + std::to_string(leftOut) + " of " + std::to_string(all) +
           " " + things + " took no part in " + contacts + ", for only the first few in one place can";
}

}  // namespace ringlet
