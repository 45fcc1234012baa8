#include "core/math/lanes.h"
#include "core/math/random.h"
#include "core/math/vec.h"
#include "tests/support.h"

#include <doctest/doctest.h>

using namespace ringlet;
using ringlet::test::bitsOf;

namespace lanes_test {
namespace {

constexpr float notANumber = std::numeric_limits<float>::quiet_NaN();

// Something of everything a model does to a strand.
template <class T> Vec3<T> mixture(Vec3<T> a, Vec3<T> b) {
    const Vec3<T> n = normalizedOr(cross(a, b), a);
    const Quat<T> q = turned(rotationBetween(normalizedOr(a, b), n), b);
    const Sym3<T> m = plusOuter(plusDiagonal(Sym3<T>{T(1), T(2), T(3), T(0), T(0), T(0)}, dot(a, a)), T(0.5f), b);
    const Vec3<T> v = inverse(m) * rotate(q, b) + axisZ(q) * clamped(a.x, T(-0.5f), T(0.5f));
    return select(either(a.x < b.x, a.y > T(0)), v * (T(1) / a.z), v - n);
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("a lane has the bits of the same arithmetic in float", T, lanesArithmetic) {
    constexpr int W = sizeof(T) / sizeof(float);
    Random random(11);
    for (int round = 0; round < 2000; ++round) {
        float in[6][W];
        for (auto& row : in) for (float& x : row) x = random.between(-2, 2);
        const Vec3<T> a{loadLanes<W>(in[0]), loadLanes<W>(in[1]), loadLanes<W>(in[2])};
        const Vec3<T> b{loadLanes<W>(in[3]), loadLanes<W>(in[4]), loadLanes<W>(in[5])};
        const Vec3<T> lanes = mixture(a, b);
        for (int i = 0; i < W; ++i) {
            const Vec3f one = mixture(Vec3f{in[0][i], in[1][i], in[2][i]}, Vec3f{in[3][i], in[4][i], in[5][i]});
            REQUIRE(bitsOf(lanes.x[i]) == bitsOf(one.x));
            REQUIRE(bitsOf(lanes.y[i]) == bitsOf(one.y));
            REQUIRE(bitsOf(lanes.z[i]) == bitsOf(one.z));
        }
    }
}
TEST_CASE_TEMPLATE_INVOKE(lanesArithmetic, Lanes<4>, Lanes<8>, Lanes<16>);

TEST_CASE_TEMPLATE_DEFINE("comparisons with NaN are false, lane by lane", T, lanesNan) {
    constexpr int W = sizeof(T) / sizeof(float);
    T a(1.0f);
    a.set(1, notANumber);
    const T b(2.0f);
    const T less = select(a < b, T(10.0f), T(20.0f));
    const T greater = select(b > a, T(10.0f), T(20.0f));
    const T equal = select(a == a, T(10.0f), T(20.0f));
    for (int i = 0; i < W; ++i) {
        CHECK(less[i] == (i == 1 ? 20.0f : 10.0f));
        CHECK(greater[i] == (i == 1 ? 20.0f : 10.0f));
        CHECK(equal[i] == (i == 1 ? 20.0f : 10.0f));
    }
    // select moves bits: a NaN that is not chosen leaves no trace.
    CHECK(select(a == a, a, b)[1] == 2.0f);
    // minimum(a, b) and maximum(a, b) give b where either is NaN, as in float.
    CHECK(minimum(a, b)[1] == 2.0f);
    CHECK(maximum(a, b)[1] == 2.0f);
    CHECK(std::isnan(minimum(b, a)[1]));
    CHECK(std::isnan(maximum(b, a)[1]));
    CHECK(minimum(notANumber, 2.0f) == 2.0f);
    CHECK(std::isnan(minimum(2.0f, notANumber)));
    CHECK(std::isnan(absolute(a)[1]));
    CHECK(clamped(a, T(-1.0f), T(0.5f))[1] == -1.0f);
    CHECK(clamped(notANumber, -1.0f, 0.5f) == -1.0f);
}
TEST_CASE_TEMPLATE_INVOKE(lanesNan, Lanes<4>, Lanes<8>, Lanes<16>);

TEST_CASE_TEMPLATE_DEFINE("anyLane sees each lane alone", T, lanesAny) {
    constexpr int W = sizeof(T) / sizeof(float);
    CHECK_FALSE(anyLane(T(1.0f) < T(1.0f)));
    for (int i = 0; i < W; ++i) {
        T a(1.0f);
        a.set(i, 0.0f);
        CHECK(anyLane(a < T(1.0f)));
        CHECK(anyLane(either(a < T(1.0f), a > T(5.0f))));
        CHECK_FALSE(anyLane(both(a < T(1.0f), a > T(0.5f))));
    }
}
TEST_CASE_TEMPLATE_INVOKE(lanesAny, Lanes<4>, Lanes<8>, Lanes<16>);

TEST_CASE("zeros keep their sign through lanes") {
    const Lanes<4> minus(-0.0f);
    for (int i = 0; i < 4; ++i) {
        CHECK(bitsOf(minus[i]) == bitsOf(-0.0f));
        CHECK(bitsOf((-minus)[i]) == bitsOf(0.0f));
        CHECK(bitsOf(minimum(Lanes<4>(0.0f), minus)[i]) == bitsOf(minimum(0.0f, -0.0f)));
        CHECK(bitsOf(maximum(Lanes<4>(0.0f), minus)[i]) == bitsOf(maximum(0.0f, -0.0f)));
        CHECK(bitsOf(minimum(minus, Lanes<4>(0.0f))[i]) == bitsOf(minimum(-0.0f, 0.0f)));
    }
}

TEST_CASE("loading and storing works at any alignment") {
    float from[20], to[20] = {};
    for (int i = 0; i < 20; ++i) from[i] = static_cast<float>(i);
    for (int offset = 0; offset < 4; ++offset) {
        storeLanes(to + 3, loadLanes<16>(from + offset));
        for (int i = 0; i < 16; ++i) CHECK(to[3 + i] == static_cast<float>(i + offset));
    }
    CHECK(to[2] == 0);
    CHECK(to[19] == 0);
}

}  // namespace lanes_test
