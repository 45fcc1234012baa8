// USC-HairSalon files, byte by byte.
#include "tests/files/file_support.h"

#include <doctest/doctest.h>

using namespace ringlet;
using namespace ringlet::test;

namespace data_test {
namespace {

// Strands of 2, 1, 3 and 0 points.
std::vector<uint8_t> smallFile() {
    ByteWriter w;
    w.u32(4);
    float next = 0;
    for (uint32_t count : {2u, 1u, 3u, 0u}) {
        w.u32(count);
        for (uint32_t i = 0; i < 3 * count; ++i) w.f32(next += 0.5f);
    }
    return w.bytes;
}

std::string errorOf(const std::vector<uint8_t>& bytes) {
    auto strands = readStrands(bytesOf(bytes), "a.data");
    return strands ? "" : strands.error();
}

}  // namespace

TEST_CASE("data: strands of one point are skipped and counted") {
    auto strands = readStrands(bytesOf(smallFile()), "a.data");
    REQUIRE(strands.ok());
    CHECK(strands.value().counts == std::vector<uint32_t>{2, 3});
    CHECK(strands.value().skipped == 2);
    CHECK(strands.value().numbers == std::vector<uint32_t>{0, 2});
    REQUIRE(strands.value().points.size() == 5);
    CHECK(strands.value().points[1].z == 3);
    CHECK(strands.value().points[2].x == 5);
    CHECK(strands.value().notes.empty());
    ByteWriter none;
    none.u32(2).u32(1).f32(1).f32(2).f32(3).u32(0);
    CHECK(errorOf(none.bytes).find("none of its 2 strands has two points") != std::string::npos);
}

TEST_CASE("data: what lies behind the last strand is told") {
    std::vector<uint8_t> bytes = smallFile();
    bytes.insert(bytes.end(), 28, uint8_t{0});
    const auto strands = readStrands(bytesOf(bytes), "a.data");
    REQUIRE(strands.ok());
    REQUIRE(strands.value().notes.size() == 1);
    CHECK(strands.value().notes[0].find("28 bytes behind the last strand") == 0);
}

TEST_CASE("data: cut short at every length is an error") {
    const std::vector<uint8_t> bytes = smallFile();
    for (size_t size = 0; size < bytes.size(); ++size) {
        const std::string error = errorOf(prefix(bytes, size));
        REQUIRE(wellFormed(error, "a.data"));
        REQUIRE(error.find("at byte") != std::string::npos);
    }
    CHECK(errorOf(bytes).empty());
}

TEST_CASE("data: counts that cannot be, and numbers that are none") {
    for (uint32_t wrong : {0u, 5u, 0x7FFFFFFFu, 0x80000000u, 0xFFFFFFFFu}) {
        std::vector<uint8_t> bytes = smallFile();
        putU32(bytes, 0, wrong);
        CAPTURE(wrong);
        CHECK(wellFormed(errorOf(bytes), "a.data"));
    }
    for (uint32_t wrong : {3u, 0x15555556u, 0x55555556u, 0x80000002u, 0xFFFFFFFFu}) {
        std::vector<uint8_t> bytes = smallFile();
        putU32(bytes, 4, wrong);
        CAPTURE(wrong);
        CHECK(wellFormed(errorOf(bytes), "a.data"));
    }
    for (size_t at : {size_t{8}, size_t{36}}) {  // the second in a strand that would be skipped
        std::vector<uint8_t> bytes = smallFile();
        putU32(bytes, at, 0x7FC00000);
        CHECK(errorOf(bytes).find("at byte " + std::to_string(at)) != std::string::npos);
    }
}

TEST_CASE("data: written and read again, bit for bit") {
    const FileStrands strands = readStrands(bytesOf(smallFile()), "a.data").value();
    auto bytes = findFormat("x.data")->writeStrands(strands);
    REQUIRE(bytes.ok());
    CHECK(bytes.value().size() == 4 + 2 * 4 + 5 * 12);
    const FileStrands again = readStrands(bytesOf(bytes.value()), "a.data").value();
    CHECK(again.counts == strands.counts);
    CHECK(samePoints(again.points, strands.points));
    CHECK(findFormat("x.data")->writeStrands(again).value() == bytes.value());
    CHECK_FALSE(findFormat("x.data")->writeStrands(FileStrands{}).ok());
}

}  // namespace data_test
