// A tile of strands through a substep.
#include "core/models/lane_kernels.h"
#include "core/models/super_helix/super_helix_step.h"

namespace ringlet::super_helix {
inline namespace RINGLET_ISA {

RINGLET_LANE_KERNELS(RodKernels, rodLaneKernels,
                     {stepRod<LaneNumber, 3>, stepRod<LaneNumber, 2>, placeRod<LaneNumber>});

}  // namespace RINGLET_ISA
}  // namespace ringlet::super_helix
