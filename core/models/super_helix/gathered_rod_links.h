// Contacts between strands (RodLinks) as loops on a device, with points where a device's groups have them: the same
// contacts in the same order, each point gathers what they give it in that order, and what pairs keep stays there.
#pragma once

#include "core/contact/gathered_search.h"
#include "core/contact/gathered_touches.h"
#include "core/models/strands_at.h"
#include "core/models/super_helix/rod_links_device.h"
#include "core/models/super_helix/super_helix_kernels.h"
#include "core/models/tile_io.h"

namespace ringlet::super_helix {
inline namespace RINGLET_ISA {

template <class Executor>
class GatheredRodLinks final : public RodLinksDevice {
public:
    GatheredRodLinks(Executor on, const std::vector<DeviceMemory>& memories) : on_(std::move(on)), memories_(memories) {}

    Status set(const std::vector<uint32_t>& strands, const std::vector<HairPoint>& rest, const std::vector<LinkGroup>& groups) override {
        points_ = strands.size(), groups_ = groups;
        search_.setHair(on_, strands.data(), rest.data(), points_);
        return on_.status();
    }
    Status setMemory(const std::vector<LinkMemory>& from) override {
        kept_ = from.size();
        search_.clearLeftOut();
        on_.write(memory_.room(on_, kept_), from.data(), kept_);
        return on_.status();
    }
    Status memory(std::vector<LinkMemory>& to) override {
        to.resize(kept_);
        on_.fetch(to.data(), memory_.data(), kept_);
        return on_.status();
    }
    Status find(const RodLinkSettings& s, const SegmentPlan& plan, Vec3f headMove) override {
        HairPoint* const before = before_.room(on_, points_);
        HairPoint* const free = free_.room(on_, points_);
        eachGroup([&](const PointsOf& of) { on_.each(of.count, Tell{of, headMove, s.h, before, free}); });
        if (plan.searches) {
            search_.find(on_, free, before, plan.search);
            contacts_.setPairs(search_.pairs(), search_.count());
        }
        contacts_.find(on_, free, before, plan.touch);
        gather(s);
        uint32_t* const keys = keys_.room(on_, 4 * count_);
        on_.each(4 * count_, PointOf{touches_.data(), keys});
        lists_.run(on_, keys, 4 * count_, points_);
        eachGroup([&](const PointsOf& of) { on_.each(of.count, Load{of, points(), s, touches_.data(), lists_.begins(), lists_.items()}); });
        return on_.status();
    }
    Status keep(const RodLinkSettings& s) override {
        HairPoint* const to = free_.data();
        eachGroup([&](const PointsOf& of) { on_.each(of.count, Tell{of, {0, 0, 0}, 0, nullptr, to}); });
        uint32_t* const flags = flags_.room(on_, count_ + 1);
        LinkMemory* const found = found_.room(on_, count_);
        on_.each(count_, Remember{touches_.data(), before_.data(), to, s, found, flags});
        kept_ = chosen_.among(on_, flags, count_);
        on_.each(count_, KeepMemory{found, flags, memory_.room(on_, kept_)});
        return on_.status();
    }
    size_t leftOut() const override { return search_.leftOut(); }
    size_t bytes() const override { return on_.bytes(); }

    // Where a group's points are that touch others.
    struct PointsOf {
        DeviceMemory memory;
        LinkGroup group;
        uint32_t each, first, count;  // points of a strand; the number of the first of the group, and how many
        RINGLET_HD uint32_t strand(uint32_t i) const { return i / each; }
        RINGLET_HD uint32_t point(uint32_t i) const { return i % each * group.apart; }
    };

    // Bodies.
    struct Tell {
        PointsOf of;
        Vec3f headMove;
        float h;
        HairPoint *before, *free;  // before: null where only the points are told
        RINGLET_HD void operator()(uint32_t i) const {
            const ThreadAt<RodFields, Layout::Tiles> at{of.memory, static_cast<int>(of.strand(i))};
            const int p = static_cast<int>(of.point(i));
            Vec3f x = loadVec3<float>(viewOf<RodPosition>(at), p);
            if (before != nullptr) {
                x = x - headMove;
                before[of.first + i] = {x.x, x.y, x.z, 1};
                x = x + h * loadVec3<float>(viewOf<RodVelocity>(at), p);
            }
            free[of.first + i] = {x.x, x.y, x.z, 1};
        }
        template <int field> RINGLET_HD static StrandView viewOf(const ThreadAt<RodFields, Layout::Tiles>& at) {
            return at.template view<field>();
        }
    };
    // Pairs of which nothing is among this step's contacts: which of them linger.
    struct Linger {
        const LinkMemory* memory;
        const Contact* contacts;
        uint32_t count;
        LinkPoints points;
        RodLinkSettings settings;
        Contact* lingering;
        uint32_t* flags;
        RINGLET_HD void operator()(uint32_t i) const {
            const LinkMemory m = memory[i];
            const uint32_t at = contactsBefore(contacts, count, m.a, m.b);
            flags[i] = 0;
            if (at < count && contacts[at].point[0] == m.a && contacts[at].point[2] == m.b) return;
            Contact c;
            if (!lingers(m, points, settings, c)) return;
            flags[i] = 1;
            lingering[i] = c;
        }
    };
    // Contacts and lingering pairs, merged in the order of pairs.
    struct TouchContact {
        const LinkMemory* memory;
        const uint32_t* lingers;  // before each
        uint32_t count;
        const Contact* contacts;
        LinkPoints points;
        RodLinkSettings settings;
        LinkTouch* touches;
        RINGLET_HD void operator()(uint32_t i) const {
            const Contact c = contacts[i];
            const uint32_t a = c.point[0], b = c.point[2];
            const uint32_t at = firstFrom(count, [&](uint32_t k) { return pairBefore(memory[k].a, memory[k].b, a, b); });
            const bool kept = at < count && memory[at].a == a && memory[at].b == b;
            touches[i + lingers[at]] = touchOf(c, kept ? memory + at : nullptr, points, settings);
        }
    };
    struct TouchLingering {
        const LinkMemory* memory;
        const uint32_t* lingers;
        const Contact *lingering, *contacts;
        uint32_t count;  // of contacts
        LinkPoints points;
        RodLinkSettings settings;
        LinkTouch* touches;
        RINGLET_HD void operator()(uint32_t i) const {
            if (lingers[i] == lingers[i + 1]) return;
            const uint32_t at = lingers[i] + contactsBefore(contacts, count, memory[i].a, memory[i].b);
            touches[at] = touchOf(lingering[i], memory + i, points, settings);
        }
    };
    struct PointOf {
        const LinkTouch* touches;
        uint32_t* keys;
        RINGLET_HD void operator()(uint32_t i) const { keys[i] = touches[i / 4].contact.point[i % 4]; }
    };
    struct Load {
        PointsOf of;
        LinkPoints points;
        RodLinkSettings settings;
        const LinkTouch* touches;
        const uint32_t *begins, *items;
        RINGLET_HD void operator()(uint32_t i) const {
            LinkLoad sum{}, load;
            for (uint32_t k = begins[of.first + i]; k < begins[of.first + i + 1]; ++k)
                if (loadOf(touches[items[k] / 4], static_cast<int>(items[k] % 4), points, settings, load)) sum.add(load);
            const ThreadAt<RodFields, Layout::Tiles> at{of.memory, static_cast<int>(of.strand(i))};
            float* const rows = at.rowsOf(of.group.loads, size_t{9} * of.memory.counts.points);
            for (uint32_t c = 0; c < 9; ++c) rows[(9 * of.point(i) + c) * of.memory.lanes] = sum.row[c];
        }
    };
    struct Remember {
        const LinkTouch* touches;
        const HairPoint *before, *to;
        RodLinkSettings settings;
        LinkMemory* found;
        uint32_t* flags;
        RINGLET_HD void operator()(uint32_t i) const { flags[i] = memoryOf(touches[i], before, to, settings, found[i]) ? 1 : 0; }
    };
    typedef typename Chosen<Executor>::template Keep<LinkMemory> KeepMemory;

    // How many contacts come before a pair.
    RINGLET_HD static uint32_t contactsBefore(const Contact* contacts, uint32_t count, uint32_t a, uint32_t b) {
        return firstFrom(count, [&](uint32_t k) { return pairBefore(contacts[k].point[0], contacts[k].point[2], a, b); });
    }

private:
    LinkPoints points() const { return {before_.data(), free_.data(), search_.rest()}; }
    template <class Visit> void eachGroup(const Visit& visit) const {
        uint32_t first = 0;
        for (size_t g = 0; g < groups_.size(); ++g) {
            const StrandCounts& counts = memories_[g].counts;
            const uint32_t each = (counts.points + groups_[g].apart - 1) / groups_[g].apart;
            visit(PointsOf{memories_[g], groups_[g], each, first, each * counts.strands});
            first += each * counts.strands;
        }
    }
    void gather(const RodLinkSettings& s) {
        const uint32_t contacts = static_cast<uint32_t>(contacts_.count());
        uint32_t* const flags = flags_.room(on_, kept_ + 1);
        Contact* const lingering = lingering_.room(on_, kept_);
        on_.each(kept_, Linger{memory_.data(), contacts_.contacts(), contacts, points(), s, lingering, flags});
        count_ = contacts + chosen_.among(on_, flags, kept_);
        LinkTouch* const touches = touches_.room(on_, count_);
        on_.each(contacts, TouchContact{memory_.data(), flags, static_cast<uint32_t>(kept_), contacts_.contacts(), points(), s, touches});
        on_.each(kept_, TouchLingering{memory_.data(), flags, lingering, contacts_.contacts(), contacts, points(), s, touches});
    }

    Executor on_;
    std::vector<DeviceMemory> memories_;
    std::vector<LinkGroup> groups_;
    size_t points_ = 0, count_ = 0, kept_ = 0;  // count_: of touches
    GatheredSearch<Executor> search_;
    GatheredTouches<Executor> contacts_;
    Chosen<Executor> chosen_;
    ListsByKey<Executor> lists_;
    typename Executor::template Array<HairPoint> before_, free_;
    typename Executor::template Array<Contact> lingering_;
    typename Executor::template Array<LinkTouch> touches_;
    typename Executor::template Array<LinkMemory> memory_, found_;
    typename Executor::template Array<uint32_t> flags_, keys_;
};

}  // namespace RINGLET_ISA
}  // namespace ringlet::super_helix
