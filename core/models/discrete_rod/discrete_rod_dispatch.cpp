#include "core/models/discrete_rod/discrete_rod_kernels.h"
#include "core/models/lane_kernels.h"

namespace ringlet::discrete_rod {

RINGLET_LANE_KERNELS_OF_ALL(RodKernels, rodLaneKernels, 4)

const RodKernels* rodKernels(int lanes) { return rodLaneKernelsOf(lanes, 4); }

}  // namespace ringlet::discrete_rod
