#include "core/play/framing.h"

#include <algorithm>
#include <cmath>

namespace ringlet {
namespace play {

namespace {

// How far a scene's own motion carries its head from where it begins, m; of far ways a part, for the picture follows.
Vec3f swingOf(const std::string& motion) {
    constexpr float most = 0.05f;
    Vec3f farthest{0, 0, 0};
    Result<std::unique_ptr<Motion>> made = makeMotion(motion);
    if (!made) return farthest;
    const Vec3d first = made.value()->at(0).pose.position;
    for (int i = 1; i <= 60; ++i) {
        const Vec3f away = toFloat(made.value()->at(i / 30.0).pose.position - first);
        farthest = {std::max(farthest.x, std::fabs(away.x)), std::max(farthest.y, std::fabs(away.y)), std::max(farthest.z, std::fabs(away.z))};
    }
    return {std::min(farthest.x, most), std::min(farthest.y, most), std::min(farthest.z, most)};
}

}  // namespace

void Framing::setPicture(float width, float height, view::Insets insets) {
    width_ = width;
    height_ = height;
    insets_ = insets;
    lay();
}

void Framing::setPictureAlone(int width, int height) {
    constexpr float share = 0.03f;  // of the smaller side, as in site/layout.js
    const float around = std::round(share * float(std::min(width, height)));
    setPicture(float(width), float(height), {around, around, around, around});
}

void Framing::setHeads(size_t count) {
    heads_ = count;
    lay();
}

void Framing::take(const SceneContent& content) {
    picker_.set(content);
    lay();
}

void Framing::lay() {
    cells_.lay(heads_, picker_.frame().halfWidth, picker_.frame().halfHeight, width_, height_, insets_);
    camera_.setPicture(width_, height_, cells_.insets(0));
}

view::Camera Framing::camera(size_t head) const {
    view::Camera shifted = camera_;
    shifted.setPicture(width_, height_, cells_.insets(head));
    return shifted;
}

Vec3d Framing::middleOf(const Pose& head) const {
    return head.position + toDouble(rotate(head.orientation, picker_.frame().center));
}

void Framing::fit(const Pose& head, const std::string& motion) {
    const view::HeadPicker::Frame& frame = picker_.frame();
    followed_ = middleOf(head);
    const Vec3f swing = swingOf(motion);
    camera_.fit(followed_, frame.halfWidth + std::max(swing.x, swing.z), frame.halfHeight + swing.y);
}

void Framing::recentre(const Pose& head, const std::string& motion) {
    view::Camera::View view = camera_.view();
    fit(head, motion);
    view.target = toDouble(picker_.frame().center);
    camera_.setView(view);
}

Vec3d Framing::leaving(Vec3d from, Vec3d to, bool freely) const {
    constexpr float reach = 0.8f;  // of half of what is shown
    auto growth = [](float before, float now) { return now > 0 ? now - std::clamp(before, 0.0f, now) : now - std::clamp(before, now, 0.0f); };
    const float wide = reach * picker_.frame().halfWidth, high = reach * picker_.frame().halfHeight;
    const view::Camera::Pixels before = camera_.outside(from, wide, high, freely), now = camera_.outside(to, wide, high, freely);
    return toDouble(camera_.across(growth(before.x, now.x), growth(before.y, now.y), camera_.depthOf(to)));
}

void Framing::moved(Vec3d from, Vec3d to) {
    constexpr double jump = 0.5;  // m
    if (lengthOf(to - from) > jump) camera_.carry(to - from);
}

void Framing::follow(const Pose& head, bool named, double seconds) {
    const Vec3d middle = middleOf(head), before = followed_;
    followed_ = middle;
    if (!named) return;
    constexpr float loose = 0.6f;      // of the frame's half width
    constexpr double quickness = 4;    // 1/s
    camera_.carry(leaving(before, middle, false));
    const Vec3d gap = middle - camera_.view().target;
    const double beyond = lengthOf(gap) - loose * picker_.frame().halfWidth;
    if (beyond > 0) camera_.carry(gap * (beyond / lengthOf(gap) * std::min(1.0, quickness * seconds)));
}

}  // namespace play
}  // namespace ringlet
