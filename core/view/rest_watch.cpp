#include "core/view/rest_watch.h"

#include <algorithm>
#include <cmath>

namespace ringlet {
namespace view {

namespace {

constexpr double restingFor = 1.0;      // s
constexpr float seenMoving = 1.5e-4f;   // m: hair that moves by more in that time does not rest
constexpr float seenLeaving = 6e-4f;    // m: hair at rest that moves by more does not rest any more; about a pixel

}  // namespace

bool RestWatch::resting() const { return still_ >= restingFor; }

bool RestWatch::movedBeyond(const Curves& curves, float distance) const {
    const Vec3d way = curves.head.position - head_.position;
    const Quatf a = curves.head.orientation, b = head_.orientation;
    const float turned = std::max({std::fabs(a.x - b.x), std::fabs(a.y - b.y), std::fabs(a.z - b.z), std::fabs(a.w - b.w)});
    if (lengthOf(way) > double(distance) || turned > distance) return true;
    size_t at = 0;
    for (const CurveBlock& block : curves.blocks) {
        const size_t floats = block.floats();
        if (at + floats > positions_.size()) return true;
        const float* before = positions_.data() + at;
        bool within = true;
        for (size_t i = 0; i < floats; ++i) within &= std::fabs(block.positions[i] - before[i]) <= distance;
        if (!within) return true;
        at += floats;
    }
    return at != positions_.size();
}

void RestWatch::watch(const Curves& curves, double seconds) {
    still_ += seconds;
    if (!movedBeyond(curves, resting() ? seenLeaving : seenMoving)) return;
    still_ = 0;
    head_ = curves.head;
    positions_.clear();
    for (const CurveBlock& block : curves.blocks)
        positions_.insert(positions_.end(), block.positions, block.positions + block.floats());
}

}  // namespace view
}  // namespace ringlet
