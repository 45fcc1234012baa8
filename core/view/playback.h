// How a scene plays, and what is shown of it: what a player, its panel and its pictures share.
#pragma once

#include <string>

namespace ringlet {
namespace view {

// Milliseconds and rate are smoothed.
struct Playback {
    std::string motion;  // the one playing; empty when dragged
    bool playing = true, slow = false;
    double fps = 0, simulationMs = 0, drawingMs = 0, uploadMs = 0;  // drawingMs holds uploadMs
};

struct ShowToggles {
    bool targets = false, auxiliary = false, colliders = false, particles = false, density = false;
    bool hair = true, head = true, shadow = true;
};

}  // namespace view
}  // namespace ringlet
