// A jump of the head takes the hair along rigidly; where in the world the head
// is makes no difference.
#include "tests/models/rig.h"

using namespace ringlet;
using namespace ringlet::test;

namespace {

Frame jump(Vec3d way, Quatf turn, Pose from, bool flagged) {
    Frame frame;
    frame.begin.pose = from;
    frame.end.pose.position = from.position + way;
    frame.end.pose.orientation = normalized(turn * from.orientation);
    frame.teleport = flagged;
    return frame;
}

Quatf quarter() { return normalized(Quatf{0, 1, 0, 1}); }  // 90 degrees about Y

struct Particle {
    Vec3f x, v;
};
std::vector<Particle> particlesOf(const Model& model, bool published) {
    std::vector<float> f = stateFloats(model, published);
    std::vector<Particle> all;
    size_t n = published ? 6 : 10;
    for (size_t i = 0; i < f.size(); i += n)
        all.push_back({{f[i], f[i + 1], f[i + 2]}, {f[i + 3], f[i + 4], f[i + 5]}});
    return all;
}

}  // namespace

// A jump is a carry and then a frame with a still head. So a model that jumps
// and one whose head was turned beforehand, in a world turned alike, agree.
TEST_CASE("a jump of 10 m and a quarter turn carries positions and velocities rigidly") {
    const Groom groom = randomGroom(8, 13, 20);
    for (bool published : {false, true})
        for (bool flagged : {false, true}) {
            CAPTURE(published);
            CAPTURE(flagged);
            auto jumped = buildModel(groom, {{"step", published}}), stayed = buildModel(groom, {{"step", published}});
            Frame before = wildFrame(19, 60, 1);
            for (int i = 0; i < 20; ++i) jumped->step(wildFrame(i, 60, 1)), stayed->step(wildFrame(i, 60, 1));
            Pose at = before.end.pose;
            Frame still;
            still.begin.pose = still.end.pose = at;
            Frame leap = jump({10, 0, 0}, quarter(), at, flagged);
            leap.gravity = {0, -9.81f, 0};  // along the axis of the turn: the same in both worlds
            CHECK(isTeleport(leap));
            stayed->step(still);
            jumped->step(leap);
            std::vector<Particle> a = particlesOf(*stayed, published);
            std::vector<Particle> b = particlesOf(*jumped, published);
            double apart = 0, faster = 0;
            for (size_t i = 0; i < a.size(); ++i) {
                apart = std::max(apart, double(lengthOf(b[i].x - rotate(quarter(), a[i].x))));
                faster = std::max(faster, double(lengthOf(b[i].v - rotate(quarter(), a[i].v))));
            }
            // Rounding of the turn, a ten thousandth of the hair's speed of metres a second.
            CHECK(apart < 2e-5);
            CHECK(faster < 3e-3);
            CHECK(jumped->resets() == 0);
            CHECK(jumped->curves().head.position.x == leap.end.pose.position.x);
        }
}

TEST_CASE("a small flagged jump is carried too, and a great smooth way is not") {
    const Groom groom = randomGroom(8, 5, 20);
    auto model = buildModel(groom, {}), other = buildModel(groom, {});
    Frame leap = jump({0.2, 0, 0}, {0, 0, 0, 1}, Pose{}, true), slide = leap, still;
    slide.teleport = false;
    CHECK(isTeleport(leap));
    CHECK_FALSE(isTeleport(slide));
    std::vector<Vec3f> rest = pointsOf(*model);
    auto third = buildModel(groom, {});
    third->step(still);
    model->step(leap);
    other->step(slide);
    CHECK(furthest(pointsOf(*model), pointsOf(*third)) < 1e-6);  // frames are normalised anew
    CHECK(furthest(pointsOf(*other), rest) > 0.05);
}

// One substep a frame: poses between two frames are rounded to 1e-10 m out there.
TEST_CASE("a thousand kilometres out the hair moves with the same bits") {
    const Groom groom = randomGroom(9, 13, 20);
    // Dyadic ways, so that positions out there are exact.
    auto keyAt = [](int i, double out) {
        PoseKey key;
        key.pose.position = {out + (i % 16) / 64.0, (i % 5) / 32.0, 0};
        key.velocity = {1, 0, 0};
        return key;
    };
    for (bool published : {false, true}) {
        CAPTURE(published);
        const Settings settings = {{"step", published}, {"substeps", 1}};
        auto near = buildModel(groom, settings), far = buildModel(groom, settings);
        Pose there;
        there.position = {1e6, 0, 0};
        far->reset(there);
        CHECK(far->hash() == near->hash());
        for (int i = 0; i < 30; ++i) {
            Frame a, b;
            a.begin = keyAt(i, 0), a.end = keyAt(i + 1, 0);
            b.begin = keyAt(i, 1e6), b.end = keyAt(i + 1, 1e6);
            near->step(a);
            far->step(b);
        }
        CHECK(near->hash() == far->hash());
        CHECK(far->resets() == 0);
    }
}

TEST_CASE("after a jump a thousand kilometres out, the same hashes as after a jump nearby") {
    const Groom groom = randomGroom(9, 13, 20);
    for (bool published : {false, true}) {
        CAPTURE(published);
        auto near = buildModel(groom, {{"step", published}}), far = buildModel(groom, {{"step", published}});
        for (int i = 0; i < 10; ++i) near->step(wildFrame(i, 60, 1)), far->step(wildFrame(i, 60, 1));
        Pose at = wildFrame(9, 60, 1).end.pose;
        Frame nearby = jump({16, 0, 0}, quarter(), at, false), away = jump({1048576, 0, 0}, quarter(), at, false);
        near->step(nearby);
        far->step(away);
        CHECK(near->hash() == far->hash());
        Frame a, b;
        a.begin.pose = a.end.pose = nearby.end.pose;
        b.begin.pose = b.end.pose = away.end.pose;
        for (int i = 0; i < 30; ++i) near->step(a), far->step(b);
        CHECK(near->hash() == far->hash());
    }
}
