#include "core/contact/layer_contacts.h"

#include "core/contact/segment_math.h"

namespace ringlet {
namespace {

typedef ContactNumber N;

Vec3f laneOf(const ContactVec3& v, int k) { return {v.x[k], v.y[k], v.z[k]}; }

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

typedef LayerPlaces<N> Places;

// `inverseMasses`: of the corners and the points.
inline Places placesOf(const HairPoint* points, const FourPairs& f, N* inverseMasses = nullptr) {
    Places p;
    p.x = gatherPoints(points, f.point, inverseMasses != nullptr ? inverseMasses + 4 : nullptr);
    for (int k = 0; k < 4; ++k)
        p.c[k] = gatherPoints(points, f.corner[k], inverseMasses != nullptr ? inverseMasses + k : nullptr);
    return p;
}

}  // namespace

LayerContacts::LayerContacts(const std::vector<uint32_t>& strands, std::vector<Quad> quads)
    : quads_(std::move(quads)), slabs_(quads_.size() + 3), near_(most * strands.size()), nears_(strands.size()) {
    pointBoxes_.resize(strands.size());
    pointBoxes_.owner = strands;
    quadBoxes_.resize(quads_.size());
    // A strand does not cross its own layers.
    for (size_t i = 0; i < quads_.size(); ++i) {
        slabs_[i].owners[0] = strands[quads_[i].corners[0]];
        slabs_[i].owners[1] = strands[quads_[i].corners[2]];
    }
}

void LayerContacts::findRest(const HairPoint* rest) {
    for (const Quad& quad : quads_) restMiddle_.push_back(restOfQuad(rest, quad));
}

void LayerContacts::search(const HairPoints& points, const LayerSettings& settings, ThreadPool* pool) {
    constexpr Vec3f beyond{farAway, farAway, farAway};
    for (uint32_t p = 0; p < nears_.size(); ++p) {
        // Roots are fixed: they are no boxes, and nothing overlaps them.
        const Vec3f x = positionOf(points.now[p]);
        const bool free = points.now[p].inverseMass > 0;
        pointBoxes_.set(p, free ? x : beyond, free ? x : -beyond);
    }
    for (size_t i = 0; i < quads_.size(); i += 4) {
        const size_t count = quads_.size() - i < 4 ? quads_.size() - i : 4;
        uint32_t corner[4][4];
        for (size_t j = 0; j < 4; ++j)
            for (int k = 0; k < 4; ++k) corner[k][j] = quads_[i + (j < count ? j : 0)].corners[k];
        ContactVec3 c[4];
        for (int k = 0; k < 4; ++k) c[k] = gatherPoints(points.now, corner[k]);
        const QuadShape<N> shape = quadShape(c, settings);
        for (size_t j = 0; j < count; ++j) {
            const int k = static_cast<int>(j);
            quadBoxes_.set(i + j, laneOf(shape.low, k), laneOf(shape.high, k));
            Slab& slab = slabs_[i + j];
            slab.normal = laneOf(shape.normal, k);
            slab.offset = shape.offset[k];
            slab.half = shape.half[k];
        }
    }
    const size_t leftOut = crowds_.thinUntil(pointBoxes_, settings.thickness, [&] {
        pairs_.clear(mostPairsOf(nears_.size()));
        broadPhase_.find(settings.broadPhase, pointBoxes_, &quadBoxes_, pairs_, {slabs_.data(), pool});
        return !pairs_.full();
    });
    if (leftOut_ < leftOut) leftOut_ = leftOut;
}

// Of all pairs those that touch, lined up in their order.
void LayerContacts::measure(const HairPoints& points, const LayerSettings& settings, ThreadPool* pool) {
    const N thickness = N(settings.thickness);
    touching_.fill(pairs_.size(), pool, [&](size_t first, size_t last, Near* out) {
        Pair close[pairChunk + 4];
        float at[3][pairChunk + 4];  // u, v and the distance of those
        size_t closes = 0, made = 0;
        // The broad phase leaves pairs with one quad beside each other.
        for (size_t i = first, end = first; i < last; i = end) {
            const uint32_t quad = pairs_[i].b;
            while (end < last && pairs_[end].b == quad) ++end;
            Places p;
            for (int k = 0; k < 4; ++k) p.c[k] = splat<N>(positionOf(points.now[quads_[quad].corners[k]]));
            for (size_t j = i; j < end; j += 4) {
                uint32_t point[4];
                for (size_t k = 0; k < 4; ++k) point[k] = pairs_[j + k < end ? j + k : j].a;
                p.x = gatherPoints(points.now, point);
                const NearestOnQuad<N> nearest = nearestOnQuad(p.x, p.c[0], p.c[1], p.c[2], p.c[3]);
                const N distance = lengthOf(betweenAt(p, nearest.u, nearest.v));
                const uint32_t bits = laneBits(distance < thickness) & (end - j < 4 ? (1u << (end - j)) - 1 : 15u);
                if (bits == 0) continue;
                for (int k = 0; k < 4; ++k) {  // written in any case
                    close[closes] = {point[k], quad};
                    at[0][closes] = nearest.u[k], at[1][closes] = nearest.v[k], at[2][closes] = distance[k];
                    closes += bits >> k & 1;
                }
            }
        }
        for (size_t i = 0; i < closes; i += 4) {
            const size_t count = closes - i < 4 ? closes - i : 4;
            const N u = loadLanes<4>(&at[0][i]), distance = loadLanes<4>(&at[2][i]);
            const N depth = depthOf(points, settings, &close[i], count, u, distance);
            for (size_t k = 0; k < count; ++k) {
                const float d = depth[static_cast<int>(k)];
                out[made] = {at[2][i + k], d, at[0][i + k], at[1][i + k], close[i + k].a, close[i + k].b};
                made += d > 0;
            }
        }
        return made;
    });
}

// How deep each point is in the thickness of its quad, m.
N LayerContacts::depthOf(const HairPoints& points, const LayerSettings& settings, const Pair* pairs, size_t count, N u,
                         N distance) const {
    const FourPairs f = fourOf(pairs, count, quads_);
    uint32_t quad[4];
    for (size_t k = 0; k < 4; ++k) quad[k] = pairs[k < count ? k : 0].b;
    N reach, least(settings.thickness);
    const ContactVec3 fromMiddle = gatherPoints(points.rest, f.point) - gatherPoints(restMiddle_.data(), quad, &reach);
    const auto nearAtRest = mayRestNear(fromMiddle, reach, settings.thickness);
    if (anyLane(nearAtRest)) least = select(nearAtRest, minimum(least, restingAt(placesOf(points.rest, f))), least);
    return layerDepth(placesOf(points.now, f), u, least, distance, settings.width);
}

// The nearest quads of each point, of equally near ones the first: the same in whatever
// order pairs come.
void LayerContacts::chooseNearest() {
    nears_.assign(nears_.size(), 0);
    for (size_t i = 0; i < touching_.count(); ++i) {
        Near one = touching_.all()[i];
        Near* const slot = &near_[size_t{most} * one.point];
        int& count = nears_[one.point];
        for (int k = 0; k < count; ++k)
            if (one.before(slot[k])) std::swap(one, slot[k]);
        if (count < most) slot[count++] = one;
    }
    chosen_.clear();
    for (size_t p = 0; p < nears_.size(); ++p)
        for (int k = 0; k < nears_[p]; ++k) chosen_.push_back(near_[size_t{most} * p + static_cast<size_t>(k)]);
}

void LayerContacts::find(const HairPoints& points, const LayerSettings& settings, ThreadPool* pool) {
    if (restMiddle_.size() != quads_.size()) findRest(points.rest);
    search(points, settings, pool);
    measure(points, settings, pool);
    chooseNearest();
    contacts_.fill(chosen_.size(), pool, [&](size_t first, size_t last, Contact* out) {
        for (size_t i = first; i < last; i += 4) {
            const size_t count = last - i < 4 ? last - i : 4;
            Pair pairs[4];
            float place[2][4];
            for (size_t k = 0; k < 4; ++k) {
                const Near& n = chosen_[i + (k < count ? k : 0)];
                pairs[k] = {n.point, n.quad};
                place[0][k] = n.u, place[1][k] = n.v;
            }
            const FourPairs f = fourOf(pairs, 4, quads_);
            N mass[5];
            const Places p = placesOf(points.now, f, mass), was = placesOf(points.before, f);
            const LayerTouch<N> touch = layerTouch(p, was, loadLanes<4>(place[0]), loadLanes<4>(place[1]));
            const N* const w = touch.weight;
            N shares[4];
            for (int k = 0; k < 4; ++k) shares[k] = w[k] * mass[k];
            for (size_t k = 0; k < count; ++k) {
                const int lane = static_cast<int>(k);
                out[i - first + k] = {{f.corner[0][k], f.corner[1][k], f.corner[2][k], f.corner[3][k], f.point[k]},
                                      {-w[0][lane], -w[1][lane], -w[2][lane], -w[3][lane], 1},
                                      laneOf(touch.normal, lane), chosen_[i + k].depth, laneOf(touch.slip, lane), 0,
                                      {-shares[0][lane], -shares[1][lane], -shares[2][lane], -shares[3][lane],
                                       mass[4][lane]}};
            }
        }
        return last - first;
    });
}

}  // namespace ringlet
