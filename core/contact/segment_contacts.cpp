#include "core/contact/segment_contacts.h"

#include "core/contact/segment_math.h"

namespace ringlet {
namespace {

// Rest distances count a little less, so that hair at rest does not touch.
constexpr float restShare = 0.95f;
// Segments that touch may come closer by this share of their distance a step.
constexpr float fastShare = 0.05f;

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

SegmentContacts::SegmentContacts(const std::vector<uint32_t>& strands) : ways_(strands.size()) {
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
    const float r = 0.5f * settings.diameter;
    const Vec3f radius{r, r, r};
    for (size_t i = 0; i < begin_.size(); ++i) {
        Vec3f low{1e30f, 1e30f, 1e30f}, high{-1e30f, -1e30f, -1e30f};
        ways_.addTo(begin_[i], low, high);
        ways_.addTo(begin_[i] + 1, low, high);
        boxes_.set(i, low - radius, high + radius);
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
            // How much nearer the segments can come: their ways' differences, and the margins.
            const HairPoint* ways = ways_.ways();
            ContactVec3 a0 = gatherPoints(ways, f.a0), a1 = gatherPoints(ways, f.a1);
            ContactVec3 b0 = gatherPoints(ways, f.b0), b1 = gatherPoints(ways, f.b1);
            ContactNumber nearer = maximum(maximum(dot(a0 - b0, a0 - b0), dot(a0 - b1, a0 - b1)),
                                           maximum(dot(a1 - b0, a1 - b0), dot(a1 - b1, a1 - b1)));
            ContactNumber reach = squareRoot(nearer);
            for (size_t k = 0; k < count; ++k) {
                float margin = maximum(ways_.margin(f.a0[k]), ways_.margin(f.a1[k])) +
                               maximum(ways_.margin(f.b0[k]), ways_.margin(f.b1[k]));
                float within = settings.diameter + margin + slack + reach[static_cast<int>(k)];
                near_[i + k] = least[static_cast<int>(k)] <= within * within;
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

void SegmentContacts::find(const HairPoints& points, const SegmentSettings& settings, ThreadPool* pool, int step) {
    if (step == 0) left_ = 0;
    if (left_ == 0) {
        ways_.begin(points, settings.diameter, settings.steps);
        left_ = settings.steps;
        search(points, settings, pool);
    }
    --left_;

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
                c = {{f.a0[k], f.a1[k], f.b0[k], f.b1[k], f.a0[k]}, {1 - s, s, t - 1, -t, 0}, {0, 0, 0}, 0, 0, {0, 0, 0}};
                Vec3f way{0, 0, 0};
                for (int j = 0; j < 4; ++j)
                    way = way + c.weight[j] * (positionOf(points.now[c.point[j]]) - positionOf(points.before[c.point[j]]));
                Vec3f u = positionOf(points.now[f.a1[k]]) - positionOf(points.now[f.a0[k]]);
                Vec3f v = positionOf(points.now[f.b1[k]]) - positionOf(points.now[f.b0[k]]);
                // Segments that cut each other are parted across both.
                Vec3f apart = normalizedOr(cross(u, v), Vec3f{0, 1, 0});
                const Vec3f between{gap.between.x[k], gap.between.y[k], gap.between.z[k]}, was = between - way;
                // Segments that passed each other in this step are parted to where they came from.
                const bool passed = dot(was, between) < 0;
                c.normal = normalizedOr(passed ? was : between, apart);
                c.depth = least[k] - dot(between, c.normal);
                const float along = dot(way, c.normal);
                c.approach = maximum(-along - fastShare * maximum(least[k] - c.depth, 0.0f), 0.0f);
                c.slip = way - along * c.normal;
            }
        }
        return made;
    });
}

}  // namespace ringlet
