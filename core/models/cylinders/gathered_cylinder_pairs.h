// Strands against strands (CylinderPairs) as loops on a device, with segments where a device's groups have them: the same pairs in the
// same order, each end of a segment gathers what they give it in that order, and grips stay there.
#pragma once

#include "core/contact/gathered_pairs.h"
#include "core/contact/gathered_ways.h"
#include "core/contact/pairs_by_side.h"
#include "core/models/cylinders/cylinder_pairs_device.h"
#include "core/models/cylinders/segment_at.h"
#include "core/models/strands_at.h"

namespace ringlet::cylinders {
inline namespace RINGLET_ISA {

// Fields: those of the groups. Segments: where their segments lie.
template <class Executor, class Fields, class Segments = ChainSegments>
class GatheredCylinderPairs final : public CylinderPairsDevice {
public:
    GatheredCylinderPairs(Executor on, const std::vector<DeviceMemory>& memories) : on_(std::move(on)), memories_(memories) {}

    Status set(const std::vector<uint32_t>& strands, const std::vector<float*>& loads) override {
        count_ = strands.size(), loads_ = loads;
        on_.write(strands_.room(on_, count_), strands.data(), count_);
        segments_.room(on_, count_), listed_.room(on_, count_), boxes_.room(on_, count_);
        return on_.status();
    }
    Status setRest(const std::vector<Cylinder>& rest) override {
        rests_ = !rest.empty();
        on_.write(rest_.room(on_, rest.size()), rest.data(), rest.size());
        return on_.status();
    }
    Status setGrips(const std::vector<Grip>& from) override {
        gripCount_ = from.size(), leftOut_ = 0;
        on_.write(grips_[0].room(on_, gripCount_), from.data(), gripCount_);
        turn_ = 0;
        return on_.status();
    }
    Status grips(std::vector<Grip>& to) override {
        to.resize(gripCount_);
        on_.fetch(to.data(), grips_[turn_].data(), gripCount_);
        return on_.status();
    }
    Status find(const CylinderMaterial& m, int searchSteps) override {
        eachGroup([&](const SegmentsOf& of) { on_.each(of.count, Tell{of, m, segments_.data()}); });
        if (searchSteps > 0) {
            keeps_ = all(IsSlow{segments_.data(), keptWithin * m.radius / static_cast<float>(searchSteps), flags_.room(on_, count_ + 1)});
            if (!keeps_ || !listHolds(m)) list(m, searchSteps);
        } else if (keeps_ && !listHolds(m)) {
            list(m, 1);
        }
        findNear(m, m.range(), m.published ? 0.0f : 1.0f, list_.data(), listCount_, near_);
        if (!m.published) answer(m);
        on_.each(nearCount_, IsDeep{near_.data(), segments_.data(), m, deep_.room(on_, nearCount_)});
        const uint32_t points = m.published ? 2 : 4;
        uint32_t* const keys = keys_.room(on_, points * nearCount_);
        on_.each(points * nearCount_, PointOf{near_.data(), points, keys});
        lists_.run(on_, keys, points * nearCount_, count_);
        eachGroup([&](const SegmentsOf& of) {
            on_.each(of.count, Gather{of, m, segments_.data(), near_.data(), given_.data(), lists_.begins(), lists_.items()});
        });
        return on_.status();
    }
    Status centre() override {
        SegmentAhead* const ahead = ahead_.room(on_, count_);
        eachGroup([&](const SegmentsOf& of) { on_.each(of.count, TellAhead{of, segments_.data(), ahead}); });
        on_.each(nearCount_, Centre{segments_.data(), near_.data(), ahead, given_.data()});
        eachGroup([&](const SegmentsOf& of) { on_.each(of.count, GatherCentred{of, given_.data(), lists_.begins(), lists_.items()}); });
        return on_.status();
    }
    size_t touching() override { return nearCount_ > 0 ? static_cast<size_t>(sum_.run(on_, deep_.data(), nearCount_)) : 0; }
    size_t leftOut() const override { return leftOut_; }
    size_t bytes() const override { return on_.bytes(); }

    // Where a group's segments are.
    struct SegmentsOf {
        DeviceMemory memory;
        float* loads;
        uint32_t each, first, count;  // segments of a strand; the number of the first of the group, and how many
        RINGLET_HD ThreadAt<Fields, Layout::Tiles> strand(uint32_t i) const { return {memory, static_cast<int>(i / each)}; }
        RINGLET_HD uint32_t segment(uint32_t i) const { return i % each; }
        // A segment's loads.
        RINGLET_HD float* rows(uint32_t i) const {
            return strand(i).rowsOf(loads, size_t{loadRows} * memory.counts.particles) + size_t{segment(i)} * loadRows * memory.lanes;
        }
        RINGLET_HD Vec3f way(uint32_t i) const {
            const float* const from = rows(i) + size_t{LoadWay} * memory.lanes;
            return {from[0], from[memory.lanes], from[2 * memory.lanes]};
        }
    };
    struct PairGiven {
        SegmentLoad load[4];
        float at[2];
    };

    // Bodies.
    struct Tell {
        SegmentsOf of;
        CylinderMaterial m;
        Cylinder* segments;
        RINGLET_HD void operator()(uint32_t i) const {
            const auto at = of.strand(i);
            segments[of.first + i] =
                Segments::at(ThreadStrand<ThreadAt<Fields, Layout::Tiles>>{at}, static_cast<int>(of.segment(i)), m.h, m.headMove);
        }
    };
    struct TellAhead {
        SegmentsOf of;
        const Cylinder* segments;
        SegmentAhead* ahead;
        RINGLET_HD void operator()(uint32_t i) const {
            const uint32_t segment = of.segment(i);
            ahead[of.first + i] = segmentAhead(segment, segments[of.first + i], [&](uint32_t k) { return of.way(i - segment + k); });
        }
    };
    struct IsSlow {
        const Cylinder* segments;
        float most;
        uint32_t* flags;  // those that are not
        RINGLET_HD void operator()(uint32_t i) const { flags[i] = isSlow(segments[i], most) ? 0 : 1; }
    };
    struct Stays {
        const Cylinder* segments;
        const ListedAt* listed;
        float most;
        uint32_t* flags;  // those that do not
        RINGLET_HD void operator()(uint32_t i) const { flags[i] = staysNear(segments[i], listed[i], most) ? 0 : 1; }
    };
    struct Middle {
        const Cylinder* segments;
        HairPoint *now, *before;
        RINGLET_HD void operator()(uint32_t i) const { now[i] = middleOf(segments[i], 0), before[i] = middleOf(segments[i], -1); }
    };
    // The first segment of a strand stands in the scalp, among others, and touches none.
    struct Box {
        const Cylinder* segments;
        const uint32_t* strands;
        CylinderMaterial m;
        const HairPoint *low, *high;
        ListedAt* listed;
        BoxRow* boxes;
        RINGLET_HD void operator()(uint32_t i) const {
            listed[i] = listedAt(segments[i]);
            BoxRow box{{1, 1, 1}, strands[i], {0, 0, 0}, i};
            if (i > 0 && strands[i - 1] == strands[i]) {
                const Vec3f reach = reachOf(m, segments[i]), least = positionOf(low[i]) - reach, most = positionOf(high[i]) + reach;
                box = {{least.x, least.y, least.z}, strands[i], {most.x, most.y, most.z}, i};
            }
            boxes[i] = box;
        }
    };
    struct IsNear {
        const Cylinder* segments;
        const Pair* pairs;
        CylinderMaterial m;
        float reach, steps;
        uint32_t* flags;
        RINGLET_HD void operator()(uint32_t i) const {
            const Cylinder sides[2] = {segments[pairs[i].a], segments[pairs[i].b]};
            flags[i] = areNear(m, sides, touchOf(m, sides[0], sides[1]), reach, steps) ? 1 : 0;
        }
    };
    typedef typename Chosen<Executor>::template Keep<Pair> KeepPair;
    typedef typename Chosen<Executor>::template Keep<Grip> KeepGrip;
    struct Answer {
        const Cylinder *segments, *rest;  // rest: null where there is none
        const Pair* pairs;
        CylinderMaterial m;
        const Grip* grips;
        uint32_t gripCount;
        PairGiven* given;
        Grip* found;
        uint32_t* flags;
        RINGLET_HD void operator()(uint32_t i) const {
            const uint32_t a = pairs[i].a, b = pairs[i].b;
            const Cylinder sides[2] = {segments[a], segments[b]};
            const uint32_t at = firstFrom(gripCount, [&](uint32_t k) { return grips[k].a < a || (grips[k].a == a && grips[k].b < b); });
            Vec3f strain{0, 0, 0};
            if (at < gripCount && grips[at].a == a && grips[at].b == b) strain = grips[at].strain;
            SegmentLoad* const loads = given[i].load;
            CylinderTouch touch = touchOf(m, sides[0], sides[1]);
            if (rest != nullptr) touch.resting = maximum(touchOf(m, rest[a], rest[b]).depth, 0.0f);
            answerPair(m, sides, touch, strain, [&](int point, const SegmentLoad& load) { loads[point] = load; });
            for (int side = 0; side < 2; ++side) given[i].at[side] = touch.at[side];
            // Strains that are not finite, of lost strands, are forgotten.
            const float squared = dot(strain, strain);
            flags[i] = 0 < squared && squared < 1 ? 1 : 0;
            found[i] = {a, b, strain};
        }
    };
    struct IsDeep {
        const Pair* pairs;
        const Cylinder* segments;
        CylinderMaterial m;
        uint64_t* deep;
        RINGLET_HD void operator()(uint32_t i) const { deep[i] = touchOf(m, segments[pairs[i].a], segments[pairs[i].b]).depth > 0 ? 1 : 0; }
    };
    // What a pair gives something to: both segments, or the beginnings and ends of both, which are the ends of those before.
    struct PointOf {
        const Pair* pairs;
        uint32_t each;
        uint32_t* keys;
        RINGLET_HD void operator()(uint32_t i) const {
            const Pair& pair = pairs[i / each];
            const uint32_t k = i % each;
            keys[i] = each == 2 ? (k == 0 ? pair.a : pair.b) : (k < 2 ? pair.a : pair.b) - 1 + k % 2;
        }
    };
    struct Gather {
        SegmentsOf of;
        CylinderMaterial m;
        const Cylinder* segments;
        const Pair* pairs;
        const PairGiven* given;
        const uint32_t *begins, *items;
        RINGLET_HD void operator()(uint32_t i) const {
            SegmentLoad sum;
            for (uint32_t k = begins[of.first + i]; k < begins[of.first + i + 1]; ++k) {
                if (m.published) {
                    const Cylinder &a = segments[pairs[items[k] / 2].a], &b = segments[pairs[items[k] / 2].b];
                    respondPublished(m, a, b, touchOf(m, a, b), static_cast<int>(items[k] % 2), sum);
                } else {
                    const SegmentLoad& load = given[items[k] / 4].load[items[k] % 4];
                    sum.C = sum.C + load.C, sum.b = sum.b + load.b;
                }
            }
            float* const rows = of.rows(i);
            const float values[LoadWay] = {sum.C.xx, sum.C.yy, sum.C.zz, sum.C.xy, sum.C.xz, sum.C.yz, sum.b.x, sum.b.y, sum.b.z};
            for (uint32_t row = 0; row < LoadWay; ++row) rows[row * of.memory.lanes] = values[row];
        }
    };
    // In the place of what each pair has given.
    struct Centre {
        const Cylinder* segments;
        const Pair* pairs;
        const SegmentAhead* ahead;
        PairGiven* given;
        RINGLET_HD void operator()(uint32_t i) const {
            const uint32_t a = pairs[i].a, b = pairs[i].b;
            SegmentLoad* const loads = given[i].load;
            const auto formOf = [&](int end) { return loads[end].C; };
            const PairForm form = pairForm(formOf, segments[a], segments[b], given[i].at[0], given[i].at[1]);
            Vec3f ends[4] = {};
            if (dependsOnWays(form)) centreAhead(form, ahead[a], ahead[b], ends);
            else given[i].at[0] = -1;
            for (int end = 0; end < 4; ++end) loads[end].b = ends[end];
        }
    };
    struct GatherCentred {
        SegmentsOf of;
        const PairGiven* given;
        const uint32_t *begins, *items;
        RINGLET_HD void operator()(uint32_t i) const {
            const uint32_t lanes = of.memory.lanes;
            float* const b = of.rows(i) + size_t{LoadVector} * lanes;
            Vec3f sum{b[0], b[lanes], b[2 * lanes]};
            for (uint32_t k = begins[of.first + i]; k < begins[of.first + i + 1]; ++k) {
                const PairGiven& pair = given[items[k] / 4];
                if (pair.at[0] >= 0) sum = sum + pair.load[items[k] % 4].b;
            }
            b[0] = sum.x, b[lanes] = sum.y, b[2 * lanes] = sum.z;
        }
    };

private:
    template <class Visit> void eachGroup(const Visit& visit) const {
        uint32_t first = 0;
        for (size_t g = 0; g < memories_.size(); ++g) {
            const uint32_t each = memories_[g].counts.particles - 1, count = each * memories_[g].counts.strands;
            visit(SegmentsOf{memories_[g], loads_[g], each, first, count});
            first += count;
        }
    }
    // Whether a body that flags those of which something is not true has flagged none.
    template <class Body> bool all(const Body& body) {
        on_.each(count_, body);
        return chosen_.among(on_, body.flags, count_) == 0;
    }
    bool listHolds(const CylinderMaterial& m) {
        if (!listedFor_.serves(m)) return false;
        return all(Stays{segments_.data(), listed_.data(), keptWithin * m.radius, flags_.room(on_, count_ + 1)});
    }
    void list(const CylinderMaterial& m, int steps) {
        HairPoint *const now = now_.room(on_, count_), *const before = before_.room(on_, count_);
        on_.each(count_, Middle{segments_.data(), now, before});
        ways_.begin(on_, now, before, count_, 2 * m.radius, steps, farthestWay * m.radius);
        on_.each(count_, Box{segments_.data(), strands_.data(), m, ways_.low(), ways_.high(), listed_.data(), boxes_.data()});
        size_t leftOut = 0;
        for (float edge = maximum(Crowds::smallest * m.radius, 1e-6f);; edge *= Crowds::growth) {
            pairs_.place(on_, boxes_.data(), count_, 0);
            if (pairs_.ask(on_, boxes_.data(), count_, mostPairsOf(count_))) {
                findNear(m, m.range() + straySize * m.radius, (1 + strayWay) * static_cast<float>(steps), pairs_.pairs(), pairs_.count(), near_);
                if (nearCount_ <= mostNearPairs) break;
            }
            if (!on_.goesOn()) break;
            leftOut += pairs_.thin(on_, boxes_.data(), count_, edge);
        }
        listedFor_ = leftOut > 0 ? ListedFor{} : ListedFor{m.radius, m.range()};
        leftOut_ = leftOut > leftOut_ ? leftOut : leftOut_;
        // By a; those of one a come in the order of b.
        listCount_ = nearCount_;
        bySide_.run(on_, near_.data(), listCount_, count_, list_.room(on_, listCount_));
    }
    typedef typename Executor::template Array<Pair> Pairs;
    void findNear(const CylinderMaterial& m, float reach, float steps, const Pair* pairs, size_t count, Pairs& near) {
        uint32_t* const flags = flags_.room(on_, (count > count_ ? count : count_) + 1);
        on_.each(count, IsNear{segments_.data(), pairs, m, reach, steps, flags});
        nearCount_ = chosen_.among(on_, flags, count);
        on_.each(count, KeepPair{pairs, flags, near.room(on_, nearCount_)});
    }
    void answer(const CylinderMaterial& m) {
        uint32_t* const flags = flags_.room(on_, nearCount_ + 1);
        Grip* const found = found_.room(on_, nearCount_);
        on_.each(nearCount_, Answer{segments_.data(), rests_ ? rest_.data() : nullptr, near_.data(), m, grips_[turn_].data(), static_cast<uint32_t>(gripCount_),
                                    given_.room(on_, nearCount_), found, flags});
        turn_ = 1 - turn_;
        gripCount_ = chosen_.among(on_, flags, nearCount_);
        on_.each(nearCount_, KeepGrip{found, flags, grips_[turn_].room(on_, gripCount_)});
    }

    Executor on_;
    std::vector<DeviceMemory> memories_;
    std::vector<float*> loads_;
    size_t count_ = 0, listCount_ = 0, nearCount_ = 0, gripCount_ = 0;  // segments; pairs
    bool keeps_ = false, rests_ = false;
    ListedFor listedFor_;
    size_t leftOut_ = 0;
    int turn_ = 0;  // of the grips
    typename Executor::template Array<uint32_t> strands_, flags_, keys_;
    typename Executor::template Array<Cylinder> segments_, rest_;
    typename Executor::template Array<SegmentAhead> ahead_;
    typename Executor::template Array<ListedAt> listed_;
    typename Executor::template Array<BoxRow> boxes_;
    typename Executor::template Array<HairPoint> now_, before_;
    GatheredWays<Executor> ways_;
    typename Executor::template Array<Grip> grips_[2], found_;
    typename Executor::template Array<PairGiven> given_;
    typename Executor::template Array<uint64_t> deep_;
    Pairs list_, near_;
    GatheredPairs<Executor> pairs_;
    Chosen<Executor> chosen_;
    PairsBySide<Executor> bySide_;
    ListsByKey<Executor> lists_;
    FixedSum<Executor, uint64_t> sum_;
};

}  // namespace RINGLET_ISA
}  // namespace ringlet::cylinders
