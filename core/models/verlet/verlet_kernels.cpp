// A tile of strands through the parts of a substep.
#include "core/models/lane_kernels.h"
#include "core/models/verlet/verlet_step.h"

namespace ringlet::verlet {
inline namespace RINGLET_ISA {

RINGLET_LANE_KERNELS(VerletKernels, verletLaneKernels,
                     {predictTile<LaneNumber>, solveTile<LaneNumber>, rescueTile<LaneNumber>});

}  // namespace RINGLET_ISA
}  // namespace ringlet::verlet
