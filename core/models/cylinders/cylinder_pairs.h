// Strands against strands, segment by segment (Choe 2005, 4), on the host, in a fixed order: admissible cylinders, repulsion, viscous
// drag, cohesion.
//
// What segments do to each other goes to each as a quadratic form in its own displacement, which its strand's solution takes up; so
// strands stay independent within a step. Lengths in m; masses, stiffnesses and forces are those of the hair over its linear
// density and times h^2: m of hair, and that times m.
#pragma once

#include "core/contact/crowds.h"
#include "core/contact/pair_contacts.h"
#include "core/models/cylinders/cylinder_list_math.h"

#include <vector>

namespace ringlet::cylinders {

class CylinderPairs {
public:
    // strands: of each segment. The first of a strand stands in the scalp, among others, and touches none. answer:
    // CylinderKernels::answer.
    CylinderPairs(const std::vector<uint32_t>& strands, void (*answer)(PairBlock&));
    // The segments in the rest shape, in which they may overlap as deep as they do there; or none.
    void setRest(std::vector<Cylinder> rest) { rest_ = std::move(rest), listed_ = {}; }

    std::vector<Cylinder>& segments() { return segments_; }
    // Loads of all pairs that meet. searchSteps: before the first of so many steps, in which each segment is taken to go on as it goes,
    // pairs that may meet are listed; 0: before the others. Where all go slowly, the list is kept as long as none that may meet can be
    // missing. pool: null for the calling thread alone; no bit depends on it. again: whether centre() follows.
    void find(const CylinderMaterial& m, int searchSteps, ThreadPool* pool = nullptr, bool again = false);
    // The same loads, centred where segments go by ahead(), which is told first; not in the published step.
    void centre(ThreadPool* pool = nullptr);
    std::vector<SegmentAhead>& ahead() { return ahead_; }
    // Published: of segments' middles; default: of their ends, whose beginnings are the ends of those before.
    const std::vector<SegmentLoad>& loads() const { return loads_; }
    // Where segments cling, which is all that is kept from step to step: in the order of their pairs.
    const std::vector<Grip>& grips() const { return grips_; }
    void setGrips(const std::vector<Grip>& grips) { grips_.assign(grips.begin(), grips.end()), touching_ = leftOut_ = 0; }  // room stays
    size_t touching() const { return touching_; }  // overlapping pairs, of the last step
    size_t leftOut() const { return leftOut_; }    // segments, at most, that took no part for more of them lay in one place than can
    size_t bytes() const;

private:
    void search(const CylinderMaterial& m, int steps, ThreadPool* pool);
    void list(const CylinderMaterial& m, int steps, ThreadPool* pool);
    void placeBoxes(const CylinderMaterial& m, int steps, ThreadPool* pool);
    size_t keepNear(const CylinderMaterial& m, int steps, Pair* pairs, size_t count) const;
    bool allSlow(const CylinderMaterial& m, int steps) const;
    bool listHolds(const CylinderMaterial& m) const;
    void findResting(const CylinderMaterial& m, ThreadPool* pool);
    struct MetPair {
        Pair pair;
        PairForm form;
    };
    // Of some pairs, in their order: which are near, and where threads share the work what each gives, in the published step nothing
    // yet, else to the beginning and end of a, then of b.
    struct Answers {
        static constexpr size_t each = 4 * blockPairs;
        size_t near = 0, gripping = 0, touching = 0, meeting = 0;
        MetPair met[each];
        Pair pairs[each];
        SegmentLoad given[each][4];
        Grip grips[each];
    };
    // What is added to the same for some pairs that met.
    struct Centred {
        static constexpr size_t each = 4 * blockPairs;
        const MetPair* met;
        size_t count;
        Vec3f ends[each][4];
    };
    size_t gripFrom(Pair pair) const;
    void recall(PairBlock& block, const Pair* pairs, size_t& grip) const;
    template <class Give> void take(const PairBlock& block, const Pair* pairs, int count, Answers& to, const Give& give) const;
    template <class Give> void answer(const CylinderMaterial& m, size_t first, size_t last, Answers& to, const Give& give) const;
    void addPublished(const CylinderMaterial& m, Pair pair, uint32_t first, uint32_t last);
    void keep(const Answers& of);
    void answerAlone(const CylinderMaterial& m);
    void answerSideBySide(const CylinderMaterial& m, ThreadPool& pool);

    void (*answer_)(PairBlock&);
    std::vector<Cylinder> segments_, rest_;
    std::vector<SegmentAhead> ahead_;
    std::vector<SegmentLoad> loads_;
    std::vector<uint8_t> atRoot_;
    Boxes boxes_;
    BroadPhase broadPhase_;
    PairList pairs_;               // sorted
    std::vector<float> resting_;   // a pair: how deep it overlaps at rest, m; empty: none does
    PairSort<Pair> order_;
    Crowds crowds_;
    std::vector<ListedAt> listedAt_;
    std::vector<HairPoint> now_, before_;  // of segments' middles
    PointWays ways_;
    ListedFor listed_;             // none: there is none that may be kept
    bool keeps_ = false;           // in this frame
    std::vector<Grip> grips_, gripsBefore_;
    std::vector<MetPair> met_;     // for centre(), if it follows
    bool again_ = false;
    std::vector<Answers> answers_; // of as many pairs as are answered at a time
    std::vector<Centred> centred_;
    size_t touching_ = 0, leftOut_ = 0;
};

}  // namespace ringlet::cylinders
