#include "native/viewer/viewer.h"

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
    player_.onBuilt = [this](bool) { renderer_.setScene(*player_.simulation()); };
}

Status Viewer::start() {
    auto made = Simulation::make(request_.scene->name, request_.params, request_.options);
    if (!made) return Error{made.error()};
    made.value()->setMotion(std::move(request_.motion));
    renderer_.init();
    if (Status drawing = renderer_.finish(); !drawing) return drawing;
    player_.show({std::move(made.value()), request_.options, motion_});
    player_.framing().camera().settle();
    return {};
}

void Viewer::advance(double seconds) {
    if (seconds > 1e-3) play::smooth(player_.playback().fps, 1 / seconds);
    player_.advance(std::min(seconds, 0.25));
    player_.follow(seconds);
}

Status Viewer::drawPicture(const Window& window, view::Insets insets) {
    const play::Player::Moved moved = player_.takeMoved();
    if (moved.frames > 0) renderer_.upload(*player_.simulation(), moved.frames == 1 && !moved.jumped);
    const Simulation& simulation = *player_.simulation();
    const Params& settings = player_.settings();
    view::Picture picture;
    picture.width = window.width;
    picture.height = window.height;
    picture.insets = insets;
    picture.pixelRatio = window.pixelRatio;
    picture.exposure = settings.real("exposure");
    picture.ground = settings.toggle("ground");
    picture.look = view::hairLook(settings, simulation.scene().hairColour, simulation.content().groom.strands(), settings.real("mostDetail"));
    picture.show = player_.shown();
    return renderer_.draw(player_.camera(), picture, player_.mixing());
}

Status Viewer::draw(const Window& window) {
    const double begin = milliseconds();
    const float r = window.pixelRatio, taken = window.panel ? (panelWidth + 2 * margin) * r : 0.0f;
    const view::Insets insets{0, 24 * r, taken, 24 * r};
    player_.framing().camera().setPicture(static_cast<float>(window.width), static_cast<float>(window.height), insets);
    if (Status drawn = drawPicture(window, insets); !drawn) return drawn;
    if (window.panel) drawPanel(window);
    play::smooth(player_.playback().drawingMs, milliseconds() - begin);
    return {};
}

void Viewer::drawPanel(const Window& window) {
    const view::Playback& playback = player_.playback();
    const Simulation& simulation = *player_.simulation();
    view::HairLook look = view::hairLook(player_.settings(), simulation.scene().hairColour, simulation.content().groom.strands(),
                                         player_.settings().real("mostDetail"));
    look.pixelsAMetre = renderer_.pixelsAMetre(player_.camera(), window.height);
    view::PanelState state;
    state.simulation = &simulation;
    state.settings = &player_.settings();
    state.show = &player_.shown();
    state.playback = &playback;
    state.figures = {playback.fps, playback.simulationMs, playback.drawingMs, playback.uploadMs, simulation.time(),
                     renderer_.hair().uploadedBytes(), renderer_.hair().drawnStrands(look)};
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
