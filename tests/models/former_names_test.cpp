// Names of before open what they meant: `dftl` was two models, and its `step` chose.
#include "core/models/former_names.h"
#include "core/scenes/simulation.h"
#include "tests/models/rig.h"

#include <doctest/doctest.h>

#include <map>
#include <tuple>

namespace ringlet::test {
namespace {

std::unique_ptr<Simulation> played(const std::string& model, const std::vector<std::string>& assignments) {
    Params params = sceneParams(*findScene("helix"), model);
    REQUIRE(params.setAll(assignments, "assignments").ok());
    SimulationOptions options;
    options.modelName = model;
    auto made = Simulation::make("helix", params, options);
    REQUIRE(made.ok());
    made.value()->setMotion(std::move(makeMotion("drag").value()));
    for (int i = 0; i < 20; ++i) made.value()->advance();
    return std::move(made.value());
}

}  // namespace

TEST_CASE("former names: each is of a registered model, and no model is registered under one") {
    for (const FormerName& former : formerNames()) {
        CAPTURE(former.step);
        REQUIRE(findModel(former.now) != nullptr);
        CHECK(findModel(former.now)->name == former.now);
        CHECK(isCalled(former.model, former.now));
        for (const ModelInfo& model : models()) CHECK(model.name != former.model);
    }
    CHECK(modelNow("dftl") == "elastic-strand");
    CHECK(modelNow("verlet") == "verlet");
    CHECK(!isCalled("dftl", "verlet"));
}

TEST_CASE("former names: dftl and its steps play as the models they are now") {
    for (const FormerName& former : formerNames()) {
        const std::string step = std::string("step=") + former.step;
        CAPTURE(step);
        auto now = played(former.now, {step});
        CHECK(now->modelInfo().name == former.now);
        for (const char* asked : {"dftl", "elastic-strand", "dftl-published", ""}) {
            CAPTURE(asked);
            auto before = played(asked, {step});
            CHECK(before->modelInfo().name == former.now);
            CHECK(before->hash() == now->hash());
        }
    }
    CHECK(played("dftl", {})->modelInfo().name == "elastic-strand");
    CHECK(played("dftl", {"compliance=0.01"})->hash() == played("elastic-strand", {})->hash());
    CHECK(played("dftl-published", {})->hash() == played("dftl", {"step=published"})->hash());
}

TEST_CASE("former names: a step that is chosen while hair runs takes it to the other model and back") {
    auto simulation = played("", {"compliance=0.5", "stiffness=1e-8"});
    REQUIRE(simulation->setParam("step", "published").ok());
    CHECK(simulation->modelInfo().name == "dftl-published");
    CHECK(simulation->params().text("step") == "published");
    CHECK(simulation->params().real("compliance") == 0.5f);
    CHECK(simulation->params().changed().size() == 2);
    REQUIRE(simulation->setParam("step", "default").ok());
    CHECK(simulation->modelInfo().name == "elastic-strand");
    CHECK(simulation->params().real("stiffness") == 1e-8f);
    CHECK(simulation->params().changed().size() == 2);
}

TEST_CASE("former names: what a model does not read is understood and not shown") {
    for (const char* name : {"elastic-strand", "dftl-published"}) {
        const Params params({findModel(name)->params});
        const bool published = findModel(name)->published;
        CHECK(params.find("step")->shown == published);
        CHECK(params.find("compliance")->shown == published);
        CHECK(params.find("stiffness")->shown != published);
        CHECK(params.find("friction")->shown);
        CHECK(params.changed().empty());
    }
}

TEST_CASE("former names: a parameter's name has one unit in all models") {
    std::map<std::string, std::string> units;
    for (const ModelInfo& model : models())
        for (const ParamInfo& row : model.params ? *model.params : ParamTable()) {
            CAPTURE(model.name + " " + row.name);
            CHECK(units.emplace(row.name, row.unit).first->second == row.unit);
        }
}

TEST_CASE("former names: parameters are set under them, and a scene's defaults are not") {
    const Params chain = sceneParams(*findScene("walk"), "rigid-chain"), helix = sceneParams(*findScene("straight"), "super-helix");
    CHECK(helix.real("hairSlidingFriction") == 1e-5f);
    for (const auto& [params, before, now] : {std::tuple(chain, "slidingFriction", "slidingDamping"), std::tuple(helix, "hairFriction", "hairSlidingFriction")}) {
        Params set = params;
        REQUIRE(set.set(before, "0.5").ok());
        CHECK(set.real(now) == 0.5f);
    }
    auto running = played("super-helix", {"hairFriction=0.5"});
    CHECK(running->params().real("hairSlidingFriction") == 0.5f);
    REQUIRE(running->setParam("hairFriction", "0.25").ok());
    CHECK(running->params().real("hairSlidingFriction") == 0.25f);
}

TEST_CASE("former names: a state is saved under the name of before, and is not the other model's") {
    const Groom groom = randomGroom(5, 3, 8);
    const std::vector<uint8_t> strand = buildModel(groom, {})->save(), published = buildModel(groom, {{"step", 1}})->save();
    for (const auto& state : {strand, published}) {
        const std::string text(state.begin(), state.end());
        CHECK(text.find("dftl") != std::string::npos);
    }
    CHECK(buildModel(groom, {{"step", 0}})->restore(strand).ok());
    CHECK(buildModel(groom, {{"step", 2}})->restore(published).ok());
    CHECK(!buildModel(groom, {{"step", 1}})->restore(strand).ok());
    CHECK(!buildModel(groom, {})->restore(published).ok());
}

}  // namespace ringlet::test
