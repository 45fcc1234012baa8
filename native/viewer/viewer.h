// The desktop viewer: a window about the player, with the expert's panel.
#pragma once

#include "core/play/seen_heads.h"
#include "core/view/panel.h"
#include "native/request.h"

#include <vector>

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

    // Plays as far as `seconds` since the last picture ask for.
    void advance(double seconds);
    Status draw(const Window& window);
    // A picture at rest at full detail, the mean of `count` that are each moved by a part of a pixel, as the page saves it; rows from the
    // top, three bytes a pixel. Error: one line.
    Result<std::vector<uint8_t>> still(int width, int height, int count);
    // A command of the player; what is wrong with it goes to standard error.
    void act(const std::string& command, const std::string& argument = "");

    play::Player& player() { return player_; }
    // Whether pictures of a device's hair come from its own memory; the first that do not say why to standard error.
    bool drawsOnDevice() const { return request_.options.model.backend != "cpu" && heads_.of(0).curves().refused().empty(); }

private:
    std::vector<view::HeadsDrawing::Seen> seen(const Window& window) const;  // of each head
    view::Picture pictureOf(const Window& window, view::Insets insets) const;
    Status drawPicture(const Window& window, view::Insets insets);
    Status upload(bool followsLast);  // error: a device has failed
    void drawPanel(const Window& window);

    cli::Request request_;
    std::string motion_;
    play::Player player_;
    view::HeadsDrawing heads_;
};

}  // namespace ringlet::viewer
