// Layers (Chang, Jin and Yu 2002; Barnes 2006): quads between neighbouring guides,
// which the points of other strands do not cross.
#pragma once

#include "core/contact/crowds.h"
#include "core/contact/layer_math.h"
#include "core/contact/pair_contacts.h"

namespace ringlet {

class LayerContacts {
public:
    // strands[p]: the strand of point p.
    LayerContacts(const std::vector<uint32_t>& strands, std::vector<Quad> quads);

    // The contacts of this step: points nearer to a quad of two other strands than
    // the thickness, or than they are at rest where that is less; of each point those
    // with the nearest quads, point by point, nearest first.
    void find(const HairPoints& points, const LayerSettings& settings, ThreadPool* pool);
    const ContactChunks& contacts() const { return contacts_; }
    // Takes those that a device has found for its own.
    void setContacts(std::vector<Contact> contacts) { contacts_.set(std::move(contacts)); }
    void clear() {  // nothing touches until the next find(): hair has been put elsewhere. Keeps its room
        contacts_.fill(0, nullptr, [](size_t, size_t, Contact*) { return size_t{0}; });
    }
    void clearLeftOut() { leftOut_ = 0; }
    size_t quads() const { return quads_.size(); }
    const std::vector<Quad>& quadList() const { return quads_; }
    // Points that one search at most has left out, because hair lies in itself (crowds.h).
    size_t leftOut() const { return leftOut_; }

private:
    typedef NearLayer Near;
    static constexpr int most = mostLayers;
    void findRest(const HairPoint* rest);
    void search(const HairPoints& points, const LayerSettings& settings, ThreadPool* pool);
    void measure(const HairPoints& points, const LayerSettings& settings, ThreadPool* pool);
    ContactNumber depthOf(const HairPoints& points, const LayerSettings& settings, const Pair* pairs, size_t count,
                          ContactNumber u, ContactNumber distance) const;
    void chooseNearest();

    std::vector<Quad> quads_;
    std::vector<HairPoint> restMiddle_;   // a quad: its corners' middle at rest; inverseMass: the farthest of them, m
    Boxes pointBoxes_, quadBoxes_;
    std::vector<Slab> slabs_;             // a quad
    BroadPhase broadPhase_;
    Crowds crowds_;
    size_t leftOut_ = 0;
    PairList pairs_;                      // point, quad
    InOrder<Near> touching_;              // of those
    std::vector<Near> near_;              // `most` a point
    std::vector<int> nears_;              // how many a point has
    std::vector<Near> chosen_;
    ContactChunks contacts_;
};

}  // namespace ringlet
