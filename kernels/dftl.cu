// The kernels of the dftl model for CUDA, and the doorway to them.
#define RINGLET_ISA cuda
#define RINGLET_DEVICE_LANES 32

#include "kernels/dftl_twin.h"
#include "kernels/launch.h"

namespace ringlet::kernels {

Result<std::unique_ptr<DftlDevice>> openDftl(const DftlDeviceSetup& setup) { return DftlTwin::open(setup); }

}  // namespace ringlet::kernels
