// The springs between wisps' points, sorted by their ends, as loops on a device: which let go, which come anew, and what each point has.
#pragma once

#include "core/base/ordered.h"
#include "core/contact/boxes.h"
#include "core/models/discrete_rod/discrete_rod_kernels.h"
#include "core/models/discrete_rod/wisp_gap_math.h"
#include "core/models/strands_at.h"
#include "core/models/tile_io.h"

namespace ringlet::discrete_rod {
inline namespace RINGLET_ISA {

template <class Executor>
class GatheredTangles {
public:
    void set(Executor& on, const std::vector<Tangle>& from) {
        count_ = from.size();
        on.write(tangles_[turn_].room(on, count_), from.data(), count_);
    }
    void get(Executor& on, std::vector<Tangle>& to) {
        to.resize(count_);
        on.fetch(to.data(), all(), count_);
    }
    const Tangle* all() const { return tangles_[turn_].data(); }
    size_t count() const { return count_; }

    // Those that are stretched too far let go.
    void letGo(Executor& on, const WispView& view, const WispContactSettings& s) {
        uint32_t* const flags = flags_.room(on, count_ + 1);
        on.each(count_, Holds{view, all(), s, flags});
        take(on, all(), flags, count_, tangles_[1 - turn_]);
        turn_ = 1 - turn_, count_ = taken_;
    }
    // Of each point its springs, two items each.
    void list(Executor& on, size_t points) {
        uint32_t* const keys = keys_.room(on, 2 * count_);
        on.each(2 * count_, EndOf{all(), keys});
        lists_.run(on, keys, 2 * count_, points);
    }
    const uint32_t* begins() const { return lists_.begins(); }
    const uint32_t* items() const { return lists_.items(); }

    // New ones between cells that run alike and touch, where there are none; merged with those that are in their order.
    void entangle(Executor& on, const WispView& view, const CellShape* shapes, const Pair* alike, size_t pairs, const WispContactSettings& s,
                  size_t points) {
        uint32_t* const flags = flags_.room(on, 4 * pairs + 1);
        Tangle* const made = made_.room(on, 4 * pairs);
        on.each(pairs, Find{view, shapes, alike, s, made, flags});
        take(on, made, flags, 4 * pairs, found_);
        // By b, then by a.
        uint32_t* const keys = keys_.room(on, taken_);
        for (int end = 1; end >= 0; --end) {
            on.each(taken_, KeyOf{found_.data(), end, keys});
            sort_.run(on, keys, nullptr, taken_, bitsFor(points));
            on.each(taken_, Order{found_.data(), sort_.items(), made_.data()});
            on.each(taken_, Copy{made_.data(), found_.data()});
        }
        const uint32_t old = static_cast<uint32_t>(count_);
        on.each(taken_, IsNew{found_.data(), all(), old, flags});
        take(on, made_.data(), flags, taken_, found_);
        const uint32_t fresh = static_cast<uint32_t>(taken_);
        Tangle* const merged = tangles_[1 - turn_].room(on, count_ + fresh);
        on.each(fresh, Merge{found_.data(), all(), old, merged});
        on.each(old, Merge{all(), found_.data(), fresh, merged});
        turn_ = 1 - turn_, count_ += fresh;
    }

    // Bodies.
    struct Holds {
        WispView view;
        const Tangle* tangles;
        WispContactSettings s;
        uint32_t* flags;
        RINGLET_HD void operator()(uint32_t i) const { flags[i] = breaks(view.told[tangles[i].a].x - view.told[tangles[i].b].x, tangles[i].rest, s) ? 0 : 1; }
    };
    struct EndOf {
        const Tangle* tangles;
        uint32_t* keys;
        RINGLET_HD void operator()(uint32_t i) const { keys[i] = i % 2 == 0 ? tangles[i / 2].a : tangles[i / 2].b; }
    };
    struct Find {
        WispView view;
        const CellShape* shapes;
        const Pair* pairs;
        WispContactSettings s;
        Tangle* made;
        uint32_t* flags;
        RINGLET_HD void operator()(uint32_t i) const {
            const uint32_t a = pairs[i].a, b = pairs[i].b;
            const bool touch = touching(view, a, b, s.thickness);
            for (uint32_t k = 0; k < 4; ++k)
                flags[4 * i + k] = touch && tangleOf(view, shapes, a, b, k, s.reach, made[4 * i + k]) ? 1 : 0;
        }
    };
    struct KeyOf {
        const Tangle* tangles;
        int end;
        uint32_t* keys;
        RINGLET_HD void operator()(uint32_t i) const { keys[i] = end == 0 ? tangles[i].a : tangles[i].b; }
    };
    struct Order {
        const Tangle* from;
        const uint32_t* order;
        Tangle* to;
        RINGLET_HD void operator()(uint32_t i) const { to[i] = from[order[i]]; }
    };
    struct Copy {
        const Tangle* from;
        Tangle* to;
        RINGLET_HD void operator()(uint32_t i) const { to[i] = from[i]; }
    };
    RINGLET_HD static uint32_t before(const Tangle* sorted, uint32_t count, const Tangle& t) {
        return firstFrom(count, [&](uint32_t k) { return discrete_rod::before(sorted[k].a, sorted[k].b, t.a, t.b); });
    }
    RINGLET_HD static bool sameEnds(const Tangle& a, const Tangle& b) { return a.a == b.a && a.b == b.b; }
    // The first between two points between which there is none.
    struct IsNew {
        const Tangle *found, *old;
        uint32_t count;
        uint32_t* flags;
        RINGLET_HD void operator()(uint32_t i) const {
            const uint32_t at = before(old, count, found[i]);
            const bool first = i == 0 || !sameEnds(found[i - 1], found[i]);
            flags[i] = first && !(at < count && sameEnds(old[at], found[i])) ? 1 : 0;
        }
    };
    // Of two sorted lists without a pair in common one is put where it comes among both.
    struct Merge {
        const Tangle *own, *other;
        uint32_t count;  // of the other
        Tangle* merged;
        RINGLET_HD void operator()(uint32_t i) const { merged[i + before(other, count, own[i])] = own[i]; }
    };
    typedef typename Chosen<Executor>::template Keep<Tangle> Keep;

private:
    typedef typename Executor::template Array<Tangle> Tangles;
    void take(Executor& on, const Tangle* from, uint32_t* flags, size_t count, Tangles& to) {
        taken_ = chosen_.among(on, flags, count);
        on.each(count, Keep{from, flags, to.room(on, taken_)});
    }

    size_t count_ = 0, taken_ = 0;
    int turn_ = 0;
    Tangles tangles_[2], made_, found_;
    typename Executor::template Array<uint32_t> flags_, keys_;
    Chosen<Executor> chosen_;
    StableSort<Executor> sort_;
    ListsByKey<Executor> lists_;
};

}  // namespace RINGLET_ISA
}  // namespace ringlet::discrete_rod
