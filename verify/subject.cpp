#include "verify/subject.h"

#include "core/base/number_text.h"
#include "core/models/former_names.h"

#include <cmath>

namespace ringlet::verify {
namespace {

constexpr double elements = 10;  // where a model is made of elements

const ParamInfo* rowOf(const ModelInfo& model, const std::string& name) {
    for (const ParamInfo& row : *model.params)
        if (name == row.name) return &row;
    return nullptr;
}

// Particle models: their parameters are the material's own. A chain may have no stiffness.
Settings chain(const ModelInfo& model, const Material& m) {
    Settings all = {{"density", m.density}, {"drag", m.drag}};
    if (rowOf(model, "stiffness")) all.push_back({"stiffness", m.stiffness});
    return all;
}

// A round section of light hair, so thick that Young's modulus stays in its range; with Poisson's ratio 0
// it resists twist as it resists bending.
Settings rod(const ModelInfo& model, const Material& m) {
    const double hairDensity = 100, pi = 3.14159265358979;
    const double radius = std::sqrt(m.density / (pi * hairDensity));
    Settings all = {{"hairDensity", hairDensity}, {"sectionRadius", radius}, {"ellipticity", 1}, {"poisson", 0},
                    {"young", 4 * m.stiffness / (pi * std::pow(radius, 4))}, {"airDrag", m.drag * m.density},
                    {"dissipation", 1e-10 * m.internalFriction}};
    if (rowOf(model, "elements")) all.push_back({"elements", elements});
    return all;
}

// Whatever acts between strands or damps besides, off where a model has it.
Settings alone(const ModelInfo& model, const Material& m) {
    Settings off;
    if (rowOf(model, "contacts")) off.push_back({"contacts", 0});
    if (rowOf(model, "internalFriction")) off.push_back({"internalFriction", 0.02 * m.internalFriction});
    return off;
}

}  // namespace

int Subject::pieces(int particles) const {
    return rowOf(*model, "elements") ? static_cast<int>(elements) : particles - 1;
}

bool Subject::rigidPieces() const { return rowOf(*model, "wispRadius") != nullptr; }

Result<Params> Subject::params(const Material& material) const {
    Settings all;
    if (rowOf(*model, "density") && rowOf(*model, "drag")) all = chain(*model, material);
    else if (rowOf(*model, "young") && rowOf(*model, "sectionRadius")) all = rod(*model, material);
    else return Error{"verify/subject.cpp does not know which parameters of " + model->name + " are a strand's material"};
    for (const Settings& more : {alone(*model, material), settings}) all.insert(all.end(), more.begin(), more.end());
    Params params({model->params});
    for (const auto& [name, value] : all)
        if (Status status = params.set(name, value); !status) return Error{status.error()};
    return params;
}

std::vector<Subject> subjects() {
    std::vector<Subject> all;
    for (const ModelInfo& model : models()) {
        all.push_back({model.name, &model, {}, model.published});
        for (const char* way : {"step", "rod"}) {
            const ParamInfo* row = rowOf(model, way);
            if (!row) continue;
            for (int choice = 0; choice <= static_cast<int>(row->high); ++choice) {
                if (choice == static_cast<int>(row->byDefault)) continue;
                Params chosen({model.params});
                if (!chosen.set(way, double(choice)).ok() || otherModelOf(model.name, chosen)) continue;
                all.push_back({model.name + " " + way + "=" + row->choices[static_cast<size_t>(choice)], &model,
                               {{way, double(choice)}}, true});
            }
        }
    }
    return all;
}

}  // namespace ringlet::verify
