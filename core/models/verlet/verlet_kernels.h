// The doorway between the model and its lane kernels. Plain structs and function
// pointers only: nothing here may depend on an instruction set.
#pragma once

#include "core/collide/collider_view.h"
#include "core/contact/point_lanes.h"
#include "core/groom/strand_array.h"

#include <cstdint>

namespace ringlet {

// One substep. All positions are relative to the head's origin, along world axes.
struct VerletSubstep {
    float h;                // s
    Quatf headBefore;       // orientation at the substep's begin
    Quatf headAfter;        // at its end
    Vec3f headMove;         // the origin's displacement, m
    Vec3f gravity;          // m/s^2
    Vec3f wind;             // m/s
    Vec3f brush;            // the brush's centre at the substep's end, m
    Vec3f brushVelocity;    // m/s
    float brushRadius;      // m; 0: none
    float brushRate;        // 1/s at its centre
};

struct VerletMaterial {
    float bending;          // bending stiffness over linear density, N m^2 / (kg/m)
    float drag;             // air drag, 1/s
    float friction;         // Coulomb friction coefficient against colliders
    bool published;         // relaxation as in the write-up, no restoring
    int passes;             // of the published relaxation
};

// One tile of strands through one half of a substep.
struct VerletTile {
    int particles;
    int strands;                    // lanes that hold one; the others are padding
    bool curved;                    // some strand of the group is not straight at rest
    const VerletSubstep* substep;
    const ColliderView* colliders;
    const VerletMaterial* material;
    const float* root;              // [3][W]: root position in head space, m
    StrandView position;            // 3 components, m
    StrandView velocity;            // 3, world, m/s
    StrandView next;                // 3, where the substep takes the particle, m
    StrandView restDirection;       // 3, of the segment that ends at the particle, head space, unit
    StrandView restLength;          // 1, of the same segment, m; of particle 0 not used
    HairPoint* now;                 // the same as rows, strand by strand, for contacts
    HairPoint* before;
    float meanSegment;              // of all strands, m: the mass of a point counts against that of so much strand
    const HairMove* moves;          // what contacts and links push; null where there are none
    float* scratch;                 // verletScratchFloats(particles) * W
    uint32_t* resets;               // [W], counts strands put back to rest
};

struct VerletKernels {
    const char* name;               // the instruction set
    int lanes;                      // W
    void (*predict)(const VerletTile&);  // inertia, forces; writes next, now, before
    void (*solve)(const VerletTile&);    // moves, restoring, lengths, colliders; writes position, velocity
    void (*rescue)(const VerletTile&);   // strands that are not finite return to rest
};

enum VerletChannel { VerletPosition = 0, VerletVelocity, VerletNext, VerletDirection, VerletLength };

// Where 1 + cos of the angle by which a segment is turned from its rest is below this, a strand's
// curl fades: opposite to its rest no shortest rotation is one alone, and there is none.
constexpr float fadesBelow = 0.5f;

RINGLET_HD constexpr int verletScratchFloats(int particles) { return 21 * (particles + 2); }

// The kernels of `lanes` lanes that this CPU runs (0: the widest); null where there are none.
const VerletKernels* verletKernels(int lanes);

}  // namespace ringlet
