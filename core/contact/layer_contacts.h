// Layers (Chang, Jin and Yu 2002; Barnes 2006): quads between neighbouring guides,
// which the points of other strands do not cross.
#pragma once

#include "core/contact/pair_contacts.h"

namespace ringlet {

// Between two strands: corners[0], [1] on one, root side first, and [2], [3] on the other.
struct Quad {
    uint32_t corners[4];
};

class LayerContacts {
public:
    // strands[p]: the strand of point p.
    LayerContacts(const std::vector<uint32_t>& strands, std::vector<Quad> quads);

    // The contacts of this step: points nearer to a quad of two other strands than
    // `thickness` (m), or than they are at rest where that is less.
    void find(const HairPoints& points, float thickness, BroadPhaseKind broadPhase, ThreadPool* pool);
    const ContactChunks& contacts() const { return contacts_; }
    void forget() { margins_.forget(); }
    size_t quads() const { return quads_.size(); }
    size_t kept() const { return pairs_.size(); }

private:
    void search(const HairPoints& points, float thickness, BroadPhaseKind broadPhase);
    float marginOf(const Quad& quad) const;

    std::vector<uint32_t> strand_;  // a point
    std::vector<Quad> quads_;
    PointMargins margins_;
    Boxes pointBoxes_, quadBoxes_;
    BroadPhase broadPhase_;
    std::vector<Pair> pairs_, scratch_;  // point, quad
    std::vector<uint32_t> first_;
    std::vector<float> thickness_;       // a kept pair, m
    ContactChunks contacts_;
    float lastThickness_ = -1;
};

}  // namespace ringlet
