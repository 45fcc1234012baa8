#include "core/models/strand_order.h"

#include <algorithm>
#include <utility>

namespace ringlet {
namespace {

constexpr float steps = 1023;  // along an edge of the box about the points: ten bits an axis

// Ten bits, each followed by two zeros.
uint32_t spread(uint32_t v) {
    v = (v | v << 16) & 0x030000ffu;
    v = (v | v << 8) & 0x0300f00fu;
    v = (v | v << 4) & 0x030c30c3u;
    return (v | v << 2) & 0x09249249u;
}

// `at` from 0 to `size`; 0 for NaN.
uint32_t stepOf(float at, float size) {
    const float step = at / maximum(size, 1e-6f) * steps;
    return step > 0 ? static_cast<uint32_t>(minimum(step, steps)) : 0;
}

}  // namespace

std::vector<uint32_t> curveOrder(const std::vector<Vec3f>& points) {
    Vec3f low{1e9f, 1e9f, 1e9f}, high{-1e9f, -1e9f, -1e9f};
    for (Vec3f p : points) {
        low = {minimum(p.x, low.x), minimum(p.y, low.y), minimum(p.z, low.z)};
        high = {maximum(p.x, high.x), maximum(p.y, high.y), maximum(p.z, high.z)};
    }
    const Vec3f size = high - low;
    std::vector<std::pair<uint32_t, uint32_t>> keys;
    for (Vec3f point : points) {
        const Vec3f p = point - low;
        keys.push_back({spread(stepOf(p.x, size.x)) | spread(stepOf(p.y, size.y)) << 1 | spread(stepOf(p.z, size.z)) << 2,
                        static_cast<uint32_t>(keys.size())});
    }
    std::stable_sort(keys.begin(), keys.end());
    std::vector<uint32_t> order;
    for (const auto& key : keys) order.push_back(key.second);
    return order;
}

std::vector<uint32_t> neighbourOrder(const Groom& groom, const StrandGroup& group) {
    std::vector<Vec3f> middles;
    for (uint32_t s = 0; s < group.strandCount; ++s) middles.push_back(groom.points[group.firstPoint + size_t{s} * group.points + group.points / 2]);
    std::vector<uint32_t> order = curveOrder(middles);
    for (uint32_t& s : order) s += group.firstStrand;
    return order;
}

}  // namespace ringlet
