#include "core/contact/layer_contacts.h"

#include "core/contact/segment_math.h"

namespace ringlet {
namespace {

constexpr float leastMargin = 0.15f, mostMargin = 0.75f;  // shares of the thickness, as in segment_contacts.cpp
constexpr float restShare = 0.95f;

struct FourPairs {
    uint32_t point[4], corner[4][4];  // corner[k][pair]
};

struct Gap {
    NearestOnQuad<ContactNumber> at;
    ContactVec3 between;  // from the quad to the point, m
    ContactNumber distance;
};

FourPairs fourOf(const Pair* pairs, size_t count, const std::vector<Quad>& quads) {
    FourPairs f;
    for (size_t i = 0; i < 4; ++i) {
        const Pair& p = pairs[i < count ? i : 0];
        f.point[i] = p.a;
        for (int k = 0; k < 4; ++k) f.corner[k][i] = quads[p.b].corners[k];
    }
    return f;
}

Gap gapOf(const HairPoint* points, const FourPairs& f) {
    ContactVec3 x = gatherPoints(points, f.point), c[4];
    for (int k = 0; k < 4; ++k) c[k] = gatherPoints(points, f.corner[k]);
    Gap gap;
    gap.at = nearestOnQuad(x, c[0], c[1], c[2], c[3]);
    ContactVec3 low = c[0] + gap.at.u * (c[1] - c[0]), high = c[2] + gap.at.u * (c[3] - c[2]);
    gap.between = x - (low + gap.at.v * (high - low));
    gap.distance = lengthOf(gap.between);
    return gap;
}

}  // namespace

LayerContacts::LayerContacts(const std::vector<uint32_t>& strands, std::vector<Quad> quads)
    : strand_(strands), quads_(std::move(quads)), margins_(strands.size()) {
    pointBoxes_.resize(strand_.size());
    quadBoxes_.resize(quads_.size());
    pairs_.reserve(8 * strand_.size());
}

float LayerContacts::marginOf(const Quad& quad) const {
    float most = 0;
    for (uint32_t p : quad.corners) most = maximum(most, margins_.of(p));
    return most;
}

void LayerContacts::search(const HairPoints& points, float thickness, BroadPhaseKind broadPhase) {
    for (uint32_t p = 0; p < strand_.size(); ++p) {
        Vec3f x = positionOf(points.now[p]);
        float r = margins_.of(p);
        pointBoxes_.set(p, x - Vec3f{r, r, r}, x + Vec3f{r, r, r});
    }
    for (size_t i = 0; i < quads_.size(); ++i) {
        Vec3f low = positionOf(points.now[quads_[i].corners[0]]), high = low;
        for (uint32_t p : quads_[i].corners) {
            Vec3f x = positionOf(points.now[p]);
            low = {minimum(low.x, x.x), minimum(low.y, x.y), minimum(low.z, x.z)};
            high = {maximum(high.x, x.x), maximum(high.y, x.y), maximum(high.z, x.z)};
        }
        float r = thickness * 1.001f + marginOf(quads_[i]);
        quadBoxes_.set(i, low - Vec3f{r, r, r}, high + Vec3f{r, r, r});
    }
    pairs_.clear();
    broadPhase_.find(broadPhase, pointBoxes_, &quadBoxes_, pairs_);
    size_t kept = 0;
    for (const Pair& p : pairs_) {
        const Quad& q = quads_[p.b];
        const uint32_t strand = strand_[p.a];
        // Roots are fixed, and a strand does not cross its own layers.
        if (strand == strand_[q.corners[0]] || strand == strand_[q.corners[2]] || points.now[p.a].inverseMass == 0) continue;
        pairs_[kept++] = p;
    }
    pairs_.resize(kept);
    sortPairs(pairs_, static_cast<uint32_t>(strand_.size()), first_, scratch_);
    thickness_.resize(kept);
    for (size_t i = 0; i < kept; i += 4) {
        const size_t count = kept - i < 4 ? kept - i : 4;
        ContactNumber rest = gapOf(points.rest, fourOf(&pairs_[i], count, quads_)).distance;
        for (size_t k = 0; k < count; ++k)
            thickness_[i + k] = minimum(thickness, restShare * rest[static_cast<int>(k)]);
    }
}

void LayerContacts::find(const HairPoints& points, float thickness, BroadPhaseKind broadPhase, ThreadPool* pool) {
    if (thickness != lastThickness_) {
        margins_.forget();
        lastThickness_ = thickness;
    }
    if (margins_.left(points, leastMargin * thickness, mostMargin * thickness)) search(points, thickness, broadPhase);

    contacts_.fill(pairs_.size(), pool, [&](size_t first, size_t last, Contact* out) {
        size_t made = 0;
        for (size_t i = first; i < last; i += 4) {
            const size_t count = last - i < 4 ? last - i : 4;
            const FourPairs f = fourOf(&pairs_[i], count, quads_);
            const Gap gap = gapOf(points.now, f);
            float least[4] = {-1, -1, -1, -1};
            for (size_t k = 0; k < count; ++k) least[k] = thickness_[i + k];
            if (!anyLane(gap.distance < loadLanes<4>(least))) continue;
            for (int k = 0; k < static_cast<int>(count); ++k) {
                if (!(gap.distance[k] < least[k])) continue;
                const float u = gap.at.u[k], v = gap.at.v[k];
                Contact& c = out[made++];
                c = {{f.corner[0][k], f.corner[1][k], f.corner[2][k], f.corner[3][k], f.point[k]},
                     {(u - 1) * (1 - v), -u * (1 - v), (u - 1) * v, -u * v, 1}, {0, 0, 0}, 0, {0, 0, 0}};
                Vec3f way{0, 0, 0};
                for (int j = 0; j < 5; ++j)
                    way = way + c.weight[j] * (positionOf(points.now[c.point[j]]) - positionOf(points.before[c.point[j]]));
                Vec3f along = positionOf(points.now[f.corner[1][k]]) - positionOf(points.now[f.corner[0][k]]);
                Vec3f across = positionOf(points.now[f.corner[2][k]]) - positionOf(points.now[f.corner[0][k]]);
                Vec3f face = normalizedOr(cross(along, across), Vec3f{0, 1, 0});
                c.normal = normalizedOr(Vec3f{gap.between.x[k], gap.between.y[k], gap.between.z[k]}, face);
                c.depth = least[k] - gap.distance[k];
                c.slip = way - dot(way, c.normal) * c.normal;
            }
        }
        return made;
    });
}

}  // namespace ringlet
