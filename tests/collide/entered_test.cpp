// What a point has entered, by squares: against the distances of collide_math.h, and lane by lane.
#include "core/collide/entered.h"
#include "core/math/random.h"
#include "tests/support.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace ringlet;
using ringlet::test::bitsOf;

namespace {

Vec3f pointOf(Random& random, float most) {
    return {random.between(-most, most), random.between(-most, most), random.between(-most, most)};
}

Axes<float> axesOf(Quatf q) { return {rotate(q, Vec3f{1, 0, 0}), rotate(q, Vec3f{0, 1, 0}), rotate(q, Vec3f{0, 0, 1})}; }

Colliders shapesOf(Random& random, int kind) {
    Colliders shapes;
    if (kind % 4 != 1)
        for (int i = 0; i < 3; ++i) shapes.spheres.push_back({pointOf(random, 0.1f), random.between(0.0f, 0.1f)});
    if (kind % 4 != 0)
        for (int i = 0; i < 3; ++i)
            shapes.capsules.push_back({pointOf(random, 0.1f), pointOf(random, 0.1f), random.between(0.0f, 0.08f)});
    if (kind % 4 == 3) {
        auto grid = std::make_shared<DistanceGrid>();
        grid->origin = {-0.15f, -0.15f, -0.15f};
        grid->cell = 0.01f;
        grid->nx = grid->ny = grid->nz = 31;
        for (int k = 0; k < 31; ++k)
            for (int j = 0; j < 31; ++j)
                for (int i = 0; i < 31; ++i)
                    grid->distance.push_back(0.01f * std::sqrt(static_cast<float>((i - 15) * (i - 15) + (j - 15) * (j - 15) +
                                                                                  (k - 15) * (k - 15))) - 0.08f);
        shapes.grid = grid;
    }
    return shapes;
}

// The same bits in a lane as alone, whatever is in the other lanes.
template <int W>
void lanesAgree(const ColliderView& view, Quatf head, Random& random) {
    Vec3f parent[W], along[W];
    Vec3<Lanes<W>> parents, alongs;
    for (int i = 0; i < W; ++i) {
        parent[i] = pointOf(random, 0.15f), along[i] = pointOf(random, 0.02f);
        if (random.bits() % 16 == 0) along[i].x = std::nanf("");
        parents.x.set(i, parent[i].x), parents.y.set(i, parent[i].y), parents.z.set(i, parent[i].z);
        alongs.x.set(i, along[i].x), alongs.y.set(i, along[i].y), alongs.z.set(i, along[i].z);
    }
    const Axes<float> a = axesOf(head);
    const Axes<Lanes<W>> axes{splat<Lanes<W>>(a.x), splat<Lanes<W>>(a.y), splat<Lanes<W>>(a.z)};
    const Entered<Lanes<W>> many = enteredCollider(view, axes, parents, alongs);
    for (int i = 0; i < W; ++i) {
        const Entered<float> one = enteredCollider(view, a, parent[i], along[i]);
        REQUIRE((many.inside.bits[i] != 0) == one.inside);
        if (!one.inside) continue;
        for (auto [m, o] : {std::pair{many.distance[i], one.distance}, {many.out.x[i], one.out.x}, {many.out.y[i], one.out.y},
                            {many.out.z[i], one.out.z}, {many.squared[i], one.squared}, {many.length[i], one.length}})
            REQUIRE(bitsOf(m) == bitsOf(o));
    }
}

}  // namespace

// The nearest of all, as they are.
static SurfacePointT<float> nearestOne(const ColliderView& c, Quatf head, Vec3f p) {
    const Vec3f local = rotate(conjugate(head), p);
    SurfacePointT<float> nearest = nearestShape(c, local);
    if (c.grid.distance != nullptr) nearest = nearer(nearest, nearestInGrid(c.grid, local));
    return {nearest.distance, rotate(head, nearest.normal)};
}

TEST_CASE("what a point has entered is what is nearest, with its depth and its normal") {
    Random random(31);
    int inside = 0, outside = 0;
    for (int round = 0; round < 4000; ++round) {
        const Colliders shapes = shapesOf(random, round);
        ColliderArrays arrays;
        arrays.set(&shapes);
        const Quatf head = normalized(Quatf{random.between(-1, 1), random.between(-1, 1), random.between(-1, 1), 1});
        const Vec3f parent = pointOf(random, 0.15f), along = pointOf(random, 0.02f);
        const SurfacePointT<float> surface = nearestOne(arrays.view(), head, parent + along);
        const Entered<float> at = enteredCollider(arrays.view(), axesOf(head), parent, along);
        CAPTURE(round);
        if (std::fabs(surface.distance) > 2e-7f) REQUIRE(at.inside == (surface.distance < 0));
        at.inside ? ++inside : ++outside;
        if (!at.inside || surface.distance > -1e-4f) continue;
        CHECK(std::fabs(at.distance - surface.distance) < 3e-7f);
        CHECK(std::fabs(at.length * at.length - at.squared) < 1e-6f * at.squared);
        CHECK(std::fabs(at.squared - dot(at.out, at.out)) < 1e-6f * at.squared);
        // Near a centre or an axis the rounding of p turns the normal.
        if (at.squared > 1e-4f) CHECK(dot(at.out, surface.normal) > (1 - 1e-5f) * at.length);
    }
    CHECK(inside > 500);
    CHECK(outside > 500);
}

TEST_CASE("at the centre of a sphere and on the axis of a capsule there is a way out") {
    Colliders shapes;
    shapes.spheres = {{{0, 1, 0}, 0.1f}};
    shapes.capsules = {{{1, 0, 0}, {2, 0, 0}, 0.1f}, {{3, 0, 0}, {3, 0, 0}, 0.1f}};
    ColliderArrays arrays;
    arrays.set(&shapes);
    const Axes<float> axes = axesOf(Quatf{0, 0, 0, 1});
    for (Vec3f p : {Vec3f{0, 1, 0}, Vec3f{1.5f, 0, 0}, Vec3f{1, 0, 0}, Vec3f{3, 0, 0}}) {
        const Entered<float> at = enteredCollider(arrays.view(), axes, p, Vec3f{0, 0, 0});
        CHECK(at.inside);
        CHECK(at.distance == doctest::Approx(-0.1));
        CHECK(lengthOf(at.out) == doctest::Approx(at.length));
        CHECK(at.length > 0);
    }
}

TEST_CASE("what a lane has entered does not depend on the other lanes") {
    Random random(32);
    for (int round = 0; round < 400; ++round) {
        const Colliders shapes = shapesOf(random, round);
        ColliderArrays arrays;
        arrays.set(&shapes);
        const Quatf head = normalized(Quatf{random.between(-1, 1), random.between(-1, 1), random.between(-1, 1), 1});
        lanesAgree<4>(arrays.view(), head, random);
        lanesAgree<8>(arrays.view(), head, random);
        lanesAgree<16>(arrays.view(), head, random);
    }
}

TEST_CASE("collide: what ends within a surface is turned out of it, and never further in") {
    const Vec3f n{0, 1, 0};
    for (float rise : {-0.9f, -0.2f, 0.0f, 0.5f, 0.9f, 0.9989f, 0.9992f, 0.99999f, 1.0f}) {
        const Vec3f d{squareRoot(1 - rise * rise), rise, 0};
        for (float more : {0.0f, 1e-7f, 0.01f, 0.4f, 3.0f}) {
            const Vec3f up = turnedUp(d, n, more);
            CHECK(lengthOf(up) == doctest::Approx(1));
            CHECK(up.y >= rise - 2e-7f);
            if (rise + more < 0.999f) CHECK(up.y == doctest::Approx(rise + more));
            if (rise >= 0.999f) CHECK(lengthOf(up - d) == 0);
            CHECK(absolute(up.z) < 1e-6f);
        }
    }
}
