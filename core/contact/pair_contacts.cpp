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
    const size_t count = ways_.size();
    for (size_t i = 0; i < count; ++i) {
        const Vec3f way = static_cast<float>(steps) * (positionOf(points.now[i]) - positionOf(points.before[i]));
        ways_[i] = {way.x, way.y, way.z, 0};
    }
    field_.fit(points.now, ways_, fieldSizes * size);
    for (size_t i = 0; i < count; ++i) {
        HairPoint& way = ways_[i];
        const Vec3f x = positionOf(points.now[i]), common = field_.at(x);
        Vec3f own = positionOf(way) - common;
        const float length = lengthOf(own);
        if (length > longest) {
            own = own * (longest / length);
            way = {common.x + own.x, common.y + own.y, common.z + own.z, 0};
        }
        const ContactNumber::Vector row = {x.x, x.y, x.z, 0}, move = {own.x, own.y, own.z, 0};
        const ContactNumber begin(row), end = begin + ContactNumber(move);
        const ContactNumber margin(sizeShare * size + wayShare * minimum(length, longest));
        storeLanes(&boxes_[2 * i].x, minimum(begin, end) - margin);
        storeLanes(&boxes_[2 * i + 1].x, maximum(begin, end) + margin);
    }
}

}  // namespace ringlet
