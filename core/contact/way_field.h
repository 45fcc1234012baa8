// The way that hair near a place goes: what hair has in common, beside which the ways of
// single points are small.
#pragma once

#include "core/contact/way_math.h"

#include <vector>

namespace ringlet {

// Means of points' ways at the nodes of a coarse grid, and trilinear between them.
class WayField {
public:
    // points: where they are, m; ways: x, y, z, m, one a point. `cell`: of the grid, m; wider
    // where it would have too many. What is no number, or beyond all size, does not count.
    void fit(const HairPoint* points, const std::vector<HairPoint>& ways, float cell);

    // The way at a place, m.
    Vec3f at(Vec3f x) const;

private:
    std::vector<HairPoint> nodes_;  // inverseMass: the sum of the points' shares, while they are summed up
    WayGrid grid_;
};

}  // namespace ringlet
