// Named motions, recorded ones and a head that is dragged.
#include "core/models/pose_path.h"
#include "core/scenes/head_path.h"
#include "core/scenes/motion.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

using namespace ringlet;

namespace {

std::unique_ptr<Motion> named(const std::string& name) {
    auto motion = makeMotion(name);
    REQUIRE(motion.ok());
    return std::move(motion.value());
}

double size(Vec3d v) { return std::sqrt(dot(v, v)); }

Vec3d turnOf(const PoseKey& key) { return turnBetween(Quatf{0, 0, 0, 1}, key.pose.orientation); }

double speedGap(const PoseKey& a, const PoseKey& b) { return size(toDouble(a.velocity - b.velocity)); }

// The frames of a head path for `seconds`, with a target set before each.
template <class Target>
std::vector<Frame> framesOf(HeadPath& head, double rate, int count, const Target& target) {
    std::vector<Frame> frames;
    for (int i = 0; i < count; ++i) {
        target(head, i);
        frames.emplace_back();
        head.advance(rate, frames.back());
    }
    return frames;
}

bool same(Quatf a, Quatf b) { return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w; }

bool meets(const PoseKey& a, const PoseKey& b) {
    return size(a.pose.position - b.pose.position) == 0 &&
           same(a.pose.orientation, b.pose.orientation) &&
           speedGap(a, b) == 0 && size(toDouble(a.angularVelocity - b.angularVelocity)) == 0;
}

}  // namespace

TEST_CASE("motions are listed by name and start and end still at the origin's pose") {
    const auto& all = motions();
    REQUIRE(all.size() >= 7);
    CHECK(std::is_sorted(all.begin(), all.end(),
                         [](const MotionInfo& a, const MotionInfo& b) { return a.name < b.name; }));
    for (const MotionInfo& info : all) {
        CAPTURE(info.name);
        auto motion = named(info.name);
        const double stop = motion->stopsAt();
        PoseKey first = motion->at(0), last = motion->at(stop), later = motion->at(stop + 100);
        CHECK(size(first.pose.position) == 0);
        CHECK(size(turnOf(first)) == 0);
        for (const PoseKey& key : {first, last, later}) {
            CHECK(size(toDouble(key.velocity)) < 1e-6);
            CHECK(size(toDouble(key.angularVelocity)) < 1e-6);
        }
        CHECK(size(last.pose.position - later.pose.position) < 1e-12);
        CHECK(size(turnBetween(last.pose.orientation, later.pose.orientation)) < 1e-6);
    }
}

TEST_CASE("a motion's velocities are the derivatives of its pose and continuous") {
    const double h = 1e-5;
    for (const MotionInfo& info : motions()) {
        CAPTURE(info.name);
        auto motion = named(info.name);
        PoseKey before = motion->at(0);
        // Off the instants at which pieces meet, where the acceleration jumps.
        for (double t = 0.00037; t < motion->stopsAt() + 0.1; t += 0.0011) {
            if (motion->jumps(t - 0.0012, t + h)) continue;
            CAPTURE(t);
            PoseKey a = motion->at(t - h), key = motion->at(t), b = motion->at(t + h);
            Vec3d velocity = (b.pose.position - a.pose.position) * (0.5 / h);
            Vec3d angular = turnBetween(a.pose.orientation, b.pose.orientation) * (0.5 / h);
            // Second differences of at most 300 m/s^2 and 1000 rad/s^2 within h.
            CHECK(size(velocity - toDouble(key.velocity)) < 0.004);
            CHECK(size(angular - toDouble(key.angularVelocity)) < 0.03);
            CHECK(speedGap(before, key) < 0.4);  // 300 m/s^2 over 1.1 ms
            before = key;
        }
    }
}

TEST_CASE("motions do what their names say") {
    auto reach = [](const Motion& motion, double& farthest, double& mostTurned) {
        farthest = mostTurned = 0;
        for (int i = 0; i <= 4800; ++i) {
            PoseKey key = motion.at(i / 1000.0);
            farthest = std::max(farthest, size(key.pose.position));
            mostTurned = std::max(mostTurned, size(turnOf(key)));
        }
        mostTurned *= 180 / 3.14159265358979323846;
    };
    struct Expected {
        const char* name;
        double far, turned, stop;
    };
    for (const Expected& e : {Expected{"still", 0, 0, 0}, {"drag", 0.3, 0, 4}, {"nod", 0, 20, 3}, {"shake", 0, 40, 3},
                              {"violent", 0.5, 90, 3}, {"teleport", 10, 20, 1}, {"helix-shake", 0.15, 0, 2}}) {
        CAPTURE(e.name);
        double far, turned;
        auto motion = named(e.name);
        reach(*motion, far, turned);
        CHECK(far == doctest::Approx(e.far).epsilon(1e-3));
        CHECK(turned == doctest::Approx(e.turned).epsilon(1e-3));
        CHECK(motion->stopsAt() == e.stop);
    }
}

TEST_CASE("violent throws the head forth in 0.1 s and back in the next") {
    auto motion = named("violent");
    for (int k = 0; k < 30; ++k) {
        PoseKey key = motion->at((k + 1) * 0.1), half = motion->at(k * 0.1 + 0.05);
        CHECK(key.pose.position.x == doctest::Approx(k % 2 == 0 && k < 29 ? 0.5 : 0).epsilon(1e-9));
        CHECK(half.pose.position.x == doctest::Approx(0.25).epsilon(1e-6));
        CHECK(size(turnOf(half)) == doctest::Approx(3.14159265358979323846 / 4).epsilon(1e-5));
        CHECK(std::abs(half.velocity.x) == doctest::Approx(7.5).epsilon(1e-5));
    }
    // No frame of it counts as a teleport, at any rate that is allowed.
    for (double rate : {20.0, 25.0, 30.0, 60.0, 120.0, 240.0}) {
        HeadPath head;
        head.play(named("violent"));
        for (const Frame& frame : framesOf(head, rate, static_cast<int>(3.2 * rate), [](HeadPath&, int) {})) {
            CHECK_FALSE(frame.teleport);
        }
    }
}

TEST_CASE("teleport jumps in one frame, flagged, at every rate") {
    for (double rate : {20.0, 30.0, 60.0, 61.7, 240.0}) {
        HeadPath head;
        head.play(named("teleport"));
        int teleports = 0;
        for (const Frame& frame : framesOf(head, rate, static_cast<int>(2 * rate), [](HeadPath&, int) {})) {
            double moved = size(frame.end.pose.position - frame.begin.pose.position);
            CHECK((moved == 10 || moved == 0));
            CHECK(frame.teleport == (moved > 0));
            teleports += frame.teleport;
        }
        CHECK(teleports == 1);
    }
}

TEST_CASE("frames meet: pose and velocity at one's end are the next one's begin") {
    for (const MotionInfo& info : motions()) {
        HeadPath head;
        head.play(named(info.name));
        auto frames = framesOf(head, 60, 300, [](HeadPath&, int) {});
        for (size_t i = 1; i < frames.size(); ++i) CHECK(meets(frames[i - 1].end, frames[i].begin));
    }
}

TEST_CASE("a dragged head follows smoothly, without overshoot, and arrives") {
    HeadPath head;
    const double rate = 60;
    auto frames = framesOf(head, rate, 60, [](HeadPath& path, int i) {
        Pose target;
        target.position = {std::min(i, 20) * 0.01, 0, 0};
        target.orientation = toFloat(rotationOf({0, std::min(i, 20) * 0.03, 0}));
        path.follow(target, false);
    });
    double before = 0;
    for (size_t i = 0; i < frames.size(); ++i) {
        const Frame& frame = frames[i];
        CAPTURE(i);
        CHECK_FALSE(frame.teleport);
        if (i > 0) CHECK(meets(frames[i - 1].end, frame.begin));
        // The velocities at the ends are those of the path within the frame.
        for (float u = 0; u <= 1; u += 0.25f) {
            double x = poseAt(frame, u).position.x;
            CHECK(x >= before - 1e-12);
            CHECK(x <= 0.2 + 1e-12);
            before = x;
        }
        double start = (poseAt(frame, 1e-3f).position.x - frame.begin.pose.position.x) / (1e-3 * frame.dt);
        CHECK(start == doctest::Approx(frame.begin.velocity.x).epsilon(0.01));
    }
    CHECK(frames[25].end.pose.position.x == 0.2);
    CHECK(frames[25].end.velocity.x == 0);
    CHECK(size(turnOf(frames[25].end)) == doctest::Approx(0.6).epsilon(1e-5));
    // A head that stands still stands still to the bit.
    CHECK(frames[40].end.pose.orientation.y == frames[59].end.pose.orientation.y);
    CHECK(frames[59].end.angularVelocity.y == 0);
}

TEST_CASE("taking a moving head over keeps its velocity") {
    HeadPath head;
    head.play(named("violent"));
    auto playing = framesOf(head, 60, 3, [](HeadPath&, int) {});
    const PoseKey taken = head.present();
    CHECK(taken.velocity.x > 7);
    auto after = framesOf(head, 60, 3, [&](HeadPath& path, int) {
        Pose target = taken.pose;
        target.position.x += 0.06;
        path.follow(target, false);
    });
    CHECK(meets(taken, after[0].begin));
    CHECK_FALSE(after[0].teleport);
    // Quadratic: the mean velocity of the frame is the mean of its ends'.
    double mean = (after[0].end.pose.position.x - taken.pose.position.x) * 60;
    CHECK(mean == doctest::Approx(0.5 * (taken.velocity.x + after[0].end.velocity.x)).epsilon(1e-4));
}

TEST_CASE("a far or flagged target is jumped to, and nonsense is ignored") {
    HeadPath head;
    Frame frame;
    Pose target;
    target.position = {0.6, 0, 0};
    head.follow(target, false);
    head.advance(60, frame);
    CHECK(frame.teleport);
    CHECK(frame.end.pose.position.x == 0.6);
    CHECK(frame.end.velocity.x == 0);
    target.position = {0.61, 0, 0};
    head.follow(target, true);
    target.position = {0.62, 0, 0};
    head.follow(target, false);  // before the frame: the flag stays
    head.advance(60, frame);
    CHECK(frame.teleport);
    CHECK(frame.end.pose.position.x == 0.62);
    target.position = {std::nan(""), 0, 0};
    head.follow(target, false);
    target.position = {0, 0, 0};
    target.orientation = {0, 0, 0, 0};
    head.follow(target, false);
    head.advance(60, frame);
    CHECK_FALSE(frame.teleport);
    CHECK(frame.end.pose.position.x == 0.62);
}

TEST_CASE("unknown motions are refused with the nearest name") {
    auto wrong = makeMotion("violet");
    REQUIRE_FALSE(wrong.ok());
    CHECK(wrong.error() == "unknown motion 'violet' (did you mean 'violent'?)");
    auto missing = makeMotion("no/such/file.csv");
    REQUIRE_FALSE(missing.ok());
    CHECK(missing.error().find("no/such/file.csv") != std::string::npos);
    CHECK_FALSE(makeMotion("").ok());
    CHECK_FALSE(makeMotion(".").ok());
}
