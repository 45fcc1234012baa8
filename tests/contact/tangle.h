// Strands that lie across each other, as contacts see them.
#pragma once

#include "core/contact/pair_contacts.h"
#include "core/contact/segment_math.h"
#include "core/math/random.h"

#include <cmath>
#include <cstdint>
#include <vector>

namespace ringlet::test {

inline Vec3f anywhere(Random& random, float size = 1) {
    const float x = random.unit(), y = random.unit(), z = random.unit();
    return size * (2.0f * Vec3f{x, y, z} - Vec3f{1, 1, 1});
}

// Strands of three points across a small place, which go their ways; at rest far from each other.
struct Tangle {
    std::vector<uint32_t> strands;
    std::vector<HairPoint> now, before, rest;
    std::vector<Vec3f> way;  // a step, m

    Tangle(uint64_t seed, uint32_t count, float speed) {
        Random random(seed);
        for (uint32_t s = 0; s < count; ++s) {
            const Vec3f from = anywhere(random, 0.03f), along = 0.008f * normalizedOr(anywhere(random), Vec3f{0, 1, 0});
            for (int p = 0; p < 3; ++p) {
                const Vec3f x = from + static_cast<float>(p) * along + anywhere(random, 0.001f);
                strands.push_back(s);
                way.push_back(anywhere(random, speed));
                now.push_back({x.x, x.y, x.z, 1});
                rest.push_back({0.1f * static_cast<float>(s), 0.01f * static_cast<float>(p), 0, 1});
            }
        }
        before = now;
        for (size_t i = 0; i < now.size(); ++i) moveBy(before[i], -way[i]);
    }
    static void moveBy(HairPoint& p, Vec3f by) { p.x += by.x, p.y += by.y, p.z += by.z; }
    void advance() {
        before = now;
        for (size_t i = 0; i < now.size(); ++i) moveBy(now[i], way[i]);
    }
    HairPoints points() const { return {now.data(), before.data(), rest.data()}; }
    double distance(uint32_t a, uint32_t b, bool conservative = false) const {
        const Vec3f p = positionOf(now[a]), u = positionOf(now[a + 1]) - p, q = positionOf(now[b]), v = positionOf(now[b + 1]) - q;
        const auto at = nearestOnSegments(p, u, q, v, segmentEvenness);
        const Vec3f gap = (p + at.s * u) - (q + at.t * v);
        const float s = at.s - 0.5f, t = at.t - 0.5f, even = s * s * dot(u, u) + t * t * dot(v, v);
        return std::sqrt(double{dot(gap, gap) + (conservative ? segmentEvenness * even : 0)});
    }
};

}  // namespace ringlet::test
