// The grid smoothed by quadratic B-splines: its normal is its own gradient, both
// are continuous across cells, smooth surfaces are met closely, and lanes do
// what a scalar does, bit for bit.
#include "core/collide/grid_math.h"
#include "core/collide/distance_grid.h"
#include "core/math/random.h"
#include "tests/support.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace ringlet;
using ringlet::test::bitsOf;

namespace {

constexpr float cell = 0.004f, radius = 0.08f;

DistanceGrid sphereGrid() {
    DistanceGrid grid{{-0.1f, -0.1f, -0.1f}, cell, 51, 51, 51, {}};
    for (int k = 0; k < 51; ++k)
        for (int j = 0; j < 51; ++j)
            for (int i = 0; i < 51; ++i) {
                Vec3f at = grid.origin + Vec3f{float(i), float(j), float(k)} * cell;
                grid.distance.push_back(lengthOf(at) - radius);
            }
    return grid;
}


Vec3f nearSurface(Random& random) {
    Vec3f d{random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)};
    return normalizedOr(d, Vec3f{0, 1, 0}) * random.between(radius - cell, radius + cell);
}

}  // namespace

TEST_CASE("the smooth field lies close to the surface it came from") {
    DistanceGrid grid = sphereGrid();
    Random random(1);
    double worst = 0, turned = 0;
    for (int i = 0; i < 2000; ++i) {
        Vec3f p = nearSurface(random);
        SurfacePointT<float> s = smoothGridSurface(viewOf(grid), p);
        worst = std::max(worst, std::fabs(double(s.distance) - (lengthOf(p) - radius)));
        turned = std::max(turned, double(lengthOf(s.normal - p * (1 / lengthOf(p)))));
    }
    MESSAGE("distance off by at most " << worst << " m, normal by " << turned << " rad");
    CHECK(worst < 1e-4);  // curvature times a quarter of a cell squared, 0.05 mm
    CHECK(turned < 0.005);
}

TEST_CASE("normals of the smooth field are its gradient and do not jump between cells") {
    DistanceGrid grid = sphereGrid();
    for (float& d : grid.distance) d += 0.002f * float((bitsOf(d) >> 3) % 7) / 7;  // rough: a real test of both
    GridView view = viewOf(grid);
    Random random(2);
    for (int i = 0; i < 500; ++i) {
        Vec3f p = nearSurface(random);
        auto at = [&](float x, float y, float z) { return double(smoothGridSurface(view, p + Vec3f{x, y, z}).distance); };
        const float h = 2e-4f;
        Vec3d g{at(h, 0, 0) - at(-h, 0, 0), at(0, h, 0) - at(0, -h, 0), at(0, 0, h) - at(0, 0, -h)};
        double length = std::sqrt(g.x * g.x + g.y * g.y + g.z * g.z);
        Vec3f n = smoothGridSurface(view, p).normal;
        double dot = (n.x * g.x + n.y * g.y + n.z * g.z) / length;
        CHECK(dot > 0.999);

        // Across the face between two stencils, half-way between nodes.
        float face = (std::floor((p.x - grid.origin.x) / cell) + 0.5f) * cell + grid.origin.x;
        Vec3f left = smoothGridSurface(view, Vec3f{face - 1e-6f, p.y, p.z}).normal;
        Vec3f right = smoothGridSurface(view, Vec3f{face + 1e-6f, p.y, p.z}).normal;
        CHECK(lengthOf(left - right) < 0.01f);
    }
}

template <int W>
void lanesEqualScalar() {
    DistanceGrid grid = sphereGrid();
    GridView view = viewOf(grid);
    Random random(3);
    for (int i = 0; i < 200; ++i) {
        Vec3<Lanes<W>> p{};
        Vec3f one[W];
        for (int lane = 0; lane < W; ++lane) {
            one[lane] = nearSurface(random);
            if (lane == 1) one[lane] = one[lane] * 3.0f;  // outside the grid
            p.x.set(lane, one[lane].x), p.y.set(lane, one[lane].y), p.z.set(lane, one[lane].z);
        }
        SurfacePointT<Lanes<W>> s = smoothGridSurface(view, p);
        for (int lane = 0; lane < W; ++lane) {
            SurfacePointT<float> e = smoothGridSurface(view, one[lane]);
            CHECK(bitsOf(s.distance[lane]) == bitsOf(e.distance));
            CHECK(bitsOf(s.normal.x[lane]) == bitsOf(e.normal.x));
            CHECK(bitsOf(s.normal.z[lane]) == bitsOf(e.normal.z));
        }
    }
}

TEST_CASE("lanes of the smooth field equal the scalar") {
    lanesEqualScalar<4>();
    lanesEqualScalar<8>();
}

TEST_CASE("the smallest grid and a point that is no number are harmless") {
    DistanceGrid grid{{0, 0, 0}, 1, 2, 2, 2, {0, 1, 0, 1, 0, 1, 0, 1}};
    CHECK(std::isfinite(smoothGridSurface(viewOf(grid), Vec3f{0.5f, 0.5f, 0.5f}).distance));
    SurfacePointT<float> s = smoothGridSurface(viewOf(grid), Vec3f{NAN, 0, 0});
    CHECK(std::isfinite(s.distance));  // taken at node 0; gridSurface() is what reports it
}
