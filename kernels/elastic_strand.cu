// The kernels of the elastic strand; what strands do to each other is in elastic_strand_contacts.cu.
#include "core/models/elastic_strand/implicit_step.h"
#include "kernels/stage_table.h"

namespace ringlet {
inline namespace RINGLET_ISA {

const StageTable* elasticStrandTable(const std::string& name, Layout) {
    using namespace elastic_strand;
    return name == StrandStages::name ? StagesOf<StrandStages, Layout::Tiles>::table<elasticStrandPart>() : nullptr;
}

}  // namespace RINGLET_ISA
}  // namespace ringlet
