// A player with little hair, and pointers on it.
#pragma once

#include "core/play/player.h"

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

namespace player_test {

using namespace ringlet;
using play::Player;
using play::PointerEvent;

inline play::Scene sceneOf(const char* name, std::vector<std::string> assignments, const char* motion = "still") {
    play::Scene scene;
    scene.motion = motion;
    scene.options.measure = false;
    Params params = sceneParams(*findScene(name));
    REQUIRE(params.setAll(assignments, "assignments"));
    auto made = Simulation::make(name, params, scene.options);
    REQUIRE(made);
    scene.simulation = std::move(made.value());
    auto moved = makeMotion(motion);
    REQUIRE(moved);
    scene.simulation->setMotion(std::move(moved.value()));
    return scene;
}

inline const std::vector<std::string> little = {"strands=20", "particles=6"};

// A player at rest, seen in a picture of 1000 x 800 pixels.
inline void start(Player& player, const char* motion = "still") {
    player.framing().setPicture(1000, 800, {});
    player.show(sceneOf("straight", little, motion));
    player.framing().camera().settle();
    REQUIRE(player.command("pause", ""));
}

inline void point(Player& player, PointerEvent::Kind kind, float x, float y, int button = 0) {
    player.pointer({kind, 0, x, y, button, false, false});
}

struct At {
    float x, y;
};
// Where the head's middle is seen.
inline At headAt(const Player& player) {
    const view::Camera::Pixels at = player.camera().pixelsOf(player.drawnHead().position);
    return {at.x, at.y};
}

}  // namespace player_test
