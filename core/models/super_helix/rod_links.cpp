#include "core/models/super_helix/rod_links.h"

namespace ringlet {

RodLinks::RodLinks(const std::vector<uint32_t>& strandOf, std::vector<HairPoint> rest)
    : before_(rest), free_(rest), rest_(std::move(rest)), loads_(9 * strandOf.size(), 0.0f), contacts_(strandOf) {}

// How rough the sliding of a contact's two segments is over the mean: hair slides
// smoothly with its root first and roughly with its tip first, for the scales point
// to the tip. One number for both sides, so that their forces are opposite.
float RodLinks::roughness(const Contact& c, float scales) const {
    const float speed = lengthOf(c.slip);
    if (!(speed > 1e-9f)) return 1;
    auto along = [&](uint32_t from, uint32_t to) {
        const Vec3f way = positionOf(free_[to]) - positionOf(free_[from]);
        return dot(c.slip, way) / maximum(speed * lengthOf(way), 1e-20f);
    };
    return 1 + 0.5f * scales * (along(c.point[0], c.point[1]) - along(c.point[2], c.point[3]));
}

void RodLinks::find(const RodLinkSettings& settings, int step, ThreadPool* pool) {
    SegmentSettings search;
    search.diameter = settings.diameter;
    search.steps = settings.steps;
    search.conservative = true;
    contacts_.find({free_.data(), before_.data(), rest_.data()}, search, pool, step);
    loads_.assign(loads_.size(), 0.0f);
    const Contact* all = contacts_.contacts().contacts();
    const size_t count = contacts_.contacts().count();
    for (size_t i = 0; i < count; ++i) {
        const Contact& c = all[i];
        const Vec3f n = c.normal;
        const float rough = settings.friction * roughness(c, settings.scales);
        for (int k = 0; k < 4; ++k) {
            const float sign = c.weight[k] < 0 ? -1.0f : 1.0f, w = sign * c.weight[k];
            if (!(w > 0)) continue;
            // Per mass of the point that bears the load.
            const float share = w * rest_[c.point[k]].inverseMass;
            const float stiff = share * settings.stiffness, rub = share * rough;
            const Vec3f moved = positionOf(free_[c.point[k]]) - positionOf(before_[c.point[k]]);
            // Where it should move to: along n by half the depth more, across n by half the sliding less.
            const float along = dot(moved, n) + 0.5f * sign * c.depth;
            const Vec3f across = moved - dot(moved, n) * n - (0.5f * sign) * c.slip;
            const Vec3f pull = (stiff * along) * n + rub * (across - dot(across, n) * n);
            float* load = loads_.data() + 9 * size_t{c.point[k]};
            const float d = stiff - rub;
            load[0] += rub + d * n.x * n.x;
            load[1] += rub + d * n.y * n.y;
            load[2] += rub + d * n.z * n.z;
            load[3] += d * n.x * n.y;
            load[4] += d * n.x * n.z;
            load[5] += d * n.y * n.z;
            load[6] += pull.x;
            load[7] += pull.y;
            load[8] += pull.z;
        }
    }
}

}  // namespace ringlet
