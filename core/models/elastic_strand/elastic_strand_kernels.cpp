#include "core/models/elastic_strand/implicit_step.h"
#include "core/models/lane_kernels.h"

namespace ringlet::elastic_strand {
inline namespace RINGLET_ISA {

RINGLET_LANE_KERNELS(StrandKernels, strandLaneKernels, playFrame<LaneNumber>, foresee<LaneNumber>, addToFlow<LaneNumber>);

}  // namespace RINGLET_ISA
}  // namespace ringlet::elastic_strand
