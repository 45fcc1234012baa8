// Grooms that nobody combed and motions that nobody tuned for: what hair must come to rest from.
#pragma once

#include "core/math/random.h"
#include "core/scenes/motion.h"
#include "core/groom/groom.h"

#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace ringlet::test {

struct OddGroom {
    std::string name;
    Groom groom;
    std::vector<std::pair<std::string, std::string>> settings;  // of the model
};

constexpr double oddHead = 0.1;  // radius of the ball that is their head, m

// A strand by its points' distance from the head and its way down: `turn` gives the direction at a
// share of its length, of the normal out and the tangent down.
inline std::vector<Vec3f> oddStrand(Vec3d root, Vec3d out, Vec3d down, const std::vector<double>& lengths,
                                    const std::function<Vec3d(double)>& turn) {
    const Vec3d side = cross(out, down);
    double total = 0, at = 0;
    for (double l : lengths) total += l;
    std::vector<Vec3f> points;
    Vec3d x = root;
    auto add = [&] { points.push_back({float(x.x), float(x.y), float(x.z)}); };
    add();
    for (double l : lengths) {
        const Vec3d d = turn((at + 0.5 * l) / total);
        const Vec3d way = d.x * out + d.y * down + d.z * side;
        x = x + (l / lengthOf(way)) * way;
        at += l;
        add();
    }
    return points;
}

// `strands` each. Real grooms hook their roots, vary their segments a hundredfold, stand off the head,
// and have more points than a scene would.
inline std::vector<OddGroom> oddGrooms(int strands, uint64_t seed = 1) {
    typedef std::function<Vec3d(double)> Turn;
    std::vector<OddGroom> all;
    auto groom = [&](const std::string& name, double radius, double length, int points, double ratio,
                     const std::function<Turn(Random&)>& make, std::vector<std::pair<std::string, std::string>> settings = {}) {
        OddGroom one{name, {}, std::move(settings)};
        for (int s = 0; s < strands; ++s) {
            Random random(seed + all.size() * 1000, static_cast<uint64_t>(s));
            // Roots on the upper two thirds of the ball.
            Vec3d out;
            do out = {random.normal(), random.normal(), random.normal()};
            while (!(lengthOf(out) > 0.1) || out.y < -0.3 * lengthOf(out));
            out = (1 / lengthOf(out)) * out;
            Vec3d down = Vec3d{0, -1, 0} + out.y * out;
            down = lengthOf(down) > 0.05 ? (1 / lengthOf(down)) * down : normalizedOr(cross(out, Vec3d{1, 0, 0}), Vec3d{0, 0, 1});
            std::vector<double> lengths;
            double sum = 0;
            for (int i = 1; i < points; ++i) lengths.push_back(std::pow(ratio, double(random.unit()))), sum += lengths.back();
            const double own = length * (0.7 + 0.3 * double(random.unit()));
            for (double& l : lengths) l *= own / sum;
            const std::vector<Vec3f> p = oddStrand(radius * out, out, down, lengths, make(random));
            addStrand(one.groom, p, {float(out.x), float(out.y), float(out.z)}, 4e-5f);
        }
        all.push_back(std::move(one));
    };
    const double tau = 6.283185307179586;
    // Sets out, turns over within the first share of its length and lies down the head.
    auto hook = [](double share, double back) {
        return [=](Random& random) -> Turn {
            const double lean = 0.6 * double(random.unit()) - 0.3, own = share * (0.5 + double(random.unit()));
            return [=](double u) {
                const double a = u < own ? (2.2 + back) * u / own : 1.4;
                return Vec3d{std::cos(a), std::sin(a), lean};
            };
        };
    };
    auto curl = [=](double turns, double wide, double off) {
        return [=](Random& random) -> Turn {
            const double phase = tau * double(random.unit());
            return [=](double u) {
                const double a = tau * turns * u + phase;
                return Vec3d{off + wide * std::cos(a), 1, wide * std::sin(a)};
            };
        };
    };
    auto crooked = [](double much) {
        return [=](Random& random) -> Turn {
            const uint64_t own = random.bits();
            return [=](double u) {
                Random kink(own, static_cast<uint64_t>(u * 40));
                return Vec3d{0.4 + much * kink.normal(), 1 + much * kink.normal(), much * kink.normal()};
            };
        };
    };
    auto straight = [](double off) { return [=](Random&) -> Turn { return [=](double) { return Vec3d{off, 1, 0}; }; }; };

    groom("hooked", oddHead, 0.25, 26, 1, hook(0.06, 0.3));
    groom("hooked into the head", oddHead, 0.25, 26, 1.5, hook(0.1, 1.2));
    groom("fine", oddHead, 0.3, 100, 1, hook(0.04, 0), {{"stiffness", "1e-10"}, {"density", "1e-6"}});
    groom("uneven", oddHead, 0.25, 40, 100, hook(0.08, 0.3));
    groom("wig", 1.2 * oddHead, 0.35, 50, 3, hook(0.3, -0.6));
    groom("curled wig", 1.2 * oddHead, 0.25, 64, 2, curl(9, 1.5, 0.1));
    groom("coils", oddHead, 0.2, 100, 1, curl(16, 2.5, 0.6), {{"stiffness", "2e-8"}});
    groom("crooked", oddHead, 0.25, 40, 5, crooked(0.7));
    groom("mohawk", oddHead, 0.2, 16, 1, [](Random& random) -> Turn {
        const double lean = 0.2 * double(random.normal());
        return [=](double u) { return Vec3d{1, lean * u, lean}; };
    }, {{"stiffness", "2e-7"}, {"density", "2e-5"}});
    groom("long", oddHead, 0.8, 100, 2, straight(0.15));
    return all;
}

// A motion by its position and its turn about an axis, m and rad.
class OddMotion : public Motion {
public:
    struct At {
        Vec3d position;
        double angle;
    };
    OddMotion(double stops, Vec3d axis, std::function<At(double)> at) : stops_(stops), axis_(axis), at_(std::move(at)) {}
    PoseKey at(double t) const override {
        PoseKey key;
        const At now = of(t);
        key.pose.position = now.position;
        const double s = std::sin(now.angle / 2), c = std::cos(now.angle / 2);
        key.pose.orientation = {float(s * axis_.x), float(s * axis_.y), float(s * axis_.z), float(c)};
        const double h = 1e-5;
        const At a = of(t - h), b = of(t + h);
        const Vec3d v = (0.5 / h) * (b.position - a.position), w = (0.5 / h * (b.angle - a.angle)) * axis_;
        key.velocity = {float(v.x), float(v.y), float(v.z)};
        key.angularVelocity = {float(w.x), float(w.y), float(w.z)};
        return key;
    }
    double stopsAt() const override { return stops_; }

private:
    At of(double t) const { return at_(t < 0 ? 0 : t > stops_ ? stops_ : t); }
    double stops_;
    Vec3d axis_;
    std::function<At(double)> at_;
};

// Number k of twenty: the named ones, a figure eight with yaw, a jerk, a roll over the head and back, and random
// ones that stop dead.
constexpr int oddMotions = 20;
inline std::pair<std::string, std::unique_ptr<Motion>> oddMotion(int k) {
    const char* named[] = {"still", "drag", "nod", "shake", "violent", "teleport", "bob", "helix-shake"};
    if (k < 8) return {named[k], std::move(makeMotion(named[k]).value())};
    const double tau = 6.283185307179586;
    typedef OddMotion::At At;
    if (k == 8)
        return {"eight", std::make_unique<OddMotion>(3, Vec3d{0, 1, 0}, [=](double t) {
            const double a = tau * 3 * t, r = t < 0.3 ? t / 0.3 : t > 2.7 ? (3 - t) / 0.3 : 1;
            return At{{0.08 * r * std::sin(a), 0.04 * r * std::sin(2 * a), 0}, 0.5 * r * std::sin(a)};
        })};
    if (k == 9)
        return {"jerk", std::make_unique<OddMotion>(0.25, Vec3d{0, 1, 0}, [](double t) {
            return At{{t < 0.125 ? 16 * t * t : 1 - 16 * (0.25 - t) * (0.25 - t) - 0.5, 0, 0}, 0};
        })};
    if (k == 10 || k == 11)
        return {k == 10 ? "roll" : "pitch over", std::make_unique<OddMotion>(6, k == 10 ? Vec3d{0, 0, 1} : Vec3d{1, 0, 0}, [=](double t) {
            return At{{0, 0, 0}, 0.5 * tau * 0.5 * (1 - std::cos(tau * t / 6))};
        })};
    Random random(99, static_cast<uint64_t>(k));
    const Vec3d axis = normalizedOr(Vec3d{random.normal(), random.normal(), random.normal()}, Vec3d{0, 1, 0});
    const double rate = 0.5 + 3 * double(random.unit()), size = 0.25 / rate, angle = 1.2 / rate * (0.3 + double(random.unit()));
    const Vec3d way = {random.normal(), random.normal(), random.normal()};
    return {"random " + std::to_string(k), std::make_unique<OddMotion>(2, axis, [=](double t) {
        const double a = tau * rate * t, r = t < 0.2 ? t / 0.2 : 1;
        return At{(size * r * std::sin(a)) * way, angle * r * std::sin(0.7 * a)};
    })};
}

}  // namespace ringlet::test
