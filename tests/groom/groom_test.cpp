#include "core/groom/groom.h"

#include "core/groom/icosphere.h"
#include "core/groom/roots.h"
#include "core/math/elementary.h"

#include <doctest/doctest.h>

#include <cmath>
#include <set>
#include <tuple>

using namespace ringlet;

namespace {

double lengthOfLine(const std::vector<Vec3f>& points) {
    double sum = 0;
    for (size_t i = 1; i < points.size(); ++i) sum += lengthOf(points[i] - points[i - 1]);
    return sum;
}

bool same(Vec3f a, Vec3f b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

}  // namespace

TEST_CASE("groom: strands of equal point count share a group") {
    Groom groom;
    addStrand(groom, {{0, 0, 0}, {0, 1, 0}, {0, 2, 0}}, {0, 1, 0}, 1e-4f);
    addStrand(groom, {{1, 0, 0}, {1, 1, 0}, {1, 2, 0}}, {0, 1, 0}, 1e-4f);
    addStrand(groom, {{2, 0, 0}, {2, 1, 0}}, {0, 0, 1}, 2e-4f);
    addStrand(groom, {{3, 0, 0}, {3, 1, 0}, {3, 2, 0}}, {1, 0, 0}, 1e-4f);
    REQUIRE(groom.groups.size() == 3);
    CHECK(groom.strands() == 4);
    CHECK(groom.points.size() == 11);
    CHECK(groom.groups[0].strandCount == 2);
    CHECK(groom.groups[1].firstStrand == 2);
    CHECK(groom.groups[1].firstPoint == 6);
    CHECK(groom.groups[2].firstStrand == 3);
    CHECK(groom.groups[2].firstPoint == 8);
    CHECK(groom.radii[2] == 2e-4f);
    for (size_t i = 0; i < groom.strands(); ++i) {
        CHECK(std::abs(dot(groom.rootNormals[i], groom.rootTangents[i])) < 1e-6f);
        CHECK(lengthOf(groom.rootTangents[i]) == doctest::Approx(1).epsilon(1e-6));
    }
}

TEST_CASE("groom: a direction across any other is unit and square to it") {
    for (int i = 0; i < 500; ++i) {
        float h = 1 - 2 * (i + 0.5f) / 500, r = std::sqrt(1 - h * h), a = 2.4f * i;
        Vec3f n{r * std::cos(a), h, r * std::sin(a)};
        Vec3f t = acrossOf(n);
        CHECK(std::abs(dot(n, t)) < 1e-6f);
        CHECK(lengthOf(t) == doctest::Approx(1).epsilon(1e-6));
    }
    for (Vec3f n : {Vec3f{1, 0, 0}, Vec3f{0, -1, 0}, Vec3f{0, 0, 1}}) CHECK(dot(n, acrossOf(n)) == 0);
}

TEST_CASE("groom: resampling keeps both ends and spaces points evenly along the line") {
    std::vector<Vec3f> bent{{0, 0, 0}, {1, 0, 0}, {1, 3, 0}, {1, 3, 0}, {1, 3, 2}};  // length 6, one piece empty
    auto even = resampledByLength(bent, 7);
    REQUIRE(even.size() == 7);
    CHECK(same(even.front(), bent.front()));
    CHECK(same(even.back(), bent.back()));
    const Vec3f wanted[7] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {1, 2, 0}, {1, 3, 0}, {1, 3, 1}, {1, 3, 2}};
    for (int i = 0; i < 7; ++i) CHECK(lengthOf(even[i] - wanted[i]) < 1e-6f);
    CHECK(resampledByLength(bent, 2).size() == 2);
    // Nothing to divide by where all points coincide.
    auto point = resampledByLength({{1, 2, 3}, {1, 2, 3}}, 4);
    REQUIRE(point.size() == 4);
    for (Vec3f p : point) CHECK(same(p, {1, 2, 3}));
}

TEST_CASE("groom: the helix lies on its cylinder, hangs down and has the length asked for") {
    const HelixShape shape{0.3f, 0.01f, 0.02f};
    Groom fine = hangingHelix(shape, 2000, hairRadius);
    CHECK(lengthOfLine(fine.points) == doctest::Approx(0.3).epsilon(1e-4));
    Groom groom = hangingHelix(shape, 50, hairRadius);
    REQUIRE(groom.points.size() == 50);
    CHECK(lengthOf(groom.points[0]) == 0);
    // Length over the length of a turn, times the pitch.
    double depth = 0.3 / std::sqrt(std::pow(2 * pi * 0.01, 2) + 0.02 * 0.02) * 0.02;
    CHECK(-groom.points.back().y == doctest::Approx(depth).epsilon(1e-6));
    float segment = lengthOf(groom.points[1]);
    for (size_t i = 0; i < 50; ++i) {
        Vec3f p = groom.points[i];
        CHECK(std::hypot(p.x + 0.01f, p.z) == doctest::Approx(0.01).epsilon(1e-5));
        if (i) CHECK(lengthOf(p - groom.points[i - 1]) == doctest::Approx(segment).epsilon(1e-4));
    }
    CHECK(lengthOf(groom.rootNormals[0] - groom.points[1] * (1 / segment)) < 1e-6f);
}

TEST_CASE("groom: the icosphere has the paper's counts, unshared coinciding vertices and radial normals") {
    const size_t counts[icosphereLevels] = {60, 240, 960, 3840, 15360};
    for (int level = 0; level < icosphereLevels; ++level) {
        auto roots = icosphereRoots(level);
        REQUIRE(roots.size() == counts[level]);
        std::set<std::tuple<float, float, float>> places;
        double worst = 0, inward = 0;
        for (size_t i = 0; i < roots.size(); ++i) {
            Vec3f p = roots[i].position, n = roots[i].normal;
            worst = std::fmax(worst, std::abs(lengthOf(p) - icosphereRadius));
            worst = std::fmax(worst, lengthOf(n * icosphereRadius - p));
            worst = std::fmax(worst, std::abs(lengthOf(n) - 1));
            places.insert({p.x, p.y, p.z});
            if (i % 3 == 0) {
                Vec3f a = p, b = roots[i + 1].position, c = roots[i + 2].position;
                inward = std::fmax(inward, -dot(cross(b - a, c - a), a));
            }
        }
        CHECK(worst < 1e-6);
        CHECK(inward <= 0);  // counter-clockwise from outside
        // Euler: a closed mesh of F triangles has F / 2 + 2 places.
        CHECK(places.size() == counts[level] / 3 / 2 + 2);
    }
    // Not projected: the same counts, every vertex on one of the icosahedron's twenty planes.
    const auto flat = icosphereRoots(2, icosphereRadius, Subdivision::Midpoint);
    REQUIRE(flat.size() == counts[2]);
    float nearest = 1, farthest = 0;
    for (size_t i = 0; i < flat.size(); i += 3) {
        const Vec3f a = flat[i].position, n = cross(flat[i + 1].position - a, flat[i + 2].position - a);
        CHECK(dot(normalizedOr(n, a), a) == doctest::Approx(icosphereRadius * icosahedronInradius).epsilon(1e-5));
        CHECK(lengthOf(flat[i].normal) == doctest::Approx(1).epsilon(1e-6));
        nearest = std::fmin(nearest, lengthOf(a));
        farthest = std::fmax(farthest, lengthOf(a));
    }
    CHECK(nearest < 0.87f * icosphereRadius);
    CHECK(farthest == doctest::Approx(icosphereRadius).epsilon(1e-6));

    // Helices keep their arc length and wind about the normal.
    const Groom curls = helicalStrands(icosphereRoots(0), {0.2f, 0.01f, 0.03f}, 80, hairRadius);
    for (size_t s = 0; s < curls.strands(); ++s) {
        float length = 0, widest = 0;
        for (size_t i = 1; i < 80; ++i) {
            const Vec3f p = curls.points[s * 80 + i], way = p - curls.points[s * 80], n = curls.rootNormals[s];
            length += lengthOf(p - curls.points[s * 80 + i - 1]);
            widest = std::fmax(widest, lengthOf(way - dot(way, n) * n));
        }
        CHECK(length == doctest::Approx(0.2).epsilon(0.01));
        CHECK(widest == doctest::Approx(0.02).epsilon(0.01));  // its axis lies a radius beside the root
    }

    Groom groom = straightStrands(icosphereRoots(1), 0.3f, 10, hairRadius);
    CHECK(groom.strands() == 240);
    for (size_t s = 0; s < groom.strands(); ++s) {
        Vec3f tip = groom.points[s * 10 + 9], root = groom.points[s * 10];
        CHECK(lengthOf(tip - root) == doctest::Approx(0.3).epsilon(1e-5));
    }
}
