// Hair and what it touches: strands end up outside, keep their lengths, come to
// rest, hold by friction, slide without it, and are dragged along by what turns.
#include "core/collide/distance_grid.h"
#include "core/models/pose_path.h"
#include "tests/models/rig.h"

using namespace ringlet;
using namespace ringlet::test;

namespace {

constexpr float radius = 0.05f;

Colliders sphere() {
    Colliders c;
    c.spheres.push_back({{0, 0, 0}, radius});
    return c;
}
Colliders capsule() {
    Colliders c;
    c.capsules.push_back({{-0.1f, 0, 0}, {0.1f, 0, 0}, radius});
    return c;
}
// The sphere's distances at the nodes of a grid.
Colliders gridOfSphere() {
    auto grid = std::make_shared<DistanceGrid>();
    grid->cell = 0.005f;
    grid->nx = grid->ny = grid->nz = 41;
    grid->origin = {-0.1f, -0.1f, -0.1f};
    for (int k = 0; k < 41; ++k)
        for (int j = 0; j < 41; ++j)
            for (int i = 0; i < 41; ++i) {
                Vec3f p = grid->origin + grid->cell * Vec3f{float(i), float(j), float(k)};
                grid->distance.push_back(lengthOf(p) - radius);
            }
    Colliders c;
    c.grid = grid;
    return c;
}

// Strands from roots beside and above the collider, hanging and lying over it.
Groom around() {
    Groom groom;
    for (int s = 0; s < 9; ++s) {
        std::vector<Vec3f> points;
        float x = 0.012f * static_cast<float>(s - 4);
        for (int i = 0; i < 40; ++i) points.push_back({x, 0.09f, -0.06f + 0.005f * static_cast<float>(i)});
        addStrand(groom, points, {0, 0, 1}, 4e-5f);
    }
    return groom;
}

// `s` metres along a line from the sphere's top over its side, then straight down.
Vec3f overAndDown(float s) {
    const float r = radius + 0.0005f, quarter = 1.5707963f, a = s / r;
    return a > quarter ? Vec3f{r, quarter * r - s, 0} : Vec3f{r * std::sin(a), r * std::cos(a), 0};
}

double deepest(const Model& model, const Colliders& colliders, Quatf head) {
    double most = 0;
    for (Vec3f p : pointsOf(model))
        most = std::max(most, -double(nearestSurface(colliders, rotate(conjugate(head), p)).distance));
    return most;
}

Frame stillAt(Pose pose, const Colliders& colliders) {
    Frame frame;
    frame.begin.pose = frame.end.pose = pose;
    frame.colliders = &colliders;
    return frame;
}

double speedOf(Model& model, const Frame& frame) {
    std::vector<Vec3f> before = pointsOf(model);
    model.step(frame);
    return furthest(pointsOf(model), before) / frame.dt;
}

}  // namespace

TEST_CASE("strands dropped on a sphere, a capsule and a grid end outside, at length, at rest") {
    int which = 0;
    for (const Colliders& colliders : {sphere(), capsule(), gridOfSphere()})
        for (bool moving : {false, true}) {
            CAPTURE(which++);
            CAPTURE(moving);
            auto model = buildModel(around(), {{"stiffness", 1e-9}});
            double depth = 0, stretch = 0;
            Pose at;
            for (int i = 0; i < 120; ++i) {
                Frame frame = stillAt(at, colliders);
                if (moving) frame = wildFrame(i, 60, 0.5, &colliders);
                at = frame.end.pose;
                model->step(frame);
                if (!moving) depth = std::max(depth, deepest(*model, colliders, at.orientation));
                stretch = std::max(stretch, worstStretch(*model));
            }
            Frame still = stillAt(at, colliders);
            for (int i = 0; i < 360; ++i) model->step(still);
            CHECK(depth <= 0.5e-3);
            CHECK(deepest(*model, colliders, at.orientation) <= 0.5e-3);
            CHECK(stretch < 1e-5);
            CHECK(worstStretch(*model) < 1e-5);
            CHECK(speedOf(*model, still) < 1e-3);
            CHECK(model->resets() == 0);
        }
}

TEST_CASE("the published step keeps strands out too") {
    for (const Colliders& colliders : {sphere(), capsule(), gridOfSphere()}) {
        auto model = buildModel(around(), {{"step", 1}});
        for (int i = 0; i < 120; ++i) model->step(stillAt(Pose{}, colliders));
        // Friction moves particles along the tangent, a little into what is curved.
        CHECK(deepest(*model, colliders, Quatf{0, 0, 0, 1}) <= 2e-4);
        CHECK(model->resets() == 0);
    }
}

TEST_CASE("friction holds a strand draped over a sphere, and without it the strand slides off") {
    // Rooted at the top, over one side and hanging; then gravity leans across it.
    const Colliders ball = sphere();
    auto slid = [&](double friction) {
        std::vector<Vec3f> points;
        for (int i = 0; i < 50; ++i) points.push_back(overAndDown(0.003f * static_cast<float>(i)));
        Groom groom;
        addStrand(groom, points, {1, 0, 0}, 4e-5f);
        auto model = buildModel(groom, {{"stiffness", 0}, {"friction", friction}});
        Frame frame = stillAt(Pose{}, ball);
        for (int i = 0; i < 120; ++i) model->step(frame);
        std::vector<Vec3f> settled = pointsOf(*model);
        // Gravity leans by atan(0.3) = 17 degrees towards z: across the strand.
        frame.gravity = {0, -9.4f, 2.8f};
        for (int i = 0; i < 600; ++i) model->step(frame);
        // How far the point a quarter of the way round has gone sideways.
        return double(std::fabs(pointsOf(*model)[15].z - settled[15].z));
    };
    double free = slid(0), held = slid(0.5);
    MESSAGE("gone sideways: " << free << " m without friction, " << held << " m with 0.5");
    CHECK(free > 0.008);
    CHECK(held < 0.25 * free);
}

TEST_CASE("a turning collider drags hair along by friction") {
    // The head turns, the strand's root stays on the axis of the turn on top.
    const Colliders ball = sphere();
    auto turnedBy = [&](double friction) {
        std::vector<Vec3f> points;
        for (int i = 0; i < 50; ++i) points.push_back(overAndDown(0.003f * static_cast<float>(i)));
        Groom groom;
        addStrand(groom, points, {1, 0, 0}, 4e-5f);
        auto model = buildModel(groom, {{"stiffness", 0}, {"friction", friction}, {"drag", 0}});
        Frame frame = stillAt(Pose{}, ball);
        for (int i = 0; i < 60; ++i) model->step(frame);
        const double rate = 1.0;  // rad/s about Y
        for (int i = 0; i < 30; ++i) {
            for (PoseKey* key : {&frame.begin, &frame.end}) {
                double a = rate * (i + (key == &frame.end ? 1 : 0)) / 60.0;
                key->pose.orientation = toFloat(Quatd{0, std::sin(a / 2), 0, std::cos(a / 2)});
                key->angularVelocity = {0, static_cast<float>(rate), 0};
            }
            model->step(frame);
        }
        // The angle about Y of a point halfway down the side, over the head's.
        Vec3f p = pointsOf(*model)[18];
        return std::atan2(-double(p.z), double(p.x)) / (rate * 0.5);
    };
    double without = turnedBy(0), with = turnedBy(0.8);
    MESSAGE("turned along: " << without << " of the head's turn without friction, " << with << " with 0.8");
    CHECK(with > 0.8);
    CHECK(with < 1.1);
    CHECK(with > without + 0.1);
}
