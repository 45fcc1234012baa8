// Whether a ray through the picture meets the head.
#pragma once

#include "core/scenes/scene.h"
#include "core/view/camera.h"

namespace ringlet {
namespace view {

// Depth along the ray (m) at which it meets a ball in head space; negative where it misses.
float hitBall(const Ray& ray, const Pose& head, const Sphere& ball);

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

    // What a picture should show (head space, m): all hair at rest, and of a
    // head's mesh all but its outermost parts, for shoulders may be cut.
    struct Frame {
        Vec3f center{0, 0, 0};
        float halfWidth = 0.2f, halfHeight = 0.2f;
    };
    const Frame& frame() const { return frame_; }

private:
    struct Box;
    void frameOf(const Box& hair, const Box& all);

    Mesh mesh_;
    std::vector<Sphere> balls_;
    Vec3f center_{0, 0, 0};
    float radius_ = 0.2f;
    Frame frame_;
};

}  // namespace view
}  // namespace ringlet
