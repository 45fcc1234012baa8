// Wisps against wisps, segment by segment (Choe 2005, 4), on the host, in a fixed order: admissible cylinders, repulsion, viscous
// drag, cohesion.
//
// What segments do to each other goes to each as a quadratic form in its own displacement, which its wisp's solution takes up; so
// wisps stay independent within a step. Lengths in m; masses, stiffnesses and forces are those of the hair over its linear
// density and times h^2: m of hair, and that times m.
#pragma once

#include "core/contact/pair_contacts.h"

#include <vector>

namespace ringlet::rigid_chain {

struct WispMaterial {
    float radius = 0;                    // of a wisp, m
    float overlap = 0, alignment = 0;    // lambda, over the radius, and g of (10)
    float repulsion = 0, cohesion = 0;   // 1/s^2
    float damping = 0, viscosity = 0;    // 1/s
    float reach = 0;                     // beyond which cohesion weakens, m
    float friction = 0;                  // Coulomb's coefficient; default step
    bool published = false;
    float h = 0;                         // s
    Vec3f headMove{0, 0, 0};             // in the step, m
    float range() const { return cohesion > 0 ? 2 * reach : 0; }  // wisps that are farther apart do nothing, m
};

// A segment: its middle, how far it goes by itself beside the head in the step, its beginning and its end, its direction, and its
// length.
struct WispSegment {
    Vec3f x, way[2], along;
    float length;
    Vec3f wayAt(float share) const { return (1 - share) * way[0] + share * way[1]; }
};
// What is done to a point: C and b of the energy 1/2 d.C d + b.d in its displacement d.
struct SegmentLoad {
    Sym3<float> C{0, 0, 0, 0, 0, 0};
    Vec3f b{0, 0, 0};
};
// How deep two segments' cylinders overlap (m; negative: how far they are apart), the normal from b's to a's, and where they are
// nearest to each other, [0, 1] along each.
struct WispTouch {
    Vec3f normal;
    float depth, at[2];
};

// How deep two may overlap (10), m.
float admissibleDepth(const WispMaterial& m, Vec3f a, Vec3f b);
// Adds what a and b do to each other: in the printed way to their middles, or for the default step to where they touch.
void respondPublished(const WispMaterial& m, const WispSegment& a, const WispSegment& b, WispTouch touch, SegmentLoad& onA, SegmentLoad& onB);
void respondDefault(const WispMaterial& m, const WispSegment& a, const WispSegment& b, WispTouch touch, SegmentLoad& onA, SegmentLoad& onB);

class WispPairs {
public:
    // strands: of each segment. The first of a strand stands in the scalp, among others, and touches none.
    explicit WispPairs(const std::vector<uint32_t>& strands);

    std::vector<WispSegment>& segments() { return segments_; }
    // Pairs that may meet within so many steps, each segment going on as it goes.
    void search(const WispMaterial& m, int steps);
    // Loads of all of them that do.
    void find(const WispMaterial& m);
    // Published: of segments' middles; default: of their ends, whose beginnings are the ends of those before.
    const std::vector<SegmentLoad>& loads() const { return loads_; }
    size_t touching() const { return touching_; }  // overlapping pairs
    size_t bytes() const;

private:
    void placeRows();
    struct Nearness {
        float radius, reach, steps;
    };
    template <class Visit> void eachGap(const Nearness& nearness, const Visit& visit) const;
    void loadEnds(uint32_t segment, float at, const SegmentLoad& load);

    std::vector<WispSegment> segments_;
    std::vector<SegmentLoad> loads_;
    std::vector<HairPoint> rows_;  // a segment: where it begins, from there to its end, and the way of its middle
    std::vector<uint8_t> atRoot_;
    Boxes boxes_;
    BroadPhase broadPhase_;
    PairList pairs_;               // sorted
    PairSort<Pair> order_;
    size_t touching_ = 0;
};

}  // namespace ringlet::rigid_chain
