#include "core/models/cylinders/cylinder_kernels.h"
#include "core/models/lane_kernels.h"

namespace ringlet::cylinders {

RINGLET_LANE_KERNELS_OF_ALL(CylinderKernels, cylinderLaneKernels, 4)

const CylinderKernels* cylinderKernels(int lanes) { return cylinderLaneKernelsOf(lanes, 4); }

}  // namespace ringlet::cylinders
