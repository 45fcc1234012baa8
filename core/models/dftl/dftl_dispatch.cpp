#include "core/models/dftl/dftl_kernels.h"
#include "core/models/lane_kernels.h"

namespace ringlet::dftl {

RINGLET_LANE_KERNELS_OF_ALL(DftlKernels, dftlLaneKernels, 8)

// Two vectors of four side by side help the published step; the default step
// keeps more values alive than WebAssembly leaves registers for.
const DftlKernels* dftlKernels(int lanes, bool published) { return dftlLaneKernelsOf(lanes, published ? 8 : 4); }

}  // namespace ringlet::dftl
