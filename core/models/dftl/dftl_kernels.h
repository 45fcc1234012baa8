// The doorway between the model and its lane kernels. Plain structs and
// function pointers only: nothing here may depend on an instruction set.
#pragma once

#include "core/collide/collider_view.h"
#include "core/models/fields.h"
#include "core/models/substep.h"

#include <cstdint>

namespace ringlet::dftl {

// The default step's material, see core/models/chain_math.h and chain_terms.h.
struct ImplicitMaterial {
    float bending;          // bending stiffness over linear density, N m^2 / (kg/m)
    float drag;             // air drag, 1/s
    float entrainment;      // share of the head's motion that the air takes on, [0, 1]
    float internalFriction; // relaxation time of bending, s
    float contact;          // contact stiffness over linear density, (N/m^2) / (kg/m)
};

// The published step's parameters, see published_math.h.
struct PublishedMaterial {
    float compliance;           // rad^2/J at unit mass
    float velocityCorrection;   // DFTL's s, [0, 1]
    bool algorithm2;            // line by line, see publishedSubstep()
};

// One tile of strands through all substeps of one frame.
struct ImplicitTile {
    int particles;
    int substeps;
    const Substep* substep;
    const ColliderArgs* colliders;
    ImplicitMaterial material;
    const float* root;      // [7][W]: root position (m) and root frame (quaternion) in head space
    const float* scale;     // [W]: mean segment length l0, m
    RowView position;       // 3 components
    RowView velocity;       // 3, world, m/s
    RowView frame;          // 4, segment frames: component of particle p is segment p's
    RowView restTurn;       // 4, rest rotation from the parent segment's frame
    RowView restLength;     // 1, m
    float* scratch;         // implicitScratchFloats(particles) * W floats
    uint32_t* resets;       // [W], counts strands put back to rest
};

struct PublishedTile {
    int particles;
    int substeps;
    const Substep* substep;
    const ColliderArgs* colliders;
    PublishedMaterial material;
    const float* root;      // [9][W]: root position, normal n_0, direction to Aux_0, in head space
    StrandView position;    // 3
    StrandView velocity;    // 3
    StrandView target;      // 3: target p*_i of particle i in its parent's basis, m
    uint32_t* resets;       // [W]
};

// Kernels compiled for one instruction set.
struct DftlKernels {
    const char* name;       // the instruction set, for benchmarks
    int lanes;              // W
    void (*implicitFrame)(const ImplicitTile&);
    void (*publishedFrame)(const PublishedTile&);
};

// Most substeps a frame is divided into.
constexpr int maxSubsteps = 8;

// The fields of a strand's store, of either step.
enum DftlField {
    Position = 0, Velocity = 1,
    SegmentFrame = 2, RestTurn = 3, RestLength = 4, ImplicitRoot = 5, ImplicitScale = 6,
    Target = 2, PublishedRoot = 3
};
struct ImplicitFields {
    static constexpr Field list[] = {{"position", 3, Per::Particle, Keep::State, Jump::Vector},
                                     {"velocity", 3, Per::Particle, Keep::State, Jump::Vector},
                                     {"frame", 4, Per::Segment, Keep::State, Jump::Frame},
                                     {"restTurn", 4, Per::Segment, Keep::Rest},
                                     {"restLength", 1, Per::Segment, Keep::Rest},
                                     {"root", 7, Per::Strand, Keep::Rest},     // position, frame
                                     {"scale", 1, Per::Strand, Keep::Rest}};   // mean segment, m
    static constexpr int count = 7;
};
struct PublishedFields {
    static constexpr Field list[] = {{"position", 3, Per::Particle, Keep::State, Jump::Vector},
                                     {"velocity", 3, Per::Particle, Keep::State, Jump::Vector},
                                     {"target", 3, Per::Particle, Keep::Rest},
                                     {"root", 9, Per::Strand, Keep::Rest}};  // position, normal n_0, direction to Aux_0
    static constexpr int count = 4;
};

RINGLET_HD constexpr int implicitScratchFloats(int particles) { return 25 * particles; }

// All that a stage is told of a frame.
struct DftlFrame {
    Substep substep[maxSubsteps];
    int substeps;
    ColliderArgs colliders;
    ImplicitMaterial implicit;
    PublishedMaterial published;
};

// The tile of strands that a stage of either step is about.
template <class At>
RINGLET_HD ImplicitTile implicitTile(const At& at, const DftlFrame& frame, const ColliderArgs& colliders) {
    return {at.particles(), frame.substeps, frame.substep, &colliders, frame.implicit, at.template rows<ImplicitRoot>(),
            at.template rows<ImplicitScale>(), at.template view<Position>(), at.template view<Velocity>(),
            at.template view<SegmentFrame>(), at.template view<RestTurn>(), at.template view<RestLength>(),
            at.scratch(static_cast<size_t>(implicitScratchFloats(at.particles()))), at.resets()};
}
template <class At>
RINGLET_HD PublishedTile publishedTile(const At& at, const DftlFrame& frame, const ColliderArgs& colliders) {
    return {at.particles(), frame.substeps, frame.substep, &colliders, frame.published, at.template rows<PublishedRoot>(),
            at.template view<Position>(), at.template view<Velocity>(), at.template view<Target>(), at.resets()};
}

// The kernels of `lanes` lanes (0: the fastest for the step); null where this program or this
// CPU has none.
const DftlKernels* dftlKernels(int lanes, bool published);

}  // namespace ringlet::dftl
