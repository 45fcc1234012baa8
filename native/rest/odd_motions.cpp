#include "native/rest/odd_motions.h"

#include "core/math/elementary.h"
#include "core/math/random.h"
#include "core/models/pose_path.h"

#include <cstdlib>
#include <functional>

namespace ringlet::cli {
namespace {

constexpr double fullTurn = 2 * pi;

// Where the head is: its origin (m), and its turn about a motion's axis (rad).
struct Place {
    Vec3d position{0, 0, 0};
    double angle = 0;
};

// A motion by its position and its turn about an axis.
class OddMotion : public Motion {
public:
    OddMotion(double stops, Vec3d axis, std::function<Place(double)> place)
        : stops_(stops), axis_(axis), place_(std::move(place)) {}
    PoseKey at(double t) const override {
        constexpr double h = 1e-5;
        const Place now = of(t), before = of(t - h), after = of(t + h);
        PoseKey key;
        key.pose.position = now.position;
        key.pose.orientation = toFloat(rotationOf(now.angle * axis_));
        key.velocity = toFloat((0.5 / h) * (after.position - before.position));
        key.angularVelocity = toFloat((0.5 / h * (after.angle - before.angle)) * axis_);
        return key;
    }
    double stopsAt() const override { return stops_; }

private:
    Place of(double t) const { return place_(t < 0 ? 0 : t > stops_ ? stops_ : t); }
    double stops_;
    Vec3d axis_;
    std::function<Place(double)> place_;
};

typedef std::unique_ptr<Motion> (*MakeMotion)();
struct Odd {
    const char* name;
    MakeMotion make;
};

// 0 to 1 and back to 0 over [0, stop], even in between, `fade` s at either end.
double faded(double t, double stop, double fade) { return t < fade ? t / fade : t > stop - fade ? (stop - t) / fade : 1; }

std::unique_ptr<Motion> eight() {
    return std::make_unique<OddMotion>(3, Vec3d{0, 1, 0}, [](double t) {
        const double a = fullTurn * 3 * t, r = faded(t, 3, 0.3);
        return Place{{0.08 * r * sine(a), 0.04 * r * sine(2 * a), 0}, 0.5 * r * sine(a)};
    });
}

// Half a metre in a quarter of a second, 4 m/s in the middle.
std::unique_ptr<Motion> jerk() {
    return std::make_unique<OddMotion>(0.25, Vec3d{0, 1, 0}, [](double t) {
        return Place{{t < 0.125 ? 16 * t * t : 0.5 - 16 * (0.25 - t) * (0.25 - t), 0, 0}, 0};
    });
}

// Half a turn and back about `axis` in six seconds.
std::unique_ptr<Motion> over(Vec3d axis) {
    return std::make_unique<OddMotion>(6, axis, [](double t) { return Place{{0, 0, 0}, fullTurn / 4 * (1 - cosine(fullTurn * t / 6))}; });
}
std::unique_ptr<Motion> roll() { return over({0, 0, 1}); }
std::unique_ptr<Motion> somersault() { return over({1, 0, 0}); }

// Three turns about the vertical in three seconds.
std::unique_ptr<Motion> spin() {
    return std::make_unique<OddMotion>(3, Vec3d{0, 1, 0}, [](double t) { return Place{{0, 0, 0}, fullTurn * 3 * (t / 3) * (t / 3) * (3 - 2 * t / 3)}; });
}

// To a tilt that stays.
std::unique_ptr<Motion> tilt(Vec3d axis, double angle) {
    return std::make_unique<OddMotion>(0.6, axis, [=](double t) { return Place{{0, 0, 0}, angle / 2 * (1 - cosine(fullTurn / 2 * t / 0.6))}; });
}
std::unique_ptr<Motion> tiltAside() { return tilt({0, 0, 1}, 1.2); }
std::unique_ptr<Motion> bow() { return tilt({1, 0, 0}, 1.5); }

std::unique_ptr<Motion> upAndDown() {
    return std::make_unique<OddMotion>(2, Vec3d{0, 1, 0}, [](double t) {
        return Place{{0, 0.1 * faded(t, 2, 0.2) * sine(fullTurn * 4 * t), 0}, 0};
    });
}

// Swings that grow, turns, and stops dead.
std::unique_ptr<Motion> atRandom(uint64_t number) {
    Random random(99, number);
    const Vec3d turning{double(random.normal()), double(random.normal()), double(random.normal())};
    const double rate = 0.5 + 3 * double(random.unit()), angle = 1.2 / rate * (0.3 + double(random.unit()));
    const Vec3d way = Vec3d{double(random.normal()), double(random.normal()), double(random.normal())} * (0.25 / rate);
    return std::make_unique<OddMotion>(2, normalizedOr(turning, Vec3d{0, 1, 0}), [=](double t) {
        const double a = fullTurn * rate * t, r = t < 0.2 ? t / 0.2 : 1;
        return Place{(r * sine(a)) * way, angle * r * sine(0.7 * a)};
    });
}

constexpr Odd odd[] = {{"eight", eight},          {"jerk", jerk}, {"roll over", roll},        {"somersault", somersault}, {"spin", spin},
                       {"tilt aside", tiltAside}, {"bow", bow},   {"up and down", upAndDown}};
constexpr int randomMotions = 4;

}  // namespace

const std::vector<std::string>& oddMotionNames() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> all;
        for (const MotionInfo& named : motions())
            if (named.name != "walk" && named.name != "dance") all.push_back(named.name);  // milder than the others, and longer
        for (const Odd& one : odd) all.emplace_back(one.name);
        for (int i = 1; i <= randomMotions; ++i) all.push_back("random " + std::to_string(i));
        return all;
    }();
    return names;
}

std::unique_ptr<Motion> oddMotion(const std::string& name) {
    for (const Odd& one : odd)
        if (name == one.name) return one.make();
    const std::string random = "random ";
    if (name.compare(0, random.size(), random) == 0) return atRandom(std::strtoull(name.c_str() + random.size(), nullptr, 10));
    auto named = makeMotion(name);
    return named ? std::move(named.value()) : nullptr;
}

}  // namespace ringlet::cli
