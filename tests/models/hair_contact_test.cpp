// Strands of the elastic-strand model against each other: the same bits, nothing at rest, order, energy.
#include "core/models/pose_path.h"
#include "core/scenes/simulation.h"
#include "tests/models/rig.h"

#include <algorithm>

using namespace ringlet;
using namespace ringlet::test;

namespace {

std::unique_ptr<Model> strandsOf(const Groom& groom, const Settings& settings, const ModelOptions& options = {}) {
    Params params({findModel("elastic-strand")->params});
    REQUIRE(params.set("hairContact", 0.05).ok());
    for (const auto& setting : settings) REQUIRE(params.set(setting.first, setting.second).ok());
    auto built = findModel("elastic-strand")->build(groom, params, options);
    REQUIRE(built.ok());
    return std::move(built.value());
}
Frame still(const Colliders* colliders = nullptr) {
    Frame frame;
    frame.colliders = colliders;
    return frame;
}

// Strands held out side by side, so near that their hair lies in each other's.
Groom dense() {
    Groom groom;
    for (int s = 0; s < 12; ++s) {
        std::vector<Vec3f> points;
        for (int p = 0; p < 12; ++p) points.push_back({0.01f * static_cast<float>(p), 0.001f * static_cast<float>(s % 3), 0.001f * static_cast<float>(s / 3)});
        addStrand(groom, points, {1, 0, 0}, 4e-5f);
    }
    return groom;
}

// How much higher the upper lock of scene `crossing` is than the lower one over the ball's top, m.
float higher(double hairContact) {
    Params params = sceneParams(*findScene("crossing"));
    REQUIRE(params.set("strands", 80).ok());
    REQUIRE(params.set("hairContact", hairContact).ok());
    auto made = Simulation::make("crossing", params, {});
    REQUIRE(made.ok());
    for (int i = 0; i < 240; ++i) made.value()->advance();
    double heights[2] = {0, 0};
    for (const CurveBlock& block : made.value()->model().curves().blocks)
        for (uint32_t s = 0; s < block.strands; ++s) {
            float nearest = 1, height = 0;
            for (uint32_t p = 0; p < block.particles; ++p) {
                const Vec3f x = curvePoint(block, s, p);
                const float off = x.x * x.x + x.z * x.z;
                if (off < nearest) nearest = off, height = lengthOf(x);
            }
            heights[2 * s >= block.strands ? 1 : 0] += double(height) / (0.5 * block.strands);
        }
    return static_cast<float>(heights[1] - heights[0]);
}

}  // namespace

TEST_CASE("elastic strands that meet give the same bits for any lanes and threads, and go on from a saved state") {
    ThreadPool two(2);
    Colliders ball;
    ball.spheres.push_back({{0, 0, 0}, 0.1f});
    const Settings settings = {{"hairDiameter", 0.01}, {"hairFriction", 30}};
    const Groom groom = randomGroom(3, 37, 14);
    auto reference = strandsOf(groom, settings, {"cpu", "tiles", 1, nullptr}), wide = strandsOf(groom, settings, {"cpu", "tiles", 0, &two});
    auto later = strandsOf(groom, settings, {"cpu", "tiles", 4, nullptr});
    uint64_t most = 0;
    for (int i = 0; i < 30; ++i) {
        reference->step(wildFrame(i, 60, 0.3, &ball)), wide->step(wildFrame(i, 60, 0.3, &ball));
        if (i == 15) REQUIRE(later->restore(reference->save()).ok());
        if (i > 15) later->step(wildFrame(i, 60, 0.3, &ball));
        most = std::max(most, reference->contacts());
    }
    CHECK(most > 10);
    CHECK(reference->hash() == wide->hash());
    CHECK(reference->hash() == later->hash());
    CHECK(reference->resets() == 0);
}

TEST_CASE("elastic strands that meet no more forget what they clung to, and take states as soon as they meet") {
    const Groom groom = randomGroom(3, 37, 14);
    auto params = [](double hairContact) {
        Params p({findModel("elastic-strand")->params});
        REQUIRE(p.set("hairDiameter", 0.01).ok());
        REQUIRE(p.set("hairContact", hairContact).ok());
        return p;
    };
    auto play = [](Model& model, int from, int to) {
        for (int i = from; i < to; ++i) model.step(wildFrame(i, 60, 0.3, nullptr));
    };
    auto model = strandsOf(groom, {{"hairDiameter", 0.01}});
    play(*model, 0, 20);
    REQUIRE(model->contacts() > 0);
    const std::vector<uint8_t> meeting = model->save();
    model->setParams(params(0));
    auto other = strandsOf(groom, {{"hairDiameter", 0.01}, {"hairContact", 0}});
    REQUIRE(other->restore(model->save()).ok());
    for (Model* m : {model.get(), other.get()}) m->setParams(params(0.05)), play(*m, 20, 30);
    CHECK(model->hash() == other->hash());
    auto fresh = strandsOf(groom, {{"hairDiameter", 0.01}, {"hairContact", 0}});
    fresh->setParams(params(0.05));
    CHECK(fresh->restore(meeting).ok());
    CHECK(fresh->save() == meeting);
}

TEST_CASE("elastic strands let each other be that rest in each other") {
    const Settings settings = {{"sagFree", 1}, {"hairDiameter", 0.006}, {"hairContact", 1}};
    auto model = strandsOf(dense(), settings), apart = strandsOf(dense(), {{"sagFree", 1}, {"hairContact", 0}});
    const std::vector<Vec3f> start = pointsOf(*model);
    for (int i = 0; i < 120; ++i) model->step(still()), apart->step(still());
    CHECK(model->contacts() > 100);
    MESSAGE("moved by " << furthest(pointsOf(*model), start) << " m, alone " << furthest(pointsOf(*apart), start));
    CHECK(furthest(pointsOf(*model), start) < 1e-5f);
    CHECK(furthest(pointsOf(*model), pointsOf(*apart)) < 1e-5f);
}

TEST_CASE("a lock of elastic strands stays above the lock that it falls on") {
    const float meets = higher(0.05), apart = higher(0);
    MESSAGE("upper over lower " << 1e3f * meets << " mm, " << 1e3f * apart << " where they do not meet");
    CHECK(meets > 1.5e-3f);
    CHECK(apart < 1e-3f);
}

TEST_CASE("elastic strands that meet come to rest on a ball, and gain no energy there") {
    Colliders ball;
    ball.spheres.push_back({{0, 0, 0}, 0.1f});
    const Frame frame = still(&ball);
    auto model = strandsOf(randomGroom(5, 40, 14), {{"hairDiameter", 0.008}});
    double before = 0, rise = 0, start = 0;
    std::vector<Vec3f> last;
    for (int i = 0; i < 480; ++i) {
        last = pointsOf(*model);
        model->step(frame);
        const double now = model->energy(frame.gravity).total();
        if (i == 0) start = now;
        if (i > 0) rise = std::max(rise, now - before);
        before = now;
    }
    MESSAGE("energy rises by " << rise << " of " << start - before << " J in a frame at most; fastest " << furthest(pointsOf(*model), last) * 60 << " m/s");
    CHECK(model->contacts() > 0);
    CHECK(rise < 0.01 * (start - before));
    CHECK(furthest(pointsOf(*model), last) * 60 < 1e-3f);
    CHECK(model->resets() == 0);
}
