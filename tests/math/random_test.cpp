#include "core/math/random.h"
#include "tests/support.h"

#include <doctest/doctest.h>

using namespace ringlet;

TEST_CASE("random numbers are the same bits on every target") {
    // Written down once: every compiler and platform must reproduce them.
    Random random(42, 7);
    const uint32_t first = random.bits(), second = random.bits();
    Random again(42, 7);
    CHECK(again.bits() == first);
    CHECK(again.bits() == second);
    CHECK(first == 0x06B4C88Cu);
    CHECK(second == 0xE4BF542Fu);
    CHECK(Random(42, 8).bits() != first);
    CHECK(Random(43, 7).bits() != first);
}

TEST_CASE("unit and normal have the moments they promise") {
    constexpr int count = 200000;
    Random random(1);
    double sum = 0, squares = 0, normalSum = 0, normalSquares = 0;
    int eighths[8] = {};
    for (int i = 0; i < count; ++i) {
        const float u = random.unit();
        REQUIRE(u >= 0.0f);
        REQUIRE(u < 1.0f);
        ++eighths[static_cast<int>(u * 8)];
        sum += u;
        squares += double{u} * u;
        const double n = random.normal();
        normalSum += n;
        normalSquares += n * n;
    }
    // Five standard errors each.
    CHECK(std::fabs(sum / count - 0.5) < 5 * 0.2887 / std::sqrt(count));
    CHECK(std::fabs(squares / count - 1.0 / 3) < 5 * 0.2981 / std::sqrt(count));
    CHECK(std::fabs(normalSum / count) < 5 / std::sqrt(count));
    CHECK(std::fabs(normalSquares / count - 1) < 5 * 1.4 / std::sqrt(count));
    for (const int n : eighths) CHECK(std::abs(n - count / 8) < 5 * std::sqrt(count / 8.0));
}

TEST_CASE("streams are independent, and between stays inside") {
    double product = 0;
    constexpr int count = 100000;
    for (int i = 0; i < count; ++i) {
        // The first numbers of neighbouring strands.
        product += (Random(5, i).unit() - 0.5) * (Random(5, i + 1).unit() - 0.5);
    }
    CHECK(std::fabs(product / count) < 5.0 / 12 / std::sqrt(count));
    Random random(6);
    for (int i = 0; i < 10000; ++i) {
        const float x = random.between(0.1f, 0.3f);
        REQUIRE(x >= 0.1f);
        REQUIRE(x <= 0.3f);
    }
    CHECK(random.between(2.0f, 2.0f) == 2.0f);
}
