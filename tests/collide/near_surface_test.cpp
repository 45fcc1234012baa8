// What is asked of colliders nearby: bounds of a grid are bounds, and nearestWithin() tells near points what the smooth field is
// and far ones no more than the truth, on one lane or several.
#include "core/collide/collider_view.h"
#include "core/collide/distance_grid.h"
#include "core/math/random.h"
#include "tests/support.h"

#include <doctest/doctest.h>

using namespace ringlet;
using ringlet::test::bitsOf;

namespace {

// A ball with a groove, so that distances are not all convex; odd counts of nodes, so that the last blocks are cut.
std::shared_ptr<const DistanceGrid> grooveGrid() {
    auto grid = std::make_shared<DistanceGrid>(DistanceGrid{{-0.1f, -0.09f, -0.1f}, 0.004f, 51, 46, 53, {}});
    for (int k = 0; k < grid->nz; ++k)
        for (int j = 0; j < grid->ny; ++j)
            for (int i = 0; i < grid->nx; ++i) {
                const Vec3f p = grid->at(i, j, k);
                grid->distance.push_back(maximum(lengthOf(p) - 0.07f, 0.02f - lengthOf(p - Vec3f{0, 0.08f, 0})));
            }
    return grid;
}

Vec3f somewhere(Random& random, float reach) {
    return {random.between(-reach, reach), random.between(-reach, reach), random.between(-reach, reach)};
}

Colliders groove() { return {{{{0.05f, 0, 0}, 0.03f}}, {}, grooveGrid()}; }

template <int W> void lanesEqualScalar(const ColliderView& view) {
    Random random(5);
    const Quatf head = normalized(Quatf{0.1f, 0.3f, -0.2f, 0.9f});
    for (int i = 0; i < 300; ++i) {
        Vec3<Lanes<W>> p{};
        Vec3f one[W];
        for (int lane = 0; lane < W; ++lane) {
            one[lane] = somewhere(random, 0.14f);
            p.x.set(lane, one[lane].x), p.y.set(lane, one[lane].y), p.z.set(lane, one[lane].z);
        }
        const Quat<Lanes<W>> turn{Lanes<W>(head.x), Lanes<W>(head.y), Lanes<W>(head.z), Lanes<W>(head.w)};
        const SurfacePointT<Lanes<W>> s = nearestWithin(view, turn, p, Lanes<W>(0.02f));
        for (int lane = 0; lane < W; ++lane) {
            const SurfacePointT<float> e = nearestWithin(view, head, one[lane], 0.02f);
            CHECK(bitsOf(s.distance[lane]) == bitsOf(e.distance));
            CHECK(bitsOf(s.normal.y[lane]) == bitsOf(e.normal.y));
        }
    }
}

}  // namespace

TEST_CASE("no distance in a grid is less than the bound there") {
    ColliderArrays arrays;
    const Colliders colliders{{}, {}, grooveGrid()};
    arrays.set(&colliders);
    const GridView& view = arrays.view().grid;
    Random random(1);
    int far = 0, some = 0;
    float mean = 0;
    for (int i = 0; i < 20000; ++i) {
        const Vec3f p = somewhere(random, 0.13f);
        const float bound = gridBound(view, p);
        CHECK(bound <= gridSurface(view, p).distance + 1e-7f);
        CHECK(bound <= smoothGridSurface(view, p).distance + 1e-7f);
        if (bound > 0.01f) ++far;
        // And not much less: by what the distance bends within a block, which at a crease is most.
        const bool inside = maximum(maximum(absolute(p.x), absolute(p.y)), absolute(p.z)) < 0.08f;
        if (!inside || bound < -0.015f) continue;
        const float below = smoothGridSurface(view, p).distance - bound;
        CHECK(below < 2 * view.cell);
        mean += below, ++some;
    }
    CHECK(far > 8000);  // of 20,000: most of what is
    CHECK(mean < 0.1f * view.cell * static_cast<float>(some));
    const float nan = std::numeric_limits<float>::quiet_NaN();
    CHECK(gridBound(view, Vec3f{nan, 0, 1e30f}) < 1);
}

TEST_CASE("bounds hold in a grid of any values") {
    Random random(3);
    auto grid = std::make_shared<DistanceGrid>(DistanceGrid{{0, 0, 0}, 0.01f, 9, 8, 7, {}});
    for (int i = 0; i < 9 * 8 * 7; ++i) grid->distance.push_back(random.between(-0.03f, 0.1f));
    ColliderArrays arrays;
    const Colliders colliders{{}, {}, grid};
    arrays.set(&colliders);
    const GridView& view = arrays.view().grid;
    for (int i = 0; i < 20000; ++i) {
        const Vec3f p{random.between(0.015f, 0.065f), random.between(0.015f, 0.055f), random.between(0.015f, 0.045f)};
        const float bound = gridBound(view, p);
        CHECK(bound <= gridSurface(view, p).distance + 1e-7f);
        CHECK(bound <= smoothGridSurface(view, p).distance + 1e-7f);
    }
}

// Of few nodes every block is at a border, and some are cut.
TEST_CASE("bounds hold in the smallest grids, up to their border and beyond") {
    Random random(4);
    for (int n = 0; n < 125; ++n) {
        auto grid = std::make_shared<DistanceGrid>(DistanceGrid{{-0.01f, -0.01f, -0.01f}, 0.01f, 2 + n % 5, 2 + n / 5 % 5, 2 + n / 25, {}});
        const Vec3f middle = somewhere(random, 0.05f);
        for (int i = 0; i < grid->nx * grid->ny * grid->nz; ++i) {
            const Vec3f p = grid->at(i % grid->nx, i / grid->nx % grid->ny, i / grid->nx / grid->ny);
            grid->distance.push_back(maximum(absolute(p.x - middle.x) - 0.01f, lengthOf(p - middle) - 0.02f));
        }
        ColliderArrays arrays;
        const Colliders colliders{{}, {}, grid};
        arrays.set(&colliders);
        CHECK(arrays.bounds().size() == static_cast<size_t>(blocksAlong(grid->nx) * blocksAlong(grid->ny) * blocksAlong(grid->nz)));
        const GridView& view = arrays.view().grid;
        for (int i = 0; i < 400; ++i) {
            const Vec3f p = somewhere(random, 0.06f);
            const float bound = gridBound(view, p);
            CHECK(bound <= gridSurface(view, p).distance + 1e-7f);
            CHECK(bound <= smoothGridSurface(view, p).distance + 1e-7f);
        }
    }
}

TEST_CASE("what is near to a collider is told as by nearestCollider, what is far no more than that") {
    ColliderArrays arrays;
    const Colliders colliders = groove();
    arrays.set(&colliders);
    const ColliderView& view = arrays.view();
    Random random(2);
    const Quatf head = normalized(Quatf{-0.2f, 0.1f, 0.4f, 0.8f});
    int near = 0;
    for (int i = 0; i < 20000; ++i) {
        const Vec3f p = somewhere(random, 0.13f);
        const SurfacePointT<float> truth = nearestCollider(view, head, p), told = nearestWithin(view, head, p, 0.015f);
        const Vec3f local = rotate(conjugate(head), p);
        const float between = nearestShape(view, local).distance - nearestInGrid(view.grid, local).distance;
        if (truth.distance < 0.005f && absolute(between) < filletReach + 0.002f) {  // rounded by what may be beyond that field
            CHECK(absolute(told.distance - truth.distance) < 0.0005f);
        } else if (truth.distance < 0.005f) {  // within the smooth field of both
            ++near;
            CHECK(bitsOf(told.distance) == bitsOf(truth.distance));
            CHECK(bitsOf(told.normal.x) == bitsOf(truth.normal.x));
        } else {
            CHECK(told.distance <= truth.distance + 0.0015f);  // the smooth field at a crease
            CHECK(told.distance > 0.0035f);
        }
    }
    CHECK(near > 1500);
}

TEST_CASE("nearby points: lanes equal the scalar") {
    ColliderArrays arrays;
    const Colliders colliders = groove();
    arrays.set(&colliders);
    lanesEqualScalar<4>(arrays.view());
    lanesEqualScalar<8>(arrays.view());
    lanesEqualScalar<16>(arrays.view());
}
