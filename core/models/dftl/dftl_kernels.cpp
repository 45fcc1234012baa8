// Both steps: a tile of strands through a frame.
#include "core/models/dftl/implicit_step.h"
#include "core/models/dftl/published_step.h"
#include "core/models/lane_kernels.h"

namespace ringlet::dftl {
inline namespace RINGLET_ISA {

RINGLET_LANE_KERNELS(DftlKernels, dftlLaneKernels, implicitFrame<LaneNumber>, publishedFrame<LaneNumber>);

}  // namespace RINGLET_ISA
}  // namespace ringlet::dftl
