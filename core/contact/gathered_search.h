// The search for pairs of segments that may come near (SegmentContacts::search) as loops, on any executor: the same pairs in
// the same order, and the same left out where hair lies in itself.
#pragma once

#include "core/contact/contact.h"
#include "core/contact/gathered_pairs.h"
#include "core/contact/gathered_ways.h"
#include "core/contact/near_math.h"
#include "core/contact/touch_math.h"

namespace ringlet {
inline namespace RINGLET_ISA {

template <class Executor>
class GatheredSearch {
public:
    // Points of the host's: strands[p] is the strand of point p, rest where it is in the rest shape.
    void setHair(Executor& on, const uint32_t* strands, const HairPoint* rest, size_t points) {
        points_ = points;
        on.write(strands_.room(on, points), strands, points);
        on.write(rest_.room(on, points), rest, points);
        uint32_t* const flags = flags_.room(on, points + 1);
        on.each(points, BeginsSegment{strands_.data(), static_cast<uint32_t>(points), flags});
        segments_ = chosen_.among(on, flags, points);
        on.each(points, KeepNumber{flags, segment_.room(on, segments_)});
    }
    const HairPoint* rest() const { return rest_.data(); }
    const uint32_t* strands() const { return strands_.data(); }

    // Points of the executor's.
    void find(Executor& on, const HairPoint* now, const HairPoint* before, const SegmentSearch& s) {
        const NearSettings near = nearSettings(s.diameter, s.steps, s.conservative);
        ways_.begin(on, now, before, points_, s.diameter, s.steps, foresightOf(s.conservative).longest * s.diameter);
        BoxRow* const boxes = boxes_.room(on, segments_);
        HairPoint* const swept = swept_.room(on, sweptRows * segments_);
        on.each(segments_, Sweep{now, ways_.ways(), ways_.low(), ways_.high(), segment_.data(), strands_.data(), 0.5f * s.diameter, boxes, swept});
        size_t leftOut = 0;
        for (float edge = maximum(Crowds::smallest * s.diameter, 1e-6f);; edge *= Crowds::growth) {
            pairs_.place(on, boxes, segments_, 0);
            if (pairs_.ask(on, boxes, segments_, mostPairsOf(segments_)) && keepNear(on, near)) break;
            if (!on.goesOn()) return;
            leftOut += pairs_.thin(on, boxes, segments_, edge);
        }
        leftOut_ = leftOut_ < leftOut ? leftOut : leftOut_;
        sort(on, s);
    }
    // Sorted by a, then b.
    const NearPair* pairs() const { return near_.data(); }
    size_t count() const { return count_; }
    // Segments that one search at most has left out.
    size_t leftOut() const { return leftOut_; }
    void clearLeftOut() { leftOut_ = 0; }

    // Bodies.
    struct BeginsSegment {
        const uint32_t* strands;
        uint32_t points;
        uint32_t* flags;
        RINGLET_HD void operator()(uint32_t p) const { flags[p] = p + 1 < points && strands[p] == strands[p + 1] ? 1 : 0; }
    };
    struct KeepNumber {
        const uint32_t* places;
        uint32_t* to;
        RINGLET_HD void operator()(uint32_t i) const {
            if (places[i] != places[i + 1]) to[places[i]] = i;
        }
    };
    // Where a segment may be until the next search, and what else of its way tells which come near.
    struct Sweep {
        const HairPoint *now, *ways, *low, *high;
        const uint32_t *segment, *strands;
        float radius;
        BoxRow* boxes;
        HairPoint* swept;
        RINGLET_HD void operator()(uint32_t i) const {
            const uint32_t p = segment[i];
            const Vec3f wide{radius, radius, radius};
            const Vec3f least = leastOf(positionOf(low[p]), positionOf(low[p + 1])) - wide;
            const Vec3f most = mostOf(positionOf(high[p]), positionOf(high[p + 1])) + wide;
            boxes[i] = {least, strands[p], most, i};
            sweepSegment(now + p, ways + p, swept + sweptRows * i);
        }
    };
    struct Near {
        const Pair* pairs;
        const HairPoint* swept;
        NearSettings settings;
        uint32_t *flags, *when;
        RINGLET_HD void operator()(uint32_t i) const {
            const OneRows a{swept + sweptRows * pairs[i].a}, b{swept + sweptRows * pairs[i].b};
            SetBits steps{0};
            if (mayMeet(movingOf<float>(a), movingOf<float>(b), settings)) nearSteps<float>(a, b, settings, steps);
            when[i] = steps.bits;
            flags[i] = steps.bits != 0 ? 1 : 0;
        }
    };
    struct Kept {
        Pair pair;
        uint32_t steps;
    };
    struct KeepNear {
        const Pair* pairs;
        const uint32_t *places, *when;
        Kept* kept;
        uint32_t* keys;
        RINGLET_HD void operator()(uint32_t i) const {
            if (places[i] == places[i + 1]) return;
            kept[places[i]] = {pairs[i], when[i]};
            keys[places[i]] = pairs[i].a;
        }
    };
    // Segments that rest so near that they would touch do so below less.
    struct Measure {
        const Kept* kept;
        const uint32_t *order, *segment;
        const HairPoint* rest;
        SegmentSearch search;
        NearPair* near;
        RINGLET_HD void operator()(uint32_t i) const {
            const Kept k = kept[order[i]];
            const uint32_t a = segment[k.pair.a], b = segment[k.pair.b];
            const float apart = gapOf(endsOf(rest, a, b), search.conservative, false).distance;
            near[i] = {a, b, minimum(search.diameter, restShare * apart), k.steps};
        }
    };

private:
    // Of pairs whose boxes overlap, those that come near enough, and in which steps. False: there are too many.
    bool keepNear(Executor& on, const NearSettings& settings) {
        const size_t all = pairs_.count();
        uint32_t* const flags = flags_.room(on, all + 1);
        uint32_t* const when = when_.room(on, all);
        on.each(all, Near{pairs_.pairs(), swept_.data(), settings, flags, when});
        count_ = chosen_.among(on, flags, all);
        if (count_ > mostNearOf(segments_)) return false;
        on.each(all, KeepNear{pairs_.pairs(), flags, when, kept_.room(on, count_), keys_.room(on, count_)});
        return true;
    }
    // By a; those of one a come in the order of b.
    void sort(Executor& on, const SegmentSearch& s) {
        sort_.run(on, keys_.data(), nullptr, count_, bitsFor(segments_));
        on.each(count_, Measure{kept_.data(), sort_.items(), segment_.data(), rest_.data(), s, near_.room(on, count_)});
    }

    typedef typename Executor::template Array<uint32_t> Numbers;
    size_t points_ = 0, segments_ = 0, count_ = 0, leftOut_ = 0;
    Numbers strands_, segment_, flags_, when_, keys_;
    typename Executor::template Array<HairPoint> rest_, swept_;
    typename Executor::template Array<BoxRow> boxes_;
    typename Executor::template Array<Kept> kept_;
    typename Executor::template Array<NearPair> near_;
    Chosen<Executor> chosen_;
    StableSort<Executor> sort_;
    GatheredWays<Executor> ways_;
    GatheredPairs<Executor> pairs_;
};

}  // namespace RINGLET_ISA
}  // namespace ringlet
