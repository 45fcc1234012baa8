// Both steps: a tile of strands, or of wisps, through a substep.
#include "core/models/discrete_rod/wisp_rod.h"
#include "core/models/lane_kernels.h"

namespace ringlet::discrete_rod {
inline namespace RINGLET_ISA {

RINGLET_LANE_KERNELS(RodKernels, rodLaneKernels, implicitSubstep<LaneNumber>, publishedSubstep<LaneNumber>,
                     implicitWisp<LaneNumber>, publishedWisp<LaneNumber>);

}  // namespace RINGLET_ISA
}  // namespace ringlet::discrete_rod
