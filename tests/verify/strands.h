// Single strands as grooms, and a model driven through a head motion: what the
// verification tests share. Everything is built through the public interface.
#pragma once

#include "core/models/model.h"
#include "core/scenes/motion.h"

#include <doctest/doctest.h>

#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace ringlet::test {

// The elastic strand; with its parameter `step` at another choice the published method.
inline const ModelInfo& strandModel() { return *findModel("dftl"); }

using Settings = std::vector<std::pair<std::string, double>>;

inline Groom strandGroom(const std::vector<Vec3d>& points) {
    std::vector<Vec3f> p;
    for (Vec3d v : points)
        p.push_back({static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)});
    Vec3f d = p[1] - p[0];
    Groom groom;
    addStrand(groom, p, d * (1.0f / lengthOf(d)), 4e-5f);
    return groom;
}

// 0.3 m of helix by arc length: radius 1 cm, pitch 2 cm, axis down.
inline std::vector<Vec3d> helixPoints(int particles, double length = 0.3) {
    const double radius = 0.01, pitch = 0.02, tau = 6.283185307179586;
    double turn = std::sqrt(tau * tau * radius * radius + pitch * pitch);
    std::vector<Vec3d> points;
    for (int i = 0; i < particles; ++i) {
        double s = length * i / (particles - 1);
        double a = tau * s / turn;
        points.push_back({radius * (std::cos(a) - 1), -pitch * s / turn, radius * std::sin(a)});
    }
    return points;
}

class Driven {
public:
    Driven(const Groom& groom, const Settings& settings, double rate = 60) : dt_(1 / rate) {
        Params params({strandModel().params});
        for (auto& [name, value] : settings) REQUIRE(params.set(name, value).ok());
        auto built = strandModel().build(groom, params, ModelOptions{});
        REQUIRE(built.ok());
        model_ = std::move(built.value());
        strands_ = static_cast<uint32_t>(groom.strands());
    }

    // One frame of `motion` at `time` (s into the motion); null: the head is still.
    void advance(const Motion* motion, double time) {
        Frame frame;
        frame.dt = static_cast<float>(dt_);
        frame.colliders = colliders;
        frame.gravity = gravity;
        if (motion != nullptr) {
            frame.begin = motion->at(time);
            frame.end = motion->at(time + dt_);
            frame.teleport = motion->jumps(time, time + dt_);
        }
        before_ = points();
        model_->step(frame);
    }
    void rest(double seconds) {
        for (double t = 0; t < seconds - dt_ / 2; t += dt_) advance(nullptr, 0);
    }
    // Plays the motion to where the head stops, then `after` seconds more.
    void play(const std::string& name, double after) {
        auto motion = makeMotion(name);
        REQUIRE(motion.ok());
        int frames = static_cast<int>(std::lround((motion.value()->stopsAt() + after) / dt_));
        for (int i = 0; i < frames; ++i) advance(motion.value().get(), i * dt_);
    }

    std::vector<Vec3f> points() const {
        std::vector<Vec3f> all;
        for (const CurveBlock& b : model_->curves().blocks)
            for (uint32_t s = 0; s < b.strands; ++s)
                for (uint32_t p = 0; p < b.particles; ++p) all.push_back(curvePoint(b, s, p));
        return all;
    }
    Vec3f tip() const { return points().back(); }
    // The fastest particle over the last frame, by displacement, m/s; the head must be still.
    double speed() const {
        double most = 0;
        std::vector<Vec3f> now = points();
        for (size_t i = 0; i < now.size(); ++i) most = std::max(most, double(lengthOf(now[i] - before_[i])) / dt_);
        return most;
    }
    double lengthErrorWorst() const {
        double worst = 0;
        for (const CurveBlock& b : model_->curves().blocks)
            for (uint32_t s = 0; s < b.strands; ++s)
                for (uint32_t p = 1; p < b.particles; ++p) {
                    double l = lengthOf(curvePoint(b, s, p) - curvePoint(b, s, p - 1));
                    worst = std::max(worst, std::fabs(l / model_->restLength(b.firstStrand + s, p - 1) - 1));
                }
        return worst;
    }
    Model& model() { return *model_; }
    double dt() const { return dt_; }

    const Colliders* colliders = nullptr;
    Vec3f gravity{0, -9.81f, 0};

private:
    std::unique_ptr<Model> model_;
    std::vector<Vec3f> before_;
    double dt_;
    uint32_t strands_ = 0;
};

inline double furthest(const std::vector<Vec3f>& a, const std::vector<Vec3f>& b) {
    double most = 0;
    for (size_t i = 0; i < a.size(); ++i) most = std::max(most, double(lengthOf(a[i] - b[i])));
    return most;
}

}  // namespace ringlet::test
