#include "core/view/picking.h"

#include <algorithm>

namespace ringlet {
namespace view {

namespace {

// How far below its root a tip may hang, of the way between them as the strand is made: one that stands
// out falls, one that hangs free is drawn out of its curls, and swings.
constexpr float fallen = 0.9f, drawnOut = 1.4f;

float lengthAlong(const Vec3f* points, size_t count) {
    float sum = 0;
    for (size_t p = 1; p < count; ++p) sum += lengthOf(points[p] - points[p - 1]);
    return sum;
}

float hitSphere(Vec3f from, Vec3f along, const Sphere& sphere) {
    Vec3f to = sphere.center - from;
    float middle = dot(to, along);
    float gap = dot(to, to) - middle * middle;
    float inside = sphere.radius * sphere.radius - gap;
    return inside < 0 || middle < 0 ? -1.0f : middle - std::sqrt(inside);
}

// Moeller and Trumbore 1997.
float hitTriangle(Vec3f from, Vec3f along, Vec3f a, Vec3f b, Vec3f c) {
    Vec3f ab = b - a, ac = c - a;
    Vec3f p = cross(along, ac);
    float det = dot(ab, p);
    if (std::fabs(det) < 1e-12f) return -1;
    Vec3f t = from - a;
    float u = dot(t, p) / det;
    Vec3f q = cross(t, ab);
    float v = dot(along, q) / det;
    return u < 0 || v < 0 || u + v > 1 ? -1.0f : dot(ac, q) / det;
}

}  // namespace

struct HeadPicker::Box {
    Vec3f low{1e30f, 1e30f, 1e30f}, high{-1e30f, -1e30f, -1e30f};
    void add(Vec3f p) {
        low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
        high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
    }
    bool empty() const { return low.x > high.x; }
    Vec3f center() const { return (low + high) * 0.5f; }
    float radius() const { return lengthOf(high - low) * 0.5f; }
};

void HeadPicker::set(const SceneContent& content) {
    mesh_ = *content.head;
    balls_ = content.colliders.spheres;
    Box roots, hair, all;
    float lowest = 1e30f;  // that a tip can hang
    for (const StrandGroup& group : content.groom.groups)
        for (size_t s = 0; s < group.strandCount; ++s) {
            const Vec3f* points = &content.groom.points[group.firstPoint + s * group.points];
            for (size_t p = 0; p < group.points; ++p) {
                if (p == 0) roots.add(points[p]);
                hair.add(points[p]);
            }
            const float across = lengthOf(points[group.points - 1] - points[0]);
            lowest = std::min(lowest, points[0].y - (mesh_.vertices.empty() ? std::min(drawnOut * across, lengthAlong(points, group.points)) : fallen * across));
        }
    all = hair;
    for (Vec3f v : mesh_.vertices) all.add(v);
    for (const Sphere& s : balls_) {
        all.add(s.center - Vec3f{s.radius, s.radius, s.radius});
        all.add(s.center + Vec3f{s.radius, s.radius, s.radius});
    }
    for (const Capsule& c : content.colliders.capsules) {
        balls_.push_back({c.a, c.radius});
        balls_.push_back({(c.a + c.b) * 0.5f, c.radius});
        balls_.push_back({c.b, c.radius});
    }
    if (!roots.empty()) balls_.push_back({roots.center(), std::clamp(roots.radius() * 0.75f, 0.02f, 1.0f)});
    center_ = all.empty() ? Vec3f{0, 0, 0} : all.center();
    radius_ = all.empty() ? 0.2f : std::max(0.02f, all.radius());
    if (!hair.empty()) hair.low.y = std::min(hair.low.y, lowest);
    all.add({center_.x, hair.empty() ? all.low.y : hair.low.y, center_.z});
    frameOf(hair.empty() ? all : hair, all);
}

void HeadPicker::frameOf(const Box& hair, const Box& all) {
    // The shares of its reach beyond the hair that are shown.
    constexpr float sideways = 0.55f, below = 0.5f;
    Box shown = all;
    if (!mesh_.vertices.empty()) {
        shown.low = hair.low + (all.low - hair.low) * sideways;
        shown.high = hair.high + (all.high - hair.high) * sideways;
        shown.low.y = hair.low.y + (all.low.y - hair.low.y) * below;
        shown.high.y = all.high.y;
    }
    frame_.center = shown.center();
    Vec3f size = (shown.high - shown.low) * 0.5f;
    frame_.halfWidth = std::max(size.x, size.z) + 0.01f;
    frame_.halfHeight = size.y * 1.03f + 0.01f;
}

float hitBall(const Ray& ray, const Pose& head, const Sphere& ball) {
    const Quatf back = conjugate(head.orientation);
    return hitSphere(rotate(back, toFloat(ray.origin - head.position)), rotate(back, ray.direction), ball);
}

float HeadPicker::hit(const Ray& ray, const Pose& head) const {
    Quatf back = conjugate(head.orientation);
    Vec3f from = rotate(back, toFloat(ray.origin - head.position));
    Vec3f along = rotate(back, ray.direction);
    float nearest = -1;
    auto keep = [&](float t) {
        if (t > 0 && (nearest < 0 || t < nearest)) nearest = t;
    };
    for (const Sphere& ball : balls_) keep(hitSphere(from, along, ball));
    for (const Triangle& t : mesh_.triangles)
        keep(hitTriangle(from, along, mesh_.vertices[t.a], mesh_.vertices[t.b], mesh_.vertices[t.c]));
    return nearest;
}

}  // namespace view
}  // namespace ringlet
