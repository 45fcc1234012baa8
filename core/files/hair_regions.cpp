#include "core/files/hair_regions.h"

namespace ringlet {

namespace {

constexpr float cell = 0.012f;    // m
constexpr float margin = 0.06f;   // m of air around the region
constexpr float reach = 0.008f;   // m that a point's tangent plane stands for the surface around it

// p's cell along one axis.
int cellAlong(float p, float low, int cells) {
    return static_cast<int>(clamped((p - low) * (1 / cell), 0.0f, static_cast<float>(cells) - 0.5f));
}

}  // namespace

HairRegion::HairRegion(std::vector<ScalpRoot> points) : points_(std::move(points)) {
    Vec3f low = points_[0].position, high = low;
    for (const ScalpRoot& point : points_) {
        const Vec3f p = point.position;
        low = {minimum(low.x, p.x), minimum(low.y, p.y), minimum(low.z, p.z)};
        high = {maximum(high.x, p.x), maximum(high.y, p.y), maximum(high.z, p.z)};
    }
    center = (low + high) * 0.5f;
    across = lengthOf(high - low);
    low_ = low - Vec3f{margin, margin, margin};
    const Vec3f size = high - low + Vec3f{2 * margin, 2 * margin, 2 * margin};
    nx_ = static_cast<int>(size.x / cell) + 1, ny_ = static_cast<int>(size.y / cell) + 1, nz_ = static_cast<int>(size.z / cell) + 1;
    nearest_.reserve(static_cast<size_t>(nx_) * ny_ * nz_);
    for (int k = 0; k < nz_; ++k)
        for (int j = 0; j < ny_; ++j)
            for (int i = 0; i < nx_; ++i) {
                const Vec3f at = low_ + Vec3f{static_cast<float>(i) + 0.5f, static_cast<float>(j) + 0.5f,
                                              static_cast<float>(k) + 0.5f} * cell;
                size_t best = 0;
                float least = 1e30f;
                for (size_t n = 0; n < points_.size(); ++n) {
                    const Vec3f way = points_[n].position - at;
                    const float far = dot(way, way);
                    if (far < least) least = far, best = n;
                }
                nearest_.push_back(static_cast<uint16_t>(best));
            }
}

ScalpRoot HairRegion::nearest(Vec3f p) const {
    const int i = cellAlong(p.x, low_.x, nx_), j = cellAlong(p.y, low_.y, ny_), k = cellAlong(p.z, low_.z, nz_);
    const ScalpRoot& point = points_[nearest_[(static_cast<size_t>(k) * ny_ + j) * nx_ + i]];
    const Vec3f way = p - point.position;
    Vec3f beside = way - point.normal * dot(way, point.normal);
    const float far = lengthOf(beside);
    if (far > reach) beside = beside * (reach / far);
    return {point.position + beside, point.normal};
}

Vec3f HairRegion::spotFacing(Vec3f direction) const {
    const Vec3f facing = normalizedOr(direction, Vec3f{0, 1, 0});
    size_t best = 0;
    for (size_t n = 1; n < points_.size(); ++n) {
        if (dot(points_[n].normal, facing) > dot(points_[best].normal, facing)) best = n;
    }
    return points_[best].position;
}

const HairRegion& scalpRegion() {
    static const HairRegion region(scalpRoots(1000, 1));
    return region;
}

const HairRegion& beardRegion() {
    static const HairRegion region(beardRoots(400));
    return region;
}

}  // namespace ringlet
