// Static links (StaticLinks) as loops: each link weakens and tells what it pulls, each point gathers what
// its links give it, in their order.
#pragma once

#include "core/base/ordered.h"
#include "core/contact/hair_point.h"
#include "core/contact/link_math.h"

namespace ringlet {

// A link as plain numbers.
struct LinkRow {
    uint32_t tip, base, before;  // points; before: of the segment before the base, or the base where that is a root
    Vec3f offset, direction;     // see StaticLink
    float load;                  // see StaticLinks
};

inline namespace RINGLET_ISA {

template <class Executor>
class GatheredLinks {
public:
    // Links of the host's memory, on so many points.
    void set(Executor& on, const LinkRow* links, size_t count, size_t points) {
        count_ = count, points_ = points;
        on.write(links_.room(on, count), links, count);
        strengths_.room(on, count), pulls_.room(on, count);
        on.each(3 * count, PointOf{links_.data(), keys_.room(on, 3 * count)});
        lists_.run(on, keys_.data(), 3 * count, points);
    }
    float* strengths() { return strengths_.data(); }
    size_t count() const { return count_; }
    // Weakens links, and adds what they pull to `moves`.
    void apply(Executor& on, const HairPoint* points, const LinkSettings& settings, HairMove* moves) {
        on.each(count_, Pull{points, links_.data(), settings, strengths_.data(), pulls_.data()});
        on.each(points_, Gather{points, lists_.begins(), lists_.items(), pulls_.data(), moves});
    }

    struct Pulls {
        Vec3f by, lever;
        bool any;
    };
    // Bodies.
    struct PointOf {
        const LinkRow* links;
        uint32_t* keys;
        RINGLET_HD void operator()(uint32_t i) const {
            const LinkRow& link = links[i / 3];
            keys[i] = i % 3 == 0 ? link.tip : i % 3 == 1 ? link.base : link.before;
        }
    };
    struct Pull {
        const HairPoint* points;
        const LinkRow* links;
        LinkSettings settings;
        float* strengths;
        Pulls* pulls;
        RINGLET_HD void operator()(uint32_t i) const {
            pulls[i].any = false;
            const LinkRow& l = links[i];
            const float left = strengths[i];
            if (!(left > 0)) return;
            const HairPoint &p = points[l.base], &q = points[l.tip], &o = points[l.before];
            const LinkEnds<float> ends{{p.x, p.y, p.z}, {q.x, q.y, q.z}, {o.x, o.y, o.z}, l.offset, l.direction};
            const LinkPull<float> pull = pullOf(ends, left, l.load, settings);
            strengths[i] = pull.left;
            if (pull.strength > 0) pulls[i] = {pull.by, pull.lever, true};
        }
    };
    struct Gather {
        const HairPoint* points;
        const uint32_t *begins, *items;
        const Pulls* pulls;
        HairMove* moves;
        RINGLET_HD void operator()(uint32_t point) const {
            const float inverseMass = points[point].inverseMass;
            Vec3f sum = moves[point].by;
            for (uint32_t i = begins[point]; i < begins[point + 1]; ++i) {
                const Pulls& p = pulls[items[i] / 3];
                if (!p.any) continue;
                const uint32_t end = items[i] % 3;
                if (end == 0) sum = sum + -inverseMass * p.by;
                else if (end == 1) sum = sum + inverseMass * (p.by + p.lever);
                else sum = sum + -inverseMass * p.lever;
            }
            moves[point].by = sum;
        }
    };

private:
    size_t count_ = 0, points_ = 0;
    typename Executor::template Array<LinkRow> links_;
    typename Executor::template Array<float> strengths_;
    typename Executor::template Array<Pulls> pulls_;
    typename Executor::template Array<uint32_t> keys_;
    ListsByKey<Executor> lists_;
};

}  // namespace RINGLET_ISA
}  // namespace ringlet
