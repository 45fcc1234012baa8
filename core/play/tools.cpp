// Pointers: what they meet, and what hand, brush and balls do by them.
#include "core/play/player.h"

#include "core/scenes/ball.h"
#include "core/view/matrix.h"

#include <algorithm>
#include <cmath>

namespace ringlet {
namespace play {

view::Camera::Pixels Player::onFirst(float x, float y) const {
    const view::Cells& cells = framing_.cells();
    const view::Camera::Pixels away = cells.away(cells.at(x, y));
    return {x - away.x, y - away.y};
}

// A pointer that is down stays on the head it went down on.
PointerEvent Player::onFirst(PointerEvent event) {
    const view::Camera::Pixels there = onFirst(event.x, event.y);
    view::Camera::Pixels away{event.x - there.x, event.y - there.y};
    if (event.kind == PointerEvent::Kind::Down) away_[event.id] = away;
    if (const auto held = away_.find(event.id); held != away_.end()) away = held->second;
    if (event.kind == PointerEvent::Kind::Up || event.kind == PointerEvent::Kind::Cancel) away_.erase(event.id);
    event.x -= away.x;
    event.y -= away.y;
    return event;
}

Player::At Player::whatIsAt(float x, float y) const {
    const view::Camera::Pixels there = onFirst(x, y);
    return simulation_ ? whatIsOnFirst(there.x, there.y) : At::Nothing;
}

Player::At Player::whatIsOnFirst(float x, float y) const {
    if (ballAt(x, y).depth > 0) return At::Head;
    if (brushing_) return brush_.touches() || brushable(x, y) ? At::Brush : At::Nothing;
    return framing_.picker().hit(camera().rayThrough(x, y), drawnHead()) > 0 ? At::Head : At::Nothing;
}

// Where a brush under that pointer is: on the head, and beside it as far away
// as the middle of the hair.
Vec3d Player::brushPoint(float x, float y) const {
    const Pose head = drawnHead();
    const view::HeadPicker& picker = framing_.picker();
    const view::Ray ray = camera().rayThrough(x, y);
    float along = picker.hit(ray, head);
    if (along <= 0) {
        const Vec3d middle = head.position + toDouble(rotate(head.orientation, picker.center()));
        const float straight = -dot(ray.direction, camera().back());
        along = camera().depthOf(middle) / std::max(straight, 0.1f);
    }
    return ray.origin + toDouble(ray.direction * along);
}

// How far the hair comes from its middle in a direction (unit, world), m: that of an upright cylinder about it.
float Player::hairReach(Vec3f direction) const {
    const view::HeadPicker::Frame& frame = framing_.picker().frame();
    const float along = std::fabs(dot(rotate(drawnHead().orientation, Vec3f{0, 1, 0}), direction));
    return frame.halfHeight * along + frame.halfWidth * std::sqrt(std::max(1 - along * along, 0.0f));
}

bool Player::brushable(float x, float y) const {
    const Vec3f away = toFloat(brushPoint(x, y) - framing_.middleOf(drawnHead()));
    const Vec3f right = camera().right(), up = camera().up();
    const view::HeadPicker::Frame& frame = framing_.picker().frame();
    if (lengthOf(away) >= std::max(frame.halfWidth, frame.halfHeight)) return false;  // its corners are free
    return std::fabs(dot(away, right)) < hairReach(right) && std::fabs(dot(away, up)) < hairReach(up);
}

float Player::brushPixels(float x, float y) const {
    const view::Camera::Pixels there = onFirst(x, y);
    const float depth = std::max(camera().depthOf(brushPoint(there.x, there.y)), 0.01f);
    return brush_.radius() * camera().pixelsPerRadian() / depth;
}

// Whether a pointer that goes on like this comes to the hair.
bool Player::towardsHair(const PointerEvent& from, const PointerEvent& to) const {
    const Vec3d middle = framing_.middleOf(drawnHead());
    const view::Camera::Pixels at = camera().pixelsOf(middle);
    // In widths and heights of the hair as it is seen.
    const float scale = std::max(camera().depthOf(middle), 1e-3f) / camera().pixelsPerRadian();
    const float acrossX = scale / hairReach(camera().right()), acrossY = scale / hairReach(camera().up());
    const float dx = (to.x - from.x) * acrossX, dy = (to.y - from.y) * acrossY;
    const float gapX = (at.x - from.x) * acrossX, gapY = (at.y - from.y) * acrossY;
    const float along = gapX * dx + gapY * dy, aside = gapX * dy - gapY * dx;
    return along > 0 && aside * aside < dx * dx + dy * dy;
}

// Balls, and behind them what is seen of clips.
constexpr size_t mostBallsAndClips = mostBalls + mostHolders - 1;
Sphere Player::ballOf(size_t number) const {
    if (number < mostBalls) return simulation_->balls()[number];
    const Holder clip = holdersOf(simulation_->params())[number - mostBalls + 1];
    return {clip.center, clip.seen()};
}

// Which ball is the first thing that is met there, and how far along the ray (m).
Player::MetBall Player::ballAt(float x, float y) const {
    const Pose head = drawnHead();
    const view::Ray ray = camera().rayThrough(x, y);
    const float before = framing_.picker().hit(ray, head);
    MetBall met{mostBallsAndClips, -1};
    for (size_t i = 0; i < mostBallsAndClips; ++i) {
        const Sphere ball = ballOf(i);
        const float depth = ball.radius > 0 ? view::hitBall(ray, head, ball) : -1;
        // The picker's head has a ball of hair about it, in which this one may lie.
        const bool first = depth > 0 && (before <= 0 || depth < before + ball.radius);
        if (first && (met.depth < 0 || depth < met.depth)) met = {i, depth};
    }
    return met;
}

bool Player::takeBall(const PointerEvent& at) {
    const MetBall met = ballAt(at.x, at.y);
    if (met.depth <= 0) return false;
    endIdle();
    onBall_ = std::make_unique<PointerEvent>(at);
    heldBall_ = met.ball;
    ballAway_ = met.depth * std::max(-dot(camera().rayThrough(at.x, at.y).direction, camera().back()), 0.1f);
    return true;
}

// Across the picture, as deep in it as it was taken hold of.
void Player::moveBall(const PointerEvent& to) {
    const Vec3f way = camera().across(to.x - onBall_->x, to.y - onBall_->y, ballAway_);
    *onBall_ = to;
    rested_ = 0;
    const bool clip = heldBall_ >= mostBalls;
    const Vec3f from = clip ? ballOf(heldBall_).center : ballsOf(simulation_->params())[heldBall_].center;
    const float most = clip ? 0.5f : 1.0f;  // what the parameters allow, m
    const Vec3f wanted = from + rotate(conjugate(simulation_->head().orientation), way);
    const std::pair<const char*, float> places[] = {{"X", wanted.x}, {"Y", wanted.y}, {"Z", wanted.z}};
    for (const auto& [name, place] : places)
        (void)setParameter((clip ? clipParam(heldBall_ - mostBalls, name) : ballParam(heldBall_, name)) + "=" +
                           numberText(std::clamp(place, -most, most)));
}

void Player::startStroke(const PointerEvent& at) {
    if (takes_.replaying()) takeOver();
    endIdle();
    brush_.down(at.id, brushPoint(at.x, at.y));
    brushed_ = at;
}

void Player::takeHold(const PointerEvent& at, int button, bool stroking) {
    hand_.down({at.id, at.x, at.y, button, at.shift, at.touch, stroking}, camera(), framing_.picker(), drawnHead());
    if (!hand_.holdsHead()) return;
    if (takes_.replaying()) takeOver();
    endIdle();
}

// A press beside the hair: a stroke if it goes to the hair, else it looks around.
void Player::decideStroke(const PointerEvent& now) {
    constexpr float far = 6;  // pixels from which the direction is sure
    const PointerEvent from = *undecided_;
    if (std::hypot(now.x - from.x, now.y - from.y) < far) return;
    undecided_.reset();
    if (towardsHair(from, now)) startStroke(from);
    else takeHold(from, from.button);
}

void Player::pressed(const PointerEvent& event) {
    constexpr int neverTheHead = 1;  // the button of a finger that pinches with another
    const bool alone = !holds();
    if (event.button == 0 && !event.shift && alone && takeBall(event)) return;
    if (brushing_ && event.button == 0 && !event.shift && alone) {
        if (brushable(event.x, event.y)) startStroke(event);
        else undecided_ = std::make_unique<PointerEvent>(event);
        return;
    }
    if (brush_.touches() && event.touch) takeHold(brushed_, neverTheHead, true);
    if (undecided_) takeHold(*undecided_, neverTheHead);
    undecided_.reset();
    brush_.lift();
    takeHold(event, event.button);
}

void Player::moved(const PointerEvent& event) {
    if (undecided_ && undecided_->id == event.id) decideStroke(event);
    if (onBall_ && onBall_->id == event.id) moveBall(event);
    if (brush_.heldBy(event.id)) {
        brush_.move(event.id, brushPoint(event.x, event.y));
        brushed_ = event;
    }
    const view::HeadWay way = hand_.move(event.id, event.x, event.y, framing_.camera());
    if (hand_.holdsHead()) carryHead(way);
}

void Player::released(const PointerEvent& event) {
    if (undecided_ && undecided_->id == event.id) undecided_.reset();
    if (onBall_ && onBall_->id == event.id) onBall_.reset();
    hand_.up(event.id);
    brush_.up(event.id);
}

void Player::pointer(const PointerEvent& given) {
    if (!simulation_) return;
    const PointerEvent event = onFirst(given);
    switch (event.kind) {
    case PointerEvent::Kind::Down: return pressed(event);
    case PointerEvent::Kind::Move: return moved(event);
    case PointerEvent::Kind::Up:
    case PointerEvent::Kind::Cancel: return released(event);
    }
}

// The one way in which drags, keys and scripts move the head: no farther than the free picture shows it.
void Player::carryHead(const view::HeadWay& way) {
    const Pose from = hand_.steers() ? hand_.wanted() : simulation_->head();
    Pose to = from;
    to.position = to.position + way.by;
    const Vec3d back = framing_.leaving(framing_.middleOf(from), framing_.middleOf(to), true);
    hand_.nudge({way.by - back, way.turn}, simulation_->head());
    hand_.slip(back, camera());
}

void Player::wheel(float delta) {
    touch();
    framing_.camera().zoom(std::exp(std::clamp(delta, -240.0f, 240.0f) * 0.0012f));
}

}  // namespace play
}  // namespace ringlet
