#include "core/base/hash.h"
#include "tests/support.h"

#include <doctest/doctest.h>

#include <set>
#include <vector>

using namespace ringlet;
using ringlet::test::bitsOf;
using ringlet::test::floatOf;

namespace {

uint64_t hashOf(const std::vector<float>& values) {
    Hash64 hash;
    for (const float x : values) hash.add(x);
    return hash.value();
}

}  // namespace

TEST_CASE("one unit in the last place of any value changes the hash") {
    std::vector<float> values;
    for (int i = 0; i < 200; ++i) values.push_back(0.37f * static_cast<float>(i) - 20.0f);
    const uint64_t before = hashOf(values);
    CHECK(before == hashOf(values));
    std::set<uint64_t> seen = {before};
    for (float& x : values) {
        const float kept = x;
        x = floatOf(bitsOf(x) + 1);
        seen.insert(hashOf(values));
        x = kept;
    }
    CHECK(seen.size() == values.size() + 1);
}

TEST_CASE("the hash tells order, zeros' signs and lengths apart") {
    CHECK(hashOf({1, 2}) != hashOf({2, 1}));
    CHECK(hashOf({0.0f}) != hashOf({-0.0f}));
    CHECK(hashOf({}) != hashOf({0.0f}));
    CHECK(hashOf({0.0f}) != hashOf({0.0f, 0.0f}));
}

TEST_CASE("a hash is printed as 16 lower-case hexadecimal digits") {
    CHECK(hashText(0) == "0000000000000000");
    CHECK(hashText(0x0123456789abcdefull) == "0123456789abcdef");
    CHECK(hashText(~0ull) == "ffffffffffffffff");
}
