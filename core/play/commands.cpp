// What buttons, keys, links and panels ask of the player.
#include "core/play/player.h"

#include "core/base/suggest.h"
#include "core/view/matrix.h"
#include "core/view/view_settings.h"

#include <algorithm>
#include <cmath>

namespace ringlet {
namespace play {

namespace {

// Exactly `count` finite numbers with commas between; false otherwise.
bool readNumbers(const std::string& text, int count, float* values) {
    size_t at = 0;
    for (int i = 0; i < count; ++i) {
        const size_t end = std::min(text.find(',', at), text.size());
        if (at > text.size() || !parseNumber(text.substr(at, end - at), values[i])) return false;
        at = end + 1;
    }
    return at == text.size() + 1;
}

// Takes name=value apart. Error: it is not that.
Status readAssignment(const std::string& assignment, std::string& name, std::string& value) {
    if (splitAssignment(assignment, name, value)) return {};
    return Error{"'" + assignment + "' is not name=value"};
}

}  // namespace

Status Player::setParameter(const std::string& assignment) {
    std::string name, value;
    if (Status read = readAssignment(assignment, name, value); !read) return read;
    Params wanted = simulation_->params();
    if (Status sound = wanted.set(name, value); !sound) return sound;
    const ParamInfo& row = *wanted.given(name);
    name = row.name;
    const bool rebuilds = row.change == ParamChange::Rebuild;
    if (rebuilds && takes_.recording()) return Error{"'" + name + "' rebuilds the hair; end the recording first"};
    if (takes_.replaying()) takeOver();
    untouched_ = false;
    if (rebuilds) motionTake_.end();
    Status done = simulation_->setParam(name, value);
    if (done) takes_.change(name, simulation_->params().text(name));
    const bool others = done && beside_.setParam(name, simulation_->params().text(name));
    if (done && (rebuilds || others)) built(false);
    return done;
}

Status Player::setView(const std::string& assignment) {
    std::string name, value;
    if (Status read = readAssignment(assignment, name, value); !read) return read;
    return settings_.set(name, value);
}

Status Player::stepFrames(const std::string& count) {
    float frames = 1;
    if (!count.empty() && (!parseNumber(count, frames) || frames < 0 || frames > 1e6f))
        return Error{"step takes a number of frames from 0 to 1000000"};
    playback_.playing = false;
    step(int(frames));
    return {};
}

Status Player::reset(const std::string&) {
    takeOver();
    letAllGo();
    each([](Simulation& simulation) { simulation.reset(); });
    jumped();
    return {};
}

Status Player::recentre(const std::string&) {
    if (!takes_.recording()) takeOver();
    hand_.goTo(Pose(), simulation_->head());
    framing_.recentre(simulation_->head(), playback_.motion);
    return {};
}

Status Player::moveHead(const std::string& text) {
    float v[2];
    if (!readNumbers(text, 2, v) || std::fabs(v[0]) > 1 || std::fabs(v[1]) > 1)
        return Error{"a head is moved by RIGHT,UP: two numbers of metres, at most 1 each"};
    pushHead({toDouble(camera().right() * v[0] + camera().up() * v[1]), {0, 0, 0, 1}});
    return {};
}

Status Player::turnHead(const std::string& text) {
    float v[3];
    if (!readNumbers(text, 3, v) || std::fabs(v[0]) + std::fabs(v[1]) + std::fabs(v[2]) > 3)
        return Error{"a head is turned by YAW,PITCH,ROLL: three numbers of radians, at most 3 in all"};
    pushHead({{0, 0, 0}, view::turnAbout(camera().back(), v[2]) * view::turnAbout(Vec3f{0, 1, 0}, v[0]) * view::turnAbout(camera().right(), v[1])});
    return {};
}

// As a hand would that had just taken hold of it.
void Player::pushHead(const view::HeadWay& way) {
    if (takes_.replaying()) takeOver();
    endIdle();
    carryHead(way);
}

Status Player::playMotion(const std::string& name) {
    if (Result<std::unique_ptr<Motion>> known = makeMotion(name); !known) return Error{known.error()};
    takeOver();
    hand_.letGoHead();
    if (Status started = startMotion(name); !started) return started;
    playback_.motion = name;
    placed_ = false;
    waiting_ = 0;
    jumped();
    return {};
}

Status Player::showOrHide(const std::string& assignment) {
    struct Shown {
        const char* name;
        bool view::ShowToggles::*toggle;
    };
    static const Shown all[] = {
        {"targets", &view::ShowToggles::targets}, {"auxiliary", &view::ShowToggles::auxiliary},
        {"colliders", &view::ShowToggles::colliders}, {"particles", &view::ShowToggles::particles},
        {"density", &view::ShowToggles::density},
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

Status Player::chooseTool(const std::string& tool) {
    if (tool != "hand" && tool != "brush") return Error{"the tools are hand and brush"};
    brushing_ = tool == "brush";
    brush_.lift();
    undecided_.reset();
    return {};
}

Status Player::setBrush(const std::string& text) {
    float radius = 0;
    if (!parseNumber(text, radius) || radius < BrushTool::smallest || radius > BrushTool::largest)
        return Error{"a brush is " + numberText(BrushTool::smallest) + " to " + numberText(BrushTool::largest) +
                     " m in radius"};
    brush_.setRadius(radius);
    return {};
}

Status Player::record(const std::string& onOrOff) {
    if (onOrOff != "on") {
        finishRecording();
        return {};
    }
    if (takes_.recording()) return Error{underWay};
    Status ready = startAnew();
    if (ready) takes_.record();
    return ready;
}

Status Player::startReplay(const std::string& text) {
    Result<Replay> read = readReplay(text, simulation_->params());
    if (!read) return Error{read.error()};
    if (takes_.recording()) return Error{underWay};
    Status ready = startAnew();
    if (!ready) return ready;
    takes_.replay(std::move(read.value()));
    playback_.playing = true;
    return {};
}

Status Player::takeMotion(const std::string& argument) {
    motionTake_.end();
    if (argument.empty()) return {};
    const size_t comma = argument.find(',');
    float seconds = 0;
    if (comma == std::string::npos || !parseNumber(argument.substr(comma + 1), seconds))
        return Error{"motion is taken as EXTENSION,SECONDS"};
    return motionTake_.start(*simulation_, argument.substr(0, comma), seconds);
}

Status Player::setCamera(const std::string& text) {
    float v[6];
    if (!readNumbers(text, 6, v)) return Error{"a camera is yaw,pitch,distance,x,y,z: six numbers"};
    for (float one : v)
        if (std::fabs(one) > 1e4f) return Error{"a camera's numbers must lie within 10000"};
    framing_.camera().setView({v[0], v[1], v[2], toDouble(Vec3f{v[3], v[4], v[5]})});
    placed_ = true;
    return {};
}

Status Player::play(const std::string&) {
    playback_.playing = true;
    return {};
}

Status Player::pause(const std::string&) {
    playback_.playing = false;
    return {};
}

Status Player::slow(const std::string& onOrOff) {
    playback_.slow = onOrOff == "on";
    return {};
}

Status Player::setIdle(const std::string& onOrOff) {
    endIdle();
    idle_ = onOrOff == "on" && takes_.free();
    return {};
}

Player::Command Player::commandOf(const std::string& name) {
    static const std::pair<const char*, Command> commands[] = {
        {"play", &Player::play}, {"pause", &Player::pause}, {"step", &Player::stepFrames}, {"slow", &Player::slow},
        {"reset", &Player::reset}, {"recentre", &Player::recentre}, {"move", &Player::moveHead}, {"turn", &Player::turnHead},
        {"motion", &Player::playMotion}, {"set", &Player::setParameter}, {"view", &Player::setView},
        {"show", &Player::showOrHide}, {"camera", &Player::setCamera}, {"tool", &Player::chooseTool},
        {"brush", &Player::setBrush}, {"idle", &Player::setIdle}, {"record", &Player::record},
        {"replay", &Player::startReplay}, {"take", &Player::takeMotion}, {"beside", &Player::showBeside}};
    for (const auto& [one, command] : commands)
        if (name == one) return command;
    return nullptr;
}

Status Player::command(const std::string& name, const std::string& argument) {
    touch();
    rested_ = 0;
    if (!simulation_) return Error{"no scene is loaded"};
    const Command command = commandOf(name);
    return command ? (this->*command)(argument) : Error{"unknown command '" + name + "'"};
}

Status Player::setPose(const Pose& pose, bool teleport) {
    if (!simulation_) return Error{"no scene is loaded"};
    const Quatf& q = pose.orientation;
    const float size = std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
    const double far = lengthOf(pose.position);
    if (!(std::fabs(size - 1) < 1e-2f) || !(far < 1e4))
        return Error{"a pose is a position within 10 km and a unit quaternion"};
    Pose sound = pose;
    sound.orientation = normalized(q);
    rested_ = 0;
    hand_.letGoHead();
    if (takes_.recording() && !teleport) {
        hand_.goTo(sound, simulation_->head());
        return {};
    }
    takeOver();
    each([&](Simulation& simulation) { simulation.setPose(sound, teleport); });
    playback_.motion.clear();
    placed_ = false;
    touch();
    return {};
}

}  // namespace play
}  // namespace ringlet
