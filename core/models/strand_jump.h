// A jump of the head takes the hair along rigidly, velocities too: one item of one field
// of one strand. For the host's stores and for a device's threads.
#pragma once

#include "core/models/fields.h"
#include "core/models/tile_io.h"

namespace ringlet {
inline namespace RINGLET_ISA {

// `turn` is the head's rotation, unit. Segment p's frame is particle p's item.
RINGLET_HD void jumpItem(const StrandView& field, int item, Jump jump, Quat<float> turn) {
    if (jump == Jump::Vector) storeVec3(field, item, rotate(turn, loadVec3<float>(field, item)));
    if (jump == Jump::Frame) storeQuat(field, item, normalized(turn * loadQuat<float>(field, item)));
}

}  // namespace RINGLET_ISA
}  // namespace ringlet
