// A jump of the head takes the hair along rigidly, velocities too: one particle
// (and the segment that begins at it) of one strand.
#pragma once

#include "core/models/tile_io.h"

namespace ringlet {
inline namespace RINGLET_ISA {

// `turn` is the head's rotation, unit. `begins`: a segment with a frame begins at
// the particle; not in the published step and not at the last one.
RINGLET_HD void carryParticle(StrandView position, StrandView velocity, StrandView frame, bool begins, int p,
                              Quat<float> turn) {
    storeVec3(position, p, rotate(turn, loadVec3<float>(position, p)));
    storeVec3(velocity, p, rotate(turn, loadVec3<float>(velocity, p)));
    if (begins) storeQuat(frame, p, normalized(turn * loadQuat<float>(frame, p)));
}

}  // namespace RINGLET_ISA
}  // namespace ringlet
