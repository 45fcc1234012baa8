#include "core/models/lane_kernels.h"
#include "core/models/verlet/verlet_kernels.h"

namespace ringlet::verlet {

RINGLET_LANE_KERNELS_OF_ALL(VerletKernels, verletLaneKernels, 4)

const VerletKernels* verletKernels(int lanes) { return verletLaneKernelsOf(lanes, 4); }

}  // namespace ringlet::verlet
