// The head's path through a frame.
#include "core/models/frame.h"
#include "core/models/pose_path.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace ringlet;

namespace {

double angleBetween(Quatf a, Quatf b) {
    Vec3d turn = turnBetween(a, b);
    return std::sqrt(dot(turn, turn));
}

Frame wildFrame() {
    Frame frame;
    frame.dt = 0.02f;
    frame.begin.pose.position = {1, -2, 0.5};
    frame.begin.pose.orientation = toFloat(rotationOf({0.3, -0.8, 1.1}));
    frame.begin.velocity = {3, 0, -1};
    frame.begin.angularVelocity = {2, -7, 4};
    frame.end.pose.position = {1.05, -2.02, 0.48};
    frame.end.pose.orientation = toFloat(normalized(rotationOf({0.2, 0.15, -0.1}) * rotationOf({0.3, -0.8, 1.1})));
    frame.end.velocity = {-1, 2, 0.5};
    frame.end.angularVelocity = {-3, 9, 5};
    return frame;
}

// The velocities of a path by central differences, in double.
PoseKey differences(const Frame& frame, double u) {
    const double h = 1e-3;
    PoseKey a = posePath(frame.begin, frame.end, frame.dt, u - h);
    PoseKey b = posePath(frame.begin, frame.end, frame.dt, u + h);
    double seconds = 2 * h * frame.dt;
    PoseKey rates;
    rates.velocity = toFloat((b.pose.position - a.pose.position) * (1 / seconds));
    rates.angularVelocity = toFloat(turnBetween(a.pose.orientation, b.pose.orientation) * (1 / seconds));
    return rates;
}

float distance(Vec3f a, Vec3f b) { return lengthOf(a - b); }

}  // namespace

TEST_CASE("rotation vectors and quaternions are each other's inverse") {
    for (Vec3d v : {Vec3d{0, 0, 0}, Vec3d{1e-9, 0, 0}, Vec3d{4e-4, 5e-4, 0}, Vec3d{0.4, -1, 0.2},
                    Vec3d{0, 3.1415, 0}}) {
        Vec3d d = rotationVector(rotationOf(v)) - v;
        CHECK(std::sqrt(dot(d, d)) < 1e-12);
    }
    Quatd half = rotationOf({0, 3.14159265358979323846 / 2, 0});
    Vec3d turned = rotate(half, Vec3d{0, 0, 1});
    CHECK(turned.x == doctest::Approx(1));
    // q and -q are one rotation, and the shorter way is taken.
    Vec3d same = rotationVector(Quatd{-half.x, -half.y, -half.z, -half.w});
    CHECK(same.y == doctest::Approx(3.14159265358979323846 / 2));
}

TEST_CASE("poseAt is exact at both ends") {
    Frame frame = wildFrame();
    Pose a = poseAt(frame, 0), b = poseAt(frame, 1);
    CHECK(a.position.x == frame.begin.pose.position.x);
    CHECK(a.orientation.w == frame.begin.pose.orientation.w);
    CHECK(b.position.z == frame.end.pose.position.z);
    CHECK(b.orientation.y == frame.end.pose.orientation.y);
    // And has no step next to them.
    Pose near = poseAt(frame, 1 - 1e-6f);
    CHECK(std::abs(near.position.x - b.position.x) < 1e-6);
    CHECK(angleBetween(near.orientation, b.orientation) < 1e-5);
}

TEST_CASE("the path's velocities are its derivatives and reach the keys' velocities") {
    Frame frame = wildFrame();
    for (double u : {0.01, 0.2, 0.5, 0.77, 0.99}) {
        PoseKey key = posePath(frame.begin, frame.end, frame.dt, u), rates = differences(frame, u);
        CHECK(distance(key.velocity, rates.velocity) < 1e-3f);
        CHECK(distance(key.angularVelocity, rates.angularVelocity) < 0.02f);  // orientations are floats
    }
    PoseKey early = posePath(frame.begin, frame.end, frame.dt, 1e-6);
    PoseKey late = posePath(frame.begin, frame.end, frame.dt, 1 - 1e-6);
    CHECK(distance(early.velocity, frame.begin.velocity) < 1e-3f);
    CHECK(distance(early.angularVelocity, frame.begin.angularVelocity) < 1e-3f);
    CHECK(distance(late.velocity, frame.end.velocity) < 1e-3f);
    CHECK(distance(late.angularVelocity, frame.end.angularVelocity) < 1e-3f);
}

TEST_CASE("poseAt keeps a steady turn steady") {
    Frame frame;
    frame.begin.angularVelocity = frame.end.angularVelocity = {0, 30, 0};  // half a radian a frame
    frame.end.pose.orientation = toFloat(rotationOf({0, 30.0 * frame.dt, 0}));
    for (float u : {0.25f, 0.5f, 0.75f}) {
        CHECK(angleBetween(frame.begin.pose.orientation, poseAt(frame, u).orientation) ==
              doctest::Approx(30.0 * frame.dt * u).epsilon(1e-5));
    }
}

TEST_CASE("a jump beyond 0.5 m or 60 degrees is a teleport") {
    Frame frame;
    CHECK_FALSE(isTeleport(frame));
    frame.end.pose.position = {0.3, 0.3, 0.25};
    CHECK_FALSE(isTeleport(frame));
    frame.end.pose.position = {0.3, 0.3, 0.3};
    CHECK(isTeleport(frame));
    frame.end.pose.position = {0, 0, 0};
    frame.end.pose.orientation = toFloat(rotationOf({0, 0, 1.04}));
    CHECK_FALSE(isTeleport(frame));
    frame.end.pose.orientation = toFloat(rotationOf({0, 0, 1.05}));
    CHECK(isTeleport(frame));
    Quatf q = toFloat(rotationOf({0, 0, 0.5}));
    frame.end.pose.orientation = {-q.x, -q.y, -q.z, -q.w};
    CHECK_FALSE(isTeleport(frame));
    frame.teleport = true;
    CHECK(isTeleport(frame));
}
