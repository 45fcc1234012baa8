// Where hair grows on Ringlet's own head, as points that can be searched quickly.
#pragma once

#include "core/collide/head.h"

#include <cstdint>
#include <vector>

namespace ringlet {

// Points of the bust's surface, in the bust's space (m).
class HairRegion {
public:
    explicit HairRegion(std::vector<ScalpRoot> points);

    // The nearest point of the region to p, within 0.3 mm, and its normal. Far from the
    // head p is first brought to the edge of a box around it.
    ScalpRoot nearest(Vec3f p) const;
    // A point where the skin faces `direction`.
    Vec3f spotFacing(Vec3f direction) const;

    Vec3f center{0, 0, 0};  // of the region's box
    float across = 0;       // that box's diagonal

private:
    std::vector<ScalpRoot> points_;
    std::vector<uint16_t> nearest_;  // of a cell's middle, the point
    Vec3f low_{0, 0, 0};
    int nx_ = 0, ny_ = 0, nz_ = 0;
};

// Made at first use.
const HairRegion& scalpRegion();
const HairRegion& beardRegion();

}  // namespace ringlet
