// The CUDA twin's own sources against the shim, registered as the backend
// "emulated" of this program.
#define RINGLET_ISA emulated
#define RINGLET_DEVICE_LANES 32

#include "kernels/dftl_twin.h"

namespace ringlet {
namespace {
const RegisterDftlDevice here("emulated", DftlTwin::open);
}
}  // namespace ringlet
