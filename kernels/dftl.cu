// The kernels of the dftl model's steps.
#include "core/models/dftl/implicit_step.h"
#include "core/models/dftl/published_step.h"
#include "kernels/stage_table.h"

namespace ringlet {
inline namespace RINGLET_ISA {

const StageTable* dftlTable(const std::string& name, Layout layout) {
    if (name == dftl::ImplicitStages::name) return StagesOf<dftl::ImplicitStages, Layout::Tiles>::table();
    if (name != dftl::PublishedStages::name) return nullptr;
    switch (layout) {
        case Layout::Tiles: return StagesOf<dftl::PublishedStages, Layout::Tiles>::table();
        case Layout::Batch: return StagesOf<dftl::PublishedStages, Layout::Batch>::table();
        case Layout::Soa: return StagesOf<dftl::PublishedStages, Layout::Soa>::table();
        case Layout::Aos: return StagesOf<dftl::PublishedStages, Layout::Aos>::table();
    }
    return nullptr;
}

}  // namespace RINGLET_ISA
}  // namespace ringlet
