// Both steps: a tile of strands through a substep.
#include "core/models/lane_kernels.h"
#include "core/models/rigid_chain/published_step.h"
#include "core/models/rigid_chain/rigid_step.h"

namespace ringlet::rigid_chain {
inline namespace RINGLET_ISA {

RINGLET_LANE_KERNELS(RigidKernels, rigidLaneKernels, rigidSubstep<LaneNumber>, foreseeSubstep<LaneNumber>, publishedSubstep<LaneNumber>);

}  // namespace RINGLET_ISA
}  // namespace ringlet::rigid_chain
