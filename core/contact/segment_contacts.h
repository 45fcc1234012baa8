// Contacts between the segments of different strands (Barnes 2006, "Interactions
// Between Hair Segments"): broad phase, kept pairs, narrow phase.
#pragma once

#include "core/contact/pair_contacts.h"

namespace ringlet {

struct SegmentSettings {
    float diameter = 0;       // m: segments closer than this touch
    bool threePoints = false; // the write-up's narrow phase instead of the true distance
    BroadPhaseKind broadPhase = BroadPhaseKind::Grid;
    int steps = 1;            // of a frame
    // Depths are of the very distance whose minimum the nearest points are (see
    // segment_math.h), and scaled so that depth times normal is the gradient of an
    // energy: a spring along it then never feeds motion.
    bool conservative = false;
};

// Nearest points of a pair of segments, for the step after the one that found them.
struct HeldPair {
    Pair pair;              // first points
    float s, t, least;  // where they are, and the distance below which they touch, m
    float none;         // four floats are read at once
};

class SegmentContacts {
public:
    // strands[p]: the strand of point p; points of a strand follow each other.
    explicit SegmentContacts(const std::vector<uint32_t>& strands);

    // The contacts of this step, sorted by their segments. Two segments that rest
    // closer together than the diameter touch below the distance of their rest.
    // Pairs are looked for at step 0 of a frame of settings.steps steps.
    void find(const HairPoints& points, const SegmentSettings& settings, ThreadPool* pool, int step = 0);
    const ContactChunks& contacts() const { return contacts_; }

    void forget() { left_ = 0; }  // the next find() looks for pairs, whatever its step
    size_t kept() const { return pairs_.size(); }         // pairs
    uint64_t searches() const { return searches_; }       // of the broad phase, so far

private:
    void search(const HairPoints& points, const SegmentSettings& settings, ThreadPool* pool);
    void keepNear(float diameter, int steps, ThreadPool* pool);
    void measureRest(const HairPoints& points, const SegmentSettings& settings, ThreadPool* pool);

    std::vector<uint32_t> begin_;      // a segment: its first point
    std::vector<uint32_t> strand_;     // a segment
    PointWays ways_;
    Boxes boxes_;
    std::vector<HairPoint> swept_;     // a segment: sweptRows rows, see there
    BroadPhase broadPhase_;
    PairList pairs_;
    PairOrder order_;                  // tags: bit k: near in step k after the search
    std::vector<float> diameter_;      // a kept pair, m
    std::vector<HeldPair> held_;       // chunk by chunk
    std::vector<size_t> helds_;        // how many of each chunk
    ContactChunks contacts_;
    int left_ = 0;                     // steps until the next search
    uint64_t searches_ = 0;
};

}  // namespace ringlet
