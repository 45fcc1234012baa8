// The kernels of the rigid-chain model's steps; what wisps do to each other is in rigid_chain_contacts.cu.
#include "core/models/rigid_chain/published_step.h"
#include "core/models/rigid_chain/rigid_step.h"
#include "kernels/stage_table.h"

namespace ringlet {
inline namespace RINGLET_ISA {

const StageTable* rigidChainTable(const std::string& name, Layout) {
    using namespace rigid_chain;
    if (name == DefaultStages::name) return StagesOf<DefaultStages, Layout::Tiles>::table<rigidChainPart>();
    if (name == PublishedStages::name) return StagesOf<PublishedStages, Layout::Tiles>::table<rigidChainPublishedPart>();
    return nullptr;
}

}  // namespace RINGLET_ISA
}  // namespace ringlet
