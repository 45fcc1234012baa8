#include "core/groom/roots.h"

#include "core/math/elementary.h"

namespace ringlet {

Groom straightStrands(const std::vector<GroomRoot>& roots, float length, int particles, float radius) {
    Groom groom;
    std::vector<Vec3f> points(static_cast<size_t>(particles));
    for (const GroomRoot& root : roots) {
        for (int i = 0; i < particles; ++i) {
            float s = length * static_cast<float>(i) / static_cast<float>(particles - 1);
            points[static_cast<size_t>(i)] = root.position + root.normal * s;
        }
        addStrand(groom, points, root.normal, radius);
    }
    return groom;
}

Groom helicalStrands(const std::vector<GroomRoot>& roots, HelixShape shape, int particles, float radius) {
    const Groom one = hangingHelix(shape, particles, radius);
    Groom groom;
    std::vector<Vec3f> points(one.points.size());
    for (const GroomRoot& root : roots) {
        const Vec3f across = acrossOf(root.normal), along = cross(root.normal, across);
        for (size_t i = 0; i < points.size(); ++i) {
            const Vec3f p = one.points[i];
            points[i] = root.position - p.y * root.normal - p.x * across + p.z * along;
        }
        addStrand(groom, points, root.normal, radius);
    }
    return groom;
}

Groom hangingHelix(HelixShape shape, int particles, float radius) {
    // One turn is the hypotenuse over the circumference and the pitch.
    double around = 2 * pi * shape.radius, pitch = shape.pitch;
    double turnLength = squareRoot(around * around + pitch * pitch);
    std::vector<Vec3f> points;
    for (int i = 0; i < particles; ++i) {
        double turns = double(shape.length) * i / (particles - 1) / turnLength;
        double angle = 2 * pi * turns;
        points.push_back({static_cast<float>(shape.radius * (cosine(angle) - 1.0)),
                          static_cast<float>(-pitch * turns),
                          static_cast<float>(shape.radius * sine(angle))});
    }
    Groom groom;
    addStrand(groom, points, normalizedOr(points[1] - points[0], Vec3f{0, -1, 0}), radius);
    return groom;
}

}  // namespace ringlet
