// Wisps against wisps, and strands that are single (Kmoch 2018, chapter 4), on the host, in a fixed order.
//
// A wisp's cells, between two points of each rim, are sheets swept by a sphere; a single strand's are as wide as
// nothing. Where strands of two cells run alike, those entangle: springs between their corners (4.2). Where they
// cross, the cells block each other (4.3).
//
// What points do to each other goes to each as a quadratic form about where the other is foreseen, which its wisp's
// solution takes up; so wisps stay independent within a step. Lengths in m; masses, stiffnesses and forces are
// those of the hair over its linear density and times h^2: m of hair, and that times m.
#pragma once

#include "core/contact/crowds.h"
#include "core/contact/pair_contacts.h"
#include "core/models/discrete_rod/wisp_block_math.h"

namespace ringlet::discrete_rod {

class WispContacts {
public:
    // rest: all points in the rest shape; inverseMass: one over the length of hair that each stands for, 0 of roots.
    WispContacts(std::vector<WispCell> cells, std::vector<HairPoint> rest);

    std::vector<PointTold>& told() { return told_; }
    WispView view() const { return {cells_.data(), rest_.data(), told_.data()}; }
    // Loads of tangles, of which those that are stretched too far let go, and of cells that blocked each other, as they press where all go on by their ways.
    // pool: null for the calling thread alone; no bit depends on it.
    void foresee(const WispContactSettings& settings, ThreadPool* pool = nullptr);
    // Of all, at step `step` of its frame, the first of which looks for pairs and entangles.
    void find(const WispContactSettings& settings, const ColliderView& colliders, int step, ThreadPool* pool = nullptr);
    const std::vector<PointLoad>& loads() const { return loads_; }
    // What find() has taken so far, ms: looking for cells that are near, and what follows from it.
    struct Times {
        double detection = 0, response = 0;
    };
    const Times& times() const { return times_; }

    // State, sorted by a, then b.
    const std::vector<Tangle>& tangles() const { return tangles_; }
    const std::vector<BlockedCells>& blocked() const { return blocked_; }
    const std::vector<WispCell>& cells() const { return cells_; }
    const std::vector<HairPoint>& rest() const { return rest_; }
    // Cells that one search at most has left out, because hair lies in itself (crowds.h).
    size_t leftOut() const { return leftOut_; }
    // False, and nothing changes, where these are not of these points and cells in that order; else what was left out is forgotten.
    bool setState(std::vector<Tangle> tangles, std::vector<BlockedCells> blocked);
    void turn(Quatf by);  // all hair turns
    size_t bytes() const;

private:
    void placeCells(ThreadPool* pool);
    void placeBoxes(const WispContactSettings& s, ThreadPool* pool);
    void search(const WispContactSettings& s, ThreadPool* pool);
    bool entangled(uint32_t a, uint32_t b) const;
    bool mayEntangle(Pair pair, const WispContactSettings& s) const;
    bool mayBlock(Pair pair, const WispContactSettings& s) const;
    void findCrossing(const WispContactSettings& s);
    void findGaps();
    void entangle(const WispContactSettings& s);
    void block(const WispContactSettings& s, const ColliderView& colliders);
    void toldOfFour(const uint32_t* points, ContactVec3& x, ContactVec3& way) const;
    TangleEnds<ContactNumber> endsOfFour(const Tangle* const* four) const;
    // What a tangle pulls its two ends by: what PointLoad has, in its order.
    struct Pull {
        Tangle tangle;
        float matrix[4], rest[2][4], last[2];
    };
    struct Pulls {
        static constexpr size_t each = 128;
        size_t count = 0;
        Pull pulls[each];
    };
    void answer(const WispContactSettings& s, size_t first, size_t last, Pulls& to) const;
    void pull(const WispContactSettings& s, ThreadPool* pool);
    void press(const CellTouch& t);
    void pressOn(const WispContactSettings& s);

    std::vector<WispCell> cells_;
    std::vector<HairPoint> rest_;
    std::vector<PointTold> told_;
    std::vector<PointLoad> loads_;
    std::vector<HairPoint> now_, before_;    // for the search
    PointWays ways_;
    Boxes boxes_;
    BroadPhase broadPhase_;
    PairList pairs_;                         // of cells that may meet in this frame
    PairSort<Pair> order_;
    PairSort<Tangle> tangleOrder_;
    Crowds crowds_;
    size_t leftOut_ = 0;
    struct CellCorners {
        float x[4], y[4], z[4];  // as a frame begins
    };
    std::vector<CellShape> shapes_;
    std::vector<CellCorners> corners_;
    std::vector<Pair> alike_, others_;       // of those, what may entangle, and what crosses, sorted
    std::vector<RimPair> rims_;              // those that may touch, and their gaps as the step begins
    std::vector<RimGap<float>> gaps_;
    std::vector<uint32_t> tangleBegins_;     // each point's first tangle, and one more
    std::vector<Tangle> tangles_, found_, merged_;
    std::vector<Pulls> pulls_;               // of as many tangles as are asked at a time
    std::vector<BlockedCells> blocked_, blocking_;
    Times times_;
};

}  // namespace ringlet::discrete_rod
