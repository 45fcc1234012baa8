#include "verify/crowd.h"

#include "core/math/random.h"

#include <cmath>

namespace ringlet::verify {
namespace {

constexpr double radius = 0.1;  // m

Points crooked(uint64_t index) {
    Random random(11, index);
    auto direction = [&] {
        return normalizedOr(Vec3d{random.normal(), random.normal(), random.normal()}, Vec3d{0, 1, 0});
    };
    const Vec3d normal = direction();
    Vec3d along = normal;
    Points points{radius * normal};
    for (int i = 1; i < 20; ++i) {
        points.push_back(points.back() + (0.15 / 19) * along);
        along = normalizedOr(along + 0.3 * direction(), normal);
    }
    return points;
}

// A curl of 1 cm radius that stands off the sphere.
Points curl(uint64_t index) {
    Random random(12, index);
    const Vec3d normal = normalizedOr(Vec3d{random.normal(), random.normal(), random.normal()}, Vec3d{0, 1, 0});
    const Vec3d a = normalizedOr(cross(normal, Vec3d{0.3, 0.9, 0.1}), Vec3d{1, 0, 0}), b = cross(normal, a);
    Points points;
    for (int i = 0; i < 50; ++i) {
        const double s = 0.25 * i / 49, turn = 300 * s;
        points.push_back((radius + s) * normal + 0.01 * ((std::cos(turn) - 1) * a + std::sin(turn) * b));
    }
    return points;
}

Points mapped(const Points& points, const std::function<Vec3d(Vec3d)>& map) {
    Points all;
    for (Vec3d p : points) all.push_back(map(p));
    return all;
}

// Strands on a head that follows a path, beside a sphere that they rub on; frame by frame.
class Watched {
public:
    static Result<Watched> make(const Subject& subject, double stiffness, const std::vector<Points>& strands, HeadPath path) {
        auto made = Play::make(subject, {stiffness, 6.5e-6, 3, 1}, strands);
        if (!made) return Error{made.error()};
        return Watched(std::move(made.value()), std::move(path));
    }
    // Where they are after the next frame.
    Points next(const Colliders& sphere) {
        play_.colliders = &sphere;
        const double begin = frames_++ * play_.dt();
        play_.follow([&](double t) { return path_(begin + t); }, play_.dt());
        return play_.points();
    }

private:
    Watched(Play play, HeadPath path) : play_(std::move(play)), path_(std::move(path)) {}
    Play play_;
    HeadPath path_;
    int frames_ = 0;
};

// How far a view is from what is viewed, and how far it may be, after each frame in which that means something.
Result<std::vector<Finding>> viewedWhileAlike(const Subject& subject, double stiffness, const View& view, int frames) {
    std::vector<Points> strands = crowd(12), seen;
    for (const Points& each : curls(12)) strands.push_back(each);
    for (const Points& strand : strands) seen.push_back(mapped(strand, view.place));
    auto plain = Watched::make(subject, stiffness, strands, wildPose);
    auto other = Watched::make(subject, stiffness, seen, [&](double t) { return view.head(wildPose(t)); });
    auto close = Watched::make(subject, stiffness, nudged(strands), wildPose);
    if (!plain || !other || !close) return Error{!plain ? plain.error() : !other ? other.error() : close.error()};
    Colliders sphere;
    sphere.spheres.push_back({{0, 0, 0}, static_cast<float>(radius)});
    std::vector<Finding> found;
    while (found.size() < static_cast<size_t>(frames)) {
        const Points here = plain.value().next(sphere), there = other.value().next(sphere);
        const double apart = farthest(here, close.value().next(sphere));
        if (!(apart <= stillAlike)) break;
        found.push_back({farthest(mapped(here, view.place), there), 10 * apart, ""});
    }
    return found;
}

}  // namespace

std::vector<Points> crowd(int strands) {
    std::vector<Points> all;
    for (int s = 0; s < strands; ++s) all.push_back(crooked(static_cast<uint64_t>(s)));
    return all;
}

std::vector<Points> curls(int count) {
    std::vector<Points> all;
    for (int i = 0; i < count; ++i) all.push_back(curl(static_cast<uint64_t>(i)));
    return all;
}

std::vector<Points> nudged(const std::vector<Points>& strands) {
    Random random(5);
    std::vector<Points> all;
    for (const Points& strand : strands)
        all.push_back(mapped(strand, [&](Vec3d p) {
            for (double* c : {&p.x, &p.y, &p.z}) *c = static_cast<float>(*c) * (1 + (random.unit() < 0.5f ? 6e-8 : -6e-8));
            return p;
        }));
    return all;
}

PoseKey wildPose(double time) {
    // 1 - cos begins at rest; speeds are its derivatives.
    const double w = 9, swing = 0.05 * (1 - std::cos(w * time)), speed = 0.05 * w * std::sin(w * time);
    const double angle = 0.25 * (1 - std::cos(0.8 * w * time)), rate = 0.2 * w * std::sin(0.8 * w * time);
    const Vec3d way{0.8, -0.36, 0.48}, axis{0.36, 0.8, 0.48};
    PoseKey key;
    key.pose.position = swing * way;
    key.velocity = toFloat(speed * way);
    key.pose.orientation = toFloat(rotationOf(angle * axis));
    key.angularVelocity = toFloat(rate * axis);
    return key;
}

Result<Finding> comparedViews(const Subject& subject, const View& view, int frames) {
    for (const double each : {usualStiffness, softStiffness}) {
        const auto found = viewedWhileAlike(subject, each, view, frames);
        if (!found) return Error{found.error()};
        const int count = static_cast<int>(found.value().size());
        if (count == frames && each == usualStiffness) return found.value().back();
        if (count < fewestFrames) continue;
        const int judged = count == frames ? frames : count / 2;
        Finding last = found.value()[static_cast<size_t>(judged) - 1];
        last.note = "after " + std::to_string(judged) + " frames" + (each == softStiffness ? ", a thousandth as stiff" : "");
        return last;
    }
    return Finding{std::nan(""), 0, "chaotic from the first frames on"};
}

}  // namespace ringlet::verify
