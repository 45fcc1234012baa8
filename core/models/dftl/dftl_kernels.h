// The doorway between the model and its lane kernels. Plain structs and
// function pointers only: nothing here may depend on an instruction set.
#pragma once

#include "core/contact/hair_flow_math.h"
#include "core/models/cylinders/cylinder_kernels.h"
#include "core/models/fields.h"
#include "core/models/frame_args.h"

#include <cstdint>

namespace ringlet::dftl {

// Whose step it is: the values of the parameter `step`, in its order. The first two are in published_step.h, the others in peers_step.h.
enum class Method { Published = 1, Algorithm2, Mueller, HanHarada, SanchezBanderas };
RINGLET_HD constexpr bool isPeer(Method method) { return method >= Method::Mueller; }

// See published_math.h, peers_step.h and grid_response.h.
struct Material {
    Method method;
    float compliance;           // rad^2/J at unit mass
    float velocityCorrection;   // DFTL's s, [0, 1]
    float shapeStiffness;       // [0, 1], of the local shape constraint by distance
    float globalStiffness;      // [0, 1]
    float globalRange;          // [0, 1], of a strand from its root
    float damping;              // [0, 1], of velocity in a frame
    int iterations;
    float gridRepulsion;        // m/s
    float gridPressure;         // m^2/s: the parameter times the frame's time
};
struct DftlArgs : FrameArgs<Material> {
    FlowArgs flow;
    float* loads;               // of the group; see DftlTile
};

// One tile of strands through all substeps of one frame.
struct DftlTile {
    int particles;
    int substeps;
    const Substep* substep;
    const ColliderArgs* colliders;
    Material material;
    const float* root;      // [9][W]: root position, normal n_0, direction to Aux_0, in head space
    StrandView position;    // 3
    StrandView velocity;    // 3
    StrandView target;      // 3: target p*_i of particle i in its parent's basis, m
    const FlowArgs* flow;   // of the hair around; without nodes: none
    float* loads;           // [particles][loadRows][W], see cylinders::LoadRow; null: strands do not meet
    uint32_t* resets;       // [W], counts strands put back to rest
};

// Kernels compiled for one instruction set.
struct DftlKernels {
    const char* name;       // the instruction set, for benchmarks
    int lanes;              // W
    void (*playFrame)(const DftlTile&);
    void (*playPeer)(const DftlTile&);              // the same by a step of peers_step.h
    void (*addToFlow)(const DftlTile&, int lanes);  // what the first lanes hold
    void (*pressApart)(const DftlTile&);            // by strands that meet, before a substep
};

enum DftlStage { PlayStage, ClearStage, AddStage, PeerStage, PressStage };

// The fields of a strand's store.
enum DftlField { Position, Velocity, Target, Root };
struct DftlFields {
    static constexpr Field list[] = {{"position", 3, Per::Particle, Keep::State, Jump::Vector},
                                     {"velocity", 3, Per::Particle, Keep::State, Jump::Vector},
                                     {"target", 3, Per::Particle, Keep::Rest},
                                     {"root", 9, Per::Strand, Keep::Rest}};  // position, normal n_0, direction to Aux_0
    static constexpr int count = 4;
};

// The tile of strands that the stage is about.
template <class At>
RINGLET_HD DftlTile dftlTile(const At& at, const DftlArgs& args, const ColliderArgs& colliders) {
    return {at.particles(), args.substeps, args.substep, &colliders, args.material, at.template rows<Root>(),
            at.template view<Position>(), at.template view<Velocity>(), at.template view<Target>(), &args.flow,
            args.loads != nullptr ? at.rowsOf(args.loads, static_cast<size_t>(cylinders::loadRows * at.particles())) : nullptr, at.resets()};
}

// The kernels of `lanes` lanes (0: the fastest); null where this program or this CPU has none.
const DftlKernels* dftlKernels(int lanes);

}  // namespace ringlet::dftl
