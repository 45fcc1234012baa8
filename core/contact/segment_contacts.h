// Contacts between the segments of different strands (Barnes 2006, "Interactions
// Between Hair Segments"): broad phase, kept pairs, narrow phase.
#pragma once

#include "core/contact/crowds.h"
#include "core/contact/pair_contacts.h"

namespace ringlet {

struct SegmentSettings {
    float diameter = 0;       // m: segments closer than this touch
    bool threePoints = false; // the write-up's narrow phase instead of nearestOnSegments()
    BroadPhaseKind broadPhase = BroadPhaseKind::Grid;
    int steps = 1;            // of a frame
    // Depths are of the very distance whose minimum the nearest points are (see
    // segment_math.h), and scaled so that depth times normal is the gradient of an
    // energy: a spring along it then never feeds motion.
    bool conservative = false;
};

class SegmentContacts {
public:
    // strands[p]: the strand of point p; points of a strand follow each other.
    explicit SegmentContacts(const std::vector<uint32_t>& strands);

    // The contacts of this step, sorted by their segments. Two segments that rest
    // closer together than the diameter touch below the distance of their rest.
    // Pairs are looked for at step 0 of a frame of settings.steps steps.
    void find(const HairPoints& points, const SegmentSettings& settings, ThreadPool* pool, int step = 0);
    // What that step does, for a device that does it.
    SegmentPlan plan(const SegmentSettings& settings, int step);
    const NearPair* nearPairs() const { return near_.all(); }  // kept() of them
    const ContactChunks& contacts() const { return contacts_; }
    // Takes those that a device has found for its own.
    void setContacts(std::vector<Contact> contacts) { contacts_.set(std::move(contacts)); }

    void forget() { left_ = 0; }  // the next find() looks for pairs, whatever its step
    void clear();                 // the same, and nothing touches until then: hair has been put elsewhere
    void clearLeftOut() { leftOut_ = 0; }
    size_t kept() const { return near_.count(); }         // pairs
    uint64_t searches() const { return searches_; }       // of the broad phase, so far
    // Segments that one search at most has left out, because hair lies in itself (crowds.h), of how many.
    size_t leftOut() const { return leftOut_; }
    size_t segments() const { return begin_.size(); }

private:
    void makeRoom();
    void search(const HairPoints& points, const SegmentSettings& settings, ThreadPool* pool);
    void placeBoxes(const HairPoints& points, const SegmentSettings& settings);
    void keepNear(const SegmentSettings& settings, ThreadPool* pool);
    void findCrowded(const HairPoint* rest, const SegmentSettings& settings);
    void measureRest(const HairPoint* rest, const SegmentSettings& settings);
    struct TouchChunk;
    void touchHeld(const HairPoints& points, TouchChunk& chunk) const;
    void touchDue(const HairPoints& points, const TouchStep& step, TouchChunk& chunk);

    std::vector<uint32_t> begin_;      // a segment: its first point
    std::vector<uint32_t> strand_;     // a segment
    PointWays ways_;
    Boxes boxes_;
    std::vector<HairPoint> swept_;     // a segment: sweptRows rows, see there
    BroadPhase broadPhase_;
    Crowds crowds_;
    size_t leftOut_ = 0;
    PairList pairs_;                   // whose boxes overlap
    InOrder<NearPair> near_;           // of those, sorted
    PairSort<NearPair> order_;
    std::vector<uint8_t> crowded_;     // a point: whether the segment it begins rests so near another that they
                                       // touch below less than the diameter
    float crowdedAt_ = -1;             // the diameter of which that is told, m
    std::vector<uint32_t> crowdedPairs_;
    std::vector<HeldPair> held_;       // chunk by chunk
    std::vector<size_t> helds_;        // how many of each chunk
    ContactChunks contacts_;
    int left_ = 0;                     // steps until the next search
    uint64_t searches_ = 0;
};

}  // namespace ringlet
