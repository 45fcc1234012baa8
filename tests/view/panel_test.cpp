// The panel without a display: its buttons are pressed by their names.
#include "core/view/panel.h"

#include "core/scenes/ball.h"
#include "core/view/view_settings.h"

#include "imgui.h"
#include "imgui_internal.h"

#include <doctest/doctest.h>

#include <vector>

using namespace ringlet;

namespace {

struct PressedPanel {
    explicit PressedPanel(const std::string& model = "super-helix") : settings({&view::viewTable}) {
        ImGui::CreateContext();
        ImGui::GetIO().DisplaySize = ImVec2(400, 4000);
        ImGui::GetIO().IniFilename = nullptr;
        unsigned char* pixels;
        int width, height;
        ImGui::GetIO().Fonts->GetTexDataAsAlpha8(&pixels, &width, &height);
        const SceneInfo* scene = findScene("helix");
        REQUIRE(scene);
        Params params = sceneParams(*scene, model);
        SimulationOptions options;
        options.modelName = model;
        REQUIRE(params.setAll({"particles=8"}, "assignments"));
        auto made = Simulation::make("helix", params, options);
        REQUIRE(made);
        simulation = std::move(made.value());
        state.simulation = simulation.get();
        state.settings = &settings;
        state.show = &show;
        state.playback = &playback;
        // As the player does: what the panel asks for is set.
        state.act = [this](const std::string& command, const std::string& argument) {
            asked.push_back(command + " " + argument);
            const size_t at = argument.find('=');
            CHECK(simulation->setParam(argument.substr(0, at), argument.substr(at + 1)));
        };
    }
    ~PressedPanel() { ImGui::DestroyContext(); }

    void draw() {
        ImGui::NewFrame();
        view::drawPanel(state, 0, 0, 300, 4000);
        ImGui::EndFrame();
    }
    // What was asked for when the item of that name was pressed.
    std::vector<std::string> press(const char* name) {
        draw();
        asked.clear();
        ImGui::NewFrame();
        ImGui::Begin("Ringlet");
        ImGui::ActivateItem(ImGui::GetID(name));
        ImGui::End();
        ImGui::EndFrame();
        for (int i = 0; i < 3; ++i) draw();
        return asked;
    }

    Params settings;
    view::ShowToggles show;
    view::Playback playback;
    view::PanelState state;
    std::unique_ptr<Simulation> simulation;
    std::vector<std::string> asked;
};

typedef std::vector<std::string> Asked;

}  // namespace

TEST_CASE("panel: balls are added up to four, and each has a button that takes it away") {
    PressedPanel panel;
    CHECK(panel.press("Add a ball").empty());  // folded away
    panel.press("Balls");
    for (const char* radius : {"ballRadius", "ball2Radius", "ball3Radius", "ball4Radius"})
        CHECK(panel.press("Add a ball") == Asked{std::string("set ") + radius + "=0.04"});
    CHECK(panel.press("Add a ball").empty());
    CHECK(panel.press("Remove ball 2") == Asked{"set ball2Radius=0"});
    CHECK(panel.press("Remove ball 2").empty());
    CHECK(panel.press("Add a ball") == Asked{"set ball2Radius=0.04"});  // the first place that is free
    for (const char* name : {"Remove ball 1", "Remove ball 2", "Remove ball 3", "Remove ball 4"}) CHECK(panel.press(name).size() == 1);
    for (const Sphere& ball : ballsOf(panel.simulation->params())) CHECK(ball.radius == 0);
}

TEST_CASE("panel: the model's own points are offered by their names") {
    for (const ModelInfo& model : models()) {
        CAPTURE(model.name);
        PressedPanel panel(model.name);
        CHECK(model.points.size() == panel.simulation->model().debugPoints().size());
        for (const std::string& name : model.points) panel.press(name.c_str());
        CHECK(panel.show.targets == !model.points.empty());
        CHECK(panel.show.auxiliary == (model.points.size() > 1));
    }
}
