// Layers (Chang, Jin and Yu 2002; Barnes 2006): quads between neighbouring guides,
// which the points of other strands do not cross.
#pragma once

#include "core/contact/pair_contacts.h"

namespace ringlet {

// Between two strands: corners[0], [1] on one, root side first, and [2], [3] on the other.
struct Quad {
    uint32_t corners[4];
};

struct LayerSettings {
    float thickness = 0;  // m: points stay this far off a layer
    float width = 0;      // m: a layer is open where its guides are farther apart, and thins from 3/4 of it on
    BroadPhaseKind broadPhase = BroadPhaseKind::Grid;
};

class LayerContacts {
public:
    // strands[p]: the strand of point p.
    LayerContacts(const std::vector<uint32_t>& strands, std::vector<Quad> quads);

    // The contacts of this step: points nearer to a quad of two other strands than
    // the thickness, or than they are at rest where that is less, by point and quad.
    void find(const HairPoints& points, const LayerSettings& settings, ThreadPool* pool);
    const ContactChunks& contacts() const { return contacts_; }
    size_t quads() const { return quads_.size(); }

private:
    void search(const HairPoints& points, const LayerSettings& settings);
    void keepNear(const HairPoints& points, float thickness);

    std::vector<uint32_t> strand_;  // a point
    std::vector<Quad> quads_;
    Boxes pointBoxes_, quadBoxes_;
    BroadPhase broadPhase_;
    std::vector<Pair> pairs_, scratch_;  // point, quad
    std::vector<uint32_t> first_;
    std::vector<float> thickness_;       // a kept pair, m
    ContactChunks contacts_;
};

}  // namespace ringlet
