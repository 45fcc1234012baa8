// Strands drawn between the rims of wisps.
#include "core/groom/follow_wisps.h"

#include "core/groom/roots.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>

using namespace ringlet;

namespace follow_wisps_test {
namespace {

constexpr float radius = 0.1f;

// Pairs of straight strands on a sphere about 15 mm apart, and a single one.
WispGroom pairs(int count) {
    std::vector<GroomRoot> roots;
    auto add = [&](double polar, double azimuth) {
        const Vec3f n{float(std::sin(polar) * std::sin(azimuth)), float(std::cos(polar)), float(std::sin(polar) * std::cos(azimuth))};
        roots.push_back({n * radius, n});
    };
    for (int i = 0; i < count; ++i) {
        add(1.2, 0.7 * i);
        add(1.2, 0.7 * i + 0.16);
    }
    add(0.1, 0);
    return gatherWisps(straightStrands(roots, 0.3f, 20, 1e-4f), 0.015f);
}

// Distance of x from the line between a and b.
float fromBetween(Vec3f x, Vec3f a, Vec3f b) {
    const Vec3f d = b - a;
    const float along = clamped(dot(x - a, d) / dot(d, d), 0.0f, 1.0f);
    return lengthOf(x - a - along * d);
}

}  // namespace

TEST_CASE("follow wisps: strands lie between the rims of one wisp, no farther out than it is thick, rooted on the scalp") {
    const WispGroom gathered = pairs(7);
    REQUIRE(gathered.wisps.size() == 7);
    const WispFollowOptions options{60};
    const FollowTable table = followWisps(gathered, options);
    REQUIRE(table.followers.size() == 15 + 7 * 60);
    auto guidePoint = [&](uint32_t guide, float v) {
        const Vec3f* p = gathered.groom.points.data() + size_t{guide} * 20;
        const float at = v * 19;
        const int i = std::min(static_cast<int>(at), 18);
        return p[i] + (p[i + 1] - p[i]) * (at - static_cast<float>(i));
    };
    for (size_t i = 15; i < table.followers.size(); ++i) {
        const Follower& f = table.followers[i];
        bool isWisp = false;
        for (const Wisp& w : gathered.wisps) isWisp = isWisp || (w.left == f.guides[0] && w.right == f.guides[1]);
        CHECK(isWisp);
        for (const float* weights : {f.atRoot, f.atTip}) {
            CHECK(weights[0] + weights[1] == doctest::Approx(1));
            CHECK(weights[0] >= 0);
            CHECK(weights[1] >= 0);
            CHECK(weights[2] + weights[3] == 0);
        }
        CHECK(f.reach >= options.shortest);
        CHECK(lengthOf(followedPoint(f, 0, Quatf{0, 0, 0, 1}, guidePoint)) == doctest::Approx(radius).epsilon(0.005));
        for (float u : {0.0f, 0.3f, 0.6f, 1.0f}) {
            const Vec3f x = followedPoint(f, u, Quatf{0, 0, 0, 1}, guidePoint);
            const float v = u * f.reach, away = fromBetween(x, guidePoint(f.guides[0], v), guidePoint(f.guides[1], v));
            const float gathers = 1 - followBlend(f.closes, v), out = gathers * 0.71f * options.widest + 0.5f * options.thickness;
            CHECK(away < out + 1.8f * options.jitter + 3e-4f);
        }
    }
}

TEST_CASE("follow wisps: any first part is spread over all wisps and over the width of each") {
    const WispGroom gathered = pairs(7);
    const FollowTable table = followWisps(gathered, {60});
    for (size_t rounds : {6u, 15u, 60u}) {
        int inWisp[15] = {}, third[3] = {};
        for (size_t i = 15; i < 15 + 7 * rounds; ++i) {
            ++inWisp[table.followers[i].guides[0]];
            ++third[std::min(static_cast<int>(3 * table.followers[i].atRoot[1]), 2)];
        }
        for (const Wisp& w : gathered.wisps) CHECK(inWisp[w.left] == static_cast<int>(rounds));
        for (int count : third) CHECK(std::abs(count - static_cast<int>(7 * rounds / 3)) <= 8);
    }
    // More strands are those of fewer and others: who asks for more sees none change.
    const FollowTable few = followWisps(gathered, {17});
    REQUIRE(few.followers.size() < table.followers.size());
    for (size_t i = 0; i < few.followers.size(); ++i) {
        const Follower &a = few.followers[i], &b = table.followers[i];
        CHECK(a.guides[0] == b.guides[0]);
        CHECK(a.atRoot[0] == b.atRoot[0]);
        CHECK(a.phase == b.phase);
        CHECK(a.tipOffset.x == b.tipOffset.x);
        CHECK(a.rootOffset.z == b.rootOffset.z);
    }
    const FollowTable again = followWisps(gathered, {60});
    CHECK(std::memcmp(&again.followers[100], &table.followers[100], sizeof(Follower)) == 0);
}

TEST_CASE("follow wisps: without wisps the strands alone are drawn") {
    CHECK(followWisps({}, {}).followers.empty());
    const WispGroom one = gatherWisps(pairs(2).groom, 0);
    CHECK(followWisps(one, {}).followers.size() == 5);
}

TEST_CASE("follow wisps: any groom is drawn as flat wisps, single strands as wide as the others, by the scheme too") {
    const WispGroom gathered = pairs(7);
    const float width = 0.015f;
    const FollowTable each = followFlatWisps(gathered.groom, width, 60);
    REQUIRE(each.followers.size() == 15 + 8 * 60);
    float least = 1, most = -1;
    for (size_t i = 15; i < each.followers.size(); ++i) {
        const Follower& f = each.followers[i];
        if (f.guides[0] != 14) continue;
        CHECK(f.guides[1] == 14);
        const Vec3f n = gathered.groom.rootNormals[14], out = f.tipOffset - n * dot(f.tipOffset, n);
        CHECK(lengthOf(out) <= std::hypot(0.5f * width, 0.5f * WispFollowOptions{}.thickness) + 1e-5f);
        least = std::min(least, dot(f.tipOffset, Vec3f{1, 0, 0}) + dot(f.tipOffset, Vec3f{0, 0, 1}));
        most = std::max(most, dot(f.tipOffset, Vec3f{1, 0, 0}) + dot(f.tipOffset, Vec3f{0, 0, 1}));
    }
    CHECK(most - least > 0.5f * width);
    FollowOptions options;
    options.scheme = FollowScheme::FlatWisps;
    options.wispWidth = width;
    options.drawn = 100;
    const FollowTable table = makeFollowTable(gathered.groom, options);
    REQUIRE(table.followers.size() == 100);
    for (size_t i = 15; i < 100; ++i) CHECK(table.followers[i].guides[0] == each.followers[i].guides[0]);
    CHECK(drawnWispWidth(gathered.groom, 0) == doctest::Approx(rootSpacing(gathered.groom)));
}

}  // namespace follow_wisps_test
