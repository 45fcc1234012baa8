// The CUDA twins' own sources against the shim, registered as the backend
// "emulated" of this program.
#define RINGLET_ISA emulated
#define RINGLET_DEVICE_LANES 32

#include "kernels/dftl.cu"
#include "kernels/discrete_rod.cu"
#include "kernels/discrete_rod_contacts.cu"
#include "kernels/elastic_strand.cu"
#include "kernels/dftl_contacts.cu"
#include "kernels/elastic_strand_contacts.cu"
#include "kernels/rigid_chain.cu"
#include "kernels/rigid_chain_contacts.cu"
#include "kernels/strand_twin.h"
#include "kernels/super_helix.cu"
#include "kernels/super_helix_contacts.cu"
#include "kernels/verlet.cu"
#include "kernels/verlet_contacts.cu"
#include "tests/models/pendulum_chain.h"

namespace ringlet {
namespace {
const StageTable* chainTable(const std::string& name, Layout) {
    return name == pendulum::ChainStages::name ? StagesOf<pendulum::ChainStages, Layout::Tiles>::table() : nullptr;
}
const RegisterStages chain(chainTable);
const RegisterStrandDevice here("emulated", StrandTwin::open);
}
}  // namespace ringlet
