// Pairs in the order of their first items, for who gathers by them.
#pragma once

#include "core/base/ordered.h"
#include "core/contact/boxes.h"

namespace ringlet {
inline namespace RINGLET_ISA {

template <class Executor>
class PairsBySide {
public:
    // `to`: room for as many. Pairs of one first item stay in their order. items: more than any pair's `a`.
    void run(Executor& on, const Pair* pairs, size_t count, size_t items, Pair* to) {
        uint32_t* const keys = keys_.room(on, count);
        on.each(count, SideOf{pairs, keys});
        sort_.run(on, keys, nullptr, count, bitsFor(items));
        on.each(count, Order{pairs, sort_.items(), to});
    }

    struct SideOf {
        const Pair* pairs;
        uint32_t* keys;
        RINGLET_HD void operator()(uint32_t i) const { keys[i] = pairs[i].a; }
    };
    struct Order {
        const Pair* from;
        const uint32_t* order;
        Pair* to;
        RINGLET_HD void operator()(uint32_t i) const { to[i] = from[order[i]]; }
    };

private:
    StableSort<Executor> sort_;
    typename Executor::template Array<uint32_t> keys_;
};

}  // namespace RINGLET_ISA
}  // namespace ringlet
