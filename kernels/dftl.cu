// The kernels of the published method, in each of its layouts; what strands do to each other is in dftl_contacts.cu.
#include "core/models/dftl/dftl_step.h"
#include "kernels/stage_table.h"

namespace ringlet {
inline namespace RINGLET_ISA {

const StageTable* dftlTable(const std::string& name, Layout layout) {
    if (name != dftl::DftlStages::name) return nullptr;
    switch (layout) {
    case Layout::Tiles: return StagesOf<dftl::DftlStages, Layout::Tiles>::table<dftlPart>();
    case Layout::Batch: return StagesOf<dftl::DftlStages, Layout::Batch>::table();
    case Layout::Soa: return StagesOf<dftl::DftlStages, Layout::Soa>::table();
    case Layout::Aos: return StagesOf<dftl::DftlStages, Layout::Aos>::table();
    }
    return nullptr;
}

}  // namespace RINGLET_ISA
}  // namespace ringlet
