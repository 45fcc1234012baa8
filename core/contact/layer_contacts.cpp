#include "core/contact/layer_contacts.h"

#include "core/contact/segment_math.h"

namespace ringlet {
namespace {

constexpr float restShare = 0.95f;
constexpr float thinsFrom = 0.75f;         // of the width

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

// How wide a quad is at v along its sides, m: between its guides.
Vec3f openingAt(const HairPoint* points, const uint32_t* corners, float v) {
    Vec3f a = positionOf(points[corners[0]]), b = positionOf(points[corners[1]]);
    Vec3f c = positionOf(points[corners[2]]), d = positionOf(points[corners[3]]);
    return (c + v * (d - c)) - (a + v * (b - a));
}

}  // namespace

LayerContacts::LayerContacts(const std::vector<uint32_t>& strands, std::vector<Quad> quads)
    : strand_(strands), quads_(std::move(quads)) {
    pointBoxes_.resize(strand_.size());
    quadBoxes_.resize(quads_.size());
    pairs_.reserve(8 * strand_.size());
}

void LayerContacts::search(const HairPoints& points, const LayerSettings& settings) {
    constexpr Vec3f lowest{1e30f, 1e30f, 1e30f};
    for (uint32_t p = 0; p < strand_.size(); ++p) {
        // Roots are fixed: they are no boxes, and nothing overlaps them.
        const Vec3f x = positionOf(points.now[p]);
        const bool free = points.now[p].inverseMass > 0;
        pointBoxes_.set(p, free ? x : lowest, free ? x : -lowest);
    }
    const float r = settings.thickness * 1.001f, open = settings.width;
    for (size_t i = 0; i < quads_.size(); ++i) {
        const uint32_t* c = quads_[i].corners;
        Vec3f low = lowest, high = -lowest;
        // A quad that is open at both ends is none.
        const Vec3f begin = openingAt(points.now, c, 0), end = openingAt(points.now, c, 1);
        if (dot(begin, begin) < open * open || dot(end, end) < open * open || dot(begin, end) < 0) {
            for (int k = 0; k < 4; ++k) {
                const HairPoint& x = points.now[c[k]];
                low = {minimum(low.x, x.x), minimum(low.y, x.y), minimum(low.z, x.z)};
                high = {maximum(high.x, x.x), maximum(high.y, x.y), maximum(high.z, x.z)};
            }
            low = low - Vec3f{r, r, r};
            high = high + Vec3f{r, r, r};
        }
        quadBoxes_.set(i, low, high);
    }
    pairs_.clear();
    broadPhase_.find(settings.broadPhase, pointBoxes_, &quadBoxes_, pairs_);
    keepNear(points, settings.thickness);
    sortPairs(pairs_, static_cast<uint32_t>(strand_.size()), first_, scratch_);
    thickness_.resize(pairs_.size());
    for (size_t i = 0; i < pairs_.size(); i += 4) {
        const size_t count = pairs_.size() - i < 4 ? pairs_.size() - i : 4;
        ContactNumber rest = gapOf(points.rest, fourOf(&pairs_[i], count, quads_)).distance;
        for (size_t k = 0; k < count; ++k)
            thickness_[i + k] = minimum(settings.thickness, restShare * rest[static_cast<int>(k)]);
    }
}

// Of pairs whose boxes overlap, those of other strands that are near enough: a flat
// quad is no nearer than its plane, a bent one by at most a quarter of what it bends.
void LayerContacts::keepNear(const HairPoints& points, float thickness) {
    size_t apart = 0;
    for (const Pair& p : pairs_) {
        const uint32_t* c = quads_[p.b].corners;
        const uint32_t strand = strand_[p.a];
        // A strand does not cross its own layers.
        if (strand != strand_[c[0]] && strand != strand_[c[2]]) pairs_[apart++] = p;
    }
    size_t near = 0;
    for (size_t i = 0; i < apart; i += 4) {
        const size_t count = apart - i < 4 ? apart - i : 4;
        const FourPairs f = fourOf(&pairs_[i], count, quads_);
        Pair four[4];
        for (size_t k = 0; k < count; ++k) four[k] = pairs_[i + k];
        const ContactVec3 x = gatherPoints(points.now, f.point), a = gatherPoints(points.now, f.corner[0]);
        const ContactVec3 b = gatherPoints(points.now, f.corner[1]), c = gatherPoints(points.now, f.corner[2]);
        const ContactVec3 d = gatherPoints(points.now, f.corner[3]);
        // The plane of the diagonals' directions; all four corners are as far from it on either side.
        const ContactVec3 normal = cross(d - a, c - b), middle = ContactNumber(0.25f) * (a + b + c + d);
        const ContactNumber across = absolute(dot(x - middle, normal)) - absolute(dot(a - middle, normal));
        const ContactNumber most = ContactNumber(thickness * 1.01f) * lengthOf(normal) + ContactNumber(1e-12f);
        const auto hit = across < most;
        if (!anyLane(hit)) continue;
        for (size_t k = 0; k < count; ++k)
            if (hit.bits[k]) pairs_[near++] = four[k];
    }
    pairs_.resize(near);
}

void LayerContacts::find(const HairPoints& points, const LayerSettings& settings, ThreadPool* pool) {
    search(points, settings);
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
                const uint32_t corners[4] = {f.corner[0][k], f.corner[1][k], f.corner[2][k], f.corner[3][k]};
                const float thin = (settings.width - lengthOf(openingAt(points.now, corners, u))) /
                                   ((1 - thinsFrom) * settings.width);
                const float depth = least[k] * clamped(thin, 0.0f, 1.0f) - gap.distance[k];
                if (!(depth > 0)) continue;
                Contact& c = out[made++];
                c = {{f.corner[0][k], f.corner[1][k], f.corner[2][k], f.corner[3][k], f.point[k]},
                     {(u - 1) * (1 - v), -u * (1 - v), (u - 1) * v, -u * v, 1}, {0, 0, 0}, 0, 0, {0, 0, 0}};
                Vec3f way{0, 0, 0};
                for (int j = 0; j < 5; ++j)
                    way = way + c.weight[j] * (positionOf(points.now[c.point[j]]) - positionOf(points.before[c.point[j]]));
                Vec3f along = positionOf(points.now[f.corner[1][k]]) - positionOf(points.now[f.corner[0][k]]);
                Vec3f across = positionOf(points.now[f.corner[2][k]]) - positionOf(points.now[f.corner[0][k]]);
                Vec3f face = normalizedOr(cross(along, across), Vec3f{0, 1, 0});
                c.normal = normalizedOr(Vec3f{gap.between.x[k], gap.between.y[k], gap.between.z[k]}, face);
                c.depth = depth;
                c.slip = way - dot(way, c.normal) * c.normal;
            }
        }
        return made;
    });
}

}  // namespace ringlet
