#include "core/contact/crowds.h"

#include "core/contact/box_query.h"

namespace ringlet {

// Keeps the first boxes of each cube of that edge (m).
size_t Crowds::thin(Boxes& boxes, float edge) {
    const size_t n = boxes.count(), counters = cubeCounters(n);
    size_t emptied = 0;
    counts_.assign(counters, 0);
    for (size_t i = 0; i < n; ++i) {
        if (!isBox(boxes, i)) continue;
        const float low[3] = {boxes.low[0][i], boxes.low[1][i], boxes.low[2][i]};
        const float high[3] = {boxes.high[0][i], boxes.high[1][i], boxes.high[2][i]};
        uint8_t& count = counts_[cubeCounter(low, high, 0.5f / edge, counters)];
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
