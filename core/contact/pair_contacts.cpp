#include "core/contact/pair_contacts.h"

namespace ringlet {
namespace {

// Margins: this share of the size at which things touch, and of the way. Less:
// contacts are found a little later; more: more distances are taken in vain.
constexpr float sizeShare = 0.2f, wayShare = 0.1f;
// The longest way foreseen for any point, in sizes: one fast strand must not make
// the boxes, and the search, of all others large.
constexpr float longestSizes = 1.5f;

}  // namespace

void PointWays::begin(const HairPoints& points, float size, int steps) {
    const size_t count = from_.size();
    Vec3f sum{0, 0, 0};
    for (size_t i = 0; i < count; ++i) {
        from_[i] = positionOf(points.now[i]);
        const Vec3f way = from_[i] - positionOf(points.before[i]);
        ways_[i] = {way.x, way.y, way.z, 0};
        if (dot(way, way) < 1e6f) sum = sum + way;
    }
    const Vec3f mean = sum * (1.0f / static_cast<float>(count));
    for (HairPoint& way : ways_) {
        Vec3f w = static_cast<float>(steps) * (positionOf(way) - mean);
        const float length = lengthOf(w), longest = longestSizes * size;
        if (length > longest) w = w * (longest / length);
        way = {w.x, w.y, w.z, sizeShare * size + wayShare * minimum(length, longest)};
    }
}

void PointWays::addTo(uint32_t point, Vec3f& low, Vec3f& high) const {
    const HairPoint& way = ways_[point];
    const Vec3f a = from_[point], b = a + positionOf(way);
    const float r = way.inverseMass;
    low = {minimum(low.x, minimum(a.x, b.x) - r), minimum(low.y, minimum(a.y, b.y) - r),
           minimum(low.z, minimum(a.z, b.z) - r)};
    high = {maximum(high.x, maximum(a.x, b.x) + r), maximum(high.y, maximum(a.y, b.y) + r),
            maximum(high.z, maximum(a.z, b.z) + r)};
}

}  // namespace ringlet
