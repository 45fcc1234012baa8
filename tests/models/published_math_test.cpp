// The pieces of the published step, each against its equation as printed, in double precision; and the cases where the
// paper divides by zero.
#include "core/models/dftl/published_math.h"
#include "tests/models/rig.h"

using namespace ringlet;
using namespace ringlet::dftl;
using namespace ringlet::test;

namespace published_math_test {
namespace {

Vec3d inDouble(Vec3f a) { return {a.x, a.y, a.z}; }
Vec3d unit(Vec3d a) { return a * (1 / lengthOf(a)); }

// Eqs. 5.7 and 5.8 as printed, with eqs. 4.2 and 4.3 at unit mass.
Vec3d printedShape(Vec3d v1, Vec3d v2, double alpha) {
    const double a = dot(v1, v2), b = dot(v1, v1), c = dot(v2, v2);
    const double angle = std::acos(a / (lengthOf(v1) * lengthOf(v2)));
    const Vec3d gradient = (1 / (b * std::sqrt(b * c - a * a))) * (a * v1 - b * v2);
    return (-angle / (dot(gradient, gradient) + alpha)) * gradient;
}

}  // namespace

TEST_CASE("the angular shape constraint is the paper's gradient, and exact without compliance") {
    Random random(12);
    for (int i = 0; i < 500; ++i) {
        Vec3f a = (0.001f + 0.05f * random.unit()) * randomDirection(random);
        Vec3f b = (0.001f + 0.05f * random.unit()) * randomDirection(random);
        float alpha = i % 2 == 0 ? 0.0f : 1e6f * random.unit();
        Vec3d v1{a.x, a.y, a.z}, v2{b.x, b.y, b.z};
        if (lengthOf(cross(v1, v2)) < 0.05 * lengthOf(v1) * lengthOf(v2)) continue;
        Vec3d expected = printedShape(v1, v2, alpha);
        Vec3f got = shapeCorrection(a, b, lengthOf(b), alpha, Vec3f{1, 0, 0});
        CHECK(lengthOf(Vec3d{got.x, got.y, got.z} - expected) < 1e-5 * lengthOf(expected) + 1e-9);
        Vec3d inDouble = shapeCorrection(v1, v2, lengthOf(v2), double(alpha), Vec3d{1, 0, 0});
        CHECK(lengthOf(inDouble - expected) < 1e-9 * lengthOf(expected) + 1e-14);
    }
}

TEST_CASE("where the paper divides by zero the shape constraint is finite and sensible") {
    const Vec3f y{0, 0.01f, 0}, fallback{1, 0, 0}, zero{0, 0, 0};
    // Already there: no correction.
    CHECK(lengthOf(shapeCorrection(y, y, lengthOf(y), 0.0f, fallback)) == 0);
    CHECK(lengthOf(shapeCorrection(y, 3.0f * y, 3.0f * lengthOf(y), 0.0f, fallback)) == 0);
    // Opposite: half a turn towards the fallback, across the segment.
    Vec3f turned = shapeCorrection(y, -y, lengthOf(y), 0.0f, fallback);
    CHECK(turned.x == doctest::Approx(0.01 * 3.14159265).epsilon(1e-5));
    CHECK(std::fabs(turned.y) < 1e-8f);
    // Opposite, with the fallback along the segment: nothing, but finite.
    CHECK(std::isfinite(lengthOf(shapeCorrection(y, -y, lengthOf(y), 0.0f, Vec3f{0, 1, 0}))));
    // A segment or a target without length is left alone.
    CHECK(lengthOf(shapeCorrection(zero, y, lengthOf(y), 0.0f, fallback)) == 0);
    CHECK(lengthOf(shapeCorrection(y, zero, 0.0f, 0.0f, fallback)) == 0);
    CHECK(lengthOf(shapeCorrection(zero, zero, 0.0f, 0.0f, fallback)) == 0);
    // A true angle of 1e-4, which acos of a float quotient cannot see.
    Vec3f slightly{1e-6f, 0.01f, 0};
    CHECK(lengthOf(shapeCorrection(y, slightly, lengthOf(slightly), 0.0f, fallback)) == doctest::Approx(1e-6).epsilon(1e-3));
}

TEST_CASE("the carried basis stays orthonormal where the auxiliary point lies along the segment") {
    for (Vec3f along : {Vec3f{1, 0, 0}, Vec3f{-1, 0, 0}, Vec3f{0, 1, 0}, Vec3f{0, -1, 0}, Vec3f{0, 0, 1},
                        Vec3f{0.99999994f, 1e-6f, 0}}) {
        StrandBasis<float> b = projectedBasis(basisOf(Vec3f{1, 0, 0}, Vec3f{0, 1, 0}), along);
        CHECK(lengthOf(b.i) == doctest::Approx(1).epsilon(1e-6));
        CHECK(lengthOf(b.k) == doctest::Approx(1).epsilon(1e-5));
        CHECK(std::fabs(dot(b.i, b.j)) < 1e-5f);
        CHECK(lengthOf(b.j - along) == 0);
    }
}

TEST_CASE("the shape constraint holds its precision from the smallest angle to the largest, for segments of any length") {
    Random random(14);
    for (int i = 0; i < 20000; ++i) {
        const Vec3f direction = randomDirection(random), across = acrossOf(direction);
        const float size = 1e-6f * std::pow(10.0f, 5 * random.unit()), other = 1e-6f * std::pow(10.0f, 5 * random.unit());
        // Half of them near 0, half near pi; the sine no smaller than the rounding of the vectors allows.
        const float tangent = std::pow(10.0f, -4 + 6 * random.unit());
        const Vec3f a = size * direction, b = (other * (i % 2 ? 1.0f : -1.0f)) * (direction + tangent * across);
        const float alpha = i % 3 == 0 ? 0.0f : 1e6f * random.unit();
        const Vec3d v1 = inDouble(a), v2 = inDouble(b), normal = cross(v1, v2);
        const double angle = std::atan2(lengthOf(normal), dot(v1, v2));
        const Vec3d expected = (angle * lengthOf(v1) / (1 + alpha * dot(v1, v1))) * unit(cross(normal, v1));
        const Vec3d got = inDouble(shapeCorrection(a, b, lengthOf(b), alpha, Vec3f{1, 0, 0}));
        CAPTURE(i);
        CAPTURE(angle);
        // Rounding of the vectors' cross product, beside what the correction itself is rounded by.
        REQUIRE(lengthOf(got - expected) < (1e-6 + 3e-7 / std::sin(angle)) * lengthOf(expected));
    }
}

TEST_CASE("the basis carried by one division is that of eqs. 5.4 to 5.6") {
    Random random(15);
    StrandBasis<float> b = basisOf(Vec3f{1, 0, 0}, Vec3f{0, 1, 0});
    for (int i = 0; i < 20000; ++i) {
        const Vec3f direction = randomDirection(random);
        const Vec3f along = (1e-6f * std::pow(10.0f, 5 * random.unit())) * direction;
        const StrandBasis<float> got = carriedBasis(b, along), other = projectedBasis(b, direction);
        const Vec3d j = unit(inDouble(along)), before = inDouble(b.i), expected = unit(before - dot(before, j) * j);
        const double sine = lengthOf(cross(before, j));
        if (sine < 1e-3) continue;
        CAPTURE(i);
        REQUIRE(lengthOf(inDouble(got.i) - expected) < 5e-7 / sine);
        REQUIRE(lengthOf(inDouble(got.j) - j) < 3e-7);
        REQUIRE(lengthOf(inDouble(got.k) - cross(expected, j)) < 5e-7 / sine);
        REQUIRE(lengthOf(got.i - other.i) < 1e-6f / static_cast<float>(sine));
        b = got;  // a long strand: what is carried does not drift
        REQUIRE(std::fabs(lengthOf(b.i) - 1) < 1e-6f);
    }
}

TEST_CASE("the carried basis where the auxiliary point lies along the segment, and where the segment has no length") {
    const StrandBasis<float> first = basisOf(Vec3f{1, 0, 0}, Vec3f{0, 1, 0});
    for (Vec3f along : {Vec3f{1, 0, 0}, Vec3f{-1, 0, 0}, Vec3f{0, 1, 0}, Vec3f{0, -1, 0}, Vec3f{0, 0, 1},
                        Vec3f{0.99999994f, 1e-6f, 0}, Vec3f{0, 0, 0}})
        for (float size : {1.0f, 1e-2f, 1e-6f}) {
            const StrandBasis<float> b = carriedBasis(first, size * along);
            const bool some = lengthOf(along) > 0;
            CHECK(lengthOf(b.i) == doctest::Approx(1).epsilon(1e-6));
            CHECK(lengthOf(b.k) == doctest::Approx(1).epsilon(1e-5));
            CHECK(std::fabs(dot(b.i, b.j)) < 1e-5f);
            CHECK(lengthOf(b.j - (some ? along : first.j)) < 2e-7f);
        }
}

TEST_CASE("the way out of a collider is the depth, less what friction allows, whatever length its normal has") {
    Random random(16);
    for (int i = 0; i < 20000; ++i) {
        const Vec3f out = std::pow(10.0f, -3 + 3 * random.unit()) * randomDirection(random);
        const Vec3f motion = i % 16 == 0 ? Vec3f{0, 0, 0} : std::pow(10.0f, -7 + 6 * random.unit()) * randomDirection(random);
        const float depth = std::pow(10.0f, -6 + 4 * random.unit()), friction = i % 5 == 0 ? 0.0f : 2 * random.unit();
        const Vec3f got = wayOut(Entered<float>{true, -depth, out, dot(out, out), lengthOf(out)}, motion, friction);
        const Vec3d normal = unit(inDouble(out)), way = inDouble(motion), slip = way - dot(way, normal) * normal;
        const double stop = std::fmin(1.0, double{friction} * depth / std::fmax(lengthOf(slip), 1e-30));
        const Vec3d expected = double{depth} * normal - stop * slip;
        CAPTURE(i);
        REQUIRE(lengthOf(inDouble(got) - expected) < 1e-6 * (depth + lengthOf(way)));
    }
}

}  // namespace published_math_test
