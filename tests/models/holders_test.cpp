// Hair that a headband and clips hold to the head, put on and taken off while it moves.
#include "core/models/pose_path.h"
#include "tests/models/rig.h"

using namespace ringlet;
using namespace ringlet::test;

namespace {

constexpr float ball = 0.08f;

// Strands from the top of a ball over all its sides.
Groom combed() {
    Groom groom;
    for (int s = 0; s < 24; ++s) {
        std::vector<Vec3f> points;
        const float angle = 0.26f * static_cast<float>(s);
        for (int p = 0; p < 18; ++p) {
            const float down = 0.15f + 0.12f * static_cast<float>(p), r = ball + 0.004f;
            points.push_back({r * std::sin(down) * std::cos(angle), r * std::cos(down), r * std::sin(down) * std::sin(angle)});
        }
        addStrand(groom, points, normalizedOr(points[0], Vec3f{0, 1, 0}), 4e-5f);
    }
    return groom;
}

struct Worn {
    std::unique_ptr<Model> model;
    Params params;
    Colliders around;

    explicit Worn(const Settings& settings, const ModelOptions& options = {}) : params({findModel("rigid-chain")->params}) {
        around.spheres.push_back({{0, 0, 0}, ball});
        for (const auto& setting : settings) REQUIRE(params.set(setting.first, setting.second).ok());
        auto built = findModel("rigid-chain")->build(combed(), params, options);
        REQUIRE(built.ok());
        model = std::move(built.value());
    }
    void set(const char* name, double value) {
        REQUIRE(params.set(name, value).ok());
        model->setParams(params);
    }
    void step(int i) { model->step(wildFrame(i, 60, 0.3, &around)); }
    std::vector<Vec3f> inHead() const {
        std::vector<Vec3f> points = pointsOf(*model);
        const Quatf toHead = conjugate(model->curves().head.orientation);
        for (Vec3f& x : points) x = rotate(toHead, x);
        return points;
    }
};

// How many points, beyond those that stand in the scalp, move less than that (m) beside the head from frame to frame.
int stillPoints(Worn& worn, int from, int frames, float most) {
    std::vector<Vec3f> before = worn.inHead();
    std::vector<float> moved(before.size(), 0);
    for (int i = from; i < from + frames; ++i) {
        worn.step(i);
        const std::vector<Vec3f> now = worn.inHead();
        for (size_t p = 0; p < now.size(); ++p) moved[p] = std::max(moved[p], lengthOf(now[p] - before[p]));
        before = now;
    }
    int still = 0;
    for (size_t p = 0; p < moved.size(); ++p) still += p % 18 > 1 && moved[p] < most ? 1 : 0;
    return still;
}

const std::vector<Settings> steps = {{}, {{"step", 1}}};

Settings withClip(Settings step) {
    for (const auto& [name, value] : Settings{{"clipRadius", 0.04}, {"clipX", 0}, {"clipY", 0.03}, {"clipZ", 0.08}}) step.push_back({name, value});
    return step;
}

}  // namespace

TEST_CASE("a headband and clips hold hair to a head that swings, and let go of it") {
    for (const Settings& step : steps) {
        CAPTURE(step.size());
        Worn worn(step);
        for (int i = 0; i < 20; ++i) worn.step(i);
        const int before = stillPoints(worn, 20, 30, 2e-5f);
        worn.set("bandWidth", 0.02);
        for (int i = 50; i < 110; ++i) worn.step(i);
        const int band = stillPoints(worn, 110, 30, 2e-5f);
        worn.set("clipRadius", 0.04), worn.set("clipX", 0), worn.set("clipY", 0.03), worn.set("clipZ", 0.08);
        for (int i = 140; i < 200; ++i) worn.step(i);
        const int both = stillPoints(worn, 200, 30, 2e-5f);
        worn.set("bandWidth", 0), worn.set("clipRadius", 0);
        for (int i = 230; i < 260; ++i) worn.step(i);
        const int after = stillPoints(worn, 260, 30, 2e-5f);
        MESSAGE("points that go with the head: " << before << ", with a band " << band << ", and a clip " << both << ", without " << after);
        CHECK(before == 0);
        CHECK(band >= 12);
        CHECK(both > band);
        CHECK(after == 0);
        CHECK(worn.model->resets() == 0);
        CHECK(worstStretch(*worn.model) < 0.02);
    }
}

TEST_CASE("neither ends nor middles of segments are left where it can be seen that they are inside of a ball that swings") {
    Worn worn({});
    float ends = 0, middles = 0;
    int lying = 0;
    for (int i = 0; i < 120; ++i) {
        worn.step(i);
        const std::vector<Vec3f> points = worn.inHead();
        for (size_t p = 0; p < points.size(); ++p) {
            if (p % 18 < 2) continue;  // those that stand in the scalp
            ends = std::max(ends, ball - lengthOf(points[p]));
            if (p % 18 == 2) continue;
            const float middle = ball - lengthOf(0.5f * (points[p] + points[p - 1]));
            middles = std::max(middles, middle);
            lying += middle > 0 ? 1 : 0;
        }
    }
    CAPTURE(ends);
    CAPTURE(middles);
    CHECK(lying > 100);
    CHECK(ends < 2e-4f);
    CHECK(middles < 2.5e-4f);
}

TEST_CASE("a clip that is dragged to and fro takes its hair along, as fast as that may go") {
    for (const Settings& step : steps) {
        CAPTURE(step.size());
        Worn worn(withClip(step));
        for (int i = 0; i < 60; ++i) worn.step(i);
        const std::vector<Vec3f> from = worn.inHead();
        double stretch = 0;
        for (int i = 60; i < 120; ++i) {  // 1.2 m/s at most, which no held hair follows
            worn.set("clipY", 0.03 + 0.03 * std::sin(0.6 * (i - 60)));
            worn.set("clipX", 0.02 * std::sin(0.9 * (i - 60)));
            worn.step(i);
            stretch = std::max(stretch, double{worstStretch(*worn.model)});
        }
        worn.set("clipX", 0), worn.set("clipY", 0.05);
        for (int i = 120; i < 160; ++i) worn.step(i);
        const std::vector<Vec3f> to = worn.inHead();
        int gone = 0;
        for (size_t p = 1; p < to.size(); ++p) gone += lengthOf(to[p] - from[p] - Vec3f{0, 0.02f, 0}) < 1e-4f ? 1 : 0;
        MESSAGE("stretched while the clip was torn about: " << stretch << ", then: " << worstStretch(*worn.model));
        CHECK(gone >= 3);
        if (step.empty()) CHECK(stretch < 0.01);  // the published step's springs give way
        CHECK(worstStretch(*worn.model) < 0.02);
        CHECK(worn.model->resets() == 0);
    }
}

TEST_CASE("what is held does not turn beside the head, and goes with its clip") {
    for (const Settings& step : steps) {
        CAPTURE(step.size());
        Worn worn(withClip(step));
        for (int i = 0; i < 60; ++i) worn.step(i);
        const std::vector<Vec3f> from = worn.inHead();
        worn.set("clipY", 0.05);
        for (int i = 60; i < 90; ++i) worn.step(i);
        const std::vector<Vec3f> to = worn.inHead();
        int gone = 0;
        for (size_t p = 1; p < to.size(); ++p) {
            const Vec3f way = to[p] - from[p], turn = normalizedOr(to[p] - to[p - 1], Vec3f{}) - normalizedOr(from[p] - from[p - 1], Vec3f{});
            // Springs have gaps, so that of a published segment both ends alone do not say how it is turned.
            gone += lengthOf(way - Vec3f{0, 0.02f, 0}) < 1e-4f && lengthOf(turn) < (step.empty() ? 5e-3f : 0.1f) ? 1 : 0;
        }
        CHECK(gone >= 3);
    }
}

TEST_CASE("held hair goes on from a saved state, and is the same for any lanes and threads") {
    ThreadPool two(2);
    for (const Settings& step : steps) {
        Worn worn(withClip(step)), narrow(withClip(step), {"cpu", "tiles", 1, nullptr}), other(withClip(step), {"cpu", "tiles", 4, &two});
        const uint64_t free = worn.model->hash();
        for (int i = 0; i < 30; ++i) worn.step(i), narrow.step(i);
        CHECK(worn.model->hash() == narrow.model->hash());
        const std::vector<uint8_t> saved = worn.model->save();
        REQUIRE(other.model->restore(saved).ok());
        CHECK(other.model->save() == saved);
        for (int i = 30; i < 60; ++i) worn.step(i), other.step(i);
        CHECK(worn.model->hash() == other.model->hash());
        std::vector<uint8_t> damaged = saved;
        damaged.pop_back();
        CHECK(!other.model->restore(damaged).ok());
        CHECK(worn.model->hash() == other.model->hash());
        worn.model->reset(Pose{});
        CHECK(worn.model->hash() == free);
    }
}
