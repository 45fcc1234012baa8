// Contacts between strands: pairs of nearest points, kept over time, with a
// dissipative penalty and friction (Bertails 2006, 4.1).
#pragma once

#include "core/contact/segment_contacts.h"

namespace ringlet {

// A contact moves both sides apart by half of what they would overlap by, each as
// an implicit spring on its own side, so that strands stay independent chains
// within a step: energy 1/2 k w (n.D - n.F - depth/2)^2 for a point of weight w
// whose displacement is D, F without the contact.
struct RodLinkSettings {
    float stiffness;   // per mass times h^2, pure number
    float friction;    // viscous, per mass times h, pure number
    float scales;      // how much it depends on the cuticle's scales, [0, 1]
    float diameter;    // m
    int steps;         // of a frame
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
    size_t contacts() const { return contacts_.contacts().count(); }
    void forget() { contacts_.forget(); }

private:
    float roughness(const Contact& contact, float scales) const;

    std::vector<HairPoint> before_, free_, rest_;
    std::vector<float> loads_;
    SegmentContacts contacts_;
};

}  // namespace ringlet
