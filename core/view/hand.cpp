#include "core/view/hand.h"

#include <algorithm>
#include <cmath>

namespace ringlet {
namespace view {

namespace {

constexpr double farthestStep = 0.08;  // m a frame at 60 Hz; faster drags lag behind the hand
constexpr float widestStep = 0.25f;    // rad a frame
constexpr double share = 0.45;         // of the way, each frame

// By the turn's vector part: its cosine does not tell angles below 7e-4 rad apart.
float angleBetween(Quatf a, Quatf b) {
    const Quatf turn = conjugate(a) * b;
    return 2 * std::asin(std::min(lengthOf(Vec3f{turn.x, turn.y, turn.z}), 1.0f));
}

// dx, dy: pixels; roll: rad, to the left as seen.
Quatf turnedBy(float dx, float dy, float roll, const Camera& camera) {
    const float scale = 2.2f / (camera.pixelsPerRadian() * 0.5f);
    return turnAbout(camera.back(), roll) * turnAbout(Vec3f{0, 1, 0}, dx * scale) * turnAbout(camera.right(), dy * scale);
}

}  // namespace

Hand::Finger* Hand::find(int id) {
    for (Finger& finger : fingers_)
        if (finger.id == id) return &finger;
    return nullptr;
}

void Hand::down(const Press& press, const Camera& camera, const HeadPicker& picker, const Pose& head) {
    if (find(press.id) || fingers_.size() >= 2) return;
    fingers_.push_back({press.id, press.x, press.y});
    if (fingers_.size() == 2) {
        mode_ = holdsHead() ? Mode::Grip : Mode::Pinch;
        return;
    }
    stroking_ = press.stroking;
    const Ray ray = camera.rayThrough(press.x, press.y);
    const float hit = picker.hit(ray, head);
    if (hit > 0 && press.button != 1) {
        depth_ = camera.depthOf(ray.origin + toDouble(ray.direction * hit));
        mode_ = press.shift || press.button == 2 ? Mode::Turn : Mode::Drag;
        if (!steering_) wanted_ = reached_ = head;
        steering_ = true;
    } else {
        mode_ = !press.touch && (press.button != 0 || press.shift) ? Mode::Pan : Mode::Orbit;
    }
}

HeadWay Hand::move(int id, float x, float y, Camera& camera) {
    Finger* finger = find(id);
    if (!finger) return {};
    const float dx = x - finger->x, dy = y - finger->y;
    HeadWay way;
    switch (mode_) {
    case Mode::Pinch:
    case Mode::Grip: way = pinch(*finger, x, y, camera); break;
    case Mode::Orbit: camera.orbit(dx, dy); break;
    case Mode::Pan: camera.pan(dx, dy); break;
    case Mode::Drag: way.by = toDouble(camera.across(dx, dy, depth_)); break;
    case Mode::Turn: way.turn = turnedBy(dx, dy, 0, camera); break;
    case Mode::None: break;
    }
    finger->x = x;
    finger->y = y;
    return way;
}

HeadWay Hand::pinch(Finger& finger, float x, float y, Camera& camera) {
    const Finger& other = &finger == &fingers_[0] ? fingers_[1] : fingers_[0];
    float beforeX = finger.x - other.x, beforeY = finger.y - other.y, afterX = x - other.x, afterY = y - other.y;
    float before = std::hypot(beforeX, beforeY), after = std::hypot(afterX, afterY);
    const bool apart = before > 8 && after > 8;
    if (apart) camera.zoom(before / after);
    float dx = (x - finger.x) / 2, dy = (y - finger.y) / 2;
    if (mode_ == Mode::Pinch) {
        if (stroking_) camera.orbit(dx, dy);
        else camera.pan(dx, dy);
        return {};
    }
    // Downwards is positive on the picture.
    float twist = apart ? std::atan2(afterX * beforeY - afterY * beforeX, beforeX * afterX + beforeY * afterY) : 0;
    return {{0, 0, 0}, turnedBy(dx, dy, twist, camera)};
}

void Hand::up(int id) {
    if (!find(id)) return;  // one beside the two that count
    fingers_.erase(std::remove_if(fingers_.begin(), fingers_.end(), [id](const Finger& f) { return f.id == id; }),
                   fingers_.end());
    // The finger that stays after a pinch orbits only after it is set down anew; one that stays on the head still holds it.
    mode_ = mode_ == Mode::Grip && !fingers_.empty() ? Mode::Drag : Mode::None;
}

void Hand::goTo(const Pose& pose, const Pose& from) {
    if (!steering_) reached_ = from;
    wanted_ = pose;
    steering_ = true;
}

void Hand::nudge(const HeadWay& way, const Pose& from) {
    if (!steering_) wanted_ = reached_ = from;
    wanted_.position = wanted_.position + way.by;
    wanted_.orientation = normalized(way.turn * wanted_.orientation);
    steering_ = true;
}

void Hand::slip(Vec3d by, const Camera& camera) {
    if (mode_ != Mode::Drag) return;
    const float pixels = camera.pixelsPerRadian() / depth_;
    for (Finger& finger : fingers_) {
        finger.x -= pixels * dot(toFloat(by), camera.right());
        finger.y += pixels * dot(toFloat(by), camera.up());
    }
}

void Hand::letGoHead() {
    if (holdsHead()) letGo();
    steering_ = false;
}

void Hand::letGo() {
    fingers_.clear();
    mode_ = Mode::None;
    steering_ = false;
}

bool Hand::steer(Pose& pose) {
    if (!steering_) return false;
    Vec3d gap = wanted_.position - reached_.position;
    double distance = lengthOf(gap);
    float angle = angleBetween(wanted_.orientation, reached_.orientation);
    if (distance < 1e-5 && angle < 1e-4f) {
        reached_ = wanted_;
        steering_ = holdsHead();
    } else {
        double part = distance > 0 ? std::min(share, farthestStep / distance) : 0;
        reached_.position = reached_.position + gap * part;
        float turn = angle > 0 ? std::min(float(share), widestStep / angle) : 0;
        reached_.orientation = mixed(reached_.orientation, wanted_.orientation, turn);
    }
    pose = reached_;
    return true;
}

}  // namespace view
}  // namespace ringlet
