// Pointers, wheel and keys: what they meet, and what they do to it.
#include "core/scenes/ball.h"
#include "web/app.h"

#include <algorithm>
#include <cmath>

namespace ringlet {
namespace web {

int App::whatIsAt(float x, float y) const {
    if (panel_ && panel_->has(x, y)) return 2;
    if (!simulation_) return 0;
    if (ballDepth(x, y) > 0) return 1;
    if (brushing_) return brush_.touches() || brushable(x, y) ? 3 : 0;
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

// Whether a pointer that goes on like this comes to the hair.
bool App::towardsHair(const PointerEvent& from, const PointerEvent& to) const {
    const Vec3d middle = middleOf(renderer_.drawnHead(mixing_));
    const view::HeadPicker::Frame& frame = picker_.frame();
    const view::Camera::Pixels at = camera_.pixelsOf(middle);
    const float reach = std::max(frame.halfWidth, frame.halfHeight) * camera_.pixelsPerRadian() / std::max(camera_.depthOf(middle), 1e-3f);
    const float dx = to.x - from.x, dy = to.y - from.y, gapX = at.x - from.x, gapY = at.y - from.y;
    const float along = gapX * dx + gapY * dy, aside = gapX * dy - gapY * dx;
    return along > 0 && aside * aside < reach * reach * (dx * dx + dy * dy);
}

float App::ballDepth(float x, float y) const {
    const Sphere ball = simulation_->ball();
    if (!(ball.radius > 0)) return -1;
    const Pose head = renderer_.drawnHead(mixing_);
    const view::Ray ray = camera_.rayThrough(x, y);
    const float depth = view::hitBall(ray, head, ball), before = picker_.hit(ray, head);
    // The picker's head has a ball of hair about it, in which this one may lie.
    return depth > 0 && (before <= 0 || depth < before + ball.radius) ? depth : -1;
}

bool App::takeBall(const PointerEvent& at) {
    const float depth = ballDepth(at.x, at.y);
    if (depth <= 0) return false;
    endIdle();
    onBall_ = std::make_unique<PointerEvent>(at);
    ballAway_ = depth * std::max(-dot(camera_.rayThrough(at.x, at.y).direction, camera_.back()), 0.1f);
    return true;
}

// Across the picture, as deep in it as it was taken hold of.
void App::moveBall(const PointerEvent& to) {
    const Vec3f way = camera_.across(to.x - onBall_->x, to.y - onBall_->y, ballAway_);
    *onBall_ = to;
    const Vec3f wanted = ballOf(simulation_->params()).center + rotate(conjugate(simulation_->head().orientation), way);
    const std::pair<const char*, float> places[] = {{"ballX", wanted.x}, {"ballY", wanted.y}, {"ballZ", wanted.z}};
    for (const auto& [name, place] : places)
        (void)setParameter(std::string(name) + "=" + numberText(std::clamp(place, -1.0f, 1.0f)));
}

void App::startStroke(const PointerEvent& at) {
    if (player_) takeOver();
    endIdle();
    brush_.down(at.id, brushPoint(at.x, at.y));
    brushed_ = at;
}

void App::takeHold(const PointerEvent& at, int button) {
    hand_.down(at.id, at.x, at.y, button, at.shift, at.touch, camera_, picker_, renderer_.drawnHead(mixing_));
    if (!hand_.holdsHead()) return;
    if (player_) takeOver();
    endIdle();
}

// A press beside the hair: a stroke if it goes to the hair, else it looks around.
void App::decideStroke(const PointerEvent& now) {
    constexpr float far = 6;  // CSS pixels from which the direction is sure
    const PointerEvent from = *undecided_;
    if (std::hypot(now.x - from.x, now.y - from.y) < far) return;
    undecided_.reset();
    if (towardsHair(from, now)) startStroke(from);
    else takeHold(from, from.button);
}

void App::pressed(const PointerEvent& event) {
    constexpr int neverTheHead = 1;  // the button of a finger that pinches with another
    if (!simulation_) return;
    const bool alone = !hand_.busy() && !brush_.touches() && !undecided_ && !onBall_;
    if (event.button == 0 && !event.shift && alone && takeBall(event)) return;
    if (brushing_ && event.button == 0 && !event.shift && alone) {
        if (brushable(event.x, event.y)) startStroke(event);
        else undecided_ = std::make_unique<PointerEvent>(event);
        return;
    }
    if (brush_.touches() && event.touch) takeHold(brushed_, neverTheHead);
    if (undecided_) takeHold(*undecided_, neverTheHead);
    undecided_.reset();
    brush_.lift();
    takeHold(event, event.button);
}

void App::pointer(const PointerEvent& event) {
    const bool holds = hand_.busy() || brush_.touches() || undecided_ || onBall_ || (panel_ && panel_->held());
    if (panel_) panel_->point(event.x, event.y);
    if (event.kind == PointerKind::Move && !holds && quiet_ > 0) hovered_ = true;
    else quiet_ = 0;
    switch (event.kind) {
    case PointerKind::Down:
        if (whatIsAt(event.x, event.y) != 2) pressed(event);
        else panel_->press(event.button);
        break;
    case PointerKind::Move: {
        if (undecided_ && undecided_->id == event.id) decideStroke(event);
        if (onBall_ && onBall_->id == event.id) moveBall(event);
        if (brush_.heldBy(event.id)) {
            brush_.move(event.id, brushPoint(event.x, event.y));
            brushed_ = event;
        }
        const Pose before = hand_.wanted();
        hand_.move(event.id, event.x, event.y, camera_);
        if (hand_.drags()) hand_.holdBack(leaving(middleOf(before), middleOf(hand_.wanted()), true), camera_);
        break;
    }
    case PointerKind::Up:
    case PointerKind::Cancel:
        if (panel_) panel_->release();
        if (undecided_ && undecided_->id == event.id) undecided_.reset();
        if (onBall_ && onBall_->id == event.id) onBall_.reset();
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
