// The doorway between the model and its lane kernels. Plain structs and function pointers only: no code here
// depends on an instruction set.
#pragma once

#include "core/collide/collider_view.h"
#include "core/models/chain_fields.h"
#include "core/models/chain_material.h"
#include "core/models/cylinders/cylinder_kernels.h"
#include "core/models/hold_rows.h"
#include "core/models/substep.h"

#include <cstdint>

namespace ringlet::rigid_chain {

struct Material : ChainMaterial {
    float radius;           // of a segment's section, which says how it turns about itself, m
    // The published step's alone:
    float axial;            // force that would double a length, over linear density: N / (kg/m)
    float sliding;          // friction in contact, 1/s
    float restitution;      // of collisions, [0, 1]
};

// One tile of strands through one substep.
struct RigidTile {
    int particles;
    Substep substep;
    const ColliderArgs* colliders;
    Material material;
    HoldArgs holds;
    float* loads;           // [particles][loadRows][W], see cylinders::LoadRow; null: wisps do not meet
    const float* root;      // [7][W]: root position (m) and root frame (quaternion) in head space
    const float* scale;     // [W]: mean segment length l0, m
    RowView position;       // 3 components: the root, then the segments' ends
    RowView velocity;       // 3, of these points, world, m/s
    RowView frame;          // 4, frames of segments: z is their direction
    RowView restTurn;       // 4, present rest rotation from the parent segment's frame
    RowView restLength;     // 1, m
    RowView spin;           // default step: 1, about a segment's direction; published step: 3, world axes; rad/s
    RowView hold;           // holdRows, of segments; read where holds.any
    RowView mode;           // 1, published step: a segment's BodyMode
    float* scratch;         // defaultScratch or publishedScratch * particles * W floats
    uint32_t* resets;       // [W], counts strands put back to rest
};

struct RigidKernels {
    const char* name;       // the instruction set, for benchmarks
    int lanes;              // W
    void (*step)(const RigidTile&);       // a substep of the default step
    void (*foresee)(const RigidTile&);    // where wisps would go in it, in loads
    void (*published)(const RigidTile&);  // one of the published step
};

enum RigidStage { StepStage, ForeseeStage };  // of the default step

// The fields of a strand's store; the last is the published step's alone.
enum RigidField { Position, Velocity, SegmentFrame, RestTurn, RestLength, Root, Scale, Turn, Hold, Spin, Mode };
template <uint8_t spins, Jump jump>
struct FieldsOf {
    static constexpr Field list[] = {ChainFields::list[Position],
                                     ChainFields::list[Velocity],
                                     ChainFields::list[SegmentFrame],
                                     ChainFields::list[RestTurn],
                                     ChainFields::list[RestLength],
                                     ChainFields::list[Root],
                                     ChainFields::list[Scale],
                                     {"turn", 4, Per::Segment, Keep::Derived},  // the rest rotations as hair is styled now
                                     {"hold", holdRows, Per::Segment, Keep::Derived},
                                     {"spin", spins, Per::Segment, Keep::State, jump},
                                     {"mode", 1, Per::Segment, Keep::State}};
};
struct DefaultFields : FieldsOf<1, Jump::Stays> {
    static constexpr int count = 10;
};
struct PublishedFields : FieldsOf<3, Jump::Vector> {
    static constexpr int count = 11;
};

// Rows of scratch a particle.
constexpr int defaultScratch = chainScratchFloats + 4, publishedScratch = 50;

// All that a stage is told of a substep.
struct RigidArgs {
    Substep substep;
    ColliderArgs colliders;
    Material material;
    HoldArgs holds;
    float* loads;           // of the group; see RigidTile
};

// The tile of strands that a stage is about.
template <class At>
RINGLET_HD RigidTile defaultTile(const At& at, const RigidArgs& args, const ColliderArgs& colliders, int scratch = defaultScratch) {
    const StrandView none{nullptr, 0, 0, 0};
    return {at.particles(), args.substep, &colliders, args.material, args.holds,
            args.loads != nullptr ? at.rowsOf(args.loads, static_cast<size_t>(cylinders::loadRows * at.particles())) : nullptr, at.template rows<Root>(), at.template rows<Scale>(),
            at.template view<Position>(), at.template view<Velocity>(), at.template view<SegmentFrame>(),
            at.template view<Turn>(), at.template view<RestLength>(), at.template view<Spin>(), at.template view<Hold>(), none,
            at.scratch(static_cast<size_t>(scratch * at.particles())), at.resets()};
}
template <class At>
RINGLET_HD RigidTile publishedTile(const At& at, const RigidArgs& args, const ColliderArgs& colliders) {
    RigidTile tile = defaultTile(at, args, colliders, publishedScratch);
    tile.mode = at.template view<Mode>();
    return tile;
}

// The kernels of `lanes` lanes (0: the widest); null where this program or this CPU has none.
const RigidKernels* rigidKernels(int lanes);

}  // namespace ringlet::rigid_chain
