#include "core/models/lane_kernels.h"
#include "core/models/rigid_chain/rigid_chain_kernels.h"

namespace ringlet::rigid_chain {

RINGLET_LANE_KERNELS_OF_ALL(RigidKernels, rigidLaneKernels, 4)

const RigidKernels* rigidKernels(int lanes) { return rigidLaneKernelsOf(lanes, 4); }

}  // namespace ringlet::rigid_chain
