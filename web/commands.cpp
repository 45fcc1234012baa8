// What buttons, keys, links and the panel ask of the page's program.
#include "web/app.h"

#include "core/base/suggest.h"
#include "core/files/formats.h"
#include "core/scenes/write_strands.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace ringlet {
namespace web {

namespace {

// Exactly `count` finite numbers with commas between; false otherwise.
bool readNumbers(const std::string& text, int count, float* values) {
    size_t at = 0;
    for (int i = 0; i < count; ++i) {
        size_t end = std::min(text.find(',', at), text.size());
        if (at > text.size() || !parseNumber(text.substr(at, end - at), values[i])) return false;
        at = end + 1;
    }
    return at == text.size() + 1;
}

}  // namespace

Status App::setParameter(const std::string& assignment) {
    std::string name, value;
    if (!splitAssignment(assignment, name, value)) return Error{"'" + assignment + "' is not name=value"};
    const ParamInfo* row = simulation_->params().find(name);
    if (row && row->change == ParamChange::Rebuild && (recorder_ || player_))
        return Error{"'" + name + "' rebuilds the hair; end the recording first"};
    if (player_) takeOver();
    untouched_ = false;
    if (row && row->change == ParamChange::Rebuild) take_.end();
    Status done = simulation_->setParam(name, value);
    if (done && recorder_) recorder_->change(name, simulation_->params().text(name));
    if (!done || row->change == ParamChange::Live) return done;
    setDrawnScene();
    jumped();
    return done;
}

Status App::setView(const std::string& assignment) {
    std::string name, value;
    if (!splitAssignment(assignment, name, value)) return Error{"'" + assignment + "' is not name=value"};
    return settings_.set(name, value);
}

Status App::stepFrames(const std::string& count) {
    float frames = 1;
    if (!count.empty() && (!parseNumber(count, frames) || frames < 0 || frames > 1e6f))
        return Error{"step takes a number of frames from 0 to 1000000"};
    playback_.playing = false;
    step(int(frames));
    return {};
}

Status App::reset(const std::string&) {
    takeOver();
    hand_.letGo();
    brush_.lift();
    simulation_->reset();
    jumped();
    return {};
}

Status App::recentre(const std::string&) {
    if (!recorder_) takeOver();
    hand_.goTo(Pose(), simulation_->head());
    view::Camera::View view = camera_.view();
    fitCamera();
    Vec3f center = picker_.frame().center;
    camera_.setView({view.yaw, view.pitch, view.scale, view::toDouble(center)});
    return {};
}

// As a hand would do it, and as far as it could.
Status App::nudge(Vec3d by, Quatf turn) {
    if (player_) takeOver();
    endIdle();
    const Pose from = hand_.steers() ? hand_.wanted() : simulation_->head();
    Pose to = from;
    to.position = to.position + by;
    hand_.nudge(by - leaving(middleOf(from), middleOf(to), true), turn, simulation_->head());
    return {};
}

Status App::moveHead(const std::string& text) {
    float v[2];
    if (!readNumbers(text, 2, v) || std::fabs(v[0]) > 1 || std::fabs(v[1]) > 1)
        return Error{"a head is moved by RIGHT,UP: two numbers of metres, at most 1 each"};
    return nudge(view::toDouble(camera_.right() * v[0] + camera_.up() * v[1]), {0, 0, 0, 1});
}

Status App::turnHead(const std::string& text) {
    float v[3];
    if (!readNumbers(text, 3, v) || std::fabs(v[0]) + std::fabs(v[1]) + std::fabs(v[2]) > 3)
        return Error{"a head is turned by YAW,PITCH,ROLL: three numbers of radians, at most 3 in all"};
    const Vec3f back = camera_.back();
    return nudge({0, 0, 0}, view::turnAbout(back, v[2]) * view::turnAbout(Vec3f{0, 1, 0}, v[0]) * view::turnAbout(camera_.right(), v[1]));
}

Status App::playMotion(const std::string& name) {
    Result<std::unique_ptr<Motion>> motion = makeMotion(name);
    if (!motion) return Error{motion.error()};
    takeOver();
    hand_.letGo();
    simulation_->setMotion(std::move(motion.value()));
    playback_.motion = name;
    waiting_ = 0;
    jumped();
    return {};
}

Status App::showOrHide(const std::string& assignment) {
    struct Shown {
        const char* name;
        bool view::ShowToggles::*toggle;
    };
    static const Shown all[] = {
        {"targets", &view::ShowToggles::targets}, {"auxiliary", &view::ShowToggles::auxiliary},
        {"colliders", &view::ShowToggles::colliders}, {"particles", &view::ShowToggles::particles},
        {"hair", &view::ShowToggles::hair}, {"head", &view::ShowToggles::head},
        {"shadow", &view::ShowToggles::shadow}};
    std::string what, state;
    splitAssignment(assignment, what, state);
    std::vector<std::string> names;
    for (const Shown& shown : all) {
        names.push_back(shown.name);
        if (what != shown.name) continue;
        show_.*shown.toggle = state == "on";
        return {};
    }
    return Error{"'" + what + "' cannot be shown" + suggestion(what, names)};
}

Status App::chooseTool(const std::string& tool) {
    if (tool != "hand" && tool != "brush") return Error{"the tools are hand and brush"};
    brushing_ = tool == "brush";
    brush_.lift();
    return {};
}

Status App::setBrush(const std::string& text) {
    float radius = 0;
    if (!parseNumber(text, radius) || radius < BrushTool::smallest || radius > BrushTool::largest)
        return Error{"a brush is " + numberText(BrushTool::smallest) + " to " + numberText(BrushTool::largest) +
                     " m in radius"};
    brush_.setRadius(radius);
    return {};
}

Status App::record(const std::string& onOrOff) {
    if (onOrOff == "on") return startRecording();
    finishRecording();
    return {};
}

Status App::takeMotion(const std::string& argument) {
    take_.end();
    if (argument.empty()) return {};
    size_t comma = argument.find(',');
    float seconds = 0;
    if (comma == std::string::npos || !parseNumber(argument.substr(comma + 1), seconds))
        return Error{"motion is taken as EXTENSION,SECONDS"};
    return take_.start(*simulation_, argument.substr(0, comma), seconds);
}

Status App::setCamera(const std::string& text) {
    float v[6];
    if (!readNumbers(text, 6, v)) return Error{"a camera is yaw,pitch,distance,x,y,z: six numbers"};
    for (float one : v)
        if (std::fabs(one) > 1e4f) return Error{"a camera's numbers must lie within 10000"};
    camera_.setView({v[0], v[1], v[2], view::toDouble(Vec3f{v[3], v[4], v[5]})});
    return {};
}

Status App::play(const std::string&) {
    playback_.playing = true;
    return {};
}

Status App::pause(const std::string&) {
    playback_.playing = false;
    return {};
}

Status App::slow(const std::string& onOrOff) {
    playback_.slow = onOrOff == "on";
    return {};
}

Status App::setIdle(const std::string& onOrOff) {
    endIdle();
    idle_ = onOrOff == "on" && !recorder_ && !player_;
    return {};
}

// Whether the file can be read as a head or a collider.
Status App::checkMesh(const std::string& path) {
    Result<Mesh> mesh = readMeshFile(path);
    return mesh ? Status() : Error{mesh.error()};
}

Status App::exportTo(const std::string& path) { return writeStrands(path, *simulation_); }

Status App::redraw(const std::string& kept) {
    kept_ = kept == "kept";  // any command draws a picture
    refining_.leave();
    return {};
}

Status App::command(const std::string& name, const std::string& argument) {
    typedef Status (App::*Command)(const std::string&);
    static const std::map<std::string, Command> commands = {
        {"play", &App::play}, {"pause", &App::pause}, {"step", &App::stepFrames}, {"slow", &App::slow},
        {"reset", &App::reset}, {"recentre", &App::recentre}, {"move", &App::moveHead}, {"turn", &App::turnHead}, {"motion", &App::playMotion},
        {"set", &App::setParameter}, {"view", &App::setView}, {"show", &App::showOrHide}, {"camera", &App::setCamera},
        {"tool", &App::chooseTool}, {"brush", &App::setBrush}, {"idle", &App::setIdle},
        {"record", &App::record}, {"replay", &App::startReplay},
        {"check-replay", &App::checkReplay}, {"check-mesh", &App::checkMesh},
        {"export", &App::exportTo}, {"take", &App::takeMotion}, {"redraw", &App::redraw}};
    quiet_ = 0;
    if (!simulation_) return Error{"no scene is loaded"};
    const auto found = commands.find(name);
    return found != commands.end() ? (this->*found->second)(argument) : Error{"unknown command '" + name + "'"};
}

// The hair is elsewhere at once: nothing is drawn between where it was and where it is.
void App::jumped() {
    uploadBoth_ = true;
    ++stepsSinceUpload_;
    mixing_ = 1;
}

Status App::setPose(const Pose& pose, bool teleport) {
    if (!simulation_) return Error{"no scene is loaded"};
    const Quatf& q = pose.orientation;
    float size = std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
    double far = lengthOf(pose.position);
    if (!(std::fabs(size - 1) < 1e-2f) || !(far < 1e4))
        return Error{"a pose is a position within 10 km and a unit quaternion"};
    Pose sound = pose;
    sound.orientation = normalized(q);
    hand_.letGo();
    if (recorder_ && !teleport) {
        hand_.goTo(sound, simulation_->head());
        return {};
    }
    takeOver();
    simulation_->setPose(sound, teleport);
    playback_.motion.clear();
    quiet_ = 0;
    return {};
}

void App::setLayout(const Layout& layout) {
    layout_ = layout;
    camera_.setPicture(layout.width, layout.height, layout.insets);  // in CSS pixels, however many are drawn
    if (panel_) panel_->place(layout.panel);
    quiet_ = 0;
}

}  // namespace web
}  // namespace ringlet
