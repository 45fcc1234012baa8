#include "native/viewer/viewer.h"

#include "core/view/view_settings.h"

#include "imgui.h"
#include "imgui_impl_opengl3.h"

#include <algorithm>
#include <chrono>
#include <cstdio>

namespace ringlet::viewer {
namespace {

constexpr double slowMotion = 0.2;
constexpr float panelWidth = 300, margin = 12;  // points

double milliseconds() {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}
void smooth(double& mean, double value) { mean = mean == 0 ? value : mean + 0.1 * (value - mean); }

}  // namespace

Viewer::Viewer(cli::Request request, std::string motion)
    : request_(std::move(request)), settings_({&view::viewTable}) {
    playback_.motion = std::move(motion);
}

Status Viewer::start() {
    auto made = Simulation::make(request_.scene->name, request_.params, request_.options);
    if (!made) return Error{made.error()};
    simulation_ = std::move(made.value());
    simulation_->setMotion(std::move(request_.motion));
    renderer_.init();
    if (Status drawing = renderer_.finish(); !drawing) return drawing;
    show();
    const view::HeadPicker::Frame& frame = picker_.frame();
    camera_.fit(simulation_->head().position + view::toDouble(frame.center), frame.halfWidth, frame.halfHeight);
    camera_.settle();
    return {};
}

void Viewer::show() {
    renderer_.setScene(*simulation_);
    picker_.set(simulation_->content());
    stepsSinceUpload_ = 2;
}

void Viewer::stepOnce() {
    const double begin = milliseconds();
    Pose pose = simulation_->head();
    if (hand_.steer(pose)) {
        simulation_->setPose(pose, false);
        playback_.motion.clear();
    }
    simulation_->advance();
    ++stepsSinceUpload_;
    smooth(playback_.simulationMs, milliseconds() - begin);
}

void Viewer::advance(double seconds) {
    if (seconds > 1e-3) smooth(playback_.fps, 1 / seconds);
    camera_.advance(static_cast<float>(std::min(seconds, 0.05)));
    if (!playback_.playing) return;
    const double frame = 1 / request_.options.rate;
    waiting_ += std::min(seconds, 0.25) * (playback_.slow ? slowMotion : 1);
    for (int steps = 0; steps < 2 && waiting_ >= frame; ++steps, waiting_ -= frame) stepOnce();
    waiting_ = std::min(waiting_, frame);  // a machine that cannot keep up runs slower
}

Status Viewer::draw(const Window& window) {
    const double begin = milliseconds();
    const float r = window.pixelRatio, taken = window.panel ? (panelWidth + 2 * margin) * r : 0.0f;
    const view::Insets insets{0, 24 * r, taken, 24 * r};
    camera_.setPicture(static_cast<float>(window.width), static_cast<float>(window.height), insets);
    if (stepsSinceUpload_ > 0) renderer_.upload(*simulation_, stepsSinceUpload_ == 1);
    stepsSinceUpload_ = 0;
    view::Picture picture;
    picture.width = window.width;
    picture.height = window.height;
    picture.insets = insets;
    picture.pixelRatio = r;
    picture.exposure = settings_.real("exposure");
    picture.ground = settings_.toggle("ground");
    picture.look = view::hairLook(settings_, simulation_->scene().hairColour, simulation_->content().groom.strands(), settings_.real("most_detail"));
    picture.show = show_;
    const float mixing = playback_.playing ? static_cast<float>(std::min(waiting_ * request_.options.rate, 1.0)) : 1.0f;
    if (Status drawn = renderer_.draw(camera_, picture, mixing); !drawn) return drawn;
    if (!window.panel) return {};

    view::PanelState state;
    state.simulation = simulation_.get();
    state.settings = &settings_;
    state.show = &show_;
    state.playback = &playback_;
    state.figures = {playback_.fps, playback_.simulationMs, playback_.drawingMs, playback_.uploadMs, simulation_->time(),
                     renderer_.hair().uploadedBytes(), renderer_.hair().drawnStrands(picture.look)};
    std::string command, argument;
    state.act = [&](const std::string& name, const std::string& value) { command = name, argument = value; };
    const float width = static_cast<float>(window.width) / r, height = static_cast<float>(window.height) / r;
    view::drawPanel(state, width - panelWidth - margin, margin, panelWidth, height - 2 * margin);
    ImGui::Render();
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
    smooth(playback_.drawingMs, milliseconds() - begin);
    if (!command.empty()) act(command, argument);
    return {};
}

void Viewer::playMotion(const std::string& name) {
    Result<std::unique_ptr<Motion>> motion = makeMotion(name);
    if (!motion) return;
    simulation_->setMotion(std::move(motion.value()));
    simulation_->reset();
    hand_.letGo();
    playback_.motion = name;
    stepsSinceUpload_ = 2;
}

void Viewer::act(const std::string& command, const std::string& argument) {
    if (command == "play" || command == "pause") {
        playback_.playing = command == "play";
    } else if (command == "toggle") {
        playback_.playing = !playback_.playing;
    } else if (command == "step") {
        playback_.playing = false;
        stepOnce();
    } else if (command == "slow") {
        playback_.slow = argument == "on";
    } else if (command == "reset") {
        simulation_->reset();
        hand_.letGo();
        stepsSinceUpload_ = 2;
    } else if (command == "motion") {
        playMotion(argument);
    } else if (command == "set" || command == "view") {
        std::string name, value;
        splitAssignment(argument, name, value);
        Status done = command == "view" ? settings_.set(name, value) : simulation_->setParam(name, value);
        if (!done) std::fprintf(stderr, "error: %s\n", done.error().c_str());
        const ParamInfo* row = simulation_->params().find(name);
        if (done && command == "set" && row && row->change == ParamChange::Rebuild) show();
    }
}

void Viewer::grab(float x, float y, int button, bool shift) {
    hand_.down(0, x, y, button, shift, false, camera_, picker_, renderer_.drawnHead(1));
}

}  // namespace ringlet::viewer
