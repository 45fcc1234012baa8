#include "core/base/number_text.h"
#include "core/math/random.h"
#include "tests/support.h"

#include <doctest/doctest.h>

#include <clocale>
#include <cstdlib>

using namespace ringlet;
using ringlet::test::bitsOf;
using ringlet::test::floatOf;

TEST_CASE("every finite float survives being written and read") {
    Random random(21);
    int tried = 0;
    while (tried < 20000) {
        const float x = floatOf(random.bits());
        if (!std::isfinite(x)) continue;
        ++tried;
        float back = 0;
        REQUIRE(readNumber(shortestText(x), back));
        REQUIRE(bitsOf(back) == bitsOf(x));
    }
    double third = 0;
    CHECK(readNumber(shortestText(1.0 / 3), third));
    CHECK(third == 1.0 / 3);
}

TEST_CASE("texts are short and plain") {
    CHECK(shortestText(0.1f) == "0.1");
    CHECK(shortestText(16777216.0f) == "16777216");
    CHECK(shortestText(100000.0f) == "100000");
    CHECK(shortestText(-0.0f) == "-0");
    CHECK(shortestText(1e-7f) == "1e-7");
    CHECK(shortestText(2.5e12f) == "2.5e12");
    CHECK(shortestText(3.4028235e38f) == "3.4028235e38");
    CHECK(shortestText(std::numeric_limits<float>::infinity()) == "inf");
    CHECK(shortestText(-std::numeric_limits<float>::infinity()) == "-inf");
    CHECK(shortestText(std::numeric_limits<float>::quiet_NaN()) == "nan");
}

TEST_CASE("reading rounds correctly, even halfway between two floats") {
    float x = 0;
    // 1 + 2^-24 lies exactly between 1 and its successor: to even, unless anything follows.
    CHECK(readNumber("1.000000059604644775390625", x));
    CHECK(bitsOf(x) == bitsOf(1.0f));
    CHECK(readNumber("1.00000005960464477539062500000000000000000001", x));
    CHECK(bitsOf(x) == bitsOf(1.0f) + 1);
    CHECK(readNumber("1e-45", x));
    CHECK(bitsOf(x) == 1);
    CHECK(readNumber("1e-60", x));
    CHECK(x == 0);
    CHECK(readNumber(".5", x));
    CHECK(x == 0.5f);
    CHECK(readNumber("+5.", x));
    CHECK(x == 5.0f);
    CHECK(readNumber("-3E2", x));
    CHECK(x == -300.0f);
}

TEST_CASE("whatever is not one finite decimal number is refused and changes nothing") {
    const std::string bad[] = {"",     " ",    " 1",   "1 ",    "1\n",  "0x10", "inf", "-inf",  "nan",   "1e",  "e5",
                               "1e+",  ".",    "-",    "--1",   "1,5",  "1.2.3", "1f", "12x",   "1e39",  "1e999",
                               "INFINITY", "1_000", "0b1", "1p3", std::string("1\0", 2), std::string("1\0002", 3)};
    for (const std::string& text : bad) {
        float x = 7;
        CAPTURE(text);
        CHECK_FALSE(readNumber(text, x));
        CHECK(x == 7);
    }
}

TEST_CASE("a locale with a decimal comma changes nothing") {
    const std::string before = std::setlocale(LC_NUMERIC, nullptr);
    const char* found = nullptr;
    for (const char* name : {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "de_DE", "fr_FR"}) {
        if (!found) found = std::setlocale(LC_NUMERIC, name);
    }
    if (!found || std::localeconv()->decimal_point != std::string(",")) {
        std::setlocale(LC_NUMERIC, before.c_str());
        return ringlet::test::skip("no locale with a decimal comma is installed");
    }
    float x = 0;
    const bool read = readNumber("2.5", x);
    float y = 7;
    const bool comma = readNumber("2,5", y);
    const std::string text = shortestText(2.5f);
    std::setlocale(LC_NUMERIC, before.c_str());
    CHECK(read);
    CHECK(x == 2.5f);
    CHECK_FALSE(comma);
    CHECK(text == "2.5");
}
