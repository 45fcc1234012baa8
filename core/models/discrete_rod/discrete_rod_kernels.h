// The doorway between the model and its lane kernels. Plain structs and function pointers only: no code here
// depends on an instruction set.
#pragma once

#include "core/collide/collider_view.h"
#include "core/models/chain_fields.h"
#include "core/models/substep.h"

#include <cstdint>

namespace ringlet::discrete_rod {

// By the direct algorithm, by Newton's method, or side by side: by Newton's where hair grows on the head's left.
enum TwistWay : int { TwistDirect = 0, TwistNewton = 1, TwistSides = 2 };

// Per mass: stiffnesses are divided by the linear density (kg/m).
struct Material {
    float bend1, bend2;     // against bending about the section's major and minor axis, m^4/s^2
    float twist;            // against twisting, m^4/s^2
    float dissipation;      // internal friction of bending and twisting, m^4/s
    float drag;             // of the air, 1/s
    float entrainment;      // share of the head's motion that the air takes on, [0, 1]
    float contact;          // contact stiffness, 1/s^2
    int twistWay;           // published step: how twist is found, TwistWay
    float wisp;             // a wisp's springs, a metre of hair, 1/s^2; 0: none
    int wispPattern;        // which of them there are: WispPattern
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
    float* told;            // [particles][toldRows][W]: see ToldRow; null: strands do not meet. Of wisps the left rim's
    bool tells;             // tells of its particles instead of taking the substep
    uint32_t* resets;       // [W], counts strands put back to rest
};

// One tile of wisps through one substep: both rims, which have as many particles, and what joins them.
struct WispTile {
    RodTile rim[2];         // left, right; `scratch` of both at the first one's: wispScratchFloats(particles) * W floats
    RowView restAcross[2];  // 2: at rest from a rim's particle to the other's same one, and to the one before that, m
};

struct RodKernels {
    const char* name;       // the instruction set, for benchmarks
    int lanes;              // W
    void (*implicit)(const RodTile&);   // a substep of the default step
    void (*published)(const RodTile&);  // one of the published step
    void (*implicitWisp)(const WispTile&);
    void (*publishedWisp)(const WispTile&);
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

// Models with wisps have a field more, also of strands that are single.
template <class Of>
struct WispFields {
    static constexpr int restAcross = Of::count, count = Of::count + 1;
    struct List {
        Field all[count];
    };
    static constexpr List made() {
        List list{};
        for (int f = 0; f < Of::count; ++f) list.all[f] = Of::list[f];
        list.all[restAcross] = {"restAcross", 2, Per::Particle, Keep::Rest};
        return list;
    }
    static constexpr List kept = made();
    static constexpr const Field* list = kept.all;
};

RINGLET_HD constexpr int rodScratchFloats(int particles) { return 44 * particles; }

// What others do to a particle: C and b of PointLoad in wisp_contacts.h, or in the published step an acceleration. What
// is told of it: its way. And its contact with a collider, found when it tells and kept for
// the solution after that; of a root, NearContacts.
enum ToldRow : int { LoadMatrix = 0, LoadVector = 6, ToldWay = 9, KeptContact = 12, toldRows = 18, PushAcceleration = 0 };

// Rows that a pair's solution takes a segment beside its rims' own; one more for the pair.
constexpr int wispRows = 37;
RINGLET_HD constexpr int wispScratchFloats(int particles) { return 2 * rodScratchFloats(particles) + wispRows * particles; }

// All that a stage is told of a substep.
struct RodArgs {
    Substep substep;
    ColliderArgs colliders;
    Material material;
    float* told;            // of the group; see RodTile
    bool tells;
};

// The tile of strands that a stage is about; of wisps rim `half`.
template <class At>
RINGLET_HD RodTile implicitTile(const At& at, const RodArgs& args, const ColliderArgs& colliders, uint32_t half = 0) {
    const StrandView none{nullptr, 0, 0, 0};
    const int floats = at.together() == 2 ? wispScratchFloats(at.particles()) : rodScratchFloats(at.particles());
    const size_t told = static_cast<size_t>(toldRows * at.particles() * at.together());
    return {at.particles(), args.substep, &colliders, args.material, at.template rows<Root>(half), at.template rows<Scale>(half),
            at.template view<Position>(half), at.template view<Velocity>(half), at.template view<SegmentFrame>(half),
            at.template view<RestTurn>(half), at.template view<RestLength>(half), none, none,
            at.scratch(static_cast<size_t>(floats)), args.told != nullptr ? at.rowsOf(args.told, told) : nullptr, args.tells,
            at.resets()};
}
template <class At>
RINGLET_HD RodTile publishedTile(const At& at, const RodArgs& args, const ColliderArgs& colliders, uint32_t half = 0) {
    RodTile tile = implicitTile(at, args, colliders, half);
    tile.twist = at.template view<Twist>(half);
    tile.restTwist = at.template view<RestTwist>(half);
    return tile;
}
template <class At>
RINGLET_HD WispTile implicitWispTile(const At& at, const RodArgs& args, const ColliderArgs& colliders) {
    constexpr int across = WispFields<ImplicitFields>::restAcross;
    return {{implicitTile(at, args, colliders, 0), implicitTile(at, args, colliders, 1)},
            {at.template view<across>(0), at.template view<across>(1)}};
}
template <class At>
RINGLET_HD WispTile publishedWispTile(const At& at, const RodArgs& args, const ColliderArgs& colliders) {
    constexpr int across = WispFields<PublishedFields>::restAcross;
    return {{publishedTile(at, args, colliders, 0), publishedTile(at, args, colliders, 1)},
            {at.template view<across>(0), at.template view<across>(1)}};
}

// The kernels of `lanes` lanes (0: the widest); null where this program or this CPU has none.
const RodKernels* rodKernels(int lanes);

}  // namespace ringlet::discrete_rod
