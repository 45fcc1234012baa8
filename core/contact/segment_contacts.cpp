#include "core/contact/segment_contacts.h"

#include "core/contact/segment_math.h"

namespace ringlet {
namespace {

// Shares of the diameter by which kept pairs may be farther apart. Less: more
// searches; more: more pairs whose distance is taken in vain.
constexpr float leastMargin = 0.12f, mostMargin = 0.75f;
// Rest distances count a little less, so that hair at rest does not touch.
constexpr float restShare = 0.95f;

struct FourSegments {
    uint32_t a0[4], a1[4], b0[4], b1[4];
};

FourSegments segmentsOf(const Pair* pairs, size_t count, const std::vector<uint32_t>& begin) {
    FourSegments f;
    for (size_t i = 0; i < 4; ++i) {
        const Pair& p = pairs[i < count ? i : 0];
        f.a0[i] = begin[p.a], f.a1[i] = begin[p.a] + 1;
        f.b0[i] = begin[p.b], f.b1[i] = begin[p.b] + 1;
    }
    return f;
}

struct Gap {
    NearestOnSegments<ContactNumber> at;
    ContactVec3 between;  // from b's point to a's, m
    ContactNumber distance;
};

Gap gapOf(const HairPoint* points, const FourSegments& f, bool threePoints) {
    ContactVec3 p = gatherPoints(points, f.a0), u = gatherPoints(points, f.a1) - p;
    ContactVec3 q = gatherPoints(points, f.b0), v = gatherPoints(points, f.b1) - q;
    Gap gap;
    gap.at = threePoints ? nearestOfThreePoints(p, u, q, v) : nearestOnSegments(p, u, q, v, segmentEvenness);
    gap.between = (p + gap.at.s * u) - (q + gap.at.t * v);
    gap.distance = lengthOf(gap.between);
    return gap;
}

}  // namespace

bool PointMargins::left(const HairPoints& points, float least, float most) {
    bool left = false;
    for (size_t i = 0; i < from_.size() && !left; ++i) {
        Vec3f way = positionOf(points.now[i]) - from_[i];
        left = margin_[i] < 0 || !(dot(way, way) <= margin_[i] * margin_[i]);
    }
    if (!left) return false;
    for (size_t i = 0; i < from_.size(); ++i) {
        from_[i] = positionOf(points.now[i]);
        float way = lengthOf(from_[i] - positionOf(points.before[i]));
        margin_[i] = minimum(least + 2.0f * way, most);
    }
    return true;
}

SegmentContacts::SegmentContacts(const std::vector<uint32_t>& strands) : margins_(strands.size()) {
    for (uint32_t p = 0; p + 1 < strands.size(); ++p) {
        if (strands[p] != strands[p + 1]) continue;
        begin_.push_back(p);
        strand_.push_back(strands[p]);
    }
    boxes_.resize(begin_.size());
    pairs_.reserve(8 * begin_.size());
}

void SegmentContacts::search(const HairPoints& points, const SegmentSettings& settings, ThreadPool* pool) {
    ++searches_;
    const float radius = 0.5f * settings.diameter;
    for (size_t i = 0; i < begin_.size(); ++i) {
        const uint32_t p = begin_[i];
        Vec3f a = positionOf(points.now[p]), b = positionOf(points.now[p + 1]);
        float r = radius + maximum(margins_.of(p), margins_.of(p + 1));
        boxes_.set(i, {minimum(a.x, b.x) - r, minimum(a.y, b.y) - r, minimum(a.z, b.z) - r},
                   {maximum(a.x, b.x) + r, maximum(a.y, b.y) + r, maximum(a.z, b.z) + r});
    }
    pairs_.clear();
    broadPhase_.find(settings.broadPhase, boxes_, nullptr, pairs_);
    keepNear(points, settings, pool);
    sortPairs(pairs_, static_cast<uint32_t>(begin_.size()), first_, scratch_);

    diameter_.resize(pairs_.size());
    for (size_t i = 0; i < pairs_.size(); i += 4) {
        const size_t count = pairs_.size() - i < 4 ? pairs_.size() - i : 4;
        ContactNumber rest = gapOf(points.rest, segmentsOf(&pairs_[i], count, begin_), false).distance;
        for (size_t k = 0; k < count; ++k)
            diameter_[i + k] = minimum(settings.diameter, restShare * rest[static_cast<int>(k)]);
    }
}

// Of pairs whose boxes overlap, those of different strands that are near enough.
void SegmentContacts::keepNear(const HairPoints& points, const SegmentSettings& settings, ThreadPool* pool) {
    size_t apart = 0;
    for (const Pair& p : pairs_)
        if (strand_[p.a] != strand_[p.b]) pairs_[apart++] = p;
    pairs_.resize(apart);
    if (near_.size() < apart) near_.resize(apart + apart / 4);
    const float slack = settings.diameter * 1e-3f;  // rounding
    constexpr float evenness = 1e-4f;
    auto chunk = [&](int index, int) {
        size_t first = static_cast<size_t>(index) * ContactChunks::chunk;
        size_t last = first + ContactChunks::chunk < apart ? first + ContactChunks::chunk : apart;
        for (size_t i = first; i < last; i += 4) {
            const size_t count = last - i < 4 ? last - i : 4;
            FourSegments f = segmentsOf(&pairs_[i], count, begin_);
            // Less than the true distance squared, and the narrow phase never finds less than that.
            ContactVec3 p = gatherPoints(points.now, f.a0), u = gatherPoints(points.now, f.a1) - p;
            ContactVec3 q = gatherPoints(points.now, f.b0), v = gatherPoints(points.now, f.b1) - q;
            NearestOnSegments<ContactNumber> at = nearestOnSegments(p, u, q, v, evenness);
            ContactVec3 between = (p + at.s * u) - (q + at.t * v);
            ContactNumber least = dot(between, between) - ContactNumber(0.25f * evenness) * (dot(u, u) + dot(v, v));
            for (size_t k = 0; k < count; ++k) {
                float margin = maximum(margins_.of(f.a0[k]), margins_.of(f.a1[k])) +
                               maximum(margins_.of(f.b0[k]), margins_.of(f.b1[k]));
                float reach = settings.diameter + margin + slack;
                near_[i + k] = least[static_cast<int>(k)] <= reach * reach;
            }
        }
    };
    const int chunks = static_cast<int>((apart + ContactChunks::chunk - 1) / ContactChunks::chunk);
    if (pool != nullptr) pool->forEach(chunks, chunk);
    else for (int i = 0; i < chunks; ++i) chunk(i, 0);
    size_t near = 0;
    for (size_t i = 0; i < apart; ++i)
        if (near_[i]) pairs_[near++] = pairs_[i];
    pairs_.resize(near);
}

void SegmentContacts::find(const HairPoints& points, const SegmentSettings& settings, ThreadPool* pool) {
    if (settings.diameter != lastDiameter_) {
        margins_.forget();
        lastDiameter_ = settings.diameter;
    }
    if (margins_.left(points, leastMargin * settings.diameter, mostMargin * settings.diameter))
        search(points, settings, pool);

    contacts_.fill(pairs_.size(), pool, [&](size_t first, size_t last, Contact* out) {
        size_t made = 0;
        for (size_t i = first; i < last; i += 4) {
            const size_t count = last - i < 4 ? last - i : 4;
            const FourSegments f = segmentsOf(&pairs_[i], count, begin_);
            const Gap gap = gapOf(points.now, f, settings.threePoints);
            float least[4] = {-1, -1, -1, -1};
            for (size_t k = 0; k < count; ++k) least[k] = diameter_[i + k];
            if (!anyLane(gap.distance < loadLanes<4>(least))) continue;
            for (int k = 0; k < static_cast<int>(count); ++k) {
                if (!(gap.distance[k] < least[k])) continue;
                const float s = gap.at.s[k], t = gap.at.t[k];
                Contact& c = out[made++];
                c = {{f.a0[k], f.a1[k], f.b0[k], f.b1[k], f.a0[k]}, {1 - s, s, t - 1, -t, 0}, {0, 0, 0}, 0, {0, 0, 0}};
                Vec3f way{0, 0, 0};
                for (int j = 0; j < 4; ++j)
                    way = way + c.weight[j] * (positionOf(points.now[c.point[j]]) - positionOf(points.before[c.point[j]]));
                Vec3f u = positionOf(points.now[f.a1[k]]) - positionOf(points.now[f.a0[k]]);
                Vec3f v = positionOf(points.now[f.b1[k]]) - positionOf(points.now[f.b0[k]]);
                // Segments that cut each other are parted across both.
                Vec3f apart = normalizedOr(cross(u, v), Vec3f{0, 1, 0});
                c.normal = normalizedOr(Vec3f{gap.between.x[k], gap.between.y[k], gap.between.z[k]}, apart);
                c.depth = least[k] - gap.distance[k];
                c.slip = way - dot(way, c.normal) * c.normal;
            }
        }
        return made;
    });
}

}  // namespace ringlet
