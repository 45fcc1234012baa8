#include "core/models/dftl/dftl_step.h"
#include "core/models/lane_kernels.h"

namespace ringlet::dftl {
inline namespace RINGLET_ISA {

RINGLET_LANE_KERNELS(DftlKernels, dftlLaneKernels, playFrame<LaneNumber>, playPeer<LaneNumber>, addToFlow<LaneNumber>, pressApart<LaneNumber>);

}  // namespace RINGLET_ISA
}  // namespace ringlet::dftl
