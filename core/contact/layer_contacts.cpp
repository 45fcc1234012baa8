#include "core/contact/layer_contacts.h"

#include "core/contact/segment_math.h"

namespace ringlet {
namespace {

constexpr float restShare = 0.95f;
constexpr float thinsFrom = 0.75f;  // of the width
constexpr float far = 1e30f;        // m

struct FourPairs {
    uint32_t point[4], corner[4][4];  // corner[k][pair]
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

// Points and the corners of quads.
struct Places {
    ContactVec3 x, c[4];
};

inline Places placesOf(const HairPoint* points, const FourPairs& f) {
    Places p;
    p.x = gatherPoints(points, f.point);
    for (int k = 0; k < 4; ++k) p.c[k] = gatherPoints(points, f.corner[k]);
    return p;
}

struct Gap {
    NearestOnQuad<ContactNumber> at;
    ContactVec3 between;  // from the quad to the point, m
    ContactNumber distance;
};

inline Gap gapOf(const Places& p) {
    Gap gap;
    gap.at = nearestOnQuad(p.x, p.c[0], p.c[1], p.c[2], p.c[3]);
    const ContactVec3 low = p.c[0] + gap.at.u * (p.c[1] - p.c[0]), high = p.c[2] + gap.at.u * (p.c[3] - p.c[2]);
    gap.between = p.x - (low + gap.at.v * (high - low));
    gap.distance = lengthOf(gap.between);
    return gap;
}

}  // namespace

LayerContacts::LayerContacts(const std::vector<uint32_t>& strands, std::vector<Quad> quads)
    : strand_(strands), quads_(std::move(quads)), slabs_(quads_.size()), near_(most * strands.size()) {
    pointBoxes_.resize(strand_.size());
    quadBoxes_.resize(quads_.size());
}

void LayerContacts::findRest(const HairPoint* rest) {
    for (const Quad& quad : quads_) {
        Vec3f middle{0, 0, 0};
        for (uint32_t c : quad.corners) middle = middle + 0.25f * positionOf(rest[c]);
        float reach = 0;
        for (uint32_t c : quad.corners) reach = maximum(reach, lengthOf(positionOf(rest[c]) - middle));
        restMiddle_.push_back({middle.x, middle.y, middle.z, reach});
    }
}

void LayerContacts::search(const HairPoints& points, const LayerSettings& settings) {
    constexpr Vec3f lowest{far, far, far};
    for (uint32_t p = 0; p < strand_.size(); ++p) {
        // Roots are fixed: they are no boxes, and nothing overlaps them.
        const Vec3f x = positionOf(points.now[p]);
        const bool free = points.now[p].inverseMass > 0;
        pointBoxes_.set(p, free ? x : lowest, free ? x : -lowest);
    }
    const float r = settings.thickness * 1.001f, open = settings.width;
    for (size_t i = 0; i < quads_.size(); ++i) {
        Vec3f c[4], low = lowest, high = -lowest;
        for (int k = 0; k < 4; ++k) c[k] = positionOf(points.now[quads_[i].corners[k]]);
        // A quad that is open at both ends is none.
        const Vec3f begin = c[2] - c[0], end = c[3] - c[1];
        if (dot(begin, begin) < open * open || dot(end, end) < open * open || dot(begin, end) < 0) {
            for (const Vec3f& x : c) {
                low = {minimum(low.x, x.x), minimum(low.y, x.y), minimum(low.z, x.z)};
                high = {maximum(high.x, x.x), maximum(high.y, x.y), maximum(high.z, x.z)};
            }
            low = low - Vec3f{r, r, r};
            high = high + Vec3f{r, r, r};
        }
        quadBoxes_.set(i, low, high);
        // The plane of the diagonals' directions: all four corners are as far from it, on either
        // side, and the quad lies between.
        const Vec3f normal = normalizedOr(cross(c[3] - c[0], c[2] - c[1]), Vec3f{0, 0, 0});
        const Vec3f middle = 0.25f * ((c[0] + c[1]) + (c[2] + c[3]));
        const float half = absolute(dot(c[0] - middle, normal)) + settings.thickness * 1.01f;
        slabs_[i] = {normal, dot(middle, normal), half};
    }
    pairs_.clear();
    broadPhase_.find(settings.broadPhase, pointBoxes_, &quadBoxes_, pairs_, slabs_.data());
    size_t apart = 0;
    for (const Pair& p : pairs_) {
        const uint32_t* c = quads_[p.b].corners;
        const uint32_t strand = strand_[p.a];
        // A strand does not cross its own layers.
        if (strand != strand_[c[0]] && strand != strand_[c[2]]) pairs_[apart++] = p;
    }
    pairs_.keepFirst(apart);
}

// How deep each point is in the thickness of its quad.
void LayerContacts::measure(const HairPoints& points, const LayerSettings& settings, ThreadPool* pool) {
    typedef ContactNumber N;
    const N zero = N(0), one = N(1), thickness = N(settings.thickness);
    const N width = N(settings.width), thins = N(1 / ((1 - thinsFrom) * settings.width));
    if (measured_.size() < pairs_.size()) measured_.resize(pairs_.size() + pairs_.size() / 4);
    inChunks(pairs_.size(), pool, [&](size_t first, size_t last) {
        for (size_t i = first; i < last; i += 4) {
            const size_t count = last - i < 4 ? last - i : 4;
            for (size_t k = 0; k < count; ++k) measured_[i + k] = {0, 0};
            const FourPairs f = fourOf(&pairs_[i], count, quads_);
            const Places p = placesOf(points.now, f);
            const Gap gap = gapOf(p);
            if (!anyLane(gap.distance < thickness)) continue;
            // Where the point rests nearer than that to the quad, it counts from there.
            uint32_t quad[4];
            for (size_t k = 0; k < 4; ++k) quad[k] = pairs_[i + (k < count ? k : 0)].b;
            N least = thickness;
            const ContactVec3 fromMiddle = gatherPoints(points.rest, f.point) - gatherPoints(restMiddle_.data(), quad);
            float near[4];
            for (size_t k = 0; k < 4; ++k) near[k] = restMiddle_[quad[k]].inverseMass;
            const N within = loadLanes<4>(near) + thickness * N(1 / restShare);
            const auto nearAtRest = dot(fromMiddle, fromMiddle) < within * within;
            if (anyLane(nearAtRest)) {
                const N rest = N(restShare) * gapOf(placesOf(points.rest, f)).distance;
                least = select(nearAtRest, minimum(least, rest), least);
            }
            // It thins and ends where its guides are too far apart.
            const ContactVec3 begin = p.c[2] - p.c[0], end = p.c[3] - p.c[1];
            const N opening = lengthOf(begin + gap.at.u * (end - begin));
            const N depth = least * clamped((width - opening) * thins, zero, one) - gap.distance;
            for (size_t k = 0; k < count; ++k)
                measured_[i + k] = {maximum(depth[static_cast<int>(k)], 0.0f), gap.distance[static_cast<int>(k)]};
        }
    });
}

// The nearest quads of each point, of equally near ones the first: the same in whatever
// order pairs come.
void LayerContacts::chooseNearest() {
    const uint32_t none = static_cast<uint32_t>(pairs_.size());
    for (Near& n : near_) n = {far, none, ~0u};
    for (uint32_t i = 0; i < none; ++i) {
        if (!(measured_[i].depth > 0)) continue;
        Near one{measured_[i].distance, i, pairs_[i].b};
        Near* slot = &near_[size_t{most} * pairs_[i].a];
        for (int k = 0; k < most; ++k)
            if (one.distance < slot[k].distance || (one.distance == slot[k].distance && one.quad < slot[k].quad)) {
                const Near other = slot[k];
                slot[k] = one;
                one = other;
            }
    }
    chosen_.clear();
    depth_.clear();
    for (const Near& n : near_) {
        if (n.pair == none) continue;
        chosen_.push_back(pairs_[n.pair]);
        depth_.push_back(measured_[n.pair].depth);
    }
}

void LayerContacts::find(const HairPoints& points, const LayerSettings& settings, ThreadPool* pool) {
    if (restMiddle_.size() != quads_.size()) findRest(points.rest);
    search(points, settings);
    measure(points, settings, pool);
    chooseNearest();
    contacts_.fill(chosen_.size(), pool, [&](size_t first, size_t last, Contact* out) {
        for (size_t i = first; i < last; i += 4) {
            const size_t count = last - i < 4 ? last - i : 4;
            const FourPairs f = fourOf(&chosen_[i], count, quads_);
            const Places p = placesOf(points.now, f), was = placesOf(points.before, f);
            const Gap gap = gapOf(p);
            const ContactNumber one = ContactNumber(1), u = gap.at.u, v = gap.at.v;
            const ContactVec3 along = p.c[1] - p.c[0], across = p.c[2] - p.c[0], up = splat<ContactNumber>(Vec3f{0, 1, 0});
            const ContactVec3 normal =
                normalizedOrElse(gap.between, [&] { return normalizedOr(cross(along, across), up); });
            ContactVec3 way = p.x - was.x;
            const ContactNumber weights[4] = {(one - u) * (one - v), u * (one - v), (one - u) * v, u * v};
            for (int k = 0; k < 4; ++k) way = way - weights[k] * (p.c[k] - was.c[k]);
            way = way - dot(way, normal) * normal;
            for (size_t k = 0; k < count; ++k) {
                const int lane = static_cast<int>(k);
                out[i - first + k] = {{f.corner[0][k], f.corner[1][k], f.corner[2][k], f.corner[3][k], f.point[k]},
                                      {-weights[0][lane], -weights[1][lane], -weights[2][lane], -weights[3][lane], 1},
                                      {normal.x[lane], normal.y[lane], normal.z[lane]}, depth_[i + k],
                                      {way.x[lane], way.y[lane], way.z[lane]}, 0};
            }
        }
        return last - first;
    });
}

}  // namespace ringlet
