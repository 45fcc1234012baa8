// A parameter that nothing reads would be a slider that does nothing: each one that acts while hair moves changes how it does.
#include "core/scenes/simulation.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#if !defined(__EMSCRIPTEN__)  // tables and steps are the same there

using namespace ringlet;

namespace {

typedef std::vector<std::pair<std::string, std::string>> Settings;

// Where a parameter shows: a scene, what else must be set for it, and two of its values (empty: the ends of its range).
struct Showing {
    const char* param;
    const char* model;
    const char* scene;
    Settings set = {};
    const char *one = "", *other = "";
};

// Of a model, unless a row below says otherwise. A model without a row here shows in the first scene of its own.
const Showing usual[] = {
    {"", "dftl-published", "ringlets", {{"step", "published"}, {"strands", "24"}, {"windSpeed", "5"}}},
    {"", "discrete-rod", "comb-wisps", {{"strands", "64"}}},
    {"", "elastic-strand", "wavy", {{"strands", "24"}, {"hairContact", "0.05"}, {"windSpeed", "5"}}},
    {"", "rigid-chain", "headband", {{"strands", "24"}, {"clipRadius", "0.05"}, {"clip2Radius", "0.05"}}},
    {"", "super-helix", "super-wavy", {{"strands", "24"}, {"hairContact", "1e-4"}}},
    {"", "verlet", "layers", {{"rows", "3"}}},
};
const Showing special[] = {
    {"hairDiameter", "dftl-published", "wavy", {{"step", "published"}, {"strands", "24"}, {"pairRepulsion", "0.5"}}},
    {"shapeStiffness", "dftl-published", "ringlets", {{"step", "han-harada-2012"}, {"strands", "24"}}},
    {"globalStiffness", "dftl-published", "ringlets", {{"step", "han-harada-2012"}, {"strands", "24"}}},
    {"globalRange", "dftl-published", "ringlets", {{"step", "han-harada-2012"}, {"strands", "24"}}},
    {"positionDamping", "dftl-published", "ringlets", {{"step", "han-harada-2012"}, {"strands", "24"}}},
    {"iterations", "dftl-published", "ringlets", {{"step", "han-harada-2012"}, {"strands", "24"}}},
    {"wispZone", "discrete-rod", "comb-wisps", {{"strands", "64"}, {"step", "published"}}},
    {"axialStiffness", "rigid-chain", "walk", {{"strands", "24"}, {"step", "published"}}},
    {"slidingDamping", "rigid-chain", "walk", {{"strands", "24"}, {"step", "published"}}},
    {"restitution", "rigid-chain", "walk", {{"strands", "24"}, {"step", "published"}}},
    {"cohesionReach", "rigid-chain", "headband", {{"strands", "24"}, {"wispContacts", "on"}, {"wispCohesion", "1e-5"}}},
    {"curlTime", "rigid-chain", "restyle", {{"strands", "24"}}},
    {"clipX", "rigid-chain", "walk", {{"strands", "60"}, {"clipRadius", "0.05"}}, "0.06", "0.09"},
    {"clipY", "rigid-chain", "walk", {{"strands", "60"}, {"clipRadius", "0.05"}}, "0.05", "0.08"},
    {"clipZ", "rigid-chain", "walk", {{"strands", "60"}, {"clipRadius", "0.05"}}, "0.03", "0.06"},
    {"clip2X", "rigid-chain", "walk", {{"strands", "60"}, {"clip2Radius", "0.05"}}, "-0.06", "-0.09"},
    {"clip2Y", "rigid-chain", "walk", {{"strands", "60"}, {"clip2Radius", "0.05"}}, "0.05", "0.08"},
    {"clip2Z", "rigid-chain", "walk", {{"strands", "60"}, {"clip2Radius", "0.05"}}, "0.03", "0.06"},
    {"exitSpeed", "verlet", "layers", {{"rows", "3"}, {"step", "published"}, {"ballRadius", "0.1"}}, "0", "0.2"},
    {"passes", "verlet", "layers", {{"rows", "3"}, {"step", "published"}}},
    {"linkStiffness", "verlet", "links", {{"rows", "3"}}},
    {"linkWeakens", "verlet", "links", {{"rows", "3"}}},
    {"linkBreaks", "verlet", "links", {{"rows", "3"}}},
    {"linksHold", "verlet", "links", {{"rows", "3"}}},
};

struct Silent {
    const char *param, *model, *why;
};
const Silent silent[] = {
    {"broadPhase", "verlet", "ways to the same pairs"},
    {"density", "pendulum-chain", "drag is per mass, and weight too"},
    {"density", "dftl-published", "positions are projected whatever they weigh; links and --set keep it for elastic-strand"},
};

const Showing* found(const std::string& param, const std::string& model) {
    for (const Showing& row : special)
        if (param == row.param && model == row.model) return &row;
    for (const Showing& row : usual)
        if (model == row.model) return &row;
    return nullptr;
}

uint64_t played(const Showing& where, const std::string& name, const std::string& value) {
    const SceneInfo& scene = *findScene(where.scene);
    Params params = sceneParams(scene, where.model);
    for (const auto& [key, text] : where.set) REQUIRE(params.set(key, text).ok());
    if (const Status taken = params.set(name, value); !taken) FAIL(taken.error());
    SimulationOptions options;
    options.modelName = where.model;
    options.measure = false;
    auto made = Simulation::make(where.scene, params, options);
    if (!made) FAIL(made.error());
    made.value()->setMotion(std::move(makeMotion("violent").value()));
    for (int i = 0; i < 20; ++i) made.value()->advance();
    return made.value()->hash();
}

// Two values of a row that differ most.
std::pair<std::string, std::string> valuesOf(const ParamInfo& row, const Showing& where) {
    if (*where.one) return {where.one, where.other};
    if (row.kind == ParamKind::Choice) return {row.choices.front(), row.choices.back()};
    if (row.kind == ParamKind::Toggle) return {"off", "on"};
    return {numberText(row.low), numberText(row.high)};
}

std::string firstScene(const std::string& model) {
    for (const SceneInfo& scene : scenes())
        if (scene.model == model && !scene.needsFiles) return scene.name;
    return scenes().front().name;
}

}  // namespace

TEST_CASE("parameters: each that acts while hair moves changes how it does") {
    for (const ModelInfo& model : models()) {
        const std::string first = firstScene(model.name);
        for (const ParamInfo& row : *model.params) {
            if (row.change != ParamChange::Live || !row.shown) continue;
            bool known = false;
            for (const Silent& one : silent) known = known || (row.name == std::string(one.param) && model.name == one.model);
            const Showing* const listed = found(row.name, model.name);
            const Showing where = listed ? *listed : Showing{"", model.name.c_str(), first.c_str()};
            const auto [one, other] = valuesOf(row, where);
            INFO(model.name, ": `", std::string(row.name), "` in the scene ", std::string(where.scene), " changes nothing: does the step read it? If it acts elsewhere, "
                 "tell where in tests/scenes/parameters_act_test.cpp");
            CHECK((played(where, row.name, one) != played(where, row.name, other)) != known);
        }
    }
}

#endif
