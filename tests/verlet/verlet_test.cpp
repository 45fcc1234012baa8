// The verlet model: bundles that cross, styles that hold, the same bits whatever finds
// the pairs and whoever computes them, and a state that can be put back.
#include "tests/verlet/played.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace ringlet;

namespace {

typedef verlet_tests::Choices Settings;

verlet::VerletModel::ContactCounts countsOf(const Simulation& s) {
    return static_cast<const verlet::VerletModel&>(s.model()).contactCounts();
}

}  // namespace

TEST_CASE("the write-up's choices: a rectangular grid of guides, contacts of F = kx, and out of the head at once") {
    for (const bool staggered : {true, false}) {
        auto barnes = verlet_tests::scene("barnes", "still", {{"staggered", staggered ? "on" : "off"}});
        const Groom& groom = barnes->content().groom;
        REQUIRE(groom.strands() == 12 * 6);
        const Vec3f above = groom.points[0], below = groom.points[size_t{12} * 20];  // the first of two rows
        CHECK((std::fabs(above.x / above.z - below.x / below.z) < 1e-3f) == !staggered);
    }
    const Settings published = {{"step", "published"}, {"contacts", "off"}, {"ballRadius", "0.08"}, {"ballX", "0.2"}, {"ballY", "0.039"}, {"ballZ", "0"}};
    float depth[2];
    for (const bool atOnce : {false, true}) {
        Settings settings = published;
        if (atOnce) settings.push_back({"exitSpeed", "0"});
        auto hair = verlet_tests::scene("barnes", "still", settings);
        for (int i = 0; i < 3; ++i) hair->advance();
        depth[atOnce] = 0;
        const CurveBlock block = hair->model().curves().blocks[0];
        for (uint32_t s = 0; s < block.strands; ++s)
            for (uint32_t p = 2; p < block.particles; ++p)
                depth[atOnce] = std::fmax(depth[atOnce], 0.08f - lengthOf(curvePoint(block, s, p) - hair->balls()[0].center));
    }
    CHECK(depth[0] > 0.05f);   // 0.2 m/s: 10 mm in three frames, of 80
    CHECK(depth[1] < 0.01f);
    auto softened = verlet_tests::scene("barnes", "shake", {}), linear = verlet_tests::scene("barnes", "shake", {{"contactResponse", "linear"}});
    for (int i = 0; i < 60; ++i) softened->advance(), linear->advance();
    CHECK(softened->hash() != linear->hash());
    CHECK(linear->stats().resets == 0);
}

TEST_CASE("hair of other scenes, sizes and stiffness comes to rest" * doctest::test_suite("long")) {
    struct Case {
        std::string scene, motion;
        Settings settings;
    };
    const Case cases[] = {{"helix", "still", {}},
                          {"helix", "still", {{"stiffness", "1e-5"}}},
                          {"curly", "violent", {{"strands", "8"}}},
                          {"coily", "violent", {{"strands", "8"}}},
                          {"wavy", "still", {{"strands", "50"}, {"seed", "3"}, {"contacts", "off"}}},
                          {"brush", "still", {{"particles", "10"}, {"length", "0.291"}, {"across", "7"}, {"along", "15"}}},
                          {"layers", "still", {{"particles", "30"}, {"length", "0.16"}, {"around", "8"}, {"rows", "8"}}},
                          {"layers", "violent", {{"particles", "30"}, {"length", "0.303"}, {"around", "16"}, {"rows", "9"}}},
                          {"links", "still", {{"stiffness", "1e-3"}, {"around", "6"}, {"rows", "2"}}},
                          {"barnes", "still", {{"particles", "132"}, {"stiffness", "1e-3"}, {"around", "6"}, {"rows", "2"}}}};
    for (const Case& one : cases) {
        CAPTURE(one.scene);
        CAPTURE(one.motion);
        auto simulation = verlet_tests::scene(one.scene, one.motion, one.settings);
        const double stops = makeMotion(one.motion).value()->stopsAt();
        const int frames = static_cast<int>((stops + 5) * 60 + 0.999);
        for (int i = 0; i < frames; ++i) simulation->advance();
        const Stats stats = simulation->stats();
        CHECK(stats.maxSpeed < 1e-3);
        CHECK(stats.resets == 0);
        CHECK(stats.length.worst < 0.01);
        CHECK(stats.maxDepth < 2e-3);
    }
}

TEST_CASE("a bundle that falls on another comes to rest on it and does not pass through") {
    // Below, strands along X that are stiff and straight; above, limp ones across them
    // whose free halves fall on them.
    Groom groom;
    std::vector<Vec3f> points(20);
    for (int s = 0; s < 6; ++s) {
        for (int i = 0; i < 20; ++i)
            points[size_t(i)] = {-0.05f + 0.0105f * float(i), 0, 0.006f * float(s)};
        addStrand(groom, points, {1, 0, 0}, 4e-5f);
    }
    for (int s = 0; s < 6; ++s) {
        for (int i = 0; i < 20; ++i)
            points[size_t(i)] = {-0.015f + 0.006f * float(s), 0.03f, -0.1f + 0.0105f * float(i)};
        addStrand(groom, points, {0, 0, 1}, 4e-5f);
    }
    Params params({&verlet::verletParams()});
    REQUIRE(params.set("stiffness", "1e-7").ok());
    REQUIRE(params.set("contactDiameter", "0.008").ok());
    auto built = verlet::VerletModel::build(groom, params, {});
    REQUIRE(built.ok());
    Model& model = *built.value();
    Frame frame;
    double speed = 0;
    size_t touching = 0;
    for (int i = 0; i < 480; ++i) {
        Curves before = model.curves();
        std::vector<Vec3f> was;
        for (uint32_t s = 0; s < 12; ++s) was.push_back(curvePoint(before.blocks[0], s, 19));
        model.step(frame);
        speed = 0;
        Curves now = model.curves();
        for (uint32_t s = 0; s < 12; ++s)
            speed = maximum(speed, double(lengthOf(curvePoint(now.blocks[0], s, 19) - was[s])) * 60);
        touching += static_cast<verlet::VerletModel&>(model).contactCounts().contacts;
    }
    CHECK(speed < 1e-3);
    CHECK(touching > 0);
    // Where an upper strand's line crosses a lower one's, seen from above, it is higher.
    const CurveBlock block = model.curves().blocks[0];
    int crossings = 0, through = 0;
    for (uint32_t a = 0; a < 6; ++a)
        for (uint32_t b = 6; b < 12; ++b)
            for (uint32_t i = 0; i + 1 < 20; ++i)
                for (uint32_t k = 0; k + 1 < 20; ++k) {
                    Vec3f p = curvePoint(block, a, i), u = curvePoint(block, a, i + 1) - p;
                    Vec3f q = curvePoint(block, b, k), v = curvePoint(block, b, k + 1) - q;
                    float area = u.x * v.z - u.z * v.x;
                    if (absolute(area) < 1e-9f) continue;
                    float s = ((q.x - p.x) * v.z - (q.z - p.z) * v.x) / area;
                    float t = ((q.x - p.x) * u.z - (q.z - p.z) * u.x) / area;
                    if (s < 0 || s > 1 || t < 0 || t > 1) continue;
                    ++crossings;
                    if (q.y + t * v.y < p.y + s * u.y) ++through;
                }
    CHECK(crossings > 0);
    CHECK(through == 0);
}

TEST_CASE("the links' style holds under a slow nod, is lost when shaken, and comes back when they hold again") {
    // How far particles are from where they were at first beside the head, in the mean, m.
    auto astray = [](const Simulation& s, const std::vector<Vec3f>& first) {
        const Curves curves = s.model().curves();
        const CurveBlock& b = curves.blocks[0];
        double sum = 0;
        for (uint32_t i = 0; i < b.strands; ++i)
            for (uint32_t p = 0; p < b.particles; ++p)
                sum += lengthOf(rotate(conjugate(curves.head.orientation), curvePoint(b, i, p)) - first[i * b.particles + p]);
        return sum / double(first.size());
    };
    auto play = [](Simulation& s, int frames) {
        for (int i = 0; i < frames; ++i) s.advance();
    };
    auto nod = verlet_tests::scene("links", "nod", {});
    const std::vector<Vec3f> styled = nod->content().groom.points;
    play(*nod, 240);  // it sags a little under its weight first, and nods twice
    const auto held = countsOf(*nod);
    CHECK(held.links > 1000);
    CHECK(held.brokenLinks < held.links / 50);
    CHECK(astray(*nod, styled) < 0.02);
    auto violent = verlet_tests::scene("links", "violent", {});
    play(*violent, 330);
    const double lost = astray(*violent, styled);
    CHECK(countsOf(*violent).brokenLinks > held.links / 2);
    CHECK(lost > 0.04);
    REQUIRE(violent->setParam("linksHold", "off").ok());
    REQUIRE(violent->setParam("linksHold", "on").ok());
    CHECK(countsOf(*violent).brokenLinks == 0);
    play(*violent, 240);
    const auto again = countsOf(*violent);
    CHECK(again.brokenLinks < again.links / 10);
    CHECK(astray(*violent, styled) < 0.5 * lost);
}

TEST_CASE("the same bits for each broad phase, any lanes and threads, and from a saved state on") {
    const Settings settings = {{"layers", "both"}, {"links", "2"}};
    ThreadPool pool(2);
    uint64_t expected = 0;
    for (int variant = 0; variant < 5; ++variant) {
        CAPTURE(variant);
        Settings own = settings;
        if (variant == 1) own.push_back({"broadPhase", "sweep"});
        if (variant == 2) own.push_back({"broadPhase", "brute"});
        ModelOptions options;
        if (variant == 3) options.lanes = 1;
        if (variant == 4) options.lanes = 4, options.pool = &pool;
        auto simulation = verlet_tests::scene("barnes", "violent", own, options);
        for (int i = 0; i < 30; ++i) simulation->advance();
        const std::vector<uint8_t> saved = simulation->model().save();
        REQUIRE(simulation->model().restore(saved).ok());
        for (int i = 0; i < 10; ++i) simulation->advance();
        if (variant == 0) expected = simulation->hash();
        CHECK(simulation->hash() == expected);
    }
    auto whole = verlet_tests::scene("barnes", "violent", settings);
    for (int i = 0; i < 40; ++i) whole->advance();
    CHECK(whole->hash() == expected);
}

TEST_CASE("wind and the brush move hair, and a strand that is not finite returns to rest") {
    auto still = verlet_tests::scene("barnes", "still", {});
    auto blown = verlet_tests::scene("barnes", "still", {});
    blown->setWind({4, 0, 0});
    for (int i = 0; i < 60; ++i) still->advance(), blown->advance();
    auto middle = [](const Simulation& s) {
        const CurveBlock b = s.model().curves().blocks[0];
        double x = 0;
        for (uint32_t i = 0; i < b.strands; ++i) x += curvePoint(b, i, b.particles - 1).x / b.strands;
        return x;
    };
    CHECK(middle(*blown) > middle(*still) + 0.02);
    Frame frame;
    frame.brush = {{0.15f, 0, 0}, {0, 1, 0}, 0.1f, 200};
    const uint64_t before = still->hash();
    still->model().step(frame);
    CHECK(still->hash() != before);
    Frame broken;
    broken.wind = {NAN, 0, 0};
    still->model().step(broken);
    CHECK(still->model().resets() == 72);
    still->advance();
    CHECK(still->stats().maxSpeed < 100);
}
