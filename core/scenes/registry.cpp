#include "core/scenes/scene.h"
#include "core/scenes/ball.h"
#include "core/scenes/wind.h"

#include <algorithm>

namespace ringlet {
namespace {

// Function-local, so that it exists before the first registrar runs.
std::vector<SceneInfo>& registry() {
    static std::vector<SceneInfo> all;
    return all;
}

}  // namespace

const SceneKindInfo sceneKinds[] = {
    {"head", "Heads", "Whole heads of hair, to drag about."},
    {"ball", "Balls", "Hair on a ball, where hair meets hair."},
    {"wisp", "Wisps", "Locks and bristles that touch, swing and buckle."},
    {"strand", "Single strands", "One to four hairs, as hair models are measured on."},
    {"own", "Your own", "Hair from your own files."},
};
const int sceneKindCount = int(sizeof sceneKinds / sizeof sceneKinds[0]);

const std::vector<SceneInfo>& scenes() { return registry(); }

const SceneInfo* findScene(const std::string& name) {
    for (const SceneInfo& scene : registry()) {
        if (scene.name == name) return &scene;
    }
    return nullptr;
}

RegisterScene::RegisterScene(SceneInfo info) {
    auto before = [](const SceneInfo& a, const SceneInfo& b) { return a.name < b.name; };
    auto& all = registry();
    all.insert(std::upper_bound(all.begin(), all.end(), info, before), std::move(info));
}

Params sceneParams(const SceneInfo& scene, const std::string& modelName) {
    std::vector<const ParamTable*> tables;
    if (scene.params) tables.push_back(scene.params);
    const ModelInfo* model = findModel(modelName.empty() ? scene.model : modelName);
    if (model && model->params) tables.push_back(model->params);
    tables.push_back(&ballParams());
    tables.push_back(&windParams());
    Params params(tables);
    for (const auto& [name, value] : scene.defaults) {
        // Another model than the scene's own takes what it knows, where its range goes so far.
        const ParamInfo* row = params.find(name);
        if (model && model->name != scene.model && (!row || value < row->low || value > row->high)) continue;
        params.setDefault(name, value);
    }
    return params;
}

}  // namespace ringlet
