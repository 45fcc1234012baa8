#include "core/play/beside.h"

#include "core/models/former_names.h"

#include <algorithm>

namespace ringlet {
namespace play {

namespace {

std::vector<std::string> partsOf(const std::string& names) {
    std::vector<std::string> parts;
    if (names.empty()) return parts;
    for (size_t at = 0; at <= names.size();) {
        const size_t end = std::min(names.find(',', at), names.size());
        parts.push_back(names.substr(at, end - at));
        at = end + 1;
    }
    return parts;
}

// Whether that parameter of the first holds for hair of that model too; then params has it. What chooses another model does not.
bool adopt(const std::string& model, Params& params, const std::string& name, const std::string& text) {
    const ParamInfo* row = params.find(name);
    Params with = params;
    if (!row || !row->shown || !with.set(name, text) || otherModelOf(model, with)) return false;
    params = std::move(with);
    return true;
}

}  // namespace

Result<Beside::Head> Beside::made(const std::string& name, const Simulation& first, const SimulationOptions& options) {
    const size_t colon = std::min(name.find(':'), name.size());
    const std::string scene = name.substr(0, colon), model = name.substr(std::min(colon + 1, name.size()));
    if (colon < name.size() && model.empty()) return Error{"'" + name + "' says no model behind its colon"};
    const SceneInfo* info = findScene(scene);
    if (info && info->needsFiles) return Error{"hair from your own files cannot stand beside other hair; show it first"};
    SimulationOptions own = options;
    own.modelName = model;
    own.files = SceneFiles();
    Params params = info && (model.empty() || findModel(model)) ? sceneParams(*info, model) : Params();
    for (const auto& [changed, text] : first.params().changed())
        if (info) (void)adopt(model.empty() ? info->model : model, params, changed, text);
    Result<std::unique_ptr<Simulation>> simulation = Simulation::make(scene, params, own);  // or says what there is not
    if (!simulation) return Error{simulation.error()};
    Head head;
    head.name = name;
    head.simulation = std::move(simulation.value());
    return head;
}

Status Beside::set(const std::string& names, const Simulation& first, const SimulationOptions& options) {
    const std::vector<std::string> wanted = partsOf(names);
    if (wanted.size() > most) return Error{"at most " + std::to_string(most) + " heads can stand beside the first"};
    std::vector<Head> added(wanted.size());
    std::vector<bool> taken(heads_.size(), false);
    std::vector<size_t> from(wanted.size(), heads_.size());
    for (size_t i = 0; i < wanted.size(); ++i) {
        for (size_t k = 0; k < heads_.size() && from[i] == heads_.size(); ++k)
            if (!taken[k] && heads_[k].name == wanted[i]) from[i] = k;
        if (from[i] < heads_.size()) {
            taken[from[i]] = true;
            continue;
        }
        Result<Head> head = made(wanted[i], first, options);
        if (!head) return Error{head.error()};
        added[i] = std::move(head.value());
    }
    for (size_t i = 0; i < wanted.size(); ++i)
        if (from[i] < heads_.size()) added[i] = std::move(heads_[from[i]]);
    heads_ = std::move(added);
    simulations_.clear();
    for (const Head& head : heads_) simulations_.push_back(head.simulation.get());
    return {};
}

std::string Beside::names() const {
    std::string names;
    for (const Head& head : heads_) names += (names.empty() ? "" : ",") + head.name;
    return names;
}

bool Beside::setParam(const std::string& name, const std::string& text) {
    bool anew = false;
    for (Simulation* one : simulations_) {
        Params with = one->params();
        const uint64_t build = one->build();
        if (adopt(one->modelInfo().name, with, name, text)) (void)one->setParam(name, text);
        anew = anew || one->build() != build;
    }
    return anew;
}

void Beside::clear() {
    heads_.clear();
    simulations_.clear();
}

}  // namespace play
}  // namespace ringlet
