#include "core/groom/follow.h"

#include "core/base/hash.h"
#include "core/collide/head.h"
#include "core/groom/icosphere.h"
#include "core/groom/root_neighbours.h"
#include "core/groom/roots.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

using namespace ringlet;

namespace {

// 642 roots on a sphere of 0.1 m, by the golden angle.
std::vector<GroomRoot> sphereRoots() {
    std::vector<GroomRoot> roots;
    for (int i = 0; i < 642; ++i) {
        double y = 1 - 2 * (i + 0.5) / 642, across = std::sqrt(1 - y * y), turn = 2.39996323 * i;
        Vec3f n{static_cast<float>(across * std::cos(turn)), static_cast<float>(y), static_cast<float>(across * std::sin(turn))};
        roots.push_back({n * 0.1f, n});
    }
    return roots;
}
Groom sphereGroom() { return straightStrands(sphereRoots(), 0.2f, 12, 1e-4f); }

FollowTable tableFor(const Groom& groom, uint32_t drawn, float clumping = 0.5f) {
    FollowOptions options;
    options.drawn = drawn;
    options.clumping = clumping;
    return makeFollowTable(groom, options);
}

}  // namespace

TEST_CASE("root neighbours: the same as looking at all of them") {
    std::vector<Vec3f> roots;
    for (const GroomRoot& root : sphereRoots()) roots.push_back(root.position);
    RootNeighbours near(roots);
    for (uint32_t r = 0; r < roots.size(); r += 37) {
        uint32_t found[8];
        near.nearest(r, 8, found);
        CHECK(found[0] == r);
        std::vector<std::pair<float, uint32_t>> all;
        for (uint32_t o = 0; o < roots.size(); ++o) {
            Vec3f gap = roots[o] - roots[r];
            if (o != r) all.push_back({dot(gap, gap), o});
        }
        std::sort(all.begin(), all.end());
        for (int n = 1; n < 8; ++n) CHECK(found[n] == all[static_cast<size_t>(n - 1)].second);
    }
}

TEST_CASE("root neighbours: of roots in one place one counts") {
    std::vector<Vec3f> roots;  // a triangle mesh's corners: every place five or six times
    for (const GroomRoot& root : icosphereRoots(2, 0.1f)) roots.push_back(root.position);
    RootNeighbours near(roots);
    uint32_t found[7];
    near.nearest(5, 7, found);
    for (int a = 0; a < 7; ++a)
        for (int b = 0; b < a; ++b) CHECK(lengthOf(roots[found[a]] - roots[found[b]]) > 0.005f);
    CHECK(near.spacing() > 0.005f);
}

TEST_CASE("root neighbours: heads that are far apart and strays cost no more, and are found all the same") {
    for (float apart : {0.5f, 10.0f, 1000.0f}) {
        CAPTURE(apart);
        std::vector<Vec3f> roots;
        for (float x : {0.0f, apart})
            for (const GroomRoot& root : sphereRoots()) roots.push_back(root.position + Vec3f{x, 0, 0});
        for (int i = 0; i < 40; ++i) roots.push_back({-apart, static_cast<float>(i) * apart, 3});
        RootNeighbours near(roots);
        const float spacing = near.spacing();
        for (uint32_t r = 0; r < roots.size(); r += 53) {
            uint32_t found[6];
            near.nearest(r, 6, found);
            CHECK(near.closest(roots[r]) == r);
            std::vector<std::pair<float, uint32_t>> all;
            for (uint32_t o = 0; o < roots.size(); ++o) {
                const Vec3f gap = roots[o] - roots[r];
                if (dot(gap, gap) > 1e-10f) all.push_back({dot(gap, gap), o});
            }
            std::sort(all.begin(), all.end());
            for (int n = 1; n < 6; ++n) CHECK(found[n] == all[static_cast<size_t>(n - 1)].second);
            int looked = 0;
            near.within(spacing, roots[r], [&](uint32_t) { ++looked; });
            CHECK(looked >= 1);
            CHECK(looked < 100);
        }
    }
}

TEST_CASE("root neighbours: one root, and many in one place") {
    std::vector<Vec3f> one{{1, 2, 3}};
    uint32_t found[3] = {9, 9, 9};
    RootNeighbours(one).nearest(0, 3, found);
    CHECK(found[2] == 0);
    CHECK(RootNeighbours(one).spacing() == 0.0f);
    std::vector<Vec3f> same(50, Vec3f{1, 2, 3});
    RootNeighbours(same).nearest(7, 3, found);
    CHECK(found[1] == 7);
    CHECK(RootNeighbours(same).spacing() == 0.0f);
}

TEST_CASE("follow: guides come first, each once, as they are") {
    Groom groom = sphereGroom();
    FollowTable table = tableFor(groom, 0);
    REQUIRE(table.followers.size() == groom.strands());
    std::vector<int> seen(groom.strands(), 0);
    for (const Follower& f : table.followers) {
        ++seen[f.guides[0]];
        CHECK(f.atRoot[0] == 1.0f);
        CHECK(f.reach == 1.0f);
        CHECK(f.jitter == 0.0f);
    }
    CHECK(*std::min_element(seen.begin(), seen.end()) == 1);
}

TEST_CASE("follow: weights sum to one, guides exist, roots lie on the scalp and between guides") {
    Groom groom = sphereGroom();
    FollowTable table = tableFor(groom, 5000);
    REQUIRE(table.followers.size() == 5000);
    Groom drawn = followedGroom(groom, table, 12);
    REQUIRE(drawn.strands() == 5000);
    float spacing = rootSpacing(groom);
    CHECK(spacing > 0.005f);
    for (size_t i = 0; i < table.followers.size(); ++i) {
        const Follower& f = table.followers[i];
        float root = 0, tip = 0;
        for (int k = 0; k < followGuides; ++k) {
            CHECK(f.guides[k] < groom.strands());
            root += f.atRoot[k];
            tip += f.atTip[k];
        }
        CHECK(root == doctest::Approx(1).epsilon(1e-5));
        CHECK(tip == doctest::Approx(1).epsilon(1e-5));
        Vec3f at = drawn.points[i * 12];
        CHECK(lengthOf(at) == doctest::Approx(0.1).epsilon(0.002));  // 0.2 mm
        float nearest = 1;
        for (uint32_t s = 0; s < groom.strands(); ++s) nearest = std::min(nearest, lengthOf(at - groom.points[s * 12]));
        CHECK(nearest < 1.01f * spacing);
    }
}

TEST_CASE("follow: clumping draws tips together, none leaves them between guides") {
    Groom groom = sphereGroom();
    auto tipSpread = [&](float clumping) {
        FollowTable table = tableFor(groom, 4000, clumping);
        Groom drawn = followedGroom(groom, table, 12);
        double sum = 0;
        for (size_t i = groom.strands(); i < drawn.strands(); ++i)
            sum += lengthOf(drawn.points[i * 12 + 8] - groom.points[table.followers[i].guides[0] * 12 + 8]);
        return sum / static_cast<double>(drawn.strands() - groom.strands());
    };
    CHECK(tipSpread(1.0f) < 0.6 * tipSpread(0.0f));
}

TEST_CASE("follow: semi-interpolation mixes smooth hair to the tip, waves at the root alone, and leaves locks of curls apart") {
    const double turnsOf[] = {0, 3, 12};
    float atRoot[3], atTip[3];
    for (int kind = 0; kind < 3; ++kind) {
        Groom groom;
        for (const GroomRoot& root : sphereRoots()) {
            std::vector<Vec3f> points;
            for (int i = 0; i < 160; ++i) {
                const double t = i / 159.0, angle = 2 * 3.14159265 * turnsOf[kind] * t, r = kind == 0 ? 0.0 : 0.004;
                points.push_back(root.position + root.normal * static_cast<float>(0.2 * t) +
                                 Vec3f{static_cast<float>(r * std::cos(angle)), static_cast<float>(r * std::sin(angle)), 0});
            }
            addStrand(groom, points, root.normal, 1e-4f);
        }
        CHECK(curlinessOf(groom, 5) < turnsOf[kind] / (turnsOf[kind] + 3) + 0.02);
        FollowOptions options;
        options.drawn = 3000;
        options.scheme = FollowScheme::Semi;
        const FollowTable table = makeFollowTable(groom, options);
        atRoot[kind] = atTip[kind] = 0;
        for (size_t i = groom.strands(); i < table.followers.size(); ++i) {
            atRoot[kind] += table.followers[i].atRoot[0] / static_cast<float>(3000 - groom.strands());
            atTip[kind] += table.followers[i].atTip[0] / static_cast<float>(3000 - groom.strands());
        }
    }
    CHECK(atTip[0] == doctest::Approx(atRoot[0]).epsilon(0.02));  // as much mixed at the tip as at the root
    CHECK(atTip[1] > 0.65f);                                      // mostly its own guide
    CHECK(atRoot[1] < atRoot[0] + 0.1f);                          // but mixed at the root
    CHECK(atTip[2] > 0.999f);
    CHECK(atRoot[2] > atRoot[1] + 0.1f);                          // and not even there
}

TEST_CASE("follow: guides that part are not mixed") {
    // Two rows of strands, one combed to the left and one to the right.
    Groom groom;
    for (int i = 0; i < 40; ++i) {
        float x = i % 2 ? 0.002f : -0.002f, z = 0.004f * static_cast<float>(i / 2);
        std::vector<Vec3f> points;
        for (int p = 0; p < 8; ++p) points.push_back({x * (1 + 4.0f * static_cast<float>(p)), 0, z});
        addStrand(groom, points, {0, 1, 0}, 1e-4f);
    }
    for (const Follower& f : tableFor(groom, 400).followers)
        for (int k = 1; k < followGuides; ++k) CHECK(f.guides[k] % 2 == f.guides[0] % 2);
}

TEST_CASE("follow: the same table again, another with another seed, and the same first strands of more") {
    Groom groom = sphereGroom();
    FollowOptions options;
    options.drawn = 2000;
    FollowTable a = makeFollowTable(groom, options), b = makeFollowTable(groom, options);
    options.drawn = 3000;
    FollowTable more = makeFollowTable(groom, options);
    options.seed = 2;
    FollowTable other = makeFollowTable(groom, options);
    // And on every target: what one expression draws at random twice is in an order that the compiler chooses.
    options.seed = 1;
    options.hairline = options.flyaways = 0.7f;
    std::vector<GroomRoot> square;
    for (int i = 0; i < 400; ++i) square.push_back({{0.005f * float(i % 20), 0, 0.005f * float(i / 20)}, {0, 1, 0}});
    Hash64 offsets;
    for (const Follower& f : makeFollowTable(straightStrands(square, 0.2f, 12, 1e-4f), options).followers)
        for (float number : {f.rootOffset.x, f.rootOffset.z, f.tipOffset.x, f.tipOffset.y, f.tipOffset.z, f.reach}) offsets.add(number);
    CHECK(hashText(offsets.value()) == "100442db46d6fc45");
    int differ = 0;
    for (size_t i = 0; i < a.followers.size(); ++i) {
        CHECK(a.followers[i].phase == b.followers[i].phase);
        CHECK(a.followers[i].rootOffset.x == more.followers[i].rootOffset.x);
        differ += a.followers[i].phase != other.followers[i].phase ? 1 : 0;
    }
    CHECK(differ > 1000);
}

TEST_CASE("follow: strands of unequal point counts, one strand, and none") {
    Groom groom;
    for (int i = 0; i < 30; ++i) {
        std::vector<Vec3f> points;
        int count = 2 + i % 5;
        for (int p = 0; p < count; ++p)
            points.push_back({0.01f * static_cast<float>(i), 0.1f * static_cast<float>(p) / static_cast<float>(count - 1), 0});
        addStrand(groom, points, {0, 1, 0}, 1e-4f);
    }
    Groom drawn = followedGroom(groom, tableFor(groom, 300), 6);
    for (Vec3f p : drawn.points) CHECK(std::fabs(p.x) + std::fabs(p.y) + std::fabs(p.z) < 1.0f);

    Groom single = hangingHelix({0.1f, 0.01f, 0.02f}, 20, 1e-4f);
    Groom around = followedGroom(single, tableFor(single, 10), 20);
    REQUIRE(around.strands() == 10);
    for (Vec3f p : around.points) CHECK(std::isfinite(p.x));
    CHECK(tableFor(Groom(), 100).followers.empty());
}

TEST_CASE("follow: the head's turn turns the offsets") {
    Follower f;
    f.rootOffset = {0.01f, 0, 0};
    f.tipOffset = {0.01f, 0, 0};
    Quatf quarter{0, 0.70710678f, 0, 0.70710678f};  // about Y: x to -z
    Vec3f p = followedPoint(f, 0.5f, quarter, [](uint32_t, float v) { return Vec3f{0, v, 0}; });
    CHECK(p.x == doctest::Approx(0).epsilon(1e-6));
    CHECK(p.y == doctest::Approx(0.5));
    CHECK(p.z == doctest::Approx(-0.01));
}

TEST_CASE("a wisp's strands lie about their master, as wide as it is, and keep their places as far as they are told") {
    std::vector<GroomRoot> roots;
    for (int i = 0; i < 40; ++i) {
        const double polar = 0.2 + 0.03 * i, azimuth = 2.4 * i;
        const Vec3f n{float(std::sin(polar) * std::sin(azimuth)), float(std::cos(polar)), float(std::sin(polar) * std::cos(azimuth))};
        roots.push_back({n * 0.1f, n});
    }
    const Groom groom = straightStrands(roots, 0.3f, 12, 1e-4f);
    const float spacing = minimum(rootSpacing(groom), FollowOptions{}.widest);
    for (float correlation : {0.0f, 1.0f}) {
        FollowOptions options;
        options.scheme = FollowScheme::Masters;
        options.drawn = 40 * 61;
        options.correlation = correlation;
        const FollowTable table = makeFollowTable(groom, options);
        REQUIRE(table.followers.size() == 40 * 61);
        std::vector<int> each(40, 0);
        double together = 0, widest = 0;
        for (size_t i = 40; i < table.followers.size(); ++i) {
            const Follower& f = table.followers[i];
            CHECK(f.guides[1] == f.guides[0]);
            CHECK(f.atTip[0] == 1);
            ++each[f.guides[0]];
            const Vec3f n = groom.rootNormals[f.guides[0]];
            CHECK(lengthOf(f.rootOffset) <= 1.25f * spacing);
            CHECK(std::fabs(dot(f.tipOffset, n)) < 1e-6);  // across the run, which is straight out
            widest = std::max(widest, double(lengthOf(f.tipOffset)));
            const Vec3f place = f.rootOffset - dot(f.rootOffset, n) * n;
            together += double(dot(normalizedOr(place, n), normalizedOr(f.tipOffset, n))) / double(40 * 60);
        }
        for (int count : each) CHECK(count == 60);
        CHECK(widest < double(spacing));
        CHECK(widest > 0.2 * double(spacing));
        if (correlation == 0) CHECK(std::fabs(together) < 0.05);
        else CHECK(together > 0.9);
    }
}

TEST_CASE("follow: strands fly away by millimetres, as many as asked for, and the others stay") {
    const Groom groom = straightStrands(sphereRoots(), 0.2f, 12, 1e-4f);
    FollowOptions options;
    options.drawn = 6000;
    const FollowTable without = makeFollowTable(groom, options);
    options.flyaways = 0.05f;
    const FollowTable with = makeFollowTable(groom, options);
    REQUIRE(with.followers.size() == without.followers.size());
    int away = 0;
    for (size_t i = 0; i < with.followers.size(); ++i) {
        const Follower &now = with.followers[i], &before = without.followers[i];
        CHECK(now.rootOffset.x == before.rootOffset.x);
        if (now.jitter == before.jitter) continue;
        ++away;
        CHECK(now.jitter <= 0.5f * options.widest);
        CHECK(lengthOf(now.tipOffset - before.tipOffset) <= 1.8f * now.jitter);
        CHECK(now.reach <= before.reach);
    }
    CHECK(away > 200);
    CHECK(away < 400);
}

TEST_CASE("follow: a hairline is of short hairs, at the edge of the hair alone") {
    std::vector<GroomRoot> roots;  // the upper half of the sphere
    for (const GroomRoot& root : sphereRoots())
        if (root.position.y > 0) roots.push_back(root);
    const Groom groom = straightStrands(roots, 0.2f, 12, 1e-4f);
    FollowOptions options;
    options.drawn = 4000;
    const FollowTable without = makeFollowTable(groom, options);
    options.hairline = 1;
    const FollowTable with = makeFollowTable(groom, options);
    REQUIRE(with.followers.size() == without.followers.size());
    const float spacing = rootSpacing(groom);
    const auto rootOf = [&](const Follower& f) { return followedPoint(f, 0, Quatf{0, 0, 0, 1}, [&](uint32_t s, float) { return groom.points[size_t{s} * 12]; }); };
    int fine = 0, outside = 0;
    for (size_t i = 0; i < with.followers.size(); ++i) {
        const Follower &now = with.followers[i], &before = without.followers[i];
        if (now.reach == before.reach) {
            CHECK(now.tipOffset.x == before.tipOffset.x);
            continue;
        }
        ++fine;
        CHECK(now.reach <= 0.3f);
        CHECK(rootOf(before).y < 3 * spacing);  // from the equator, the edge
        CHECK(lengthOf(rootOf(now) - rootOf(before)) <= 0.0121f);
        outside += rootOf(now).y < -0.002f ? 1 : 0;
    }
    CHECK(fine > 200);
    CHECK(fine < 1500);
    CHECK(outside > fine / 4);
}

namespace {

// The farthest that one of those places is from a drawn root, m.
float farthestFrom(const Groom& groom, const std::vector<Vec3f>& places, uint32_t drawn) {
    const FollowTable table = tableFor(groom, drawn);
    std::vector<Vec3f> roots;
    for (const Follower& f : table.followers)
        roots.push_back(followedPoint(f, 0, Quatf{0, 0, 0, 1}, [&](uint32_t s, float) { return groom.points[size_t{s} * 12]; }));
    float farthest = 0;
    for (Vec3f place : places) {
        float nearest = 1;
        for (Vec3f root : roots) nearest = std::min(nearest, lengthOf(root - place));
        farthest = std::max(farthest, nearest);
    }
    return farthest;
}

}  // namespace

TEST_CASE("follow: no skin is bare between few guides, nor between tufts") {
    std::vector<GroomRoot> few, tufts;
    std::vector<Vec3f> places;
    for (const ScalpRoot& root : scalpRoots(200, 1)) few.push_back({root.position, root.normal});
    for (const ScalpRoot& root : scalpRoots(800, 2))
        if (aboveHairLine(root.position) > 0.012f) places.push_back(root.position);
    const float bare = farthestFrom(straightStrands(few, 0.2f, 12, 1e-4f), places, 8000);
    INFO("few: ", bare);
    CHECK(bare < 0.008f);
    places.clear();
    for (const GroomRoot& root : sphereRoots())
        if (root.position.y > 0.02f) places.push_back(root.position * 0.6f);
    for (int i = 0; i < 60; ++i) {  // as far apart as ringlets' tufts, by the golden angle, over the whole sphere
        const float y = 1 - 2 * (float(i) + 0.5f) / 60, across = std::sqrt(1 - y * y), turn = 2.39996323f * float(i);
        for (int k = 0; k < 12; ++k) {
            const Vec3f aside{0.05f * std::cos(2.4f * float(k)), 0.05f * std::sin(2.4f * float(k)), 0.01f * float(k % 5)};
            const Vec3f n = normalizedOr(Vec3f{across * std::cos(turn), y, across * std::sin(turn)} + aside, {0, 1, 0});
            tufts.push_back({n * 0.06f, n});
        }
    }
    const float between = farthestFrom(straightStrands(tufts, 0.2f, 12, 1e-4f), places, 8000);
    INFO("tufts: ", between);
    CHECK(between < 0.006f);
}
