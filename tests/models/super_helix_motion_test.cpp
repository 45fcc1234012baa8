// How a super-helix moves: the same at every rate, true to finer steps with one linearisation as
// with several, and never in what its hair was made around.
#include "tests/models/rig.h"

#include "core/models/super_helix/super_helix.h"

namespace ringlet::test {
namespace {

std::unique_ptr<Model> rods(const Groom& groom, const Settings& settings, const Colliders* colliders = nullptr) {
    Params params({&super_helix::superHelixParams()});
    // Air that goes with the head, as on heads of hair.
    REQUIRE(params.set("airDrag", 5e-5).ok());
    REQUIRE(params.set("entrainment", 0.8).ok());
    for (const auto& setting : settings) REQUIRE_MESSAGE(params.set(setting.first, setting.second).ok(), setting.first);
    ModelOptions options;
    options.colliders = colliders;
    auto built = super_helix::SuperHelixModel::build(groom, params, options);
    REQUIRE_MESSAGE(built.ok(), (built.ok() ? std::string() : built.error()));
    return std::move(built.value());
}

std::vector<Vec3f> tipsAfter(const Groom& groom, double seconds, double rate, const Settings& settings) {
    auto model = rods(groom, settings);
    const int frames = static_cast<int>(seconds * rate + 0.5);
    for (int f = 0; f < frames; ++f) model->step(wildFrame(f, rate, 0.6));
    std::vector<Vec3f> tips;
    for (const CurveBlock& b : model->curves().blocks)
        for (uint32_t s = 0; s < b.strands; ++s) tips.push_back(curvePoint(b, s, b.particles - 1));
    return tips;
}

double farthest(const std::vector<Vec3f>& a, const std::vector<Vec3f>& b) {
    double most = 0;
    for (size_t i = 0; i < a.size(); ++i) most = std::max(most, double(lengthOf(a[i] - b[i])));
    return most;
}

}  // namespace

TEST_CASE("super-helices: a head that swings moves them alike at 30, 60 and 240 Hz") {
    const Groom groom = randomGroom(17, 9, 12);
    const std::vector<Vec3f> often = tipsAfter(groom, 0.5, 240, {});
    for (double rate : {30.0, 60.0, 120.0}) {
        CAPTURE(rate);
        CHECK(farthest(tipsAfter(groom, 0.5, rate, {}), often) < 1e-3);
    }
}

TEST_CASE("super-helices: linearised once or as often as they ask for, they converge to the same motion") {
    const Groom groom = randomGroom(18, 6, 12);
    const std::vector<Vec3f> fine = tipsAfter(groom, 0.4, 240, {{"substeps", 8}, {"passes", 4}});
    CHECK(farthest(tipsAfter(groom, 0.4, 240, {{"substeps", 1}}), fine) < 6e-3);
    const double coarse = farthest(tipsAfter(groom, 0.4, 240, {{"substeps", 1}, {"passes", 1}}), fine);
    CHECK(coarse < 0.02);
    CHECK(farthest(tipsAfter(groom, 0.4, 240, {{"substeps", 8}, {"passes", 1}}), fine) < 0.5 * coarse);
}

TEST_CASE("super-helices: a groom that runs through its collider is drawn out of it") {
    Groom groom;
    for (int s = 0; s < 12; ++s) {
        Random random(3, static_cast<uint64_t>(s));
        const Vec3f normal = randomDirection(random), along = normalizedOr(cross(normal, randomDirection(random)), normal);
        std::vector<Vec3f> points;
        // Out of the skin, and on a straight way through the ball's side, up to 8 mm deep.
        for (int i = 0; i < 16; ++i) {
            const float u = 0.012f * static_cast<float>(i);
            points.push_back((0.1f + 0.004f * minimum(1.0f, 100 * u) - 0.5f * u) * normal + u * along);
        }
        addStrand(groom, points, normal, 4e-5f);
    }
    Colliders ball;
    ball.spheres.push_back({{0, 0, 0}, 0.1f});
    float given = 0;
    for (Vec3f p : groom.points) given = maximum(given, 0.1f - lengthOf(p));
    REQUIRE(given > 1e-3f);
    for (double elements : {5.0, 20.0}) {
        auto model = rods(groom, {{"elements", elements}}, &ball);
        for (int f = 0; f < 60; ++f) model->step(wildFrame(f, 60, 0, &ball));
        float deepest = 0;
        for (Vec3f p : pointsOf(*model)) deepest = maximum(deepest, 0.1f - lengthOf(p));
        CAPTURE(elements);
        CHECK(deepest < 1.2e-3f);
    }
}

}  // namespace ringlet::test
