#include "core/models/super_helix/rod_links.h"

#include "core/contact/segment_math.h"

namespace ringlet::super_helix {
namespace {

// What friction holds gives way by what this speed (m/s) makes in a substep, or more.
constexpr float giveSpeed = 5e-5f;
// Friction at rest is greater by this share of it, fading until this speed (m/s), as on colliders.
constexpr float moreAtRest = 1, restSpeed = 0.04f;
// A pair that was pressed together is let go of beyond this share of the diameter.
constexpr float lingerShare = 0.2f;

float longestGrip(float most, float h) { return maximum(most * (1 / firmestPair), giveSpeed * h); }

// Where segments a and b of these points are nearest, the way between (m) and its length as
// contacts measure it.
struct PairGap {
    NearestOnSegments<float> at;
    Vec3f between;
    float distance;
};
PairGap gapOf(const std::vector<HairPoint>& points, uint32_t a, uint32_t b) {
    const Vec3f p = positionOf(points[a]), u = positionOf(points[a + 1]) - p;
    const Vec3f q = positionOf(points[b]), v = positionOf(points[b + 1]) - q;
    const NearestOnSegments<float> at = nearestOnSegments(p, u, q, v, segmentEvenness);
    const Vec3f between = (p + at.s * u) - (q + at.t * v);
    const float s = at.s - 0.5f, t = at.t - 0.5f;
    return {at, between, squareRoot(dot(between, between) + segmentEvenness * (s * s * dot(u, u) + t * t * dot(v, v)))};
}

// How the first side moves beside the second from one set of points to the other.
Vec3f wayBeside(const Contact& c, const std::vector<HairPoint>& from, const std::vector<HairPoint>& to) {
    Vec3f way{0, 0, 0};
    for (int k = 0; k < 4; ++k)
        way = way + c.weight[k] * (positionOf(to[c.point[k]]) - positionOf(from[c.point[k]]));
    return way;
}

}  // namespace

RodLinks::RodLinks(const std::vector<uint32_t>& strandOf, std::vector<HairPoint> rest)
    : strandOf_(strandOf), before_(rest), free_(rest), rest_(std::move(rest)), loads_(9 * strandOf.size(), 0.0f),
      contacts_(strandOf) {}

bool RodLinks::setMemory(const std::vector<LinkMemory>& memory) {
    auto segment = [&](uint32_t p) { return size_t{p} + 1 < strandOf_.size() && strandOf_[p] == strandOf_[p + 1]; };
    for (size_t i = 0; i < memory.size(); ++i) {
        const LinkMemory& m = memory[i];
        if (!segment(m.a) || !segment(m.b)) return false;
        if (i > 0 && (memory[i - 1].a > m.a || (memory[i - 1].a == m.a && memory[i - 1].b >= m.b))) return false;
    }
    memory_.assign(memory.begin(), memory.end());  // keeps its room
    return true;
}

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

// A pair that was pressed together goes on touching until that press is gone, if it is
// foreseen to part by a little: else a jitter lets go of it, and gravity, which is not foreseen, drives its
// sides into each other. What draws it together takes from its motion.
bool RodLinks::lingers(const LinkMemory& m, const RodLinkSettings& settings, Contact& c) const {
    const float least = minimum(settings.diameter, restShare * gapOf(rest_, m.a, m.b).distance);
    const PairGap gap = gapOf(free_, m.a, m.b);
    const float length = lengthOf(gap.between);
    if (!(length > 1e-6f)) return false;
    c = {{m.a, m.a + 1, m.b, m.b + 1}, {1 - gap.at.s, gap.at.s, gap.at.t - 1, -gap.at.t}, gap.between * (1 / length),
         (least - gap.distance) * (length / gap.distance), {0, 0, 0}, 0, {}};
    const Vec3f way = wayBeside(c, before_, free_);
    c.slip = way - dot(way, c.normal) * c.normal;
    return c.depth > -lingerShare * settings.diameter;
}

RodLinks::Touch RodLinks::touchOf(const Contact& c, const LinkMemory* m, const RodLinkSettings& s) const {
    Touch t{c, {0, 0, 0}, 0, 0, dot(wayBeside(c, before_, free_), c.normal)};
    // What presses: what did, or what will where they meet.
    const float stiff = 0.5f * s.stiffness;
    float pressed = maximum(c.depth, 0.0f) * stiff / (1 + 2 * stiff);
    if (m != nullptr) {
        pressed = m->pressed * s.h * s.h;
        t.grip = rotate(s.head, m->grip);
        t.grip = t.grip - dot(t.grip, c.normal) * c.normal;
    }
    const float atRest = 1 + moreAtRest * maximum(1 - lengthOf(c.slip) / (restSpeed * s.h), 0.0f);
    t.most = s.coulomb * atRest * pressed;
    t.hold = t.most / maximum(longestGrip(t.most, s.h), lengthOf(t.grip + c.slip));
    return t;
}

// This step's contacts with what their pairs have kept, and pairs that linger.
void RodLinks::gather(const RodLinkSettings& settings) {
    const Contact* all = contacts_.contacts().contacts();
    const size_t count = contacts_.contacts().count();
    touches_.clear();
    size_t old = 0;
    auto linger = [&](const LinkMemory& m) {
        Contact c;
        if (lingers(m, settings, c)) touches_.push_back(touchOf(c, &m, settings));
    };
    for (size_t i = 0; i < count; ++i) {
        const uint32_t a = all[i].point[0], b = all[i].point[2];
        while (old < memory_.size() && (memory_[old].a < a || (memory_[old].a == a && memory_[old].b < b)))
            linger(memory_[old++]);
        const bool kept = old < memory_.size() && memory_[old].a == a && memory_[old].b == b;
        touches_.push_back(touchOf(all[i], kept ? &memory_[old++] : nullptr, settings));
    }
    while (old < memory_.size()) linger(memory_[old++]);
}

// What a contact does to its points.
void RodLinks::load(const Touch& t, const RodLinkSettings& settings) {
    const Contact& c = t.contact;
    const Vec3f n = c.normal;
    const float rough = settings.friction * roughness(c, settings.scales);
    for (int k = 0; k < 4; ++k) {
        const float sign = c.weight[k] < 0 ? -1.0f : 1.0f, w = sign * c.weight[k];
        if (!(w > 0)) continue;
        // Per mass of the point that bears the load.
        const float share = w * rest_[c.point[k]].inverseMass;
        const float stiff = share * settings.stiffness, rub = share * (rough + 2 * t.hold);
        const Vec3f moved = positionOf(free_[c.point[k]]) - positionOf(before_[c.point[k]]);
        // Where it should move to: along n by half the depth more, across n by half the sliding
        // less, and back by half of what friction has given way.
        const float along = dot(moved, n) + 0.5f * sign * c.depth;
        const Vec3f across = moved - dot(moved, n) * n - (0.5f * sign) * c.slip;
        const Vec3f pull = (stiff * along) * n + rub * (across - dot(across, n) * n) -
                           (share * t.hold * sign) * t.grip;
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

void RodLinks::find(const RodLinkSettings& settings, int step, ThreadPool* pool) {
    SegmentSettings search;
    search.diameter = settings.diameter;
    search.steps = settings.steps;
    search.conservative = true;
    contacts_.find({free_.data(), before_.data(), rest_.data()}, search, pool, step);
    gather(settings);
    loads_.assign(loads_.size(), 0.0f);
    for (const Touch& t : touches_) load(t, settings);
}

void RodLinks::keep(const RodLinkSettings& s) {
    memory_.clear();
    const Quatf toHead = conjugate(s.head);
    for (const Touch& t : touches_) {
        const Contact& c = t.contact;
        const Vec3f way = wayBeside(c, before_, free_);
        const float apart = dot(way, c.normal);
        // The depth that is left, to first order.
        const float pressed = 0.5f * s.stiffness * (c.depth - (apart - t.foreseen));
        if (!(pressed > 0)) continue;
        Vec3f grip{0, 0, 0};
        if (t.most > 0) {
            grip = t.grip + (way - apart * c.normal);
            const float length = lengthOf(grip), longest = longestGrip(t.most, s.h);
            if (length > longest) grip = grip * (longest / length);
        }
        memory_.push_back({c.point[0], c.point[2], rotate(toHead, grip), pressed / (s.h * s.h)});
    }
}

}  // namespace ringlet::super_helix
