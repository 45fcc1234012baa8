#include "core/play/brush_tool.h"

#include "core/view/matrix.h"

#include <algorithm>

namespace ringlet {
namespace play {

namespace {
constexpr double farthestStep = 4.0 / 60;  // m a frame; faster strokes lag behind the pointer
constexpr double share = 0.5;              // of the way, each frame
}  // namespace

void BrushTool::down(int id, Vec3d at) {
    id_ = id;
    wanted_ = at_ = at;
    velocity_ = {0, 0, 0};
}

void BrushTool::move(int id, Vec3d at) {
    if (heldBy(id)) wanted_ = at;
}

void BrushTool::up(int id) {
    if (heldBy(id)) lift();
}

void BrushTool::advance() {
    Vec3d gap = wanted_ - at_;
    double distance = lengthOf(gap);
    double part = distance > 0 ? std::min(share, farthestStep / distance) : 0;
    Vec3d step = gap * part;
    at_ = at_ + step;
    velocity_ = Vec3f{float(step.x), float(step.y), float(step.z)} * 60.0f;
}

void BrushTool::setRadius(float radius) { radius_ = std::clamp(radius, smallest, largest); }

}  // namespace play
}  // namespace ringlet
