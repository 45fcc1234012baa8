#include "core/models/elastic_strand/elastic_strand_kernels.h"
#include "core/models/lane_kernels.h"

namespace ringlet::elastic_strand {

RINGLET_LANE_KERNELS_OF_ALL(StrandKernels, strandLaneKernels, 4)

const StrandKernels* strandKernels(int lanes) { return strandLaneKernelsOf(lanes, 4); }

}  // namespace ringlet::elastic_strand
