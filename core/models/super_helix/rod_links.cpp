#include "core/models/super_helix/rod_links.h"

namespace ringlet::super_helix {

RodLinks::RodLinks(const std::vector<uint32_t>& strandOf, std::vector<HairPoint> rest)
    : strandOf_(strandOf), before_(rest), free_(rest), rest_(std::move(rest)), loads_(strandOf.size(), LinkLoad{}),
      contacts_(strandOf) {}

bool RodLinks::setMemory(const std::vector<LinkMemory>& memory) {
    auto segment = [&](uint32_t p) { return size_t{p} + 1 < strandOf_.size() && strandOf_[p] == strandOf_[p + 1]; };
    for (size_t i = 0; i < memory.size(); ++i) {
        const LinkMemory& m = memory[i];
        if (!segment(m.a) || !segment(m.b)) return false;
        if (i > 0 && (!pairBefore(memory[i - 1].a, memory[i - 1].b, m.a, m.b))) return false;
    }
    memory_.assign(memory.begin(), memory.end());  // keeps its room
    contacts_.clearLeftOut();
    return true;
}

// This step's contacts with what their pairs have kept, and pairs that linger.
void RodLinks::gather(const RodLinkSettings& settings) {
    const Contact* all = contacts_.contacts().contacts();
    const size_t count = contacts_.contacts().count();
    touches_.clear();
    size_t old = 0;
    auto linger = [&](const LinkMemory& m) {
        Contact c;
        if (lingers(m, points(), settings, c)) touches_.push_back(touchOf(c, &m, points(), settings));
    };
    for (size_t i = 0; i < count; ++i) {
        const uint32_t a = all[i].point[0], b = all[i].point[2];
        while (old < memory_.size() && pairBefore(memory_[old].a, memory_[old].b, a, b)) linger(memory_[old++]);
        const bool kept = old < memory_.size() && memory_[old].a == a && memory_[old].b == b;
        touches_.push_back(touchOf(all[i], kept ? &memory_[old++] : nullptr, points(), settings));
    }
    while (old < memory_.size()) linger(memory_[old++]);
}

SegmentSettings RodLinks::search(const RodLinkSettings& settings) {
    SegmentSettings search;
    search.diameter = settings.diameter;
    search.steps = settings.steps;
    search.conservative = true;
    return search;
}

void RodLinks::find(const RodLinkSettings& settings, int step, ThreadPool* pool) {
    contacts_.find({free_.data(), before_.data(), rest_.data()}, search(settings), pool, step);
    gather(settings);
    loads_.assign(loads_.size(), LinkLoad{});
    LinkLoad load;
    for (const LinkTouch& t : touches_)
        for (int k = 0; k < 4; ++k)
            if (loadOf(t, k, points(), settings, load)) loads_[t.contact.point[k]].add(load);
}

void RodLinks::keep(const RodLinkSettings& settings) {
    memory_.clear();
    LinkMemory memory;
    for (const LinkTouch& t : touches_)
        if (memoryOf(t, before_.data(), free_.data(), settings, memory)) memory_.push_back(memory);
}

}  // namespace ringlet::super_helix
