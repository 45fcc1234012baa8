// The narrow phase of segments (SegmentContacts) as loops over pairs that may come near: count, scan, fill. The same
// contacts in the same order, whatever runs it.
#pragma once

#include "core/contact/gathered_forces.h"

namespace ringlet {
inline namespace RINGLET_ISA {

template <class Executor>
class GatheredTouches {
public:
    // Pairs of the executor's memory, sorted by their segments.
    void setPairs(const NearPair* pairs, size_t count) { near_ = pairs, nears_ = count, helds_ = touches_ = 0; }
    // The contacts of a step. now: where inertia takes points; before: where they began.
    void find(Executor& on, const HairPoint* now, const HairPoint* before, const TouchStep& step) {
        uint32_t* const flags = flags_.room(on, nears_ + 1);
        if (!step.held) {
            HeldPair* const found = found_.room(on, nears_);
            on.each(nears_, Due{now, near_, step, found, flags});
            helds_ = chosen_.among(on, flags, nears_);
            on.each(nears_, KeepHeld{found, flags, held_.room(on, helds_)});
        }
        on.each(helds_, Touching{now, held_.data(), step.held, flags});
        touches_ = chosen_.among(on, flags, helds_);
        const bool again = step.held && !step.threePoints;
        on.each(helds_, Fill{now, before, held_.data(), flags, step.conservative, again, contacts_.room(on, touches_)});
    }
    const Contact* contacts() const { return contacts_.data(); }
    size_t count() const { return touches_; }

    // Bodies.
    struct Due {
        const HairPoint* now;
        const NearPair* pairs;
        TouchStep step;
        HeldPair* found;
        uint32_t* flags;
        RINGLET_HD void operator()(uint32_t i) const {
            const NearPair pair = pairs[i];
            flags[i] = 0;
            if ((pair.steps & step.now) == 0) return;
            const Gap<float> gap = gapOf(endsOf(now, pair.a, pair.b), step.conservative, step.threePoints);
            const float apart = gap.distance - pair.least;
            if (!(apart < step.slack)) return;
            flags[i] = 1;
            found[i] = {{pair.a, pair.b}, gap.at.s, gap.at.t, pair.least, apart < 0.0f ? 1.0f : 0.0f};
        }
    };
    struct Touching {
        const HairPoint* now;
        const HeldPair* pairs;
        bool again;
        uint32_t* flags;
        RINGLET_HD void operator()(uint32_t i) const {
            const HeldPair& pair = pairs[i];
            if (!again) {
                flags[i] = pair.touches != 0 ? 1 : 0;
                return;
            }
            const NearestOnSegments<float> at{pair.s, pair.t};
            flags[i] = lengthOf(betweenAt(endsOf(now, pair.pair.a, pair.pair.b), at)) < pair.least ? 1 : 0;
        }
    };
    struct Fill {
        const HairPoint *now, *before;
        const HeldPair* pairs;
        const uint32_t* places;
        bool conservative, again;
        Contact* contacts;
        RINGLET_HD void operator()(uint32_t i) const {
            if (places[i] == places[i + 1]) return;
            const HeldPair pair = pairs[i];
            const uint32_t a = pair.pair.a, b = pair.pair.b;
            const Ends<float> e = endsOf(now, a, b), was = endsOf(before, a, b);
            NearestOnSegments<float> at{pair.s, pair.t};
            if (again) at = nearestOnSegments(e.p, e.u, e.q, e.v, segmentEvenness);
            const Touch<float> touch = touchOf(e, was, at, pair.least, conservative);
            Contact c{{a, a + 1, b, b + 1, 0}, {}, touch.normal, touch.depth, touch.slip, touch.approach, {}};
            for (int k = 0; k < 4; ++k) {
                c.weight[k] = touch.weight[k];
                c.share[k] = touch.weight[k] * e.masses[k];
            }
            contacts[places[i]] = c;
        }
    };
    typedef typename Chosen<Executor>::template Keep<HeldPair> KeepHeld;

private:
    const NearPair* near_ = nullptr;
    size_t nears_ = 0, helds_ = 0, touches_ = 0;
    typename Executor::template Array<HeldPair> found_, held_;
    typename Executor::template Array<Contact> contacts_;
    typename Executor::template Array<uint32_t> flags_;
    Chosen<Executor> chosen_;
};

}  // namespace RINGLET_ISA
}  // namespace ringlet
