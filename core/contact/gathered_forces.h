// The forces of contacts (contact_forces.h) as loops over points and contacts: each point gathers what its
// contacts give it, in their order, which is the order in which ContactForces scatters. So both give the same bits.
//
// Hits, contact by contact in their order, are taken in rounds: in each of them those whose points wait for no
// hit before theirs. Hits of one round have no point in common.
#pragma once

#include "core/base/ordered.h"
#include "core/contact/touch_math.h"

namespace ringlet {
inline namespace RINGLET_ISA {

template <class Executor>
class GatheredForces {
public:
    // Adds what contacts of `each` points (4 or 5) push to `moves`, one of each of so many points.
    void apply(Executor& on, const Contact* contacts, size_t count, int each, const ContactMaterial& material, HairMove* moves,
               size_t points) {
        if (count == 0) return;
        const uint32_t pointsEach = static_cast<uint32_t>(each);
        uint32_t* const keys = keys_.room(on, count * pointsEach);
        on.each(count * pointsEach, PointOf{contacts, nullptr, pointsEach, keys});
        lists_.run(on, keys, count * pointsEach, points);
        float* const loads = loads_.room(on, points);
        on.each(points, LoadOf{contacts, lists_.begins(), lists_.items(), pointsEach, loads});
        Force* const forces = forces_.room(on, count);
        uint32_t* const flags = flags_.room(on, count + 1);
        on.each(count, ForceOf{contacts, loads, pointsEach, material, forces, flags});
        on.each(points, MoveOf{contacts, forces, lists_.begins(), lists_.items(), pointsEach, moves});
        if (!material.linear) stopFast(on, contacts, count, pointsEach, moves, points);
    }

    struct Force {
        float row[4];  // x, y, z, and what friction may hold
    };

    // Bodies.
    struct PointOf {
        const Contact* contacts;
        const uint32_t* which;  // null: all
        uint32_t each;
        uint32_t* keys;
        RINGLET_HD void operator()(uint32_t i) const {
            const uint32_t contact = which != nullptr ? which[i / each] : i / each;
            keys[i] = contacts[contact].point[i % each];
        }
    };
    // How many contacts' weights a point has: what its springs are softened by.
    struct LoadOf {
        const Contact* contacts;
        const uint32_t *begins, *items;
        uint32_t each;
        float* loads;
        RINGLET_HD void operator()(uint32_t point) const {
            float load = 0;
            for (uint32_t i = begins[point]; i < begins[point + 1]; ++i)
                load += absolute(contacts[items[i] / each].share[items[i] % each]);
            loads[point] = load;
        }
    };
    struct ForceOf {
        const Contact* contacts;
        const float* loads;
        uint32_t each;
        ContactMaterial material;
        Force* forces;
        uint32_t* fast;
        RINGLET_HD void operator()(uint32_t i) const {
            const Contact& c = contacts[i];
            float load = 0.5f;
            for (uint32_t k = 0; k < each; ++k) load = maximum(load, loads[c.point[k]]);
            const ContactForce<float> force = forceOf(c.normal, c.depth, c.slip, load, material);
            forces[i] = {{force.by.x, force.by.y, force.by.z, force.hold}};
            fast[i] = c.approach > 0 ? 1 : 0;
        }
    };
    struct MoveOf {
        const Contact* contacts;
        const Force* forces;
        const uint32_t *begins, *items;
        uint32_t each;
        HairMove* moves;
        RINGLET_HD void operator()(uint32_t point) const {
            HairMove move = moves[point];
            for (uint32_t i = begins[point]; i < begins[point + 1]; ++i) {
                const Contact& c = contacts[items[i] / each];
                const float* const f = forces[items[i] / each].row;
                const float share = c.share[items[i] % each], grip = absolute(c.weight[items[i] % each]);
                move.by = {move.by.x + share * f[0], move.by.y + share * f[1], move.by.z + share * f[2]};
                move.grip = move.grip + grip * f[3];
            }
            moves[point] = move;
        }
    };
    // Hit h is that of contact hits[h]; it is a point's next where the point has it at its front.
    struct Ready {
        const uint32_t *left, *items, *fronts, *pointOf;
        uint32_t each;
        uint32_t *ready, *waits;
        RINGLET_HD void operator()(uint32_t i) const {
            ready[i] = 0;
            if (!waits[i]) return;
            const uint32_t hit = left[i];
            bool first = true;
            for (uint32_t k = 0; k < each; ++k) first = first && items[fronts[pointOf[hit * each + k]]] == hit * each + k;
            ready[i] = first ? 1 : 0;
            waits[i] = first ? 0 : 1;
        }
    };
    struct Hit {
        const Contact* contacts;
        const uint32_t *left, *hits, *ready;
        uint32_t each;
        uint32_t* fronts;
        HairMove* moves;
        RINGLET_HD void operator()(uint32_t i) const {
            if (!ready[i]) return;
            const Contact& c = contacts[hits[left[i]]];
            Vec3f moved{0, 0, 0};
            float mobility = 1e-6f;
            for (uint32_t k = 0; k < each; ++k) {
                moved = moved + c.weight[k] * moves[c.point[k]].by;
                mobility += c.weight[k] * c.share[k];
            }
            const float parted = moved.x * c.normal.x + moved.y * c.normal.y + moved.z * c.normal.z;
            const float push = maximum(c.approach - parted, 0.0f) / mobility;
            for (uint32_t k = 0; k < each; ++k) {
                HairMove& move = moves[c.point[k]];
                move.by = move.by + (c.share[k] * push) * c.normal;
                move.grip = move.grip + (c.share[k] * push) * 0.0f;  // a push that is no number is seen there, too
                ++fronts[c.point[k]];
            }
        }
    };
    struct Set {
        uint32_t* to;
        RINGLET_HD void operator()(uint32_t i) const { to[i] = 1; }
    };
    struct Number {
        uint32_t* to;
        RINGLET_HD void operator()(uint32_t i) const { to[i] = i; }
    };
    struct Copy {
        const uint32_t* from;
        uint32_t* to;
        RINGLET_HD void operator()(uint32_t i) const { to[i] = from[i]; }
    };

private:
    typedef typename Executor::template Array<uint32_t> Numbers;
    typedef typename Chosen<Executor>::template Keep<uint32_t> Keep;

    void stopFast(Executor& on, const Contact* contacts, size_t count, uint32_t each, HairMove* moves, size_t points) {
        uint32_t* const numbers = left_[0].room(on, count);
        on.each(count, Number{numbers});
        size_t left = chosen_.among(on, flags_.data(), count);
        if (left == 0) return;
        uint32_t* const hits = hits_.room(on, left);
        on.each(count, Keep{numbers, flags_.data(), hits});
        uint32_t* const keys = keys_.room(on, left * each);
        on.each(left * each, PointOf{contacts, hits, each, keys});
        lists_.run(on, keys, left * each, points);
        uint32_t* const fronts = fronts_.room(on, points);
        on.each(points, Copy{lists_.begins(), fronts});
        on.each(left, Number{numbers});
        uint32_t* const ready = ready_.room(on, left);
        uint32_t* const waits = flags_.room(on, left + 1);
        size_t rounds = 4;  // until the host looks at how many are left; ever more, for those left wait for each other in long chains
        for (int turn = 0; left > 0; turn = 1 - turn, rounds *= rounds < 32 ? 2 : 1) {
            const uint32_t* const now = left_[turn].data();
            on.each(left, Set{waits});
            for (size_t round = 0; round < rounds; ++round) {
                on.each(left, Ready{now, lists_.items(), fronts, keys, each, ready, waits});
                on.each(left, Hit{contacts, now, hits, ready, each, fronts, moves});
            }
            const size_t waiting = chosen_.among(on, waits, left);
            uint32_t* const next = left_[1 - turn].room(on, waiting);
            on.each(left, Keep{now, waits, next});
            if (waiting == left) return;  // never: a contact names no point twice
            left = waiting;
        }
    }

    Numbers keys_, flags_, hits_, fronts_, ready_, left_[2];
    ListsByKey<Executor> lists_;
    Chosen<Executor> chosen_;
    typename Executor::template Array<float> loads_;
    typename Executor::template Array<Force> forces_;
};

}  // namespace RINGLET_ISA
}  // namespace ringlet
