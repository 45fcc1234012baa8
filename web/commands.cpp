// What buttons, keys, links and the panel ask of the page's program.
#include "web/app.h"

#include "core/base/suggest.h"
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
    renderer_.setScene(*simulation_);
    picker_.set(simulation_->content());
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
    camera_.setView({view.yaw, view.pitch, 1, view::toDouble(center)});
    return {};
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
    if (!readNumbers(text, 6, v)) return Error{"a camera is yaw,pitch,zoom,x,y,z: six numbers"};
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
        {"reset", &App::reset}, {"recentre", &App::recentre}, {"motion", &App::playMotion},
        {"set", &App::setParameter}, {"view", &App::setView}, {"show", &App::showOrHide}, {"camera", &App::setCamera},
        {"tool", &App::chooseTool}, {"brush", &App::setBrush}, {"idle", &App::setIdle},
        {"record", &App::record}, {"replay", &App::startReplay},
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

int App::whatIsAt(float x, float y) const {
    if (panel_ && panel_->has(x, y)) return 2;
    if (!simulation_) return 0;
    if (brushing_) return brushable(x, y) ? 3 : 0;
    return picker_.hit(camera_.rayThrough(x, y), renderer_.drawnHead(mixing_)) > 0 ? 1 : 0;
}

// Where a brush under that pointer is: on the head, and beside it as far away
// as the middle of the hair.
Vec3d App::brushPoint(float x, float y) const {
    Pose head = renderer_.drawnHead(mixing_);
    view::Ray ray = camera_.rayThrough(x, y);
    float along = picker_.hit(ray, head);
    if (along <= 0) {
        Vec3d middle = head.position + view::toDouble(rotate(head.orientation, picker_.center()));
        float straight = -dot(ray.direction, camera_.back());
        along = camera_.depthOf(middle) / std::max(straight, 0.1f);
    }
    return ray.origin + view::toDouble(ray.direction * along);
}

bool App::brushable(float x, float y) const {
    Pose head = renderer_.drawnHead(mixing_);
    const view::HeadPicker::Frame& frame = picker_.frame();
    Vec3d middle = head.position + view::toDouble(rotate(head.orientation, frame.center));
    return lengthOf(brushPoint(x, y) - middle) < std::max(frame.halfWidth, frame.halfHeight);
}

float App::brushPixels(float x, float y) const {
    float depth = std::max(camera_.depthOf(brushPoint(x, y)), 0.01f);
    return brush_.radius() * camera_.pixelsPerRadian() / depth;
}

void App::pointer(const PointerEvent& event) {
    const bool holds = hand_.busy() || brush_.touches() || (panel_ && panel_->held());
    if (panel_) panel_->point(event.x, event.y);
    if (event.kind == PointerKind::Move && !holds && quiet_ > 0) hovered_ = true;
    else quiet_ = 0;
    switch (event.kind) {
    case PointerKind::Down:
        if (whatIsAt(event.x, event.y) == 2) {
            panel_->press(event.button);
        } else if (simulation_ && brushing_ && event.button == 0 && !event.shift && !hand_.busy() &&
                   !brush_.touches() && brushable(event.x, event.y)) {
            if (player_) takeOver();
            endIdle();
            brush_.down(event.id, brushPoint(event.x, event.y));
            brushed_ = event;
        } else if (simulation_) {
            if (brush_.touches() && event.touch) {  // a second finger pinches with the one that brushed
                constexpr int neverTheHead = 1;
                hand_.down(brushed_.id, brushed_.x, brushed_.y, neverTheHead, false, true, camera_, picker_,
                           renderer_.drawnHead(mixing_));
            }
            brush_.lift();
            hand_.down(event.id, event.x, event.y, event.button, event.shift, event.touch, camera_, picker_,
                       renderer_.drawnHead(mixing_));
            if (hand_.holdsHead()) {
                if (player_) takeOver();
                endIdle();
            }
        }
        break;
    case PointerKind::Move:
        if (brush_.heldBy(event.id)) {
            brush_.move(event.id, brushPoint(event.x, event.y));
            brushed_ = event;
        }
        hand_.move(event.id, event.x, event.y, camera_);
        break;
    case PointerKind::Up:
    case PointerKind::Cancel:
        if (panel_) panel_->release();
        hand_.up(event.id);
        brush_.up(event.id);
        if (panel_ && event.touch) panel_->leave();
        break;
    }
}

void App::wheel(float x, float y, float delta) {
    quiet_ = 0;
    if (whatIsAt(x, y) == 2) panel_->wheel(-delta / 100);
    else camera_.zoom(std::exp(std::clamp(delta, -240.0f, 240.0f) * 0.0012f));
}

bool App::wantsKeys() const { return panel_ && panel_->wantsKeys(); }

void App::key(int code, bool down) {
    quiet_ = 0;
    if (panel_) panel_->key(code, down);
}

void App::character(unsigned int unicode) {
    quiet_ = 0;
    if (panel_) panel_->character(unicode);
}

}  // namespace web
}  // namespace ringlet
