// The doorway between the model and its lane kernels. Plain structs and
// function pointers only: nothing here may depend on an instruction set.
#pragma once

#include "core/contact/hair_flow_math.h"
#include "core/models/chain_fields.h"
#include "core/models/chain_material.h"
#include "core/models/cylinders/cylinder_kernels.h"
#include "core/models/frame_args.h"

#include <cstdint>

namespace ringlet::elastic_strand {

// See core/models/chain_math.h, chain_terms.h and chain_step.h.
using Material = ChainMaterial;
struct StrandArgs : FrameArgs<Material> {
    FlowArgs flow;
    float* loads;           // of the group; see StrandTile
};

// One tile of strands through all substeps of one frame, or one of them where strands meet.
struct StrandTile {
    int particles;
    int substeps;
    const Substep* substep;
    const ColliderArgs* colliders;
    Material material;
    const float* root;      // [7][W]: root position (m) and root frame (quaternion) in head space
    const float* scale;     // [W]: mean segment length l0, m
    RowView position;       // 3 components
    RowView velocity;       // 3, world, m/s
    RowView frame;          // 4, segment frames: component of particle p is segment p's
    RowView restTurn;       // 4, rest rotation from the parent segment's frame
    RowView restLength;     // 1, m
    float* scratch;         // strandScratchFloats(particles) * W floats
    const FlowArgs* flow;   // of the hair around; without nodes: none
    float* loads;           // [particles][loadRows][W], see cylinders::LoadRow; null: strands do not meet
    uint32_t* resets;       // [W], counts strands put back to rest
};

// Kernels compiled for one instruction set.
struct StrandKernels {
    const char* name;       // the instruction set, for benchmarks
    int lanes;              // W
    void (*playFrame)(const StrandTile&);
    void (*foresee)(const StrandTile&);               // where its strands would go in its first substep, in loads
    void (*addToFlow)(const StrandTile&, int lanes);  // what the first lanes hold
};

enum StrandStage { PlayStage, ClearStage, AddStage, ForeseeStage };

// The fields of a strand's store.
enum StrandField { Position, Velocity, SegmentFrame, RestTurn, RestLength, Root, Scale };
typedef ChainFields StrandFields;

RINGLET_HD constexpr int strandScratchFloats(int particles) { return chainScratchFloats * particles; }

// The tile of strands that the stage is about.
template <class At>
RINGLET_HD StrandTile strandTile(const At& at, const StrandArgs& args, const ColliderArgs& colliders) {
    return {at.particles(), args.substeps, args.substep, &colliders, args.material, at.template rows<Root>(),
            at.template rows<Scale>(), at.template view<Position>(), at.template view<Velocity>(),
            at.template view<SegmentFrame>(), at.template view<RestTurn>(), at.template view<RestLength>(),
            at.scratch(static_cast<size_t>(strandScratchFloats(at.particles()))), &args.flow,
            args.loads != nullptr ? at.rowsOf(args.loads, static_cast<size_t>(cylinders::loadRows * at.particles())) : nullptr, at.resets()};
}

// The kernels of `lanes` lanes (0: the fastest); null where this program or this CPU has none.
const StrandKernels* strandKernels(int lanes);

}  // namespace ringlet::elastic_strand
