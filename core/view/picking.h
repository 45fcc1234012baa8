// Whether a ray through the picture meets the head.
#pragma once

#include "core/scenes/scene.h"
#include "core/view/camera.h"

namespace ringlet {
namespace view {

class HeadPicker {
public:
    // The head's mesh, else its colliders, and always a ball around the roots,
    // so that a hand may also take hold of the hair on the head.
    void set(const SceneContent& content);

    // Depth along the ray (m) of the nearest hit; negative where it misses.
    float hit(const Ray& ray, const Pose& head) const;

    // The ball (head space, m) that holds roots, head and hair at rest.
    Vec3f center() const { return center_; }
    float radius() const { return radius_; }

private:
    Mesh mesh_;
    std::vector<Sphere> balls_;
    Vec3f center_{0, 0, 0};
    float radius_ = 0.2f;
};

}  // namespace view
}  // namespace ringlet
