// What surrounds hair without touching it: the air that a head takes along, a
// brush, and surfaces that are near.
#include "core/models/pose_path.h"
#include "tests/models/rig.h"

using namespace ringlet;
using namespace ringlet::test;

namespace {

// One strand from the origin along x, `length` metres.
Groom straightOut(float length, int particles) {
    std::vector<Vec3f> points;
    for (int i = 0; i < particles; ++i)
        points.push_back({length * static_cast<float>(i) / static_cast<float>(particles - 1), 0, 0});
    Groom groom;
    addStrand(groom, points, {1, 0, 0}, 4e-5f);
    return groom;
}

// A head that moves along z at 1 m/s, frame by frame.
Frame movingFrame(int index) {
    Frame frame;
    frame.gravity = {0, 0, 0};
    frame.begin.pose.position = {0, 0, index / 60.0};
    frame.end.pose.position = {0, 0, (index + 1) / 60.0};
    frame.begin.velocity = frame.end.velocity = {0, 0, 1};
    return frame;
}

// Where the tip trails, m along z, after two seconds behind a steadily moving head.
float trail(double entrainment) {
    auto model = buildModel(straightOut(0.1f, 12), {{"stiffness", 1e-7}, {"drag", 5},
                                                    {"entrainment", entrainment}});
    for (int i = 0; i < 120; ++i) model->step(movingFrame(i));
    return pointsOf(*model).back().z;
}

}  // namespace

TEST_CASE("air that moves with the head does not hold hair back") {
    const float still = trail(0), half = trail(0.5), along = trail(1);
    CHECK(still < -0.01f);
    CHECK(std::fabs(along) < 1e-4f);
    CHECK(half < 0.2f * still);
    CHECK(half > still);
}

TEST_CASE("air that turns with the head turns hair along") {
    auto model = buildModel(straightOut(0.1f, 12), {{"stiffness", 1e-7}, {"drag", 20}, {"entrainment", 1}});
    const double speed = 3;  // rad/s about y
    Frame frame;
    frame.gravity = {0, 0, 0};
    double worst = 0;
    for (int i = 0; i < 180; ++i) {
        frame.begin.pose.orientation = toFloat(rotationOf(Vec3d{0, speed * i / 60, 0}));
        frame.end.pose.orientation = toFloat(rotationOf(Vec3d{0, speed * (i + 1) / 60, 0}));
        frame.begin.angularVelocity = frame.end.angularVelocity = {0, static_cast<float>(speed), 0};
        model->step(frame);
        const Vec3f tip = rotate(conjugate(frame.end.pose.orientation), pointsOf(*model).back());
        if (i > 90) worst = std::max(worst, static_cast<double>(std::fabs(tip.z)));
    }
    CHECK(worst < 2e-3);  // what rounding and the corners of a polygon of steps leave
}

TEST_CASE("a brush takes hair along and lets it go") {
    auto model = buildModel(straightOut(0.1f, 12), {{"stiffness", 1e-8}});
    Frame frame;
    frame.gravity = {0, 0, 0};
    frame.brush.radius = 0.03f;
    for (int i = 0; i < 30; ++i) {  // 5 cm across the strand's tip, at 0.1 m/s
        frame.brush.velocity = {0, 0, 0.1f};
        frame.brush.position = {0.09f, 0, 0.1f * static_cast<float>(i + 1) / 60};
        model->step(frame);
    }
    const float pulled = pointsOf(*model).back().z;
    CHECK(pulled > 0.02f);
    CHECK(pulled < 0.06f);
    frame.brush.radius = 0;
    for (int i = 0; i < 300; ++i) model->step(frame);
    CHECK(std::fabs(pointsOf(*model).back().z) < 2e-3f);
}

TEST_CASE("a brush elsewhere changes nothing") {
    auto near = buildModel(straightOut(0.1f, 12), {}), far = buildModel(straightOut(0.1f, 12), {});
    Frame frame;
    for (int i = 0; i < 30; ++i) {
        frame.brush = {};
        near->step(frame);
        frame.brush = {{0, 1, 0}, {0, 0, 2}, 0.1f, 200};
        far->step(frame);
    }
    CHECK(near->hash() == far->hash());
}

TEST_CASE("a surface close by does not draw hair onto it") {
    // A stiff strand held out over a sphere that it passes at less than the way a
    // free particle falls in one step, 0.7 mm.
    const Settings stiff = {{"stiffness", 1e-5}};
    auto alone = buildModel(straightOut(0.1f, 12), stiff), beside = buildModel(straightOut(0.1f, 12), stiff);
    Frame frame;
    for (int i = 0; i < 240; ++i) alone->step(frame);
    const std::vector<Vec3f> free = pointsOf(*alone);
    Colliders colliders;
    colliders.spheres.push_back({{free[6].x, free[6].y - 0.0504f, 0}, 0.05f});
    frame.colliders = &colliders;
    for (int i = 0; i < 240; ++i) beside->step(frame);
    const std::vector<Vec3f> near = pointsOf(*beside);
    for (size_t i = 0; i < free.size(); ++i) CHECK(lengthOf(near[i] - free[i]) < 2e-6f);
}
