#include "core/collide/collider_view.h"

#include "core/collide/distance_grid.h"

namespace ringlet {

void ColliderArrays::set(const Colliders* colliders) {
    spheres_.clear();
    capsules_.clear();
    const std::shared_ptr<const DistanceGrid> grid = colliders != nullptr ? colliders->grid : nullptr;
    if (grid != nullptr && grid != grid_ && grid->bounds.empty()) bounds_ = gridBounds(*grid);
    grid_ = grid;
    if (colliders != nullptr) {
        for (const Sphere& s : colliders->spheres)
            for (float f : {s.center.x, s.center.y, s.center.z, s.radius}) spheres_.push_back(f);
        for (const Capsule& s : colliders->capsules)
            for (float f : {s.a.x, s.a.y, s.a.z, s.b.x, s.b.y, s.b.z, s.radius}) capsules_.push_back(f);
    }
    view_ = {static_cast<int>(spheres_.size() / 4), static_cast<int>(capsules_.size() / 7), spheres_.data(),
             capsules_.data(), GridView{}};
    if (grid_ == nullptr) return;
    view_.grid = viewOf(*grid_);
    view_.grid.bound = bounds().data();
}

}  // namespace ringlet
