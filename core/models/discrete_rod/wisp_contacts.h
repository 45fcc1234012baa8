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

#include "core/collide/collider_view.h"
#include "core/contact/pair_contacts.h"
#include "core/models/discrete_rod/wisp_contact_math.h"

namespace ringlet::discrete_rod {

// Its corners: the left rim's points along the hair and the right rim's; a strand's own twice. `owner`: which wisp.
struct WispCell {
    uint32_t corner[4];
    uint32_t owner;
};

// A spring between points a < b.
struct Tangle {
    uint32_t a, b;
    float rest;      // m
};
// Cells a < b that touch.
struct BlockedCells {
    uint32_t a, b;
    Vec3f normal;    // from b to a, world axes
    float least;     // they touch below this distance, m
    float press;     // what they have been found to press each other by, m of hair times m/s^2
    Vec3f strain;    // how far a has slipped beside b from where they cling to each other, m
};

struct WispContactSettings {
    float thickness = 0;     // of a wisp, m
    float aligned = 0;       // cosine of the angle below which strands run alike
    float tangle = 0;        // a tangle's stiffness over the linear density, times h^2, a metre of hair; pure number
    float reach = 0, breaks = 0;  // the longest tangle at rest, and what it is stretched by as it breaks, m
    float friction = 0;      // Coulomb friction coefficient
    bool lasting = false;    // what presses once is foreseen to press on
    float zone = 0;          // within this distance of a collider, m, the upper of two cells alone is held; 0: nowhere
    float h = 0;             // s
    int steps = 1;           // of a frame
    Quatf head{0, 0, 0, 1};  // its orientation as the step ends
    const ColliderView* colliders = nullptr;
};

// What is told of a point: where it is, how far it would move unblocked, and the inertia that it then has, of hair beyond
// it as well.
struct PointTold {
    Vec3f x, way;
    Sym3<float> mass;
};
// What is done to it: C and b of the energy 1/2 d.C d + b.d in its way d.
struct PointLoad {
    Sym3<float> C;
    Vec3f b;
};
// How it would move then by itself, instead of by its way.
Vec3f loadedWay(const PointTold& told, const PointLoad& load);

class WispContacts {
public:
    // rest: all points in the rest shape; inverseMass: one over the length of hair that each stands for, 0 of roots.
    WispContacts(std::vector<WispCell> cells, std::vector<HairPoint> rest);

    std::vector<PointTold>& told() { return told_; }
    // The inertia of a point's own hair; a root stands fast.
    Sym3<float> ownMass(size_t p) const {
        const float m = hairOf(p);
        return {m, m, m, 0, 0, 0};
    }
    // Loads of tangles, of which those that are stretched too far let go, and by what blocked cells pressed each other.
    void foresee(const WispContactSettings& settings);
    // Of all, at step `step` of its frame, the first of which looks for pairs and entangles.
    void find(const WispContactSettings& settings, int step);
    const std::vector<PointLoad>& loads() const { return loads_; }
    // What find() has taken so far, ms: looking for cells that are near, and what follows from it.
    struct Times {
        double detection = 0, response = 0;
    };
    const Times& times() const { return times_; }

    // State, sorted by a, then b.
    const std::vector<Tangle>& tangles() const { return tangles_; }
    const std::vector<BlockedCells>& blocked() const { return blocked_; }
    // False, and nothing changes, where these are not of these points and cells in that order.
    bool setState(std::vector<Tangle> tangles, std::vector<BlockedCells> blocked);
    void turn(Quatf by);  // all hair turns
    size_t bytes() const;

private:
    struct Shape {   // a cell as the step would end without others
        Vec3f middle, way, along, across;
        float radius;
    };
    // Nearest points of cells a and b by their corners' weights, and from b's to a's, m.
    struct Gap {
        float weight[2][4];
        Vec3f between;
    };
    // Two cells that press each other: by `push` (m) they would overlap too much, and slide by `slip` (m) in the step.
    struct Touch {
        Pair pair;
        Gap gap;
        Vec3f normal, slip;
        float push;
        float mass[2], share[2];  // of each side: inertia along the normal, and what it moves of the push
        Vec3f force;              // on a, beside the springs
        float rub;                // friction's own spring
    };
    float hairOf(size_t p) const { return 1 / maximum(rest_[p].inverseMass, 1e-3f); }
    bool atRoot(uint32_t cell) const { return !(rest_[cells_[cell].corner[0]].inverseMass > 0); }
    float tangleLength(const Tangle& tangle) const;
    void placeCells();
    void search(const WispContactSettings& s);
    void sortNear(const WispContactSettings& s, bool entangles);
    void gapsOf(const Pair* pairs, const float* times, Gap* gaps) const;
    template <class Visit> void eachGap(const std::vector<Pair>& pairs, const Visit& visit) const;
    Vec3f betweenAt(Pair pair, const Gap& gap, float time) const;
    template <class Visit> void eachTangle(const WispContactSettings& s, Pair pair, const Visit& visit) const;
    void entangle(const WispContactSettings& s);
    void block(const WispContactSettings& s);
    bool contradicted(const BlockedCells& made) const;
    bool meets(const WispContactSettings& s, Pair pair, Gap& gap, BlockedCells& made) const;
    void blockPair(const WispContactSettings& s, Pair pair, Gap gap, size_t& old);
    void shareOut(const WispContactSettings& s, Touch& touch) const;
    void pull(const WispContactSettings& s);
    void pressOn(const WispContactSettings& s);
    bool seeAgain(BlockedCells& cells, const Gap& gap) const;
    bool respond(const WispContactSettings& s, Touch touch, BlockedCells& cells);
    void loadSide(const Touch& touch, int side);

    std::vector<WispCell> cells_;
    std::vector<HairPoint> rest_;
    std::vector<PointTold> told_;
    std::vector<PointLoad> loads_;
    std::vector<HairPoint> now_, before_;    // for the search
    PointWays ways_;
    Boxes boxes_;
    BroadPhase broadPhase_;
    PairList pairs_;                         // of cells that may meet in this frame, sorted
    PairSort<Pair> order_;
    PairSort<Tangle> tangleOrder_;
    std::vector<Shape> shapes_;
    std::vector<Pair> crossing_, alike_, held_;  // those that are near, and that were blocked before
    std::vector<Tangle> tangles_, found_, merged_;
    std::vector<BlockedCells> blocked_, blocking_;
    Times times_;
};

// Gaps as the step begins.
template <class Visit>
void WispContacts::eachGap(const std::vector<Pair>& pairs, const Visit& visit) const {
    const float begins[4] = {0, 0, 0, 0};
    for (size_t i = 0; i < pairs.size(); i += 4) {
        Pair four[4];
        for (size_t k = 0; k < 4; ++k) four[k] = pairs[i + k < pairs.size() ? i + k : i];
        Gap gaps[4];
        gapsOf(four, begins, gaps);
        for (size_t k = 0; k < 4 && i + k < pairs.size(); ++k) visit(four[k], gaps[k]);
    }
}

}  // namespace ringlet::discrete_rod
