// The doorway between the model and its lane kernels. Plain structs and function
// pointers only: nothing here may depend on an instruction set.
#pragma once

#include "core/collide/collider_view.h"
#include "core/contact/hair_point.h"
#include "core/models/fields.h"
#include "core/models/substep.h"

#include <cstdint>

namespace ringlet::verlet {

struct VerletMaterial {
    float bending;          // bending stiffness over linear density, N m^2 / (kg/m)
    float drag;             // air drag, 1/s
    float friction;         // Coulomb friction coefficient against colliders
    bool published;         // relaxation as in the write-up, no restoring
    int passes;             // of the published relaxation
    float exitSpeed;        // at which it leaves a collider at most, m/s; 0: at once
};

// One tile of strands through one half of a substep.
struct VerletTile {
    int particles;
    int strands;                    // lanes that hold one; the others are padding
    const Substep* substep;
    const ColliderView* colliders;
    const VerletMaterial* material;
    const float* root;              // [8][W]: root position (m) and frame (quaternion) in head space, mean segment (m)
    RowView position;            // 3 components, m
    RowView velocity;            // 3, world, m/s
    RowView next;                // 4: where inertia takes the particle, m; its inertia with drag over its mass
    RowView frame;               // 4, of the segment that ends at the particle: its third axis is the direction
    RowView restTurn;            // 4, rest rotation of that frame in the frame of the segment before, or the root's
    RowView restLength;          // 1, of the same segment, m; of particle 0 not used
    HairPoint* now;                 // the same as rows, strand by strand, for contacts
    HairPoint* before;
    float meanSegment;              // of all strands, m: the mass of a point counts against that of so much strand
    const HairMove* moves;          // what contacts and links push; null where there are none
    float* scratch;                 // verletScratchFloats(particles) * W
    uint32_t* resets;               // [W], counts strands put back to rest
};

// The stages of a substep, and one at the frame's end.
enum VerletStage {
    VerletPredict,  // carries position and frame with the head; inertia: writes next, now, before
    VerletSolve,    // moves, joints, lengths, colliders; writes position, velocity, frame
    VerletRescue    // strands that are not finite return to rest
};

struct VerletKernels {
    const char* name;               // the instruction set
    int lanes;                      // W
    void (*stage[3])(const VerletTile&);
};

// The fields of a strand's store.
enum VerletField { VerletPosition = 0, VerletVelocity, VerletNext, VerletFrame, VerletTurn, VerletLength, VerletRoot };
struct VerletFields {
    static constexpr Field list[] = {{"position", 3, Per::Particle, Keep::State, Jump::Vector},
                                     {"velocity", 3, Per::Particle, Keep::State, Jump::Vector},
                                     {"next", 4, Per::Particle, Keep::Derived},
                                     {"frame", 4, Per::Particle, Keep::State, Jump::Frame},
                                     {"restTurn", 4, Per::Particle, Keep::Rest},
                                     {"restLength", 1, Per::Particle, Keep::Rest},
                                     {"root", 8, Per::Strand, Keep::Rest}};  // position, frame, mean segment
    static constexpr int count = 7;
};

RINGLET_HD constexpr int verletScratchFloats(int particles) { return 43 * particles; }

// All that a stage is told of a group in a substep.
struct VerletArgs {
    Substep substep;
    ColliderView colliders;
    VerletMaterial material;
    HairPoint *now, *before;        // the group's points, strand by strand
    float meanSegment;
    const HairMove* moves;          // null: nothing acts between strands
};

// The tile of strands that a stage is about.
template <class At>
RINGLET_HD VerletTile verletTile(const At& at, const VerletArgs& args, const ColliderView& colliders) {
    const size_t point = static_cast<size_t>(at.first()) * static_cast<size_t>(at.particles());
    return {at.particles(), at.lanes(), &args.substep, &colliders, &args.material, at.template rows<VerletRoot>(),
            at.template view<VerletPosition>(), at.template view<VerletVelocity>(), at.template view<VerletNext>(),
            at.template view<VerletFrame>(), at.template view<VerletTurn>(), at.template view<VerletLength>(),
            args.now + point, args.before + point, args.meanSegment, args.moves != nullptr ? args.moves + point : nullptr,
            at.scratch(static_cast<size_t>(verletScratchFloats(at.particles()))), at.resets()};
}

// The kernels of `lanes` lanes that this CPU runs (0: the widest); null where there are none.
const VerletKernels* verletKernels(int lanes);

}  // namespace ringlet::verlet
