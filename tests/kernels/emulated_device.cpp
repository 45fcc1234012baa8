// The CUDA twins' own sources against the shim, registered as the backend
// "emulated" of this program.
#define RINGLET_ISA emulated
#define RINGLET_DEVICE_LANES 32

#include "kernels/dftl.cu"
#include "kernels/discrete_rod.cu"
#include "kernels/elastic_strand.cu"
#include "kernels/strand_twin.h"
#include "kernels/super_helix.cu"
#include "kernels/verlet.cu"

namespace ringlet {
namespace {
const RegisterStrandDevice here("emulated", StrandTwin::open);
}
}  // namespace ringlet
