#include "core/view/hand.h"

#include <algorithm>
#include <cmath>

namespace ringlet {
namespace view {

namespace {

constexpr double farthestStep = 0.08;  // m a frame at 60 Hz; faster drags lag behind the hand
constexpr float widestStep = 0.25f;    // rad a frame
constexpr double share = 0.45;         // of the way, each frame

float angleBetween(Quatf a, Quatf b) {
    float c = std::fabs(a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w);
    return 2 * std::acos(std::min(c, 1.0f));
}

}  // namespace

Hand::Finger* Hand::find(int id) {
    for (Finger& finger : fingers_)
        if (finger.id == id) return &finger;
    return nullptr;
}

void Hand::down(int id, float x, float y, int button, bool shift, bool touch, const Camera& camera,
                const HeadPicker& picker, const Pose& head) {
    if (find(id) || fingers_.size() >= 2) return;
    fingers_.push_back({id, x, y});
    if (fingers_.size() == 2) {
        mode_ = holdsHead() ? Mode::Grip : Mode::Pinch;
        return;
    }
    float hit = picker.hit(camera.rayThrough(x, y), head);
    if (hit > 0 && button != 1) {
        Ray ray = camera.rayThrough(x, y);
        depth_ = camera.depthOf(ray.origin + toDouble(ray.direction * hit));
        mode_ = shift || button == 2 ? Mode::Turn : Mode::Drag;
        if (!steering_) wanted_ = reached_ = head;
        steering_ = true;
    } else {
        mode_ = !touch && (button != 0 || shift) ? Mode::Pan : Mode::Orbit;
    }
}

void Hand::move(int id, float x, float y, Camera& camera) {
    Finger* finger = find(id);
    if (!finger) return;
    float dx = x - finger->x, dy = y - finger->y;
    if (mode_ == Mode::Pinch || mode_ == Mode::Grip) {
        pinch(*finger, x, y, camera);
    } else if (mode_ == Mode::Orbit) {
        camera.orbit(dx, dy);
    } else if (mode_ == Mode::Pan) {
        camera.pan(dx, dy);
    } else {
        moveHead(dx, dy, camera);
    }
    finger->x = x;
    finger->y = y;
}

void Hand::moveHead(float dx, float dy, const Camera& camera) {
    if (mode_ == Mode::Drag) {
        wanted_.position = wanted_.position + toDouble(camera.across(dx, dy, depth_));
    } else if (mode_ == Mode::Turn) {
        turnHead(dx, dy, 0, camera);
    }
}

// dx, dy: pixels; roll: rad, to the left as seen.
void Hand::turnHead(float dx, float dy, float roll, const Camera& camera) {
    float scale = 2.2f / (camera.pixelsPerRadian() * 0.5f);
    Quatf yaw = turnAbout(Vec3f{0, 1, 0}, dx * scale);
    Quatf pitch = turnAbout(camera.right(), dy * scale);
    wanted_.orientation = normalized(turnAbout(camera.back(), roll) * yaw * pitch * wanted_.orientation);
}

void Hand::pinch(Finger& finger, float x, float y, Camera& camera) {
    const Finger& other = &finger == &fingers_[0] ? fingers_[1] : fingers_[0];
    float beforeX = finger.x - other.x, beforeY = finger.y - other.y, afterX = x - other.x, afterY = y - other.y;
    float before = std::hypot(beforeX, beforeY), after = std::hypot(afterX, afterY);
    const bool apart = before > 8 && after > 8;
    if (apart) camera.zoom(before / after);
    float dx = (x - finger.x) / 2, dy = (y - finger.y) / 2;
    if (mode_ == Mode::Pinch) return camera.pan(dx, dy);
    // Downwards is positive on the picture.
    float twist = apart ? std::atan2(afterX * beforeY - afterY * beforeX, beforeX * afterX + beforeY * afterY) : 0;
    turnHead(dx, dy, twist, camera);
}

void Hand::up(int id) {
    fingers_.erase(std::remove_if(fingers_.begin(), fingers_.end(), [id](const Finger& f) { return f.id == id; }),
                   fingers_.end());
    // The finger that stays after a pinch orbits only after it is set down anew.
    mode_ = Mode::None;
}

void Hand::goTo(const Pose& pose, const Pose& from) {
    if (!steering_) reached_ = from;
    wanted_ = pose;
    steering_ = true;
}

void Hand::nudge(Vec3d by, Quatf turn, const Pose& from) {
    if (!steering_) wanted_ = reached_ = from;
    wanted_.position = wanted_.position + by;
    wanted_.orientation = normalized(turn * wanted_.orientation);
    steering_ = true;
}

void Hand::holdBack(Vec3d by, const Camera& camera) {
    wanted_.position = wanted_.position - by;
    const float pixels = camera.pixelsPerRadian() / depth_;
    for (Finger& finger : fingers_) {
        finger.x -= pixels * dot(toFloat(by), camera.right());
        finger.y += pixels * dot(toFloat(by), camera.up());
    }
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
