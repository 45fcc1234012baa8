// The doorway between the model and its lane kernels. Plain structs and
// function pointers only: no code here depends on an instruction set.
#pragma once

#include "core/collide/collider_view.h"
#include "core/models/fields.h"
#include "core/models/substep.h"

#include <cstdint>

namespace ringlet::super_helix {

// Per mass: everything is divided by the linear density (kg/m).
template <class Scalar>
struct RodMaterialT {
    Scalar stiffness[3];      // bending about the major axis, twisting, bending about the minor axis, m^4/s^2
    Scalar internalFriction;  // gamma, m^4/s
    Scalar drag;              // nu, 1/s, of air at rest against the strand
    Scalar dragGrowth;        // how much more of it a m/s, s/m
    Scalar entrainment;       // share of the head's motion that the air takes on, 0 to 1
    Scalar mostTurn;          // of an element in a linearisation, rad over its length
    Scalar coiling;           // how an element stiffens that is turned far from its natural shape; 0: not
    Scalar contact;           // colliders' penalty stiffness, 1/s^2
    Scalar contactDamping;    // its dissipation, 1/s
    Scalar coulomb;           // coefficient of friction on colliders
    Scalar friction;          // viscous sliding friction on colliders, 1/s
    Scalar frictionAnisotropy;  // 0: alike both ways; 1: none along the scales, twice against them
    Scalar combing;           // the brush's drag along hair over that across it
    Scalar relativeInertia;   // what keeps a massless twist in place: proximal weight over the trace of the inertia
};

// What the brush does with a strand (Kmoch 2018, 3.4.2): the first touch binds
// them until the brush has combed the hair over its whole length, or is lifted.
constexpr float combFree = 0, combStuck = 1, combDone = 2;

// One tile of strands through one substep. W lanes lie side by side in every row.
// N elements, n points each, F = 3 or 2 degrees of freedom an element.
template <class Scalar>
struct RodTileT {
    int elements;              // N
    int points;                // n, an element
    const Scalar* node;        // [n] Gauss nodes in (0, 1), ascending
    const Scalar* weight;      // [n] their weights, sum 1
    SubstepT<Scalar> substep;
    RodMaterialT<Scalar> material;
    const ColliderView* colliders;
    // Constant.
    const Scalar* root;        // [7][W]: root position (m) and root frame in head space
    const Scalar* scale;       // [W]: mean element length, m
    const Scalar* thickness;   // [W]: the section's area over that of RodMaterialT
    const Scalar* ratio;       // [N][W]: element length over that
    const Scalar* rest;        // [N][3][W]: natural curvatures about n1 and n2, and twist, times scale
    // State.
    Scalar* darboux;           // [N][3][W]: the same, present
    Scalar* rate;              // [N][3][W]: how fast those changed in the substep before, 1/s
    Scalar* velocity;          // [N n][3][W]: of the points, m/s, world
    // Contacts with other strands, a point: C (xx yy zz xy xz yz, 1/s^2 times h^2)
    // and b (m), for the energy 1/2 D.C D - b.D per mass in the displacement D from
    // the substep's begin. Null where there are none.
    const Scalar* link;        // [N n][9][W]
    Scalar* position;          // [N n][3][W]: the points; follows from the Darboux vectors
    Scalar* grip;              // [N n + 1][4][W]: how far points and the tip have given way to friction, head space, m,
                               // and what pressed them to a collider, m/s^2; null: for no longer than a substep
    Scalar* comb;              // [W]: combFree, combStuck or combDone; null: the brush never sticks
    int passes;                // linearisations a substep; 0: as many as a strand needs
    // Drawn particles, written after the last substep; null before.
    Scalar* drawn;             // [P][3][W]
    int particles;             // P
    const int* drawnElement;   // [P]
    const Scalar* drawnFraction;  // [P] in [0, 1] of that element
    Scalar* scratch;           // rodScratchRows(N, n) * W
    uint32_t* resets;          // [W], counts strands put back to rest
};

using RodMaterial = RodMaterialT<float>;
using RodTile = RodTileT<float>;

// Rows of scratch: an element's frame, place, gains and Darboux vector at the
// substep's begin; a point's coefficients, where it stood against the collider, where it
// went, how firmly the contact pushed and held it, and the way foreseen of it: how it bends, and whole. A point's
// row of grip: the way (m) and the press.
constexpr int rodStartRow = 12 + 21;
constexpr int rodElementRows = rodStartRow + 3;
constexpr int rodDistanceRow = 6, rodCarriedRow = 7, rodPlaceRow = 10, rodNormalRow = 13,
              rodFirmRow = 16, rodPushRow = 17, rodMostRow = 18, rodBendRow = 19, rodWayRow = 22;
constexpr int rodPointRows = 25;
constexpr int rodGripRows = 4;
RINGLET_HD constexpr int rodScratchRows(int elements, int points) {
    return elements * (rodElementRows + (points + 1) * rodPointRows);
}

// The fields of a strand's store; RodTileT has what they are.
enum RodField {
    RodRoot = 0, RodScale, RodThickness, RodRatio, RodRest, RodStart, RodDarboux, RodRate, RodVelocity, RodGrip, RodComb,
    RodPosition, RodRestPosition, RodDrawn
};
struct RodFields {
    static constexpr Field list[] = {{"root", 7, Per::Strand, Keep::Rest},
                                     {"scale", 1, Per::Strand, Keep::Rest},
                                     {"thickness", 1, Per::Strand, Keep::Rest},
                                     {"ratio", 1, Per::Element, Keep::Rest},
                                     {"rest", 3, Per::Element, Keep::Rest},
                                     {"start", 3, Per::Element, Keep::Rest},
                                     {"darboux", 3, Per::Element, Keep::State},
                                     {"rate", 3, Per::Element, Keep::State},
                                     {"velocity", 3, Per::Point, Keep::State, Jump::Vector},
                                     {"grip", rodGripRows, Per::Contact, Keep::State},
                                     {"comb", 1, Per::Strand, Keep::State},
                                     {"position", 3, Per::Point, Keep::Derived, Jump::Vector},
                                     {"restPosition", 3, Per::Point, Keep::Derived},
                                     {"drawn", 3, Per::Particle, Keep::Derived, Jump::Vector}};
    static constexpr int count = 14;
};

// The stages: a substep with 3 or 2 degrees of freedom an element; points and particles from the state.
enum RodStage { RodFull, RodReduced, RodDraw };

// All that a stage is told of a group in a substep.
struct RodArgs {
    Substep substep;
    ColliderView colliders;
    RodMaterial material;
    int elements, points, passes;
    const float *node, *weight, *drawnFraction;
    const int* drawnElement;
    float* link;                // of the group; null where strands do not touch each other
    bool draws;                 // the last substep of a frame
};

// The tile of strands that a stage is about.
template <class At>
RINGLET_HD RodTile rodTile(const At& at, const RodArgs& args, const ColliderView& colliders) {
    RodTile t{};
    t.elements = args.elements;
    t.points = args.points;
    t.node = args.node;
    t.weight = args.weight;
    t.substep = args.substep;
    t.material = args.material;
    t.colliders = &colliders;
    t.root = at.template rows<RodRoot>();
    t.scale = at.template rows<RodScale>();
    t.thickness = at.template rows<RodThickness>();
    t.ratio = at.template rows<RodRatio>();
    t.rest = at.template rows<RodRest>();
    t.darboux = at.template rows<RodDarboux>();
    t.rate = at.template rows<RodRate>();
    t.velocity = at.template rows<RodVelocity>();
    t.position = at.template rows<RodPosition>();
    t.grip = at.template rows<RodGrip>();
    t.comb = at.template rows<RodComb>();
    t.link = args.link != nullptr ? at.rowsOf(args.link, static_cast<size_t>(9 * args.elements * args.points)) : nullptr;
    t.passes = args.passes;
    t.drawn = args.draws ? at.template rows<RodDrawn>() : nullptr;
    t.particles = at.particles();
    t.drawnElement = args.drawnElement;
    t.drawnFraction = args.drawnFraction;
    t.scratch = at.scratch(static_cast<size_t>(rodScratchRows(args.elements, args.points)));
    t.resets = at.resets();
    return t;
}

// Kernels compiled for one instruction set.
struct RodKernels {
    const char* name;
    int lanes;
    void (*stage[3])(const RodTile&);
};

// The kernels of `lanes` lanes that this CPU runs (0: the widest); null where
// there are none.
const RodKernels* rodKernels(int lanes);

}  // namespace ringlet::super_helix
