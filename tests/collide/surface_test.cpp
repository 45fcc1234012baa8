// Distances to spheres, capsules and grids: closed forms, finite differences,
// singular places, and lanes against scalar bit for bit.
#include "core/collide/collider_view.h"
#include "core/collide/distance_grid.h"
#include "tests/support.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace ringlet;
using ringlet::test::bitsOf;

namespace surface_test {
namespace {

// A linear congruence, so that the test needs nothing of what it tests.
struct Numbers {
    uint32_t state = 12345;
    float next(float low, float high) {
        state = state * 1664525u + 1013904223u;
        return low + (high - low) * (static_cast<float>(state >> 8) / 16777216.0f);
    }
    Vec3f point(float low, float high) {
        float x = next(low, high), y = next(low, high), z = next(low, high);
        return {x, y, z};
    }
};

template <class F>
DistanceGrid gridOf(Vec3f origin, float cell, int nx, int ny, int nz, F f) {
    DistanceGrid grid{origin, cell, nx, ny, nz, {}};
    for (int k = 0; k < nz; ++k) {
        for (int j = 0; j < ny; ++j) {
            for (int i = 0; i < nx; ++i) {
                Vec3f at{static_cast<float>(i), static_cast<float>(j), static_cast<float>(k)};
                grid.distance.push_back(f(origin + at * cell));
            }
        }
    }
    return grid;
}

double distanceAt(const GridView& view, Vec3d p) {
    return gridSurface(view, Vec3f{float(p.x), float(p.y), float(p.z)}).distance;
}

// The direction of the distance's gradient by central differences of step h.
Vec3d differences(const GridView& view, Vec3f at, double h) {
    Vec3d p{at.x, at.y, at.z};
    Vec3d g{distanceAt(view, {p.x + h, p.y, p.z}) - distanceAt(view, {p.x - h, p.y, p.z}),
            distanceAt(view, {p.x, p.y + h, p.z}) - distanceAt(view, {p.x, p.y - h, p.z}),
            distanceAt(view, {p.x, p.y, p.z + h}) - distanceAt(view, {p.x, p.y, p.z - h})};
    return g * (1 / lengthOf(g));
}

float farthestApart(Vec3f a, Vec3d b) {
    return std::max({std::fabs(a.x - float(b.x)), std::fabs(a.y - float(b.y)), std::fabs(a.z - float(b.z))});
}

DistanceGrid sphereGrid() {
    return gridOf({-0.2f, -0.2f, -0.2f}, 0.01f, 41, 41, 41, [](Vec3f p) { return lengthOf(p) - 0.1f; });
}

template <int W>
void lanesAgree(const GridView& view) {
    Numbers numbers;
    for (int round = 0; round < 500; ++round) {
        Vec3f p[W];
        Vec3<Lanes<W>> lanes;
        for (int i = 0; i < W; ++i) {
            p[i] = numbers.point(-0.3f, 0.3f);
            if (i == 1) p[i].x = std::numeric_limits<float>::quiet_NaN();
            if (i == 2) p[i] = {0, 0, 0};
            if (i == 3) p[i].y = 1e30f;
            lanes.x.set(i, p[i].x);
            lanes.y.set(i, p[i].y);
            lanes.z.set(i, p[i].z);
        }
        auto grid = gridSurface(view, lanes);
        auto sphere = sphereSurface(lanes, Vec3f{0, 0, 0}, 0.1f);
        auto capsule = capsuleSurface(lanes, Vec3f{0, 0, 0}, Vec3f{0.1f, 0.2f, 0}, 0.05f);
        for (int i = 0; i < W; ++i) {
            auto same = [&](const SurfacePointT<Lanes<W>>& many, const SurfacePointT<float>& one) {
                auto equal = [](float a, float b) { return bitsOf(a) == bitsOf(b) || (a != a && b != b); };
                return equal(many.distance[i], one.distance) && equal(many.normal.x[i], one.normal.x) &&
                       equal(many.normal.y[i], one.normal.y) && equal(many.normal.z[i], one.normal.z);
            };
            REQUIRE(same(grid, gridSurface(view, p[i])));
            REQUIRE(same(sphere, sphereSurface(p[i], Vec3f{0, 0, 0}, 0.1f)));
            REQUIRE(same(capsule, capsuleSurface(p[i], Vec3f{0, 0, 0}, Vec3f{0.1f, 0.2f, 0}, 0.05f)));
        }
    }
}

}  // namespace

TEST_CASE("sphere and capsule: distance and normal, outside, inside and at the centre") {
    auto s = sphereSurface(Vec3f{3, 0, 4}, Vec3f{0, 0, 0}, 2.0f);
    CHECK(s.distance == doctest::Approx(3));
    CHECK(s.normal.x == doctest::Approx(0.6));
    CHECK(s.normal.z == doctest::Approx(0.8));
    auto center = sphereSurface(Vec3f{1, 1, 1}, Vec3f{1, 1, 1}, 2.0f);
    CHECK(center.distance == -2);
    CHECK(center.normal.y == 1);

    Vec3f a{0, 0, 0}, b{0, 2, 0};
    CHECK(capsuleSurface(Vec3f{3, 1, 0}, a, b, 1.0f).distance == doctest::Approx(2));
    CHECK(capsuleSurface(Vec3f{0, 5, 0}, a, b, 1.0f).distance == doctest::Approx(2));
    CHECK(capsuleSurface(Vec3f{0, -3, 4}, a, b, 1.0f).distance == doctest::Approx(4));
    for (Vec3f axis : {Vec3f{0, 2, 0}, Vec3f{2, 0, 0}, Vec3f{0, 0, 2}, Vec3f{1, 1, 1}, Vec3f{0, 0, 0}}) {
        auto on = capsuleSurface(axis * 0.5f, a, axis, 1.0f);
        CHECK(on.distance == doctest::Approx(-1));
        CHECK(lengthOf(on.normal) == doctest::Approx(1));
        CHECK(dot(on.normal, axis) == doctest::Approx(0).epsilon(1e-6));
    }
}

TEST_CASE("surfaces that meet in a crease are one, rounded: its slope is its normal's, and elsewhere it is the nearest") {
    const float spheres[2][4] = {{0, 0, 0, 0.1f}, {0.12f, 0.05f, 0, 0.08f}};
    ColliderView view;
    view.spheres = 2, view.sphere = spheres[0];
    Numbers numbers;
    int within = 0, farther = 0;
    for (int i = 0; i < 20000; ++i) {
        const Vec3f p{numbers.next(-0.2f, 0.3f), numbers.next(-0.2f, 0.2f), numbers.next(-0.2f, 0.2f)};
        const auto plain = nearestShape(view, p), round = nearestCollider(view, identityQuat<float>(), p);
        REQUIRE(round.distance <= plain.distance);
        REQUIRE(round.distance >= plain.distance - 0.251f * filletReach);
        REQUIRE(lengthOf(round.normal) == doctest::Approx(1).epsilon(1e-4));
        if (round.distance == plain.distance) {
            ++farther;
            CHECK(lengthOf(round.normal - plain.normal) == 0);
            continue;
        }
        ++within;
        const auto at = [&](Vec3f x) { return nearestCollider(view, identityQuat<float>(), x).distance; };
        const float e = 1e-3f;
        const Vec3f slope = (0.5f / e) * Vec3f{at(p + Vec3f{e, 0, 0}) - at(p - Vec3f{e, 0, 0}), at(p + Vec3f{0, e, 0}) - at(p - Vec3f{0, e, 0}),
                                               at(p + Vec3f{0, 0, e}) - at(p - Vec3f{0, 0, e})};
        CHECK(lengthOf(slope) < 1.01f);
        if (lengthOf(slope) > 0.3f) CHECK(dot(slope, round.normal) > 0.99f * lengthOf(slope));
    }
    CHECK(within > 300);
    CHECK(farther > 10000);
}

TEST_CASE("grid: a function linear in each coordinate is reproduced between the nodes") {
    auto f = [](Vec3f p) { return 1 + 2 * p.x - 3 * p.y + p.z + 4 * p.x * p.y - p.x * p.z + 5 * p.x * p.y * p.z; };
    DistanceGrid grid = gridOf({-0.5f, -0.25f, 0.125f}, 0.125f, 9, 7, 5, f);
    Numbers numbers;
    for (int i = 0; i < 1000; ++i) {
        Vec3f p{numbers.next(-0.5f, 0.5f), numbers.next(-0.25f, 0.5f), numbers.next(0.125f, 0.625f)};
        SurfacePointT<float> s = gridSurface(viewOf(grid), p);
        CHECK(s.distance == doctest::Approx(f(p)).epsilon(1e-5));
        Vec3f g{2 + 4 * p.y - p.z + 5 * p.y * p.z, -3 + 4 * p.x + 5 * p.x * p.z, 1 - p.x + 5 * p.x * p.y};
        Vec3f expected = normalizedOr(g, Vec3f{0, 1, 0});
        CHECK(lengthOf(s.normal - expected) < 1e-5f);
    }
}

TEST_CASE("grid: nodes, borders and the smallest grid give back their values") {
    Numbers numbers;
    DistanceGrid grid = gridOf({0, 0, 0}, 0.5f, 2, 2, 2, [&](Vec3f) { return numbers.next(-1, 1); });
    for (int n = 0; n < 8; ++n) {
        Vec3f p{(n & 1) * 0.5f, (n >> 1 & 1) * 0.5f, (n >> 2) * 0.5f};
        CHECK(gridSurface(viewOf(grid), p).distance == doctest::Approx(grid.distance[n]).epsilon(1e-6));
    }
}

TEST_CASE("grid: of a sphere, against the closed form and finite differences, inside and outside the box") {
    DistanceGrid grid = sphereGrid();
    GridView view = viewOf(grid);
    Numbers numbers;
    float worst = 0;
    for (int i = 0; i < 2000; ++i) {
        Vec3f p = numbers.point(-0.199f, 0.199f);
        float r = lengthOf(p);
        if (r < 0.03f) continue;  // the closed form bends too much for its cells there
        SurfacePointT<float> s = gridSurface(view, p);
        worst = std::max(worst, std::fabs(s.distance - (r - 0.1f)));
        // Second order: h^2 / 8 times the curvatures 2 / r, and its slope.
        CHECK(std::fabs(s.distance - (r - 0.1f)) < 1.1f * 1e-4f / 8 * 2 / r);
        CHECK(lengthOf(s.normal - p * (1 / r)) < 0.5f * 0.01f * 2 / r);
    }
    MESSAGE("sphere of 0.1 m on cells of 10 mm: worst error " << worst * 1e3f << " mm");
    // Finite differences stay within one cell: points half a cell off the nodes.
    for (int i = 0; i < 300; ++i) {
        Vec3f p = numbers.point(-19.0f, 19.0f);
        Vec3f inCell{std::floor(p.x) + 0.3f, std::floor(p.y) + 0.6f, std::floor(p.z) + 0.45f};
        Vec3f q = inCell * 0.01f;
        if (lengthOf(q) < 0.02f) continue;
        CHECK(farthestApart(gridSurface(view, q).normal, differences(view, q, 1e-3)) < 3e-4f);
    }
    for (Vec3f q : {Vec3f{0.3f, 0.015f, 0.017f}, Vec3f{-0.25f, 0.31f, 0.033f}, Vec3f{0.3f, 0.4f, -0.5f}}) {
        CHECK(farthestApart(gridSurface(view, q).normal, differences(view, q, 1e-3)) < 1e-3f);
        CHECK(gridSurface(view, q).distance >= lengthOf(q) - 0.1f - 1e-5f);  // box distance + border value
    }
    // Straight out of a face: border value plus distance to the face.
    CHECK(gridSurface(view, Vec3f{1.2f, 0, 0}).distance == doctest::Approx(1.1));
}

TEST_CASE("grid: NaN and huge coordinates read nothing outside") {
    DistanceGrid grid = sphereGrid();
    float nan = std::numeric_limits<float>::quiet_NaN(), inf = std::numeric_limits<float>::infinity();
    SurfacePointT<float> s = gridSurface(viewOf(grid), Vec3f{nan, 0, 0});
    CHECK(s.distance != s.distance);
    CHECK(gridSurface(viewOf(grid), Vec3f{1e10f, -1e10f, 0}).distance > 1e10f);
    CHECK_FALSE(gridSurface(viewOf(grid), Vec3f{inf, -inf, nan}).distance < 0);
}

TEST_CASE("grid, sphere and capsule: lanes equal scalar bit for bit") {
    DistanceGrid grid = sphereGrid();
    lanesAgree<4>(viewOf(grid));
    lanesAgree<8>(viewOf(grid));
    lanesAgree<16>(viewOf(grid));
}

TEST_CASE("nearestSurface takes the nearest of all colliders") {
    Colliders colliders;
    CHECK(nearestSurface(colliders, {0, 0, 0}).distance > 1e6f);
    colliders.spheres.push_back({{1, 0, 0}, 0.2f});
    colliders.capsules.push_back({{-1, 0, 0}, {-1, 1, 0}, 0.3f});
    colliders.grid = std::make_shared<const DistanceGrid>(sphereGrid());
    CHECK(nearestSurface(colliders, {1.1f, 0, 0}).distance == doctest::Approx(-0.1));
    CHECK(nearestSurface(colliders, {-1.5f, 0.5f, 0}).distance == doctest::Approx(0.2));
    CHECK(nearestSurface(colliders, {-1.5f, 0.5f, 0}).normal.x == doctest::Approx(-1));
    CHECK(nearestSurface(colliders, {0, 0.105f, 0}).distance == doctest::Approx(0.005).epsilon(0.01));
}

}  // namespace surface_test
