// Contacts between strands: pairs of nearest points, kept over time, with a
// dissipative penalty and friction (Bertails 2006, 4.1).
#pragma once

#include "core/contact/segment_contacts.h"

namespace ringlet::super_helix {

// A contact moves both sides apart by half of what they would overlap by, each as
// an implicit spring on its own side, so that strands stay independent chains
// within a step: energy 1/2 k w (n.D - n.F - depth/2)^2 for a point of weight w
// whose displacement is D, F without the contact. The sum over both sides bounds the
// pair's own energy from above, and touches it where both are at F; what strands do
// beside F, all together, it resists as mass would.
// A pair is therefore no firmer than this many times the mean mass of a point: piles
// that are firmer rock for seconds.
constexpr float firmestPair = 1;

struct RodLinkSettings {
    float stiffness;   // per mass times h^2, pure number: twice the pair's, at most 2 firmestPair
    float friction;    // viscous, per mass times h, pure number
    float coulomb;     // coefficient of dry friction
    float scales;      // how much the viscous one depends on the cuticle's scales, [0, 1]
    float diameter;    // m
    int steps;         // of a frame
    float h;           // s
    Quatf head;        // its orientation
};

// What a pair of segments that touch keeps: how far the first has given way to friction on
// the second, in head space (m), and what pressed them together, force per mean mass, m/s^2.
struct LinkMemory {
    uint32_t a, b;  // their first points
    Vec3f grip;
    float pressed;
};

class RodLinks {
public:
    // strandOf: the strand of every point; a strand's points follow each other. rest:
    // where they are in the rest shape, head space; inverseMass: the mass of the hair
    // that a point stands for in the mean over that of the point.
    RodLinks(const std::vector<uint32_t>& strandOf, std::vector<HairPoint> rest);

    // The points of all strands as they stand and as they would move on, held up against gravity (m).
    std::vector<HairPoint>& before() { return before_; }
    std::vector<HairPoint>& free() { return free_; }

    // At step `step` of the frame. Fills loads(): 9 floats a point, C and b of RodTileT::link.
    void find(const RodLinkSettings& settings, int step, ThreadPool* pool);
    const std::vector<float>& loads() const { return loads_; }
    // After the step: what the pairs keep of it. free() is then where the points have come to.
    void keep(const RodLinkSettings& settings);

    // Sorted by a, then b.
    const std::vector<LinkMemory>& memory() const { return memory_; }
    // False, and nothing changes, where these are not pairs of these strands in that order.
    bool setMemory(const std::vector<LinkMemory>& memory);
    std::string remark() const { return crowdRemark(contacts_.leftOut(), contacts_.segments()); }
    void forget() { contacts_.forget(); }  // the next find() looks for pairs, whatever its step

private:
    struct Touch {
        Contact contact;
        Vec3f grip;      // m, world axes
        float most;      // what dry friction can hold, force per mean mass times h^2, m
        float hold;      // its spring, pure number
        float foreseen;  // how far the sides move apart without the contact, m
    };
    void gather(const RodLinkSettings& settings);
    Touch touchOf(const Contact& contact, const LinkMemory* memory, const RodLinkSettings& settings) const;
    bool lingers(const LinkMemory& memory, const RodLinkSettings& settings, Contact& contact) const;
    void load(const Touch& touch, const RodLinkSettings& settings);
    float roughness(const Contact& contact, float scales) const;

    std::vector<uint32_t> strandOf_;
    std::vector<HairPoint> before_, free_, rest_;
    std::vector<float> loads_;
    std::vector<Touch> touches_;
    std::vector<LinkMemory> memory_;
    SegmentContacts contacts_;
};

}  // namespace ringlet::super_helix
