// The expert's panel: every parameter of the running model, scene and view,
// generated from their tables, in Dear ImGui.
#pragma once

#include "core/scenes/simulation.h"
#include "core/view/playback.h"

#include <functional>
#include <string>

namespace ringlet {
namespace view {

// What the panel says of the pictures; its owner holds them for as long as it takes to read them.
struct Figures {
    double fps = 0, simulationMs = 0, drawingMs = 0, uploadMs = 0;
    double time = 0;  // simulated, s
    size_t uploadedBytes = 0, drawnStrands = 0;
};

// What the panel shows and what it asks its owner to do.
struct PanelState {
    const Simulation* simulation = nullptr;
    const Params* settings = nullptr;   // the view's parameters
    ShowToggles* show = nullptr;
    const Playback* playback = nullptr;
    bool transport = true;              // play, step, motion ... in the panel, for a window without other buttons
    Figures figures;
    // A command and its argument, as the page's buttons send them: "set
    // name=value", "view name=value", "motion name", "play", "pause",
    // "step", "slow", "reset".
    std::function<void(const std::string& command, const std::string& argument)> act;
};

// Draws the panel in the rectangle (points); call between ImGui::NewFrame and Render.
void drawPanel(const PanelState& state, float x, float y, float width, float height);

// Rounded and quiet, dark or light.
void stylePanel(bool dark);

}  // namespace view
}  // namespace ringlet
