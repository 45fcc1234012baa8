// The doorway between the model and its lane kernels. Plain structs and function pointers only: no code here
// depends on an instruction set.
#pragma once

#include "core/collide/collider_view.h"
#include "core/models/chain_fields.h"
#include "core/models/substep.h"

#include <cstdint>

namespace ringlet::discrete_rod {

// Per mass: stiffnesses are divided by the linear density (kg/m).
struct Material {
    float bend1, bend2;     // against bending about the section's major and minor axis, m^4/s^2
    float twist;            // against twisting, m^4/s^2
    float dissipation;      // internal friction of bending and twisting, m^4/s
    float drag;             // of the air, 1/s
    float entrainment;      // share of the head's motion that the air takes on, [0, 1]
    float contact;          // contact stiffness, 1/s^2
    int newtonTwist;        // published step: twist by Newton's method; 0: by the direct algorithm
};

// One tile of strands through one substep.
struct RodTile {
    int particles;
    Substep substep;
    const ColliderArgs* colliders;
    Material material;
    const float* root;      // [7][W]: root position (m) and root frame (quaternion) in head space
    const float* scale;     // [W]: mean segment length l0, m
    RowView position;       // 3 components
    RowView velocity;       // 3, world, m/s
    RowView frame;          // 4, material frames of segments: x and y are the section's major and minor axis
    RowView restTurn;       // 4, rest rotation from the parent segment's frame
    RowView restLength;     // 1, m
    RowView twist;          // 1, published step: of a segment's frame against the Bishop frame, rad
    RowView restTwist;      // 1, published step: rest twist of the joint at a segment's beginning, rad
    float* scratch;         // rodScratchFloats(particles) * W floats
    uint32_t* resets;       // [W], counts strands put back to rest
};

struct RodKernels {
    const char* name;       // the instruction set, for benchmarks
    int lanes;              // W
    void (*implicit)(const RodTile&);   // a substep of the default step
    void (*published)(const RodTile&);  // one of the published step
};

// The fields of a strand's store; the last two are the published step's alone.
enum RodField { Position, Velocity, SegmentFrame, RestTurn, RestLength, Root, Scale, Twist, RestTwist };
typedef ChainFields ImplicitFields;
struct PublishedFields {
    static constexpr Field list[] = {ImplicitFields::list[Position],
                                     ImplicitFields::list[Velocity],
                                     {"frame", 4, Per::Segment, Keep::Derived, Jump::Frame},
                                     ImplicitFields::list[RestTurn],
                                     ImplicitFields::list[RestLength],
                                     ImplicitFields::list[Root],
                                     ImplicitFields::list[Scale],
                                     {"twist", 1, Per::Segment, Keep::State},
                                     {"restTwist", 1, Per::Segment, Keep::Rest}};
    static constexpr int count = 9;
};

RINGLET_HD constexpr int rodScratchFloats(int particles) { return 36 * particles; }

// All that a stage is told of a substep.
struct RodArgs {
    Substep substep;
    ColliderArgs colliders;
    Material material;
};

// The tile of strands that a stage is about.
template <class At>
RINGLET_HD RodTile implicitTile(const At& at, const RodArgs& args, const ColliderArgs& colliders) {
    const StrandView none{nullptr, 0, 0, 0};
    return {at.particles(), args.substep, &colliders, args.material, at.template rows<Root>(), at.template rows<Scale>(),
            at.template view<Position>(), at.template view<Velocity>(), at.template view<SegmentFrame>(),
            at.template view<RestTurn>(), at.template view<RestLength>(), none, none,
            at.scratch(static_cast<size_t>(rodScratchFloats(at.particles()))), at.resets()};
}
template <class At>
RINGLET_HD RodTile publishedTile(const At& at, const RodArgs& args, const ColliderArgs& colliders) {
    RodTile tile = implicitTile(at, args, colliders);
    tile.twist = at.template view<Twist>();
    tile.restTwist = at.template view<RestTwist>();
    return tile;
}

// The kernels of `lanes` lanes (0: the widest); null where this program or this CPU has none.
const RodKernels* rodKernels(int lanes);

}  // namespace ringlet::discrete_rod
