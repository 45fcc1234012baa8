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

void sameAsMesh(const DistanceGrid& grid, const MeshDistance& exact) {
    int different = 0;
    for (int k = 0; k < grid.nz; ++k) {
        for (int j = 0; j < grid.ny; ++j) {
            for (int i = 0; i < grid.nx; ++i) {
                Vec3f p = grid.origin +
                          Vec3f{static_cast<float>(i), static_cast<float>(j), static_cast<float>(k)} * grid.cell;
                float node = grid.distance[(static_cast<size_t>(k) * grid.ny + j) * grid.nx + i];
                different += node != exact.signedDistance(p);
            }
        }
    }
    CHECK(different == 0);
}

}  // namespace

TEST_CASE("distance grid: every node has the exact mesh's distance and sign, with and without a hole") {
    for (int holes : {0, 1}) {
        Mesh mesh = sphereMesh(0.1f, 3);
        if (holes) mesh.triangles.erase(mesh.triangles.begin() + 40, mesh.triangles.begin() + 44);
        auto grid = gridFromMesh(mesh, 0.006f, 0.02f, nullptr);
        REQUIRE(grid.ok());
        CHECK(grid.value().distance.size() ==
              static_cast<size_t>(grid.value().nx) * grid.value().ny * grid.value().nz);
        CHECK(grid.value().origin.x + (grid.value().nx - 1) * 0.006f >= 0.12f - 1e-6f);
        sameAsMesh(grid.value(), MeshDistance(mesh));
    }
}

TEST_CASE("distance grid: the same bits on any number of threads") {
    Mesh mesh = sphereMesh(0.1f, 3);
    auto one = gridFromMesh(mesh, 0.008f, 0.02f, nullptr);
    ThreadPool pool(3);
    auto three = gridFromMesh(mesh, 0.008f, 0.02f, &pool);
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
    CHECK_FALSE(gridFromMesh(Mesh{}, 0.01f, 0.02f, nullptr).ok());
    for (float cell : {0.0f, -1.0f, nan}) CHECK_FALSE(gridFromMesh(mesh, cell, 0.02f, nullptr).ok());
    for (float margin : {-0.1f, nan}) CHECK_FALSE(gridFromMesh(mesh, 0.01f, margin, nullptr).ok());
    for (float cell : {1e-4f, 1e-20f, 1e-38f}) {
        auto grid = gridFromMesh(mesh, cell, 0.02f, nullptr);
        REQUIRE_FALSE(grid.ok());
        CHECK(grid.error().find("bytes") != std::string::npos);
        CHECK(grid.error().find("use cells of") != std::string::npos);
        CHECK(grid.error().find('\n') == std::string::npos);
    }
    // What the message recommends does fit.
    std::string error = gridFromMesh(mesh, 1e-4f, 0.0f, nullptr).error();
    float cell = std::stof(error.substr(error.find("use cells of") + 13));
    CHECK(std::ceil(0.2 / cell) * std::ceil(0.2 / cell) * std::ceil(0.2 / cell) * 4 < kMaxGridBytes);
    CHECK(cell < 2e-3f);
}
