// Contacts between strands: pairs of nearest points, kept over time, with a
// dissipative penalty and friction (Bertails 2006, 4.1).
#pragma once

#include "core/contact/segment_contacts.h"
#include "core/models/super_helix/rod_link_math.h"

namespace ringlet::super_helix {

class RodLinks {
public:
    // strandOf: the strand of every point; a strand's points follow each other. rest:
    // where they are in the rest shape, head space; inverseMass: the mass of the hair
    // that a point stands for in the mean over that of the point.
    RodLinks(const std::vector<uint32_t>& strandOf, std::vector<HairPoint> rest);

    // The points of all strands as they stand and as they would move on, held up against gravity (m).
    std::vector<HairPoint>& before() { return before_; }
    std::vector<HairPoint>& free() { return free_; }

    // At step `step` of the frame. Fills loads(), a point.
    void find(const RodLinkSettings& settings, int step, ThreadPool* pool);
    const std::vector<LinkLoad>& loads() const { return loads_; }
    // How pairs are looked for in that step, for a device that does it.
    SegmentPlan plan(const RodLinkSettings& settings, int step) { return contacts_.plan(search(settings), step); }
    // After the step: what the pairs keep of it. free() is then where the points have come to.
    void keep(const RodLinkSettings& settings);

    // Sorted by a, then b.
    const std::vector<LinkMemory>& memory() const { return memory_; }
    // False, and nothing changes, where these are not pairs of these strands in that order; else what was left out is forgotten.
    bool setMemory(const std::vector<LinkMemory>& memory);
    size_t leftOut() const { return contacts_.leftOut(); }
    size_t segments() const { return contacts_.segments(); }
    void forget() { contacts_.forget(); }  // the next find() looks for pairs, whatever its step

private:
    LinkPoints points() const { return {before_.data(), free_.data(), rest_.data()}; }
    static SegmentSettings search(const RodLinkSettings& settings);
    void gather(const RodLinkSettings& settings);

    std::vector<uint32_t> strandOf_;
    std::vector<HairPoint> before_, free_, rest_;
    std::vector<LinkLoad> loads_;
    std::vector<LinkTouch> touches_;
    std::vector<LinkMemory> memory_;
    SegmentContacts contacts_;
};

}  // namespace ringlet::super_helix
