// Every parameter of the verlet model does something where it should: none can be read and then forgotten.
#include "tests/verlet/played.h"

#include <set>

namespace ringlet::verlet_tests {
namespace {

struct Choice {
    std::string scene, motion;
    Choices where;              // what has to be chosen for it to matter
    std::string name, value;   // instead of what the scene has, or `where`
    bool matters = true;        // false: it must not change a bit
};

const Choices published = {{"step", "published"}};
const Choices layered = {{"layers", "both"}};
const Choices besideBall = {{"ballRadius", "0.08"}, {"ballX", "0.2"}, {"ballY", "-0.09"}, {"ballZ", "0"}};
const Choices onBall = {{"step", "published"}, {"ballRadius", "0.08"}, {"ballX", "0.2"}, {"ballY", "0.039"}, {"ballZ", "0"}};

// Broad phases find the same.
const std::vector<Choice> choices = {
    {"barnes", "shake", {}, "step", "published"},
    {"barnes", "shake", {}, "substeps", "3"},
    {"barnes", "shake", {}, "stiffness", "1e-8"},
    {"barnes", "shake", {}, "density", "1e-5"},
    {"barnes", "shake", {}, "drag", "3"},
    {"barnes", "still", besideBall, "friction", "0.5"},
    {"barnes", "shake", published, "passes", "21"},
    {"barnes", "still", onBall, "exitSpeed", "0"},
    {"barnes", "shake", {}, "contacts", "off"},
    {"barnes", "shake", {}, "contactDiameter", "0.008"},
    {"barnes", "shake", {}, "contactStiffness", "1"},
    {"barnes", "shake", {}, "contactResponse", "linear"},
    {"barnes", "shake", {}, "contactFriction", "0"},
    {"barnes", "shake", {}, "broadPhase", "sweep", false},
    {"barnes", "shake", {}, "broadPhase", "brute", false},
    {"barnes", "shake", {}, "narrowPhase", "points"},
    {"barnes", "shake", {}, "layers", "horizontal"},
    {"barnes", "shake", {}, "layers", "vertical"},
    {"barnes", "shake", {}, "layers", "both"},
    {"barnes", "shake", {{"layers", "horizontal"}}, "layers", "vertical"},
    {"barnes", "shake", {{"layers", "horizontal"}}, "layers", "both"},
    {"barnes", "shake", {{"layers", "vertical"}}, "layers", "both"},
    {"barnes", "shake", layered, "layerThickness", "0.02"},
    {"barnes", "shake", layered, "layerWidth", "0.06"},
    {"barnes", "shake", layered, "contactStiffness", "1"},
    {"links", "shake", {}, "links", "0"},
    {"links", "shake", {}, "links", "2"},
    {"links", "shake", {}, "linkReach", "0.02"},
    {"links", "shake", {}, "linkStiffness", "5"},
    {"links", "violent", {}, "linkWeakens", "0.004"},
    {"links", "violent", {}, "linkBreaks", "0.015"},
    {"links", "violent", {{"linkWeakens", "0.1"}, {"linkBreaks", "0.015"}}, "linkBreaks", "0.008"},  // below where it weakens
    {"links", "shake", {}, "linksHold", "off"},
};

std::vector<Vec3f> after(const Choice& choice, bool chosen) {
    Choices all = choice.where;
    if (chosen) all.push_back({choice.name, choice.value});
    auto simulation = scene(choice.scene, choice.motion, all);
    play(*simulation, 40);
    return pointsOf(simulation->model());
}

}  // namespace

TEST_CASE("every parameter changes what hair does, but for how near hair is found") {
    std::set<std::string> tried;
    for (const Choice& choice : choices) {
        CAPTURE(choice.scene);
        CAPTURE(choice.name);
        CAPTURE(choice.value);
        tried.insert(choice.name);
        CHECK(samePoints(after(choice, false), after(choice, true)) == !choice.matters);
    }
    for (const ParamInfo& row : verlet::verletParams()) CHECK_MESSAGE(tried.count(row.name) == 1, row.name);
}

TEST_CASE("every parameter that may be changed while hair moves does so from the next frame on") {
    for (const Choice& choice : choices) {
        const ParamInfo* row = nullptr;
        for (const ParamInfo& each : verlet::verletParams())
            if (each.name == choice.name) row = &each;
        REQUIRE(row != nullptr);
        if (row->change != ParamChange::Live || !choice.matters) continue;
        CAPTURE(choice.name);
        auto left = scene(choice.scene, choice.motion, choice.where), changed = scene(choice.scene, choice.motion, choice.where);
        play(*left, 5);
        play(*changed, 5);
        REQUIRE(changed->setParam(choice.name, choice.value).ok());
        play(*left, 35);
        play(*changed, 35);
        CHECK_FALSE(samePoints(pointsOf(left->model()), pointsOf(changed->model())));
    }
}

}  // namespace ringlet::verlet_tests
