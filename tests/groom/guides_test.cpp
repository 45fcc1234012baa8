// Guides of large grooms: spread, repeatable, and followed by the rest.
#include "core/groom/guides.h"
#include "core/math/random.h"
#include "tests/support.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <set>

using namespace ringlet;

namespace {

// Strands on a cap of a sphere that all lean and curve alike, in two point counts.
Groom cap(int strands, uint64_t seed, bool mixedCounts = true) {
    Groom groom;
    for (int half = 0; half < 2; ++half)
        for (int s = 0; s < strands / 2; ++s) {
            Random random(seed, static_cast<uint64_t>(2 * s + half));
            const float x = random.between(-0.07f, 0.07f), z = random.between(-0.07f, 0.07f);
            const Vec3f root{x, squareRoot(0.01f - 0.5f * (x * x + z * z)), z};
            const Vec3f normal = normalizedOr(root, Vec3f{0, 1, 0});
            const int points = half && mixedCounts ? 12 : 9;
            const float length = 0.2f + 0.05f * x / 0.07f + random.between(-0.01f, 0.01f);
            std::vector<Vec3f> p;
            for (int i = 0; i < points; ++i) {
                const float t = static_cast<float>(i) / static_cast<float>(points - 1);
                const Vec3f down{0.3f * x, -1, 0.3f * z};
                p.push_back(root + normal * (0.3f * t * length) + down * (0.8f * t * t * length));
            }
            addStrand(groom, p, normal, 4e-5f);
        }
    return groom;
}

float farthestFromGuide(const Groom& groom, const Groom& guides) {
    float most = 0;
    auto rootsOf = [](const Groom& g) {
        std::vector<Vec3f> roots;
        for (const StrandGroup& group : g.groups)
            for (uint32_t s = 0; s < group.strandCount; ++s)
                roots.push_back(g.points[group.firstPoint + s * group.points]);
        return roots;
    };
    const std::vector<Vec3f> chosen = rootsOf(guides);
    for (Vec3f root : rootsOf(groom)) {
        float least = 1e9f;
        for (Vec3f guide : chosen) least = std::min(least, lengthOf(root - guide));
        most = std::max(most, least);
    }
    return most;
}

}  // namespace

TEST_CASE("guides are strands of the groom, spread evenly, the same every time") {
    const Groom groom = cap(2000, 4);
    const GuidedGroom a = guidedGroom(groom, 100), b = guidedGroom(groom, 100);
    CHECK(a.guides.strands() == 100);
    CHECK(a.guides.groups.size() == 2);
    CHECK(a.strand == b.strand);
    CHECK(a.drawn == b.drawn);
    CHECK(std::set<uint32_t>(a.strand.begin(), a.strand.end()).size() == 100);
    // 100 even places on 14 x 14 cm are 14 mm apart: nobody is much farther than
    // the diagonal of such a square from one. A random choice leaves larger holes.
    CHECK(farthestFromGuide(groom, a.guides) < 0.017f);
    // The few are among the many.
    const GuidedGroom few = guidedGroom(groom, 30);
    for (uint32_t s : few.strand) CHECK(std::count(a.strand.begin(), a.strand.end(), s) == 1);
}

TEST_CASE("followers stand for every other strand, meet its root and tip, and are near between") {
    const Groom groom = cap(2000, 5);
    const GuidedGroom guided = guidedGroom(groom, 150);
    REQUIRE(guided.table.followers.size() == 2000);
    REQUIRE(guided.drawn.size() == 2000);
    CHECK(std::set<uint32_t>(guided.drawn.begin(), guided.drawn.end()).size() == 2000);
    const Groom drawn = followedGroom(guided.guides, guided.table, 12);
    std::vector<const Vec3f*> first, last;
    for (const StrandGroup& group : groom.groups)
        for (uint32_t s = 0; s < group.strandCount; ++s) {
            first.push_back(groom.points.data() + group.firstPoint + size_t{s} * group.points);
            last.push_back(first.back() + group.points - 1);
        }
    float ends = 0;
    for (size_t f = 0; f < 2000; ++f) {
        const uint32_t s = guided.drawn[f];
        ends = std::max(ends, lengthOf(drawn.points[12 * f] - first[s][0]));
        ends = std::max(ends, lengthOf(drawn.points[12 * f + 11] - last[s][0]));
    }
    CHECK(ends < 1e-5f);
    CAPTURE(guided.meanDeviation);
    CHECK(guided.meanDeviation < 0.02f);
    CHECK(guided.meanDeviation > 0);
    CHECK(guided.mostDeviation < 0.1f);
    // The first 150 are the guides.
    for (size_t f = 0; f < 150; ++f) CHECK(guided.table.followers[f].rootOffset.x == 0);
    // Any first part is spread: the first quarter of the rest reaches all corners.
    Vec3f low{1, 1, 1}, high{-1, -1, -1};
    for (size_t f = 150; f < 600; ++f) {
        const Vec3f root = first[guided.drawn[f]][0];
        low = {minimum(low.x, root.x), 0, minimum(low.z, root.z)};
        high = {maximum(high.x, root.x), 0, maximum(high.z, root.z)};
    }
    CHECK(low.x < -0.06f);
    CHECK(high.x > 0.06f);
    CHECK(low.z < -0.06f);
    CHECK(high.z > 0.06f);
}

TEST_CASE("guides at the edge: none, one, all, more than there are, roots in one place") {
    const Groom groom = cap(40, 6);
    CHECK(guidedGroom(groom, 0).guides.strands() == 0);
    CHECK(guidedGroom(Groom{}, 5).guides.strands() == 0);
    CHECK(guidedGroom(groom, 1).table.followers.size() == 40);
    for (uint32_t count : {40u, 1000u}) {
        const GuidedGroom all = guidedGroom(groom, count);
        CHECK(all.guides.strands() == 40);
        CHECK(all.table.followers.size() == 40);
        CHECK(all.mostDeviation == 0);
    }
    Groom same;
    for (int i = 0; i < 20; ++i) addStrand(same, {{0, 0, 0}, {0, 0.1f, 0}, {0.01f, 0.2f, 0}}, {0, 1, 0}, 4e-5f);
    const GuidedGroom guided = guidedGroom(same, 3);
    CHECK(guided.guides.strands() == 3);
    CHECK(guided.table.followers.size() == 20);
    CHECK(guided.mostDeviation < 1e-5f);
}
