#include "core/collide/head.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

using namespace ringlet;

TEST_CASE("head: it has a head's size about the origin") {
    Mesh mesh = headMesh(96);
    float top = 0, back = 0, side = 0, face = 0;
    for (Vec3f v : mesh.vertices) {
        top = std::fmax(top, v.y);
        back = std::fmin(back, v.z);
        if (std::abs(v.x) < 0.03f && v.y > -0.05f) face = std::fmax(face, v.z);
        if (v.y > 0.01f) side = std::fmax(side, v.x);
    }
    CHECK(headDistance({0, 0, 0}) < -0.05f);
    CHECK(2 * side == doctest::Approx(0.155).epsilon(0.06));
    CHECK(top == doctest::Approx(0.1).epsilon(0.1));
    CHECK(face - back == doctest::Approx(0.2).epsilon(0.1));
    // Between chin and chest there is air.
    CHECK(headDistance({0, -0.11f, 0.07f}) < 0);
    CHECK(headDistance({0, -0.17f, 0.07f}) > 0);
    for (Vec3f v : mesh.vertices) REQUIRE(headDistance(v) == headDistance({-v.x, v.y, v.z}));
}

TEST_CASE("head: the mesh is closed, lies on the surface and has outward unit normals") {
    const std::pair<int, float> cases[] = {{64, 0.0f}, {96, 0.0f}, {144, 0.0f}, {200, 0.0f}, {80, 0.05f}, {144, 0.03f}};
    for (const auto& one : cases) {
        const int resolution = one.first;
        CAPTURE(resolution);
        CAPTURE(one.second);
        Mesh mesh = headMesh(resolution, one.second);
        REQUIRE(mesh.normals.size() == mesh.vertices.size());
        std::map<std::pair<uint32_t, uint32_t>, int> edges;
        int flipped = 0;
        for (Triangle t : mesh.triangles) {
            const uint32_t v[3] = {t.a, t.b, t.c};
            for (int i = 0; i < 3; ++i) ++edges[{v[i], v[(i + 1) % 3]}];
            Vec3f face = cross(mesh.vertices[t.b] - mesh.vertices[t.a], mesh.vertices[t.c] - mesh.vertices[t.a]);
            flipped += dot(face, mesh.normals[t.a] + mesh.normals[t.b] + mesh.normals[t.c]) < 0 ? 1 : 0;
        }
        int bad = 0;
        for (const auto& [edge, count] : edges) {
            if (count != 1 || edges.find({edge.second, edge.first}) == edges.end()) ++bad;
        }
        CHECK(bad == 0);
        // A few slivers at the ears' rims may fold at the coarsest resolutions.
        CHECK(flipped <= static_cast<int>(mesh.triangles.size()) / 500);
        // Euler: one closed piece without handles.
        CHECK(mesh.vertices.size() + mesh.triangles.size() - edges.size() / 2 == 2);
        double off = 0, notUnit = 0;
        for (size_t i = 0; i < mesh.vertices.size(); ++i) {
            off = std::fmax(off, std::abs(headDistance(mesh.vertices[i])));
            notUnit = std::fmax(notUnit, std::abs(lengthOf(mesh.normals[i]) - 1));
        }
        CHECK(off < 0.1 * 0.52 / resolution);  // a tenth of a cell
        CHECK(notUnit < 1e-5);
    }
}

TEST_CASE("head: near the surface the function is a distance") {
    // Along the normal it grows by what one moves, within a few per cent.
    auto roots = scalpRoots(300, 3);
    for (const ScalpRoot& root : roots) {
        for (float out : {0.002f, 0.01f}) {
            float d = headDistance(root.position + root.normal * out) - headDistance(root.position);
            CHECK(d == doctest::Approx(out).epsilon(0.15));
        }
    }
}

TEST_CASE("head: the grid holds the function's values at its nodes, with air all around") {
    DistanceGrid grid = headGrid(0.006f);
    REQUIRE(grid.distance.size() == static_cast<size_t>(grid.nx) * grid.ny * grid.nz);
    HeadBox box = headBox();
    CHECK(grid.origin.x + (grid.nx - 1) * grid.cell >= box.high.x);
    CHECK(grid.origin.y + (grid.ny - 1) * grid.cell >= box.high.y);
    CHECK(grid.origin.z + (grid.nz - 1) * grid.cell >= box.high.z);
    size_t node = 0;
    int differ = 0, insideAtBorder = 0, inside = 0;
    float worst = 0;  // far from the surface, where nodes need not be exact
    for (int k = 0; k < grid.nz; ++k)
        for (int j = 0; j < grid.ny; ++j)
            for (int i = 0; i < grid.nx; ++i, ++node) {
                Vec3f p{grid.origin.x + i * grid.cell, grid.origin.y + j * grid.cell, grid.origin.z + k * grid.cell};
                float d = grid.distance[node];
                const float exact = headColliderDistance(p);
                if (std::abs(exact) < 12 * grid.cell) differ += d != exact ? 1 : 0;
                worst = std::max(worst, std::abs(d - exact));
                inside += d < 0 ? 1 : 0;
                bool border = i == 0 || j == 0 || k == 0 || i + 1 == grid.nx || j + 1 == grid.ny || k + 1 == grid.nz;
                insideAtBorder += border && d < 0.02f ? 1 : 0;
            }
    CHECK(differ == 0);
    CHECK(worst < 0.004f);
    CHECK(insideAtBorder == 0);
    CHECK(inside > 1000);
}

TEST_CASE("head: scalp roots are as many as asked, on the surface, above the hair line and spread evenly") {
    CHECK(scalpRoots(0, 1).empty());
    CHECK(scalpRoots(-3, 1).empty());
    for (int count : {1, 7, 1000, 4321}) CHECK(scalpRoots(count, 5).size() == static_cast<size_t>(count));
    const int count = 2000;
    auto roots = scalpRoots(count, 1);
    double nearestSum = 0, nearestLeast = 1;
    for (size_t i = 0; i < roots.size(); ++i) {
        CHECK(std::abs(lengthOf(roots[i].normal) - 1) < 1e-5);
        float d = headDistance(roots[i].position);
        CHECK(d >= 0);
        CHECK(d < 1e-4f);
        CHECK(aboveHairLine(roots[i].position) > -0.004f);
        // Neither on the face nor on the neck.
        CHECK((roots[i].position.z < 0.06f || roots[i].position.y > 0.045f));
        CHECK(roots[i].position.y > -0.095f);
        double nearest = 1;
        for (size_t k = 0; k < roots.size(); ++k) {
            if (k != i) nearest = std::fmin(nearest, lengthOf(roots[i].position - roots[k].position));
        }
        nearestSum += nearest;
        nearestLeast = std::fmin(nearestLeast, nearest);
    }
    // The scalp is about 0.055 m^2. Roots thrown at random would be half of
    // sqrt(area / count) from their nearest neighbour on average.
    CHECK(nearestSum / count > 0.65 * std::sqrt(0.055 / count));
    CHECK(nearestLeast > 1e-5);
    CHECK(aboveHairLine(onHeadSurface({0, -0.02f, 0.09f})) < 0);    // between the eyes
    CHECK(aboveHairLine(onHeadSurface({0, 0.1f, 0})) > 0);          // the crown
    CHECK(aboveHairLine(onHeadSurface({0, -0.15f, -0.08f})) < 0);   // the neck
    CHECK(aboveHairLine({0.082f, -0.03f, -0.005f}) < 0);            // an ear
}

TEST_CASE("head: a seed repeats its roots and another gives others") {
    auto a = scalpRoots(200, 1), b = scalpRoots(200, 1), c = scalpRoots(200, 2);
    int differ = 0;
    for (size_t i = 0; i < a.size(); ++i) {
        CHECK(lengthOf(a[i].position - b[i].position) == 0);
        differ += lengthOf(a[i].position - c[i].position) > 1e-3f ? 1 : 0;
    }
    CHECK(differ > 180);
}

TEST_CASE("head: the collider holds the drawn head, stays close to the scalp and fills behind the ears") {
    for (Vec3f v : headMesh(144).vertices) {
        float d = headColliderDistance(v);
        REQUIRE(d < -0.0002f);
        REQUIRE(d > -0.03f);
        REQUIRE(d == headColliderDistance({-v.x, v.y, v.z}));
    }
    auto roots = scalpRoots(2000, 5);
    float lifted = 0, deepest = 0;
    for (const ScalpRoot& root : roots) {
        float lift = -headColliderDistance(root.position);
        lifted += lift > 0.001f ? 1 : 0;
        deepest = std::fmax(deepest, lift);
    }
    CHECK(deepest <= 0.003f);
    CHECK(lifted < 0.08f * 2000);
    // Air behind the ear, beside the nose and under the chin, which hair must not reach.
    for (Vec3f hollow : {Vec3f{0.071f, -0.025f, -0.030f}, Vec3f{0.018f, -0.045f, 0.092f}, Vec3f{0, -0.13f, 0.035f}}) {
        CHECK(headDistance(hollow) > 0);
        CHECK(headColliderDistance(hollow) < 0);
    }
    CHECK(headColliderDistance({0, 0.15f, 0}) == doctest::Approx(headDistance({0, 0.15f, 0})).epsilon(0.02));
}
