#include "core/view/camera.h"

#include <algorithm>

namespace ringlet {
namespace view {

namespace {
constexpr float steepest = 1.45f;  // rad; straight up or down the orbit would lose its direction
}

void Camera::fit(Vec3d center, float halfWidth, float halfHeight) {
    halfWidth_ = std::max(halfWidth, 1e-3f);
    halfHeight_ = std::max(halfHeight, 1e-3f);
    radius_ = std::max(halfWidth_, halfHeight_);
    wanted_ = View();
    wanted_.target = center;
    now_ = wanted_;
}

void Camera::setPicture(float width, float height, Insets insets) {
    width_ = std::max(width, 1.0f);
    height_ = std::max(height, 1.0f);
    insets_ = insets;
}

void Camera::orbit(float dx, float dy) {
    wanted_.yaw -= dx * 0.006f;
    wanted_.pitch = std::clamp(wanted_.pitch + dy * 0.006f, -steepest, steepest);
}

void Camera::pan(float dx, float dy) {
    wanted_.target = wanted_.target - toDouble(across(dx, dy, distance()));
}

void Camera::zoom(float factor) { wanted_.scale = std::clamp(wanted_.scale * factor, 0.08f, 6.0f); }

void Camera::carry(Vec3d by) {
    now_.target = now_.target + by;
    wanted_.target = wanted_.target + by;
}

bool Camera::advance(float seconds) {
    float share = 1 - std::exp(-14 * seconds);
    Vec3d gap = wanted_.target - now_.target;
    float yaw = wanted_.yaw - now_.yaw, pitch = wanted_.pitch - now_.pitch, scale = wanted_.scale - now_.scale;
    float rest = std::fabs(yaw) + std::fabs(pitch) + std::fabs(scale) + float(lengthOf(gap)) / radius_;
    if (rest < 1e-4f) {
        now_ = wanted_;
        return rest > 0;
    }
    now_.yaw += yaw * share;
    now_.pitch += pitch * share;
    now_.scale += scale * share;
    now_.target = now_.target + gap * double(share);
    return true;
}

Vec3f Camera::back() const {
    return {std::sin(now_.yaw) * std::cos(now_.pitch), std::sin(now_.pitch), std::cos(now_.yaw) * std::cos(now_.pitch)};
}
Vec3f Camera::right() const { return {std::cos(now_.yaw), 0, -std::sin(now_.yaw)}; }
Vec3f Camera::up() const { return cross(back(), right()); }

// Far enough that the box's nearer side fits the free part.
float Camera::fitDistance() const {
    float freeWidth = std::max(width_ - insets_.left - insets_.right, 0.1f * width_);
    float freeHeight = std::max(height_ - insets_.top - insets_.bottom, 0.1f * height_);
    float needed = std::max(halfWidth_ / freeWidth, halfHeight_ / freeHeight) * height_ / tanHalf_;
    return needed + 0.5f * halfWidth_;
}

float Camera::pixelsPerRadian() const { return height_ / (2 * tanHalf_); }

Mat4 Camera::viewProjection() const {
    float shiftX = (insets_.left - insets_.right) / width_;
    float shiftY = (insets_.bottom - insets_.top) / height_;
    float depth = distance();
    float nearest = std::max(0.02f * depth, depth - 12 * radius_);
    return perspective(tanHalf_, width_ / height_, nearest, depth + 12 * radius_, shiftX, shiftY) *
           viewFrom(eye(), up(), back());
}

Ray Camera::rayThrough(float x, float y) const {
    float px = x - (width_ + insets_.left - insets_.right) / 2;
    float py = (height_ - insets_.bottom + insets_.top) / 2 - y;
    float scale = 1 / pixelsPerRadian();
    Vec3f direction = unit(right() * (px * scale) + up() * (py * scale) - back());
    return {target() + toDouble(eye()), direction};
}

Vec3f Camera::across(float dx, float dy, float depth) const {
    float scale = depth / pixelsPerRadian();
    return right() * (dx * scale) - up() * (dy * scale);
}

Camera::Pixels Camera::pixelsOf(Vec3d point) const {
    Vec3f gap = toFloat(point - target());
    float scale = pixelsPerRadian() / std::max(depthOf(point), 1e-3f);
    return {(width_ + insets_.left - insets_.right) / 2 + scale * dot(gap, right()),
            (height_ - insets_.bottom + insets_.top) / 2 - scale * dot(gap, up())};
}

Camera::Pixels Camera::outside(Vec3d point, float wide, float high, bool freely) const {
    constexpr float covered = 48;  // pixels from which something lies over a side
    constexpr float most = 0.3f;   // of the free part that is kept clear on each side: the thing can still be moved
    const float scale = pixelsPerRadian() / std::max(depthOf(point), 1e-3f);
    auto beyond = [&](float at, float low, float high, float reach, bool lowClear, bool highClear) {
        const float clear = std::min(reach * scale, most * std::max(high - low, 0.0f));
        const float first = low + (lowClear ? clear : 0), last = high - (highClear ? clear : 0);
        return at - std::clamp(at, first, std::max(first, last));
    };
    const Pixels at = pixelsOf(point);
    return {beyond(at.x, insets_.left, width_ - insets_.right, wide, !freely || insets_.left > covered, !freely || insets_.right > covered),
            beyond(at.y, insets_.top, height_ - insets_.bottom, high, !freely, !freely)};
}

float Camera::depthOf(Vec3d point) const { return distance() - dot(toFloat(point - target()), back()); }

void Camera::setView(View view) {
    wanted_ = view;
    wanted_.pitch = std::clamp(view.pitch, -steepest, steepest);
    wanted_.scale = std::clamp(view.scale, 0.08f, 6.0f);
    now_ = wanted_;
}

}  // namespace view
}  // namespace ringlet
