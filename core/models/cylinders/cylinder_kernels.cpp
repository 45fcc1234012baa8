#include "core/models/cylinders/cylinder_block.h"
#include "core/models/lane_kernels.h"

namespace ringlet::cylinders {
inline namespace RINGLET_ISA {

RINGLET_LANE_KERNELS(CylinderKernels, cylinderLaneKernels, answerBlock<LaneNumber>);

}  // namespace RINGLET_ISA
}  // namespace ringlet::cylinders
