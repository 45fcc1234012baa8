// Grooms from strands of files.
#include "core/files/file_groom.h"
#include "tests/collide/test_meshes.h"
#include "tests/files/file_support.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace ringlet;
using namespace ringlet::test;

namespace {

FileStrands strandsWith(const std::vector<std::vector<Vec3f>>& all) {
    FileStrands out;
    for (const std::vector<Vec3f>& strand : all) {
        out.counts.push_back(static_cast<uint32_t>(strand.size()));
        out.points.insert(out.points.end(), strand.begin(), strand.end());
    }
    return out;
}

}  // namespace

TEST_CASE("file groom: strands alike are grouped, in order, with their first segments as normals") {
    FileStrands strands = strandsWith({{{0, 0, 0}, {0, 0, 1}, {0, 0, 2}}, {{1, 0, 0}, {2, 0, 0}},
                                       {{0, 1, 0}, {0, 2, 0}, {0, 3, 0}}});
    auto groom = groomFromStrands(strands, {}, "x");
    REQUIRE(groom.ok());
    const Groom& g = groom.value().groom;
    REQUIRE(g.groups.size() == 2);
    CHECK(g.groups[0].points == 2);
    CHECK(g.groups[1].strandCount == 2);
    CHECK(g.strands() == 3);
    CHECK(g.rootNormals[0].x == 1);
    CHECK(g.rootNormals[1].z == 1);
    CHECK(g.rootNormals[2].y == 1);
    CHECK(g.points[5].y == 1);
    CHECK(strandsOf(g).counts == std::vector<uint32_t>{2, 3, 3});
}

TEST_CASE("file groom: repeated points are mended, points alone skipped, and both counted") {
    FileStrands strands = strandsWith({{{0, 0, 0}, {0, 0, 0}, {1, 0, 0}, {3, 0, 0}},
                                       {{5, 5, 5}, {5, 5, 5}, {5, 5, 5}, {5, 5, 5}},
                                       {{7, 7, 7}},
                                       {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {2, 0, 0}}});
    strands.numbers = {1, 2, 4, 6};
    auto groom = groomFromStrands(strands, {}, "x");
    REQUIRE(groom.ok());
    CHECK(groom.value().skipped == 2);
    CHECK(groom.value().strand == std::vector<uint32_t>{1, 6});
    CHECK(groom.value().mended == 2);
    const Groom& g = groom.value().groom;
    REQUIRE(g.strands() == 2);
    for (int i = 0; i < 4; ++i) {
        CHECK(g.points[i].x == doctest::Approx(i));
        CHECK(g.points[4 + i].x == doctest::Approx(i * 2.0 / 3));
    }
    auto nothing = groomFromStrands(strandsWith({{{1, 1, 1}, {1, 1, 1}}}), {}, "x");
    REQUIRE_FALSE(nothing.ok());
    CHECK(wellFormed(nothing.error(), "x"));
    CHECK_FALSE(groomFromStrands(strandsWith({{{1, 1, 1}, {1e30f, 1, 1}}}), {}, "x").ok());
    CHECK_FALSE(groomFromStrands(FileStrands{}, {}, "x").ok());
}

TEST_CASE("file groom: subsets, resampling, scale and origin") {
    std::vector<std::vector<Vec3f>> all;
    for (int i = 0; i < 10; ++i) all.push_back({{float(i), 0, 0}, {float(i), 1, 0}, {float(i), 4, 0}});
    FileGroomOptions options;
    options.strands = 5;
    options.particles = 9;
    options.scale = 0.5f;
    FileStrands strands = strandsWith(all);
    options.origin = centerOfRoots(strands) * options.scale;
    CHECK(options.origin.x == 2.25f);
    auto groom = groomFromStrands(strands, options, "x");
    REQUIRE(groom.ok());
    const Groom& g = groom.value().groom;
    REQUIRE(g.strands() == 5);
    REQUIRE(g.points.size() == 45);
    for (int s = 0; s < 5; ++s) {
        for (int i = 0; i < 9; ++i) {
            CHECK(g.points[9 * s + i].x == s - 2.25f);
            CHECK(g.points[9 * s + i].y == doctest::Approx(0.25 * i));
        }
    }
    options.strands = 1000;
    CHECK(groomFromStrands(strands, options, "x").value().groom.strands() == 10);
}

TEST_CASE("file groom: normals come from a head where there is one") {
    MeshDistance head(sphereMesh(1, 4));
    FileGroomOptions options;
    options.head = &head;
    auto groom = groomFromStrands(strandsWith({{{0.6f, 0.8f, 0}, {2, 0, 0}}}), options, "x");
    REQUIRE(groom.ok());
    CHECK(groom.value().groom.rootNormals[0].x == doctest::Approx(0.6).epsilon(0.1));
    CHECK(groom.value().groom.rootNormals[0].y == doctest::Approx(0.8).epsilon(0.1));
}
