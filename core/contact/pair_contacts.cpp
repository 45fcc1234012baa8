#include "core/contact/pair_contacts.h"

namespace ringlet {

void PointWays::begin(const HairPoints& points, float size, int steps, float longest, ThreadPool* pool) {
    for (size_t i = 0; i < ways_.size(); ++i) ways_[i] = wayOf(points.now[i], points.before[i], steps);
    field_.fit(points.now, ways_, wayCellSizes * size);
    inChunks(ways_.size(), pool, [&](size_t first, size_t last) {
        for (size_t i = first; i < last; ++i) {
            const Vec3f x = positionOf(points.now[i]);
            boxWay(x, field_.at(x), size, longest, ways_[i], boxes_[2 * i], boxes_[2 * i + 1]);
        }
    });
}

}  // namespace ringlet
