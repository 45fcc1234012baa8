// The kernels of the discrete-rod model's steps; what wisps do to each other is in discrete_rod_contacts.cu.
#include "core/models/discrete_rod/wisp_rod.h"
#include "kernels/stage_table.h"

namespace ringlet {
inline namespace RINGLET_ISA {

const StageTable* discreteRodTable(const std::string& name, Layout) {
    if (name == discrete_rod::ImplicitStages::name) return StagesOf<discrete_rod::ImplicitStages, Layout::Tiles>::table<discreteRodPart>();
    if (name == discrete_rod::PublishedStages::name) return StagesOf<discrete_rod::PublishedStages, Layout::Tiles>::table<discreteRodPart>();
    if (name == discrete_rod::ImplicitWispStages::name) return StagesOf<discrete_rod::ImplicitWispStages, Layout::Tiles>::table<discreteRodPart>();
    if (name == discrete_rod::PublishedWispStages::name) return StagesOf<discrete_rod::PublishedWispStages, Layout::Tiles>::table<discreteRodPart>();
    return nullptr;
}

}  // namespace RINGLET_ISA
}  // namespace ringlet
