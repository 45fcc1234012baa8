// Contacts of points with layers (LayerContacts) as loops, on any executor: the same contacts in the same order.
#pragma once

#include "core/contact/gathered_pairs.h"
#include "core/contact/layer_math.h"

namespace ringlet {
inline namespace RINGLET_ISA {

template <class Executor>
class GatheredLayers {
public:
    // Quads of the host's; strands and rest, one a point, of the executor's.
    void set(Executor& on, const Quad* quads, size_t count, const uint32_t* strands, const HairPoint* rest, size_t points) {
        quadCount_ = count, points_ = points, strands_ = strands, rest_ = rest;
        on.write(quads_.room(on, count), quads, count);
        on.each(count, RestOf{rest, quads_.data(), restMiddle_.room(on, count)});
    }
    void find(Executor& on, const HairPoint* now, const HairPoint* before, const LayerSettings& s) {
        search(on, now, s);
        const size_t all = pairs_.count();
        uint32_t* const flags = flags_.room(on, all + 1);
        NearLayer* const found = found_.room(on, all);
        on.each(all, Measure{now, rest_, restMiddle_.data(), quads_.data(), pairs_.pairs(), s, found, flags});
        const size_t near = chosen_.among(on, flags, all);
        on.each(all, Keep{found, flags, near_.room(on, near), keys_.room(on, near)});
        lists_.run(on, keys_.data(), near, points_);
        uint32_t* const places = places_.room(on, points_ + 1);
        on.each(points_, Nearest{near_.data(), lists_.begins(), lists_.items(), places, nearest_.room(on, mostLayers * points_)});
        count_ = chosen_.among(on, places, points_);
        on.each(points_, Fill{now, before, quads_.data(), nearest_.data(), places, contacts_.room(on, count_)});
    }
    // Of five points, point by point.
    const Contact* contacts() const { return contacts_.data(); }
    size_t count() const { return count_; }
    size_t leftOut() const { return leftOut_; }
    void clearLeftOut() { leftOut_ = 0; }

    // Bodies.
    struct RestOf {
        const HairPoint* rest;
        const Quad* quads;
        HairPoint* middle;
        RINGLET_HD void operator()(uint32_t i) const { middle[i] = restOfQuad(rest, quads[i]); }
    };
    // Roots are fixed: they are no boxes, and nothing overlaps them.
    struct PointBox {
        const HairPoint* now;
        const uint32_t* strands;
        BoxRow* boxes;
        RINGLET_HD void operator()(uint32_t p) const {
            const Vec3f x = positionOf(now[p]), beyond{farAway, farAway, farAway};
            const bool free = now[p].inverseMass > 0;
            boxes[p] = {free ? x : beyond, strands[p], free ? x : -beyond, p};
        }
    };
    struct QuadBox {
        const HairPoint* now;
        const Quad* quads;
        const uint32_t* strands;
        LayerSettings settings;
        BoxRow* boxes;
        Slab* slabs;
        RINGLET_HD void operator()(uint32_t i) const {
            const Quad& q = quads[i];
            const QuadShape<float> shape = quadShape(layerPlaces(now, q, q.corners[0]).c, settings);
            boxes[i] = {shape.low, 0, shape.high, i};
            // A strand does not cross its own layers.
            slabs[i] = {shape.normal, shape.offset, shape.half, {strands[q.corners[0]], strands[q.corners[2]]}};
        }
    };
    struct Measure {
        const HairPoint *now, *rest, *restMiddle;
        const Quad* quads;
        const Pair* pairs;
        LayerSettings settings;
        NearLayer* found;
        uint32_t* flags;
        RINGLET_HD void operator()(uint32_t i) const {
            const uint32_t point = pairs[i].a, quad = pairs[i].b;
            const LayerPlaces<float> p = layerPlaces(now, quads[quad], point);
            const NearestOnQuad<float> at = nearestOnQuad(p.x, p.c[0], p.c[1], p.c[2], p.c[3]);
            const float distance = lengthOf(betweenAt(p, at.u, at.v));
            flags[i] = 0;
            if (!(distance < settings.thickness)) return;
            float least = settings.thickness;
            const HairPoint& middle = restMiddle[quad];
            if (mayRestNear(positionOf(rest[point]) - positionOf(middle), middle.inverseMass, settings.thickness))
                least = minimum(least, restingAt(layerPlaces(rest, quads[quad], point)));
            const float depth = layerDepth(p, at.u, least, distance, settings.width);
            if (!(depth > 0)) return;
            flags[i] = 1;
            found[i] = {distance, depth, at.u, at.v, point, quad};
        }
    };
    struct Keep {
        const NearLayer* from;
        const uint32_t* places;
        NearLayer* to;
        uint32_t* keys;
        RINGLET_HD void operator()(uint32_t i) const {
            if (places[i] == places[i + 1]) return;
            to[places[i]] = from[i];
            keys[places[i]] = from[i].point;
        }
    };
    struct Nearest {
        const NearLayer* near;
        const uint32_t *begins, *items;
        uint32_t* counts;
        NearLayer* nearest;
        RINGLET_HD void operator()(uint32_t point) const {
            NearLayer* const slot = nearest + mostLayers * size_t{point};
            uint32_t count = 0;
            for (uint32_t i = begins[point]; i < begins[point + 1]; ++i) {
                NearLayer one = near[items[i]];
                for (uint32_t k = 0; k < count; ++k) {
                    if (!one.before(slot[k])) continue;
                    const NearLayer other = slot[k];
                    slot[k] = one, one = other;
                }
                if (count < mostLayers) slot[count++] = one;
            }
            counts[point] = count;
        }
    };
    struct Fill {
        const HairPoint *now, *before;
        const Quad* quads;
        const NearLayer* nearest;
        const uint32_t* places;
        Contact* contacts;
        RINGLET_HD void operator()(uint32_t point) const {
            for (uint32_t at = places[point]; at < places[point + 1]; ++at) {
                const NearLayer& n = nearest[mostLayers * size_t{point} + at - places[point]];
                const Quad& q = quads[n.quad];
                const LayerTouch<float> touch = layerTouch(layerPlaces(now, q, point), layerPlaces(before, q, point), n.u, n.v);
                Contact c{{q.corners[0], q.corners[1], q.corners[2], q.corners[3], point}, {0, 0, 0, 0, 1}, touch.normal, n.depth,
                          touch.slip, 0, {0, 0, 0, 0, now[point].inverseMass}};
                for (int k = 0; k < 4; ++k) {
                    c.weight[k] = -touch.weight[k];
                    c.share[k] = -(touch.weight[k] * now[q.corners[k]].inverseMass);
                }
                contacts[at] = c;
            }
        }
    };

private:
    void search(Executor& on, const HairPoint* now, const LayerSettings& s) {
        BoxRow* const points = pointBoxes_.room(on, points_);
        BoxRow* const quads = quadBoxes_.room(on, quadCount_);
        Slab* const slabs = slabs_.room(on, quadCount_);
        on.each(points_, PointBox{now, strands_, points});
        on.each(quadCount_, QuadBox{now, quads_.data(), strands_, s, quads, slabs});
        size_t leftOut = 0;
        for (float edge = maximum(Crowds::smallest * s.thickness, 1e-6f);; edge *= Crowds::growth) {
            pairs_.place(on, points, points_, askingShare * s.width);
            if (pairs_.ask(on, quads, quadCount_, mostPairsOf(points_), slabs) || !on.goesOn()) break;
            leftOut += pairs_.thin(on, points, points_, edge);
        }
        leftOut_ = leftOut_ < leftOut ? leftOut : leftOut_;
    }
    // Cells are as large as this share of what layers are open from: about a quad's size.
    static constexpr float askingShare = 0.4f;

    typedef typename Executor::template Array<uint32_t> Numbers;
    size_t quadCount_ = 0, points_ = 0, count_ = 0, leftOut_ = 0;
    const uint32_t* strands_ = nullptr;
    const HairPoint* rest_ = nullptr;
    Numbers flags_, keys_, places_;
    typename Executor::template Array<Quad> quads_;
    typename Executor::template Array<HairPoint> restMiddle_;
    typename Executor::template Array<BoxRow> pointBoxes_, quadBoxes_;
    typename Executor::template Array<Slab> slabs_;
    typename Executor::template Array<NearLayer> found_, near_, nearest_;
    typename Executor::template Array<Contact> contacts_;
    Chosen<Executor> chosen_;
    ListsByKey<Executor> lists_;
    GatheredPairs<Executor> pairs_;
};

}  // namespace RINGLET_ISA
}  // namespace ringlet
