// A jump of the head takes the hair along rigidly, velocities too: one particle
// (and the segment that begins at it) of one strand.
#pragma once

#include "core/models/dftl/strand_io.h"

namespace ringlet {
inline namespace RINGLET_ISA {

// `turn` is the head's rotation, unit; `frame` is null in the published step and
// for the last particle, where no segment begins.
RINGLET_HD void carryParticle(const StrandView& position, const StrandView& velocity, const StrandView* frame, int p,
                              Quat<float> turn) {
    storeVec3(position, p, rotate(turn, loadVec3<float>(position, p)));
    storeVec3(velocity, p, rotate(turn, loadVec3<float>(velocity, p)));
    if (frame != nullptr) storeQuat(*frame, p, normalized(turn * loadQuat<float>(*frame, p)));
}

}  // namespace RINGLET_ISA
}  // namespace ringlet
