// Wisps against wisps (WispContacts) as loops on a device, with points where a device's groups have them: the same springs and the
// same cells that block each other, in the same order, in which each point gathers what they give it. All of it stays there.
#pragma once

#include "core/contact/gathered_pairs.h"
#include "core/contact/gathered_ways.h"
#include "core/contact/pairs_by_side.h"
#include "core/models/discrete_rod/gathered_tangles.h"
#include "core/models/discrete_rod/wisp_contacts_device.h"

namespace ringlet::discrete_rod {
inline namespace RINGLET_ISA {

template <class Executor>
class GatheredWispContacts final : public WispContactsDevice {
public:
    GatheredWispContacts(Executor on, const std::vector<DeviceMemory>& memories) : on_(std::move(on)), memories_(memories) {}

    Status set(const std::vector<WispCell>& cells, const std::vector<HairPoint>& rest, const std::vector<float*>& told) override {
        cellCount_ = cells.size(), pointCount_ = rest.size(), rows_ = told;
        on_.write(cells_.room(on_, cellCount_), cells.data(), cellCount_);
        on_.write(rest_.room(on_, pointCount_), rest.data(), pointCount_);
        told_.room(on_, pointCount_), shapes_.room(on_, cellCount_), boxes_.room(on_, cellCount_);
        return on_.status();
    }
    Status setState(const std::vector<Tangle>& tangles, const std::vector<BlockedCells>& blocked) override {
        tangles_.set(on_, tangles);
        blockedCount_ = blocked.size(), leftOut_ = 0;
        on_.write(blocked_[turn_].room(on_, blockedCount_), blocked.data(), blockedCount_);
        return on_.status();
    }
    Status state(std::vector<Tangle>& tangles, std::vector<BlockedCells>& blocked) override {
        tangles_.get(on_, tangles);
        blocked.resize(blockedCount_);
        on_.fetch(blocked.data(), blocked_[turn_].data(), blockedCount_);
        return on_.status();
    }
    Status foresee(const WispContactSettings& s, Vec3f headMove) override {
        tell(s, headMove);
        tangles_.letGo(on_, view(), s);
        on_.each(blockedCount_, TouchAgain{{view(), shapes_.data(), s, {}}, blocked_[turn_].data(), touches_.room(on_, blockedCount_)});
        gather(s);
        return on_.status();
    }
    Status find(const WispContactSettings& s, const ColliderView& colliders, Vec3f headMove, int step) override {
        if (s.twice) eachGroup([&](const PointsOf& of) { on_.each(of.count, HearTold{of, told_.data()}); });
        else tell(s, headMove);
        on_.each(cellCount_, Place{view(), shapes_.data()});
        if (step == 0) search(s);
        findCrossing(s);
        if (step == 0) tangles_.entangle(on_, view(), shapes_.data(), alike_.data(), alikeCount_, s, pointCount_);
        tangles_.letGo(on_, view(), s);
        block(s, colliders);
        gather(s);
        return on_.status();
    }
    size_t count() const override { return tangles_.count() + blockedCount_; }
    size_t leftOut() const override { return leftOut_; }
    size_t bytes() const override { return on_.bytes(); }

    // Where a group's points are: of a wisp the left rim's, then the right rim's.
    struct PointsOf {
        DeviceMemory memory;
        float* rows;
        uint32_t first, count;  // the number of the first of the group, and how many
        RINGLET_HD uint32_t strand(uint32_t i) const { return i / memory.counts.particles; }
        RINGLET_HD uint32_t half(uint32_t i) const { return strand(i) % memory.counts.together; }
        RINGLET_HD int particle(uint32_t i) const { return static_cast<int>(i % memory.counts.particles); }
        // Where positions and velocities are is the same in all of the model's lists of fields.
        RINGLET_HD ThreadAt<ImplicitFields, Layout::Tiles> lane(uint32_t i) const {
            return {memory, static_cast<int>(strand(i) / memory.counts.together)};
        }
        RINGLET_HD float* row(uint32_t i, int row) const {
            const size_t items = size_t{memory.counts.particles} * memory.counts.together;
            const size_t item = size_t{half(i)} * memory.counts.particles + static_cast<size_t>(particle(i));
            return lane(i).rowsOf(rows, toldRows * items) + (item * toldRows + static_cast<size_t>(row)) * memory.lanes;
        }
        RINGLET_HD Vec3f read(uint32_t i, int first) const { return {*row(i, first), *row(i, first + 1), *row(i, first + 2)}; }
        RINGLET_HD void write(uint32_t i, int first, Vec3f v) const { *row(i, first) = v.x, *row(i, first + 1) = v.y, *row(i, first + 2) = v.z; }
    };

    // Bodies.
    struct Tell {
        PointsOf of;
        WispView view;
        float h;
        Vec3f headMove;
        PointTold* told;
        RINGLET_HD void operator()(uint32_t i) const {
            const auto at = of.lane(i);
            const uint32_t point = of.first + i;
            const Vec3f velocity = loadVec3<float>(viewOf<Velocity>(at, of.half(i)), of.particle(i));
            told[point] = {loadVec3<float>(viewOf<Position>(at, of.half(i)), of.particle(i)), h * velocity - headMove, {}};
        }
        template <int field> RINGLET_HD static StrandView viewOf(const ThreadAt<ImplicitFields, Layout::Tiles>& at, uint32_t half) {
            return at.template view<field>(half);
        }
    };
    struct HearTold {
        PointsOf of;
        PointTold* told;
        RINGLET_HD void operator()(uint32_t i) const {
            told[of.first + i].way = of.read(i, ToldWay);
        }
    };
    struct Place {
        WispView view;
        CellShape* shapes;
        RINGLET_HD void operator()(uint32_t i) const { shapes[i] = shapeOf(view, i); }
    };
    struct BeginWay {
        const PointTold* told;
        HairPoint *now, *before;
        RINGLET_HD void operator()(uint32_t i) const {
            const Vec3f x = told[i].x, was = x - told[i].way;
            now[i] = {x.x, x.y, x.z, 0};
            before[i] = {was.x, was.y, was.z, 0};
        }
    };
    struct Box {
        const WispCell* cells;
        const HairPoint *low, *high;
        float half;
        BoxRow* boxes;
        RINGLET_HD void operator()(uint32_t i) const {
            const uint32_t* const c = cells[i].corner;
            const auto at = [](const HairPoint* points, uint32_t p) { return positionOf(points[p]); };
            const Vec3f wide{half, half, half};
            const Vec3f least = leastOf(leastOf(at(low, c[0]), at(low, c[1])), leastOf(at(low, c[2]), at(low, c[3]))) - wide;
            const Vec3f most = mostOf(mostOf(at(high, c[0]), at(high, c[1])), mostOf(at(high, c[2]), at(high, c[3]))) + wide;
            boxes[i] = {least, cells[i].owner, most, i};
        }
    };
    // Of the frame's pairs those that run alike so that they may entangle, and those that may cross in it.
    struct Choose {
        WispView view;
        const CellShape* shapes;
        const Pair* pairs;
        WispContactSettings s;
        uint32_t *others, *alike;
        RINGLET_HD void operator()(uint32_t i) const {
            const Pair pair = pairs[i];
            const bool same = runAlike(shapes[pair.a], shapes[pair.b], s.aligned);
            others[i] = mayCross(view, shapes, pair.a, pair.b, s.aligned) ? 1 : 0;
            Tangle tangle;
            bool may = false;
            for (uint32_t k = 0; same && k < 4; ++k) may = may || tangleOf(view, shapes, pair.a, pair.b, k, s.reach, tangle);
            alike[i] = may ? 1 : 0;
        }
    };
    // Those that cross and are near in this step.
    struct Cross {
        const CellShape* shapes;
        const Pair* pairs;
        WispContactSettings s;
        uint32_t* crossing;
        RINGLET_HD void operator()(uint32_t i) const { crossing[i] = crossNear(shapes[pairs[i].a], shapes[pairs[i].b], s) ? 1 : 0; }
    };
    typedef typename Chosen<Executor>::template Keep<Pair> KeepPair;
    // Their rims.
    struct RimsThere {
        WispView view;
        const Pair* pairs;
        RimPair* rims;
        uint32_t* flags;
        RINGLET_HD void operator()(uint32_t i) const {
            rims[i] = {pairs[i / mostRims].a, pairs[i / mostRims].b, i % mostRims};
            flags[i] = areThere(view, rims[i]) ? 1 : 0;
        }
    };
    typedef typename Chosen<Executor>::template Keep<RimPair> KeepRims;
    struct Block {
        WispStep step;
        BlockedBefore blocked;
        const RimPair* rims;
        CellTouch* touches;
        BlockedCells* cells;
        uint32_t* flags;
        RINGLET_HD void operator()(uint32_t i) const {
            const RimPair of = rims[i];
            CellTouch t = touchOf(of, gapOf(step.view, of, 0));
            BlockedCells made;
            flags[i] = blockRims(step, blocked, t, made) ? 1 : 0;
            if (flags[i] == 0) return;
            touches[i] = t;
            cells[i] = made;
        }
    };
    typedef typename Chosen<Executor>::template Keep<CellTouch> KeepTouch;
    typedef typename Chosen<Executor>::template Keep<BlockedCells> KeepBlocked;
    struct TouchAgain {
        WispStep step;
        BlockedCells* blocked;
        CellTouch* touches;
        RINGLET_HD void operator()(uint32_t i) const {
            BlockedCells cells = blocked[i];
            const RimPair of = cells;
            CellTouch t = touchOf(of, gapOf(step.view, of, 0));
            touchAgain(step, t, cells);
            touches[i] = t;
            blocked[i] = cells;
        }
    };
    // The points that touches give something to, side by side.
    struct CornerOf {
        WispView view;
        const CellTouch* touches;
        uint32_t* keys;
        RINGLET_HD void operator()(uint32_t i) const {
            keys[i] = cornerOf(view, touches[i / 4].rims, static_cast<int>(i % 4));
        }
    };
    struct Gather {
        PointsOf of;
        WispView view;
        WispContactSettings s;
        const Tangle* tangles;
        const uint32_t *tangleBegins, *tangleItems, *begins, *items;
        const CellTouch* touches;
        RINGLET_HD void operator()(uint32_t i) const {
            const uint32_t point = of.first + i;
            const PointTold told = view.told[point];
            PointLoad load{};
            for (uint32_t k = tangleBegins[point]; k < tangleBegins[point + 1]; ++k) {
                const TangleForce<float> force = forceOf(endsOf(view, tangles[tangleItems[k] / 2]), s);
                load = {load.C + force.C, load.b + force.b[tangleItems[k] % 2]};
            }
            for (uint32_t k = begins[point]; k < begins[point + 1]; ++k)
                pressCorner(touches[items[k] / 4], static_cast<int>(items[k] % 4), told.way, load);
            if (!s.twice) return of.write(i, PushAcceleration, (1 / (s.h * s.h)) * (loadedWay(view.hairOf(point), told, load) - told.way));
            of.write(i, LoadMatrix, {load.C.xx, load.C.yy, load.C.zz});
            of.write(i, LoadMatrix + 3, {load.C.xy, load.C.xz, load.C.yz});
            of.write(i, LoadVector, load.b);
        }
    };

private:
    WispView view() const { return {cells_.data(), rest_.data(), told_.data()}; }
    template <class Visit> void eachGroup(const Visit& visit) const {
        uint32_t first = 0;
        for (size_t g = 0; g < memories_.size(); ++g) {
            const StrandCounts& counts = memories_[g].counts;  // strands: lanes
            visit(PointsOf{memories_[g], rows_[g], first, counts.strands * counts.together * counts.particles});
            first += counts.strands * counts.together * counts.particles;
        }
    }
    void tell(const WispContactSettings& s, Vec3f headMove) {
        eachGroup([&](const PointsOf& of) { on_.each(of.count, Tell{of, view(), s.h, headMove, told_.data()}); });
    }
    void search(const WispContactSettings& s) {
        HairPoint* const now = now_.room(on_, pointCount_);
        HairPoint* const before = before_.room(on_, pointCount_);
        on_.each(pointCount_, BeginWay{told_.data(), now, before});
        ways_.begin(on_, now, before, pointCount_, s.thickness, s.steps, farthestWay * s.thickness);
        on_.each(cellCount_, Box{cells_.data(), ways_.low(), ways_.high(), 0.5f * s.thickness, boxes_.data()});
        size_t leftOut = 0;
        for (float edge = maximum(Crowds::smallest * s.thickness, 1e-6f);; edge *= Crowds::growth) {
            pairs_.place(on_, boxes_.data(), cellCount_, 0);
            if (pairs_.ask(on_, boxes_.data(), cellCount_, mostPairsOf(cellCount_)) || !on_.goesOn()) break;
            leftOut += pairs_.thin(on_, boxes_.data(), cellCount_, edge);
        }
        leftOut_ = leftOut_ < leftOut ? leftOut : leftOut_;
        // By a; those of one a come in the order of b.
        const size_t found = pairs_.count();
        bySide_.run(on_, pairs_.pairs(), found, cellCount_, found_.room(on_, found));
        uint32_t* const others = flags_.room(on_, found + 1);
        uint32_t* const alike = alikeFlags_.room(on_, found + 1);
        on_.each(found, Choose{view(), shapes_.data(), found_.data(), s, others, alike});
        otherCount_ = keep(found_.data(), others, found, others_);
        alikeCount_ = keep(found_.data(), alike, found, alike_);
    }
    void findCrossing(const WispContactSettings& s) {
        uint32_t* const crossing = flags_.room(on_, otherCount_ + 1);
        on_.each(otherCount_, Cross{shapes_.data(), others_.data(), s, crossing});
        const size_t pairs = keep(others_.data(), crossing, otherCount_, crossing_), count = mostRims * pairs;
        uint32_t* const there = flags_.room(on_, count + 1);
        RimPair* const all = allRims_.room(on_, count);
        on_.each(count, RimsThere{view(), crossing_.data(), all, there});
        rimCount_ = chosen_.among(on_, there, count);
        on_.each(count, KeepRims{all, there, rims_.room(on_, rimCount_)});
    }
    size_t keep(const Pair* from, uint32_t* flags, size_t count, typename Executor::template Array<Pair>& to) {
        const size_t kept = chosen_.among(on_, flags, count);
        on_.each(count, KeepPair{from, flags, to.room(on_, kept)});
        return kept;
    }
    void block(const WispContactSettings& s, const ColliderView& colliders) {
        const size_t count = rimCount_;
        uint32_t* const flags = flags_.room(on_, count + 1);
        CellTouch* const touches = foundTouches_.room(on_, count);
        BlockedCells* const cells = made_.room(on_, count);
        const BlockedBefore blocked{blocked_[turn_].data(), static_cast<uint32_t>(blockedCount_)};
        on_.each(count, Block{{view(), shapes_.data(), s, colliders}, blocked, rims_.data(), touches, cells, flags});
        blockedCount_ = chosen_.among(on_, flags, count);
        turn_ = 1 - turn_;
        on_.each(count, KeepTouch{touches, flags, touches_.room(on_, blockedCount_)});
        on_.each(count, KeepBlocked{cells, flags, blocked_[turn_].room(on_, blockedCount_)});
    }
    // Of tangles and touches.
    void gather(const WispContactSettings& s) {
        uint32_t* const keys = keys_.room(on_, 4 * blockedCount_);
        on_.each(4 * blockedCount_, CornerOf{view(), touches_.data(), keys});
        tangles_.list(on_, pointCount_);
        lists_.run(on_, keys, 4 * blockedCount_, pointCount_);
        eachGroup([&](const PointsOf& of) {
            on_.each(of.count, Gather{of, view(), s, tangles_.all(), tangles_.begins(), tangles_.items(), lists_.begins(), lists_.items(), touches_.data()});
        });
    }

    Executor on_;
    std::vector<DeviceMemory> memories_;
    std::vector<float*> rows_;
    size_t cellCount_ = 0, pointCount_ = 0, otherCount_ = 0, alikeCount_ = 0, rimCount_ = 0, blockedCount_ = 0, leftOut_ = 0;
    int turn_ = 0;  // of those that block each other
    typename Executor::template Array<WispCell> cells_;
    typename Executor::template Array<HairPoint> rest_, now_, before_;
    typename Executor::template Array<PointTold> told_;
    typename Executor::template Array<CellShape> shapes_;
    typename Executor::template Array<BoxRow> boxes_;
    typename Executor::template Array<Pair> found_, others_, crossing_, alike_;
    typename Executor::template Array<RimPair> allRims_, rims_;
    typename Executor::template Array<BlockedCells> blocked_[2], made_;
    typename Executor::template Array<CellTouch> touches_, foundTouches_;
    typename Executor::template Array<uint32_t> flags_, alikeFlags_, keys_;
    GatheredTangles<Executor> tangles_;
    GatheredWays<Executor> ways_;
    GatheredPairs<Executor> pairs_;
    Chosen<Executor> chosen_;
    PairsBySide<Executor> bySide_;
    ListsByKey<Executor> lists_;
};

}  // namespace RINGLET_ISA
}  // namespace ringlet::discrete_rod
