#include "core/groom/guides.h"

#include "core/groom/root_neighbours.h"
#include "core/math/random.h"

#include <algorithm>
#include <numeric>

namespace ringlet {
namespace {

constexpr double mostWork = 4e8;        // strand-guide distances
constexpr int candidates = 6;           // guides among which a strand finds its own
constexpr int samples = 9;              // points at which shapes are compared
// How much tips and middles count beside roots in the distance between strands.
constexpr float shapeWeight = 0.25f;

// A groom's strands by index, in whatever groups they lie.
class Strands {
public:
    explicit Strands(const Groom& groom) : groom_(groom) {
        for (const StrandGroup& g : groom.groups)
            for (uint32_t s = 0; s < g.strandCount; ++s) {
                first_.push_back(groom.points.data() + g.firstPoint + size_t{s} * g.points);
                points_.push_back(g.points);
            }
    }
    uint32_t count() const { return static_cast<uint32_t>(first_.size()); }
    uint32_t points(uint32_t strand) const { return points_[strand]; }
    const Vec3f* begin(uint32_t strand) const { return first_[strand]; }
    // At v in [0, 1] of the way along its points.
    Vec3f at(uint32_t strand, float v) const {
        return strandPoint(first_[strand], points_[strand], clamped(v, 0.0f, 1.0f));
    }
    float length(uint32_t strand) const {
        float sum = 0;
        for (uint32_t i = 1; i < points_[strand]; ++i) sum += lengthOf(first_[strand][i] - first_[strand][i - 1]);
        return sum;
    }
    const Groom& groom() const { return groom_; }

private:
    const Groom& groom_;
    std::vector<const Vec3f*> first_;
    std::vector<uint32_t> points_;
};

// The numbers 0 to count - 1 in an order without any (Fisher and Yates).
std::vector<uint32_t> shuffled(uint32_t count, uint64_t stream) {
    std::vector<uint32_t> order(count);
    std::iota(order.begin(), order.end(), 0u);
    Random random(1, stream);
    for (uint32_t i = count; i > 1; --i) {
        const uint32_t j = static_cast<uint32_t>((uint64_t{random.bits()} * i) >> 32);
        std::swap(order[i - 1], order[j]);
    }
    return order;
}

float squared(Vec3f v) { return dot(v, v); }

// Farthest-point order of `count` of the strands.
std::vector<uint32_t> spreadStrands(const Strands& strands, uint32_t count) {
    std::vector<uint32_t> from(strands.count());
    std::iota(from.begin(), from.end(), 0u);
    if (static_cast<double>(count) * strands.count() > mostWork) {
        const double sample = maximum(mostWork / count, 2.0 * count);
        from = shuffled(strands.count(), 1);
        if (sample < strands.count()) from.resize(static_cast<size_t>(sample));
        std::stable_sort(from.begin(), from.end());
    }
    struct Key {
        Vec3f root, middle, tip;
    };
    std::vector<Key> keys;
    keys.reserve(from.size());
    Vec3d sum{0, 0, 0};
    for (uint32_t s : from) {
        keys.push_back({strands.at(s, 0), strands.at(s, 0.5f), strands.at(s, 1)});
        sum = sum + Vec3d{keys.back().root.x, keys.back().root.y, keys.back().root.z};
    }
    sum = sum * (1.0 / static_cast<double>(from.size()));
    const Vec3f center{static_cast<float>(sum.x), static_cast<float>(sum.y), static_cast<float>(sum.z)};
    size_t next = 0;
    for (size_t i = 1; i < keys.size(); ++i)
        if (squared(keys[i].root - center) < squared(keys[next].root - center)) next = i;

    std::vector<float> apart(keys.size(), 1e30f);  // squared, from the nearest guide
    std::vector<uint32_t> chosen;
    while (chosen.size() < count) {
        chosen.push_back(from[next]);
        const Key guide = keys[next];
        apart[next] = -1;
        size_t farthest = next;
        for (size_t i = 0; i < keys.size(); ++i) {
            if (apart[i] < 0) continue;
            const float d = squared(keys[i].root - guide.root) +
                            shapeWeight * (squared(keys[i].middle - guide.middle) + squared(keys[i].tip - guide.tip));
            if (d < apart[i]) apart[i] = d;
            if (apart[i] > apart[farthest]) farthest = i;
        }
        next = farthest;
    }
    return chosen;
}

Groom guidesOf(const Strands& strands, const std::vector<uint32_t>& chosen) {
    const Groom& groom = strands.groom();
    Groom guides;
    for (uint32_t s : chosen) {
        const Vec3f* p = strands.begin(s);
        addStrand(guides, std::vector<Vec3f>(p, p + strands.points(s)), groom.rootNormals[s], groom.radii[s]);
        guides.rootTangents.back() = groom.rootTangents[s];
    }
    return guides;
}

// A follower without offsets gets those that put its root and tip on the strand's.
void meetEnds(const Strands& strands, const Strands& guides, uint32_t strand, Follower& f) {
    const Quatf head{0, 0, 0, 1};
    auto point = [&](uint32_t guide, float v) { return guides.at(guide, v); };
    f.rootOffset = f.tipOffset = {0, 0, 0};
    const float blend = followBlend(f.closes, f.reach);
    f.rootOffset = strands.at(strand, 0) - followedPoint(f, 0, head, point);
    const Vec3f tip = strands.at(strand, 1) - followedPoint(f, 1, head, point);
    // followedPoint() now counts rootOffset * (1 - blend) at its end.
    f.tipOffset = tip * (1 / maximum(blend, 1e-6f));
}

float deviationOf(const Strands& strands, const Strands& guides, uint32_t strand, const Follower& f) {
    float most = 0;
    for (int i = 1; i + 1 < samples; ++i) {
        const float u = static_cast<float>(i) / (samples - 1);
        const Vec3f p = followedPoint(f, u, Quatf{0, 0, 0, 1}, [&](uint32_t g, float v) { return guides.at(g, v); });
        most = maximum(most, lengthOf(p - strands.at(strand, u)));
    }
    return most;
}

// Of the guides alone, and of the nearest of them mixed, the follower that comes
// closest to the strand.
Follower bestFollower(const Strands& strands, const Strands& guides, const std::vector<float>& guideLength,
                      uint32_t strand, const uint32_t* near, float& deviation) {
    const float length = strands.length(strand);
    Follower best;
    deviation = 1e30f;
    auto consider = [&](Follower f) {
        meetEnds(strands, guides, strand, f);
        const float d = deviationOf(strands, guides, strand, f);
        if (d < deviation) {
            deviation = d;
            best = f;
        }
    };
    const Vec3f root = strands.at(strand, 0);
    Follower mixed;
    float sum = 0;
    int used = 0;
    for (int k = 0; k < candidates; ++k) {
        if (k > 0 && near[k] == near[0]) break;
        Follower alone;
        for (uint32_t& g : alone.guides) g = near[k];
        consider(alone);
        const float part = length / maximum(guideLength[near[k]], 1e-9f);
        if (part < 0.98f) {  // a shorter strand as the first part of its guide
            alone.reach = maximum(part, 0.05f);
            consider(alone);
        }
        if (used == followGuides) continue;
        mixed.guides[used] = near[k];
        mixed.atRoot[used] = 1 / (squared(guides.at(near[k], 0) - root) + 1e-8f);
        sum += mixed.atRoot[used++];
        if (used < 2) continue;
        Follower f = mixed;
        for (int i = 0; i < followGuides; ++i) {
            if (i >= used) f.guides[i] = f.guides[0];
            f.atRoot[i] = f.atTip[i] = i < used ? mixed.atRoot[i] / sum : 0;
        }
        consider(f);
    }
    return best;
}

}  // namespace

GuidedGroom guidedGroom(const Groom& groom, uint32_t count) {
    GuidedGroom out;
    const Strands strands(groom);
    if (strands.count() == 0 || count == 0) return out;
    if (count > strands.count()) count = strands.count();
    out.strand = spreadStrands(strands, count);
    // Strands alike in points lie together, so that they are one group.
    std::stable_sort(out.strand.begin(), out.strand.end(),
                     [&](uint32_t a, uint32_t b) { return strands.points(a) < strands.points(b); });
    out.guides = guidesOf(strands, out.strand);

    const Strands guides(out.guides);
    std::vector<bool> isGuide(strands.count(), false);
    for (uint32_t s : out.strand) isGuide[s] = true;
    for (uint32_t g : shuffled(count, 2)) {
        Follower itself;
        for (uint32_t& guide : itself.guides) guide = g;
        out.table.followers.push_back(itself);
        out.drawn.push_back(out.strand[g]);
    }
    if (count == strands.count()) return out;

    std::vector<float> length(count);
    for (uint32_t g = 0; g < count; ++g) length[g] = guides.length(g);
    std::vector<Vec3f> roots;
    for (uint32_t g = 0; g < count; ++g) roots.push_back(guides.at(g, 0));
    const RootNeighbours neighbourhood(roots);
    std::vector<uint32_t> near(size_t{count} * candidates);
    for (uint32_t g = 0; g < count; ++g) neighbourhood.nearest(g, candidates, &near[size_t{g} * candidates]);
    double sum = 0;
    for (uint32_t s : shuffled(strands.count(), 3)) {
        if (isGuide[s]) continue;
        const uint32_t* around = &near[size_t{neighbourhood.closest(strands.at(s, 0))} * candidates];
        float deviation = 0;
        out.table.followers.push_back(bestFollower(strands, guides, length, s, around, deviation));
        out.drawn.push_back(s);
        deviation = deviation / maximum(strands.length(s), 1e-9f);
        sum += deviation;
        out.mostDeviation = maximum(out.mostDeviation, deviation);
    }
    out.meanDeviation = static_cast<float>(sum / (strands.count() - count));
    return out;
}

}  // namespace ringlet
