#include "core/contact/pair_contacts.h"

namespace ringlet {
namespace {

// Margins: this share of the size at which things touch, and of the way. Less:
// contacts are found a little later; more: more distances are taken in vain.
constexpr float sizeShare = 0.2f, wayShare = 0.1f;
// Cells of the field of common ways, in sizes.
constexpr float fieldSizes = 8;

}  // namespace

void PointWays::begin(const HairPoints& points, float size, int steps, float longest) {
    const size_t count = from_.size();
    for (size_t i = 0; i < count; ++i) {
        from_[i] = positionOf(points.now[i]);
        const Vec3f way = static_cast<float>(steps) * (from_[i] - positionOf(points.before[i]));
        ways_[i] = {way.x, way.y, way.z, 0};
    }
    field_.fit(from_, ways_, fieldSizes * size);
    for (size_t i = 0; i < count; ++i) {
        HairPoint& way = ways_[i];
        const Vec3f common = field_.at(from_[i]);
        Vec3f own = positionOf(way) - common;
        const float length = lengthOf(own);
        if (length > longest) {
            own = own * (longest / length);
            way = {common.x + own.x, common.y + own.y, common.z + own.z, 0};
        }
        beside_[i] = {own.x, own.y, own.z, sizeShare * size + wayShare * minimum(length, longest)};
    }
}

void PointWays::addTo(uint32_t point, Vec3f& low, Vec3f& high) const {
    const HairPoint& way = beside_[point];
    const Vec3f a = from_[point], b = a + positionOf(way);
    const float r = way.inverseMass;
    low = {minimum(low.x, minimum(a.x, b.x) - r), minimum(low.y, minimum(a.y, b.y) - r),
           minimum(low.z, minimum(a.z, b.z) - r)};
    high = {maximum(high.x, maximum(a.x, b.x) + r), maximum(high.y, maximum(a.y, b.y) + r),
            maximum(high.z, maximum(a.z, b.z) + r)};
}

}  // namespace ringlet
