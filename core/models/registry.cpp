#include "core/models/former_names.h"

#include <algorithm>

namespace ringlet {
namespace {

// Function-local, so that it exists before the first registrar runs.
std::vector<ModelInfo>& registry() {
    static std::vector<ModelInfo> all;
    return all;
}

}  // namespace

const std::vector<ModelInfo>& models() { return registry(); }

const ModelInfo* findModel(const std::string& name) {
    const std::string& now = modelNow(name);
    for (const ModelInfo& model : registry()) {
        if (model.name == now) return &model;
    }
    return nullptr;
}

RegisterModel::RegisterModel(ModelInfo info) {
    auto before = [](const ModelInfo& a, const ModelInfo& b) { return a.name < b.name; };
    auto& all = registry();
    all.insert(std::upper_bound(all.begin(), all.end(), info, before), info);
}

Vec3f curvePoint(const CurveBlock& block, uint32_t strand, uint32_t particle) {
    size_t tile = strand / block.lanes, lane = strand % block.lanes;
    const float* p = block.positions + tile * block.tileFloats() + size_t{particle} * 3 * block.lanes + lane;
    return {p[0], p[block.lanes], p[2 * block.lanes]};
}

}  // namespace ringlet
