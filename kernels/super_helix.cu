// The kernels of the super-helix model; what strands do to each other is in super_helix_contacts.cu.
#include "core/models/super_helix/super_helix_step.h"
#include "kernels/stage_table.h"

namespace ringlet {
inline namespace RINGLET_ISA {

const StageTable* superHelixTable(const std::string& name, Layout) {
    return name == super_helix::RodStages::name ? StagesOf<super_helix::RodStages, Layout::Tiles>::table<superHelixPart>() : nullptr;
}

}  // namespace RINGLET_ISA
}  // namespace ringlet
