// What part of the scene the picture shows, and how it follows the head.
#include "web/app.h"

#include <algorithm>
#include <cmath>

namespace ringlet {
namespace web {

namespace {

// How far a scene's own motion carries its head from where it begins, m; of far ways a part, for the picture follows.
Vec3f swingOf(const std::string& motion) {
    constexpr float most = 0.05f;
    Vec3f farthest{0, 0, 0};
    Result<std::unique_ptr<Motion>> made = makeMotion(motion);
    if (!made) return farthest;
    const Vec3d first = made.value()->at(0).pose.position;
    for (int i = 1; i <= 60; ++i) {
        const Vec3f away = view::toFloat(made.value()->at(i / 30.0).pose.position - first);
        farthest = {std::max(farthest.x, std::fabs(away.x)), std::max(farthest.y, std::fabs(away.y)), std::max(farthest.z, std::fabs(away.z))};
    }
    return {std::min(farthest.x, most), std::min(farthest.y, most), std::min(farthest.z, most)};
}

}  // namespace

Vec3d App::middleOf(const Pose& head) const {
    return head.position + view::toDouble(rotate(head.orientation, picker_.frame().center));
}

void App::fitCamera() {
    const view::HeadPicker::Frame& frame = picker_.frame();
    followed_ = middleOf(simulation_->head());
    const Vec3f swing = swingOf(playback_.motion);
    camera_.fit(followed_, frame.halfWidth + std::max(swing.x, swing.z), frame.halfHeight + swing.y);
}

// How much farther (m) the head at `to` sticks out of the free picture than at `from`; both are its middles.
Vec3d App::leaving(Vec3d from, Vec3d to, bool freely) const {
    constexpr float reach = 0.8f;  // of half of what is shown
    auto growth = [](float before, float now) { return now > 0 ? now - std::clamp(before, 0.0f, now) : now - std::clamp(before, now, 0.0f); };
    const float wide = reach * picker_.frame().halfWidth, high = reach * picker_.frame().halfHeight;
    const view::Camera::Pixels before = camera_.outside(from, wide, high, freely), now = camera_.outside(to, wide, high, freely);
    return view::toDouble(camera_.across(growth(before.x, now.x), growth(before.y, now.y), camera_.depthOf(to)));
}

// While a named motion plays, the picture follows a head that leaves its middle, and at once one that
// would leave the free part.
void App::followHead(const Pose& head, double seconds) {
    if (!simulation_) return;
    const Vec3d middle = middleOf(head), before = followed_;
    followed_ = middle;
    if (playback_.motion.empty()) return;
    constexpr float loose = 0.6f;      // of the frame's half width
    constexpr double quickness = 4;    // 1/s
    camera_.carry(leaving(before, middle, false));
    Vec3d gap = middle - camera_.view().target;
    double beyond = lengthOf(gap) - loose * picker_.frame().halfWidth;
    if (beyond > 0) camera_.carry(gap * (beyond / lengthOf(gap) * std::min(1.0, quickness * seconds)));
}

}  // namespace web
}  // namespace ringlet
