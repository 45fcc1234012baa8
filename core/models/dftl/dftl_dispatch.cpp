#include "core/models/dftl/dftl_kernels.h"
#include "core/models/lane_kernels.h"

namespace ringlet::dftl {

// Two vectors of four side by side help in a browser, too.
RINGLET_LANE_KERNELS_OF_ALL(DftlKernels, dftlLaneKernels, 8)

const DftlKernels* dftlKernels(int lanes) { return dftlLaneKernelsOf(lanes, 8); }

}  // namespace ringlet::dftl
