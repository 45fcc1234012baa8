// Grids from meshes: nodes against the exact mesh, threads, errors.
#include "core/collide/distance_grid.h"
#include "core/collide/mesh_distance.h"
#include "tests/collide/test_meshes.h"
#include "tests/support.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

using namespace ringlet;
using ringlet::test::bitsOf;
using ringlet::test::sphereMesh;

namespace {

GridOptions gridOf(float cell, float margin = 0.02f, ThreadPool* pool = nullptr) {
    GridOptions options;
    options.cell = cell;
    options.margin = margin;
    options.pool = pool;
    return options;
}

void sameAsMesh(const DistanceGrid& grid, const MeshDistance& exact) {
    int different = 0, band = 0;
    float farthest = 0, farthestInside = 0;
    for (int k = 0; k < grid.nz; ++k) {
        for (int j = 0; j < grid.ny; ++j) {
            for (int i = 0; i < grid.nx; ++i) {
                Vec3f p = grid.origin +
                          Vec3f{static_cast<float>(i), static_cast<float>(j), static_cast<float>(k)} * grid.cell;
                float node = grid.distance[(static_cast<size_t>(k) * grid.ny + j) * grid.nx + i];
                const float wanted = exact.signedDistance(p);
                if (std::fabs(wanted) <= gridBandCells * grid.cell) {
                    ++band;
                    different += node != wanted;
                } else {
                    float& off = wanted > 0 ? farthest : farthestInside;
                    off = std::fmax(off, std::fabs(node - wanted));
                }
            }
        }
    }
    CHECK(band > 1000);
    CHECK(different == 0);
    CHECK(farthest < 0.6f * grid.cell);
    CHECK(farthestInside < 2 * grid.cell);  // in the sphere's very middle
}

}  // namespace

TEST_CASE("distance grid: every node has the exact mesh's distance and sign, with and without a hole") {
    for (int holes : {0, 1}) {
        Mesh mesh = sphereMesh(0.1f, 3);
        if (holes) mesh.triangles.erase(mesh.triangles.begin() + 40, mesh.triangles.begin() + 44);
        auto grid = gridFromMesh(mesh, gridOf(0.006f));
        REQUIRE(grid.ok());
        CHECK(grid.value().distance.size() ==
              static_cast<size_t>(grid.value().nx) * grid.value().ny * grid.value().nz);
        CHECK(grid.value().origin.x + (grid.value().nx - 1) * 0.006f >= 0.12f - 1e-6f);
        sameAsMesh(grid.value(), MeshDistance(mesh));
    }
}

TEST_CASE("distance grid: the same bits on any number of threads") {
    Mesh mesh = sphereMesh(0.1f, 3);
    auto one = gridFromMesh(mesh, gridOf(0.008f));
    ThreadPool pool(3);
    auto three = gridFromMesh(mesh, gridOf(0.008f, 0.02f, &pool));
    REQUIRE(one.ok());
    REQUIRE(three.ok());
    REQUIRE(one.value().distance.size() == three.value().distance.size());
    int different = 0;
    for (size_t i = 0; i < one.value().distance.size(); ++i) {
        different += bitsOf(one.value().distance[i]) != bitsOf(three.value().distance[i]);
    }
    CHECK(different == 0);
}

TEST_CASE("distance grid: what cannot be built says why") {
    Mesh mesh = sphereMesh(0.1f, 2);
    float nan = std::numeric_limits<float>::quiet_NaN();
    CHECK_FALSE(gridFromMesh(Mesh{}, gridOf(0.01f)).ok());
    for (float cell : {0.0f, -1.0f, nan}) CHECK_FALSE(gridFromMesh(mesh, gridOf(cell)).ok());
    for (float margin : {-0.1f, nan}) CHECK_FALSE(gridFromMesh(mesh, gridOf(0.01f, margin)).ok());
    for (float cell : {1e-4f, 1e-20f, 1e-38f}) {
        auto grid = gridFromMesh(mesh, gridOf(cell));
        REQUIRE_FALSE(grid.ok());
        CHECK(grid.error().find("bytes") != std::string::npos);
        CHECK(grid.error().find("use cells of") != std::string::npos);
        CHECK(grid.error().find('\n') == std::string::npos);
    }
    // What the message recommends does fit.
    std::string error = gridFromMesh(mesh, gridOf(1e-4f, 0)).error();
    float cell = std::stof(error.substr(error.find("use cells of") + 13));
    CHECK(std::ceil(0.2 / cell) * std::ceil(0.2 / cell) * std::ceil(0.2 / cell) * 4 < GridOptions{}.mostBytes);
    CHECK(cell < 2e-3f);
}

TEST_CASE("distance grid: memory bounds the cell, and progress is told") {
    Mesh mesh = sphereMesh(0.1f, 2);
    GridOptions options = gridOf(0.001f);
    options.mostBytes = 200000;
    CHECK_FALSE(gridFromMesh(mesh, options).ok());
    options.fit = true;
    uint64_t last = 0, all = 0, calls = 0;
    options.progress = [&](uint64_t done, uint64_t total) {
        CHECK(done > last);
        last = done;
        all = total;
        ++calls;
        return true;
    };
    auto grid = gridFromMesh(mesh, options);
    REQUIRE(grid.ok());
    CHECK(grid.value().distance.size() * 4 <= 200000);
    CHECK(grid.value().distance.size() * 4 > 150000);
    CHECK(last == all);
    CHECK(calls > 5);
    options.progress = [&](uint64_t done, uint64_t) { return done < 3; };
    CHECK(gridFromMesh(mesh, options).error() == "the distance grid was cancelled");
    options.progress = {};
    for (double bytes : {0.0, 1e12, std::nan("")}) {
        options.mostBytes = bytes;
        CHECK_FALSE(gridFromMesh(mesh, options).ok());
    }
}

TEST_CASE("distance grid: thin, open and crossing shells have the inside that one expects") {
    // A box whose lid is missing, a ball that pokes through its wall, and a plate of
    // 1 mm, a fourth of a cell.
    Mesh mesh;
    auto box = [&](Vec3f low, Vec3f high, bool lid) {
        uint32_t first = static_cast<uint32_t>(mesh.vertices.size());
        for (int n = 0; n < 8; ++n)
            mesh.vertices.push_back({n & 1 ? high.x : low.x, n & 2 ? high.y : low.y, n & 4 ? high.z : low.z});
        const uint32_t faces[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                      {0, 2, 3, 1}, {4, 5, 7, 6}, {2, 6, 7, 3}};
        for (int f = 0; f < (lid ? 6 : 5); ++f) {
            const uint32_t* q = faces[f];
            mesh.triangles.push_back({first + q[0], first + q[1], first + q[2]});
            mesh.triangles.push_back({first + q[0], first + q[2], first + q[3]});
        }
    };
    box({-0.05f, -0.08f, -0.05f}, {0.05f, 0.08f, 0.05f}, false);
    box({0.1f, -0.05f, -0.05f}, {0.101f, 0.05f, 0.05f}, true);
    Mesh ball = sphereMesh(0.04f, 3);
    const uint32_t first = static_cast<uint32_t>(mesh.vertices.size());
    for (Vec3f v : ball.vertices) mesh.vertices.push_back(v + Vec3f{-0.06f, 0, 0});
    for (Triangle t : ball.triangles) mesh.triangles.push_back({t.a + first, t.b + first, t.c + first});
    auto made = gridFromMesh(mesh, gridOf(0.004f));
    REQUIRE(made.ok());
    auto distance = [&](Vec3f p) { return gridSurface(viewOf(made.value()), p).distance; };
    CHECK(distance({0, 0, 0}) < -0.015f);           // in the open box, 2 cm from the ball
    CHECK(distance({0, -0.07f, 0}) < -0.005f);
    CHECK(distance({0, 0.1f, 0}) > 0.01f);          // above its missing lid
    CHECK(distance({-0.09f, 0, 0}) < -0.005f);      // in the ball, outside the box
    CHECK(distance({-0.04f, 0, 0}) < 0);            // in both
    CHECK(distance({-0.09f, 0.06f, 0}) > 0.01f);
    CHECK(distance({0.12f, 0, 0}) > 0.015f);        // beside the plate
    CHECK(distance({0.08f, 0, 0}) > 0.015f);
}
