#include "core/contact/pair_contacts.h"

namespace ringlet {

void PointWays::begin(const HairPoints& points, float size, int steps, float longest) {
    const size_t count = ways_.size();
    for (size_t i = 0; i < count; ++i) ways_[i] = wayOf(points.now[i], points.before[i], steps);
    field_.fit(points.now, ways_, wayCellSizes * size);
    for (size_t i = 0; i < count; ++i) {
        const Vec3f x = positionOf(points.now[i]);
        boxWay(x, field_.at(x), size, longest, ways_[i], boxes_[2 * i], boxes_[2 * i + 1]);
    }
}

}  // namespace ringlet
