// The kernels of the verlet model; what strands do to each other is in verlet_contacts.cu.
#include "core/models/verlet/verlet_step.h"
#include "kernels/stage_table.h"

namespace ringlet {
inline namespace RINGLET_ISA {

const StageTable* verletTable(const std::string& name, Layout) {
    return name == verlet::VerletStages::name ? StagesOf<verlet::VerletStages, Layout::Tiles>::table<verletPart>() : nullptr;
}

}  // namespace RINGLET_ISA
}  // namespace ringlet
