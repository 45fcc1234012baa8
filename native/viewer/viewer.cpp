#include "native/viewer/viewer.h"

#include "core/view/smooth_picture.h"
#include "core/view/view_settings.h"

#include "imgui.h"
#include "imgui_impl_opengl3.h"

#include <chrono>
#include <cstdio>

namespace ringlet::viewer {
namespace {

constexpr float panelWidth = 300, margin = 12;  // points

double milliseconds() {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

Viewer::Viewer(cli::Request request, std::string motion) : request_(std::move(request)), motion_(std::move(motion)) {
    player_.onBuilt = [this](bool) {
        if (Status set = heads_.setScenes(player_.heads()); !set) std::fprintf(stderr, "error: %s\n", set.error().c_str());
    };
}

Status Viewer::start() {
    auto made = Simulation::make(request_.scene->name, request_.params, request_.options);
    if (!made) return Error{made.error()};
    if (request_.motion) made.value()->setMotion(std::move(request_.motion));
    heads_.init();
    if (Status drawing = heads_.finish(); !drawing) return drawing;
    player_.show({std::move(made.value()), request_.options, motion_});
    player_.framing().camera().settle();
    for (const auto& [name, value] : request_.settings.changed())
        if (Status status = player_.settings().set(name, value); !status) return status;
    return request_.recorded ? player_.command("replay", request_.recorded->text) : Status();
}

void Viewer::advance(double seconds) {
    if (seconds > 1e-3) play::smooth(player_.playback().fps, 1 / seconds);
    player_.advance(std::min(seconds, 0.25));
    player_.follow(seconds);
}

view::Picture Viewer::pictureOf(const Window& window, view::Insets insets) const {
    const Params& settings = player_.settings();
    view::Picture picture;
    picture.width = window.width;
    picture.height = window.height;
    picture.insets = insets;
    picture.pixelRatio = window.pixelRatio;
    picture.exposure = settings.real("exposure");
    picture.ground = settings.toggle("ground");
    picture.look = seen(window)[0].look;
    picture.show = player_.shown();
    return picture;
}

std::vector<view::HeadsDrawing::Seen> Viewer::seen(const Window& window) const {
    return play::seenHeads(player_, heads_, player_.settings().real("mostDetail"), window.height);
}

Status Viewer::upload(bool followsLast) {
    const bool hoped = drawsOnDevice();
    heads_.upload(player_.heads(), followsLast);
    for (const Simulation* head : player_.heads())
        if (const Status& status = head->model().status(); !status) return status;
    if (hoped && !drawsOnDevice())
        std::fprintf(stderr, "note: hair is fetched to the host to be drawn: %s\n", heads_.of(0).curves().refused().c_str());
    return {};
}

Status Viewer::drawPicture(const Window& window, view::Insets insets) {
    const play::Player::Moved moved = player_.takeMoved();
    if (moved.frames > 0)
        if (Status status = upload(moved.frames == 1 && !moved.jumped); !status) return status;
    return heads_.draw(seen(window), pictureOf(window, insets), player_.mixing());
}

Result<std::vector<uint8_t>> Viewer::still(int width, int height, int count) {
    Window window;
    window.width = width;
    window.height = height;
    player_.framing().setPictureAlone(width, height);
    if (Status status = upload(false); !status) return Error{status.error()};
    view::SmoothPicture samples;
    for (int i = 0; i < count; ++i) {
        view::Picture picture = pictureOf(window, {});
        view::shift(picture, i);
        picture.again = i > 0;
        Result<GLuint> target = samples.begin(width, height, view::detailLevels[view::fullDetail].samples);
        if (!target) return Error{target.error()};
        picture.target = target.value();
        if (Status drawn = heads_.draw(seen(window), picture, player_.mixing()); !drawn) return Error{drawn.error()};
        if (!samples.average(i)) return Error{"the graphics driver cannot draw into half floats"};
    }
    samples.show(width, height);
    std::vector<uint8_t> rows(size_t(width) * size_t(height) * 4);
    glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, rows.data());
    std::vector<uint8_t> bytes;
    for (int y = height - 1; y >= 0; --y)
        for (int x = 0; x < width; ++x)
            for (size_t k = 0; k < 3; ++k) bytes.push_back(rows[(size_t(y) * size_t(width) + size_t(x)) * 4 + k]);
    return bytes;
}

Status Viewer::draw(const Window& window) {
    const double begin = milliseconds();
    const float r = window.pixelRatio, taken = window.panel ? (panelWidth + 2 * margin) * r : 0.0f;
    const view::Insets insets{0, 24 * r, taken, 24 * r};
    player_.framing().setPicture(static_cast<float>(window.width), static_cast<float>(window.height), insets);
    if (Status drawn = drawPicture(window, insets); !drawn) return drawn;
    if (window.panel) drawPanel(window);
    play::smooth(player_.playback().drawingMs, milliseconds() - begin);
    return {};
}

void Viewer::drawPanel(const Window& window) {
    const view::Playback& playback = player_.playback();
    const Simulation& simulation = *player_.simulation();
    view::PanelState state;
    state.simulation = &simulation;
    state.settings = &player_.settings();
    state.show = &player_.shown();
    state.playback = &playback;
    state.figures = {playback.fps, playback.simulationMs, playback.drawingMs, playback.uploadMs, simulation.time(),
                     heads_.uploadedBytes(), heads_.drawnStrands(seen(window))};
    std::string command, argument;
    state.act = [&](const std::string& name, const std::string& value) { command = name, argument = value; };
    const float width = static_cast<float>(window.width) / window.pixelRatio, height = static_cast<float>(window.height) / window.pixelRatio;
    view::drawPanel(state, width - panelWidth - margin, margin, panelWidth, height - 2 * margin);
    ImGui::Render();
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
    if (!command.empty()) act(command, argument);
}

void Viewer::act(const std::string& command, const std::string& argument) {
    Status done = player_.command(command, argument);
    if (!done) std::fprintf(stderr, "error: %s\n", done.error().c_str());
}

}  // namespace ringlet::viewer
