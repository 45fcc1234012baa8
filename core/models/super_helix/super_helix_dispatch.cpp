#include "core/models/lane_kernels.h"
#include "core/models/super_helix/super_helix_kernels.h"

namespace ringlet::super_helix {

RINGLET_LANE_KERNELS_OF_ALL(RodKernels, rodLaneKernels, 4)

// More values are alive than two vectors of four side by side leave registers for.
const RodKernels* rodKernels(int lanes) { return rodLaneKernelsOf(lanes, 4); }

}  // namespace ringlet::super_helix
