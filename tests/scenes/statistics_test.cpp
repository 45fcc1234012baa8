// Statistics of a model whose numbers are known.
#include "core/scenes/statistics.h"
#include "core/scenes/stats_json.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace ringlet;

namespace {

// Straight strands along y, five particles 0.1 m apart in tiles of four lanes,
// six strands: the last tile has two lanes of padding, filled with nonsense.
class KnownModel : public Model {
public:
    static constexpr uint32_t strands = 6, particles = 5, lanes = 4;
    KnownModel() : now(2 * particles * 3 * lanes, std::nanf("")), before(now) { reset({}); }

    float& at(std::vector<float>& p, uint32_t strand, uint32_t particle, uint32_t axis) const {
        return p[((strand / lanes * particles + particle) * 3 + axis) * lanes + strand % lanes];
    }
    void reset(const Pose&) override {
        for (uint32_t s = 0; s < strands; ++s) {
            for (uint32_t i = 0; i < particles; ++i) {
                at(now, s, i, 0) = 1.0f * static_cast<float>(s);
                at(now, s, i, 1) = 0.1f * static_cast<float>(i);
                at(now, s, i, 2) = 0;
            }
        }
        before = now;
    }
    void step(const Frame&) override {}
    void setParams(const Params&) override {}
    Curves curves() const override {
        Curves curves;
        curves.blocks.push_back({0, strands, particles, lanes, now.data(), before.data()});
        curves.head = head;
        curves.previousHead = previousHead;
        return curves;
    }
    uint64_t hash() const override { return 7; }
    std::vector<uint8_t> save() const override { return {}; }
    Status restore(const std::vector<uint8_t>&) override { return {}; }
    float restLength(uint32_t, uint32_t) const override { return 0.1f; }
    uint64_t resets() const override { return 0; }
    Energy energy(Vec3f) const override { return known; }
    size_t stateBytes() const override { return now.size() * 4; }

    std::vector<float> now, before;
    Energy known;
    Pose head, previousHead;
};

constexpr float dt = 0.02f;
Frame frameOf(bool teleport = false) {
    Frame frame;
    frame.dt = dt;
    frame.teleport = teleport;
    return frame;
}
constexpr double tiny = 1e-5;  // float rounding of positions around 5 m

SceneContent contentWithSphere(Vec3f center, float radius) {
    SceneContent content;
    content.colliders.spheres.push_back({center, radius});
    return content;
}

// A closed box about the origin, counter-clockwise from outside.
Mesh box(float half) {
    Mesh mesh;
    for (int i = 0; i < 8; ++i) {
        mesh.vertices.push_back({i & 1 ? half : -half, i & 2 ? half : -half, i & 4 ? half : -half});
    }
    const uint32_t quads[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    for (const auto& q : quads) {
        mesh.triangles.push_back({q[0], q[1], q[2]});
        mesh.triangles.push_back({q[0], q[2], q[3]});
    }
    return mesh;
}

}  // namespace

TEST_CASE("lengths: total, segments and the worst one") {
    KnownModel model;
    SceneContent content;
    Statistics statistics(model, content, nullptr, true);
    CHECK(statistics.stats().strands == 6);
    CHECK(statistics.stats().particles == 30);
    statistics.record(1, frameOf());
    CHECK(statistics.stats().length.worst < tiny);

    // One segment half as long again, its neighbour half as long: total kept.
    model.at(model.now, 5, 2, 1) += 0.05f;
    statistics.record(1, frameOf());
    LengthError error = statistics.stats().length;
    CHECK(error.average < tiny);
    CHECK(error.segment == doctest::Approx(0.5 * (0.5 + 0.5) / 24).epsilon(1e-3));  // mean over two frames
    CHECK(error.worst == doctest::Approx(0.5).epsilon(1e-4));

    // A strand's last segment twice as long: 1 of 24 lengths more in this frame.
    model.reset({});
    model.at(model.now, 3, 4, 1) += 0.1f;
    statistics.record(1, frameOf());
    error = statistics.stats().length;
    CHECK(error.average == doctest::Approx(1.0 / 24 / 3).epsilon(1e-3));
    CHECK(error.segment == doctest::Approx((1.0 + 1.0) / 24 / 3).epsilon(1e-3));
    CHECK(error.worst == doctest::Approx(1).epsilon(1e-4));
}

TEST_CASE("the fastest particle of the last 30 frames, in the world") {
    KnownModel model;
    SceneContent content;
    ThreadPool pool(2);
    Statistics statistics(model, content, &pool, true);
    model.at(model.now, 4, 4, 0) += 0.03f;  // relative to the head
    model.head.position = {0, 0.04, 0};     // and the head itself
    statistics.record(1, frameOf());
    CHECK(statistics.stats().maxSpeed == doctest::Approx(0.05 / dt).epsilon(1e-4));
    model.before = model.now;
    model.previousHead = model.head;
    for (int i = 0; i < 29; ++i) statistics.record(1, frameOf());
    CHECK(statistics.stats().maxSpeed == doctest::Approx(0.05 / dt).epsilon(1e-4));
    statistics.record(1, frameOf());
    CHECK(statistics.stats().maxSpeed == 0);
    model.head.position.x = 10;
    statistics.record(1, frameOf(true));  // a teleport is no speed
    CHECK(statistics.stats().maxSpeed == 0);
}

TEST_CASE("penetration: free particles below the surface, in head space") {
    KnownModel model;
    // About the third strand's particles 1 and 2; the head is turned, so that
    // strands along y in the world lie along x in head space.
    const float h = 0.70710678f;
    model.head.orientation = {0, 0, h, h};  // a quarter turn about z: head x is world y
    SceneContent content = contentWithSphere({0.15f, -2, 0}, 0.06f);
    Statistics statistics(model, content, nullptr, true);
    Frame frame = frameOf();
    frame.colliders = &content.colliders;
    statistics.record(1, frame);
    CHECK(statistics.stats().penetrations == 1);  // particle 2; particle 1 is fixed
    CHECK(statistics.stats().maxDepth == 0);      // the first frame does not count
    statistics.record(1, frame);
    CHECK(statistics.stats().maxDepth == doctest::Approx(0.01).epsilon(1e-3));
    for (uint32_t i = 0; i < 5; ++i) model.at(model.now, 2, i, 2) += 1;
    statistics.record(1, frame);
    CHECK(statistics.stats().penetrations == 0);
    CHECK(statistics.stats().maxDepth == doctest::Approx(0.01).epsilon(1e-3));  // of the run
    // A ball that comes later, which the scene's content does not know.
    Colliders with = content.colliders;
    with.spheres.push_back({{0.15f, -2, 1}, 0.06f});
    frame.colliders = &with;
    statistics.record(1, frame);
    CHECK(statistics.stats().penetrations == 1);
}

TEST_CASE("penetration is measured against the exact mesh where there is one") {
    KnownModel model;
    SceneContent content = contentWithSphere({0, 0, 0}, 3);  // what resolves it is much too large
    content.exactCollider = box(0.22f);
    Statistics statistics(model, content, nullptr, true);
    for (int i = 0; i < 3; ++i) statistics.record(1, frameOf());
    const Stats stats = statistics.stats();  // frames 1 to 9 are measured when asked for
    CHECK(stats.penetrations == 1);          // the first strand's particle at 0.2 m
    CHECK(stats.maxDepth == doctest::Approx(0.02).epsilon(1e-3));
}

TEST_CASE("a particle that is not finite shows") {
    KnownModel model;
    SceneContent content = contentWithSphere({0, 0, 0}, 0.01f);
    Statistics statistics(model, content, nullptr, true);
    model.at(model.now, 0, 3, 1) = std::nanf("");
    statistics.record(1, frameOf());
    CHECK(statistics.stats().length.worst > 1e20);
    CHECK(statistics.stats().maxSpeed > 1e18);
}

TEST_CASE("times: least, mean and most; nothing else where measuring is off") {
    KnownModel model;
    SceneContent content;
    Statistics statistics(model, content, nullptr, false);
    CHECK(statistics.stats().msMin == 0);
    for (double ms : {3.0, 1.0, 5.0}) statistics.record(ms, frameOf());
    model.at(model.now, 0, 3, 1) = 50;
    const Stats stats = statistics.stats();
    CHECK(stats.frames == 3);
    CHECK(stats.msMin == 1);
    CHECK(stats.msAverage == 3);
    CHECK(stats.msMax == 5);
    CHECK(stats.length.worst == 0);
}

TEST_CASE("the last frame alone: lengths, and the fastest root and tip") {
    KnownModel model;
    SceneContent content;
    Statistics statistics(model, content, nullptr, true);
    model.at(model.now, 1, 0, 2) += 0.01f;
    model.at(model.now, 5, 4, 2) += 0.02f;
    model.at(model.now, 3, 2, 2) += 0.03f;
    statistics.record(1, frameOf());
    FrameStats last = statistics.frameStats();
    CHECK(last.rootSpeed == doctest::Approx(0.01 / dt).epsilon(1e-4));
    CHECK(last.tipSpeed == doctest::Approx(0.02 / dt).epsilon(1e-4));
    CHECK(last.maxSpeed == doctest::Approx(0.03 / dt).epsilon(1e-4));
    CHECK(last.length.worst > 0.01);
    model.reset({});
    statistics.record(1, frameOf());
    last = statistics.frameStats();
    CHECK(last.maxSpeed == 0);
    CHECK(last.length.worst < tiny);
    CHECK(statistics.stats().length.worst > 0.01);  // of the run
}

TEST_CASE("energy is lost from when neither head nor air, brush, balls nor a rest shape that changes does work") {
    KnownModel model;
    SceneContent content;
    model.known = {1, 2, 3};
    Statistics statistics(model, content, nullptr, true);
    auto lostAfter = [&](double kinetic, const Frame& frame) {
        model.known.kinetic = kinetic;
        statistics.record(1, frame);
        CHECK(statistics.frameStats().lost == statistics.stats().lost);
        CHECK(statistics.stats().energy.total() == kinetic + 5);
        return statistics.stats().lost;
    };
    CHECK(lostAfter(0.75, frameOf()) == 0.25);  // since the beginning
    Frame moved = frameOf(), turning = frameOf(), windy = frameOf(), brushed = frameOf();
    moved.end.pose.position.x = 1e-9;
    turning.begin.angularVelocity.y = 1e-9f;
    windy.wind.z = 0.1f;
    brushed.brush.radius = 0.05f;
    for (const Frame& working : {moved, turning, windy, brushed, frameOf(true)}) {
        CHECK(lostAfter(5, working) == 0);
        CHECK(lostAfter(4, frameOf()) == 0);  // begins to count here
        CHECK(lostAfter(1, frameOf()) == 3);
    }
    // A rest shape and a ball that change from frame to frame, and then stay.
    Colliders ball;
    ball.spheres.push_back({{0, 0, 0}, 0.1f});
    Frame styled = frameOf(), hit = frameOf();
    styled.style = 1.5f;
    hit.colliders = &ball;
    for (const Frame& changing : {styled, hit}) {
        CHECK(lostAfter(5, changing) == 0);
        CHECK(lostAfter(4, changing) == 0);  // begins to count here
        CHECK(lostAfter(1, changing) == 3);
    }
    ball.spheres[0].center.x = 0.01f;
    CHECK(lostAfter(2, hit) == 0);
    CHECK(lostAfter(2, frameOf()) == 0);  // and goes
    CHECK(lostAfter(2, frameOf()) == 0);
    CHECK(lostAfter(1, frameOf()) == 1);
    statistics.parametersChanged();
    CHECK(lostAfter(0.5, frameOf()) == 0);
    CHECK(lostAfter(0.25, frameOf()) == 0.25);
}

TEST_CASE("statistics as JSON have the documented keys") {
    Stats stats;
    stats.frames = 3;
    stats.msMin = 0.5;
    stats.length.average = 0.25;
    stats.energy = {1, -2, 0.5};
    stats.lost = 0.25;
    stats.hash = 0xabc;
    JsonWriter json;
    json.beginObject();
    writeStats(json, stats);
    json.endObject();
    CHECK(json.text() ==
          "{\"frames\":3,\"strands\":0,\"particles\":0,\"ms\":{\"min\":0.5,\"avg\":0,\"max\":0},"
          "\"lengthError\":{\"avg\":0.25,\"segment\":0,\"max\":0},\"maxSpeed\":0,"
          "\"penetration\":{\"count\":0,\"maxDepth\":0},"
          "\"energy\":{\"kinetic\":1,\"gravity\":-2,\"elastic\":0.5,\"lost\":0.25},\"resets\":0,\"hash\":\"0000000000000abc\"}");
}
