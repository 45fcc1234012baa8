// Scenes that are played with the verlet model: what its tests share.
#pragma once

#include "core/models/verlet/verlet.h"
#include "core/scenes/simulation.h"
#include "tests/models/rig.h"

#include <doctest/doctest.h>

namespace ringlet::verlet_tests {

typedef std::vector<std::pair<std::string, std::string>> Choices;

inline std::unique_ptr<Simulation> scene(const std::string& name, const std::string& motion, const Choices& choices,
                                         const ModelOptions& model = {}) {
    Params params = sceneParams(*findScene(name), "verlet");
    for (const auto& choice : choices) REQUIRE_MESSAGE(params.set(choice.first, choice.second).ok(), choice.first);
    SimulationOptions options;
    options.modelName = "verlet";
    options.model = model;
    auto made = Simulation::make(name, params, options);
    REQUIRE(made.ok());
    auto head = makeMotion(motion);
    REQUIRE(head.ok());
    made.value()->setMotion(std::move(head.value()));
    return std::move(made.value());
}

inline void play(Simulation& simulation, int frames) {
    for (int i = 0; i < frames; ++i) simulation.advance();
}

inline verlet::VerletModel& modelOf(Simulation& simulation) { return static_cast<verlet::VerletModel&>(simulation.model()); }

inline std::unique_ptr<Model> modelOf(const Groom& groom, const Choices& choices) {
    Params params({&verlet::verletParams()});
    for (const auto& choice : choices) REQUIRE_MESSAGE(params.set(choice.first, choice.second).ok(), choice.first);
    auto built = verlet::VerletModel::build(groom, params, {});
    REQUIRE(built.ok());
    return std::move(built.value());
}

using test::pointsOf;

inline bool samePoints(const std::vector<Vec3f>& a, const std::vector<Vec3f>& b) {
    for (size_t i = 0; i < a.size(); ++i)
        if (a[i].x != b[i].x || a[i].y != b[i].y || a[i].z != b[i].z) return false;
    return a.size() == b.size();
}

}  // namespace ringlet::verlet_tests
