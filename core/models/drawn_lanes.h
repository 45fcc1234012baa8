// What is drawn, gathered by a device from its strand groups into the groom's order: tiles of curve blocks (core/models/model.h),
// the present state and behind it the one before.
#pragma once

#include "core/base/hd.h"

#include <cstddef>
#include <cstdint>

namespace ringlet {

// A lane of a curve block, padding too.
struct DrawnLane {
    const float *now, *before;  // where the device has its first particle's x
    uint32_t to;                // the same in the blocks, floats
    uint32_t particles;
};

// One item a particle of a lane; neighbouring items are of neighbouring lanes.
struct GatherDrawn {
    const DrawnLane* lanes;
    uint32_t count;     // of lanes
    uint32_t most;      // particles of a lane
    uint32_t stride;    // floats from one component of a particle to the next, on both sides
    size_t floats;      // of a state
    float* into;        // [2 floats]

    size_t items() const { return size_t{count} * most; }
    size_t bytes() const { return 2 * floats * sizeof(float); }
    RINGLET_HD void operator()(uint32_t item) const {
        const DrawnLane lane = lanes[item % count];
        const uint32_t particle = item / count;
        if (particle >= lane.particles) return;
        for (uint32_t row = 3 * particle; row < 3 * particle + 3; ++row) {
            float* const to = into + lane.to + size_t{row} * stride;
            to[0] = lane.now[size_t{row} * stride];
            to[floats] = lane.before[size_t{row} * stride];
        }
    }
};

}  // namespace ringlet
