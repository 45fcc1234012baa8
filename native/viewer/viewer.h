// The desktop viewer: a running scene in a window, with the expert's panel.
#pragma once

#include "core/view/hand.h"
#include "core/view/panel.h"
#include "core/view/picking.h"
#include "core/view/renderer.h"
#include "native/request.h"

namespace ringlet::viewer {

// The window's part that is drawn into, and the panel's part of it, pixels.
struct Window {
    int width = 1280, height = 720;
    float pixelRatio = 1;   // pixels a point of the panel
    bool panel = true;
};

class Viewer {
public:
    // motion: the name of the request's, for the panel.
    Viewer(cli::Request request, std::string motion);

    // Builds the scene and starts drawing; needs a current context of OpenGL 3.3.
    // Error: one line.
    Status start();

    // Steps as far as `seconds` since the last picture ask for, at most two frames.
    void advance(double seconds);
    void stepOnce();
    Status draw(const Window& window);

    // A command and its argument, as the panel sends them; "toggle" plays or pauses.
    void act(const std::string& command, const std::string& argument);

    view::Camera& camera() { return camera_; }
    view::Hand& hand() { return hand_; }
    void grab(float x, float y, int button, bool shift);  // pixels from the top left
    const Simulation& simulation() const { return *simulation_; }

private:
    void show();
    void playMotion(const std::string& name);

    cli::Request request_;
    std::unique_ptr<Simulation> simulation_;
    view::Renderer renderer_;
    view::Camera camera_;
    view::HeadPicker picker_;
    view::Hand hand_;
    view::ShowToggles show_;
    Params settings_;
    view::Playback playback_;
    double waiting_ = 0;           // s of simulated time not yet stepped
    int stepsSinceUpload_ = 1;
};

}  // namespace ringlet::viewer
