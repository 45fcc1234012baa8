// TressFX files, byte by byte.
#include "tests/files/file_support.h"

#include <doctest/doctest.h>

#include <limits>

using namespace ringlet;
using namespace ringlet::test;

namespace tfx_test {
namespace {

// Two strands of three points; point i is (i, i / 2, -i).
std::vector<uint8_t> smallFile() {
    ByteWriter w;
    w.f32(4).u32(2).u32(3).u32(160).padTo(160);
    for (int i = 0; i < 6; ++i) w.f32(float(i)).f32(i * 0.5f).f32(float(-i)).f32(i % 3 ? 1.0f : 0.0f);
    return w.bytes;
}

std::string errorOf(const std::vector<uint8_t>& bytes) {
    auto strands = readStrands(bytesOf(bytes), "a.tfx");
    return strands ? "" : strands.error();
}

}  // namespace

TEST_CASE("tfx: reads what it should") {
    auto strands = readStrands(bytesOf(smallFile()), "a.TFX");
    REQUIRE(strands.ok());
    CHECK(strands.value().counts == std::vector<uint32_t>{3, 3});
    REQUIRE(strands.value().points.size() == 6);
    CHECK(strands.value().points[5].x == 5);
    CHECK(strands.value().points[5].y == 2.5f);
    CHECK(strands.value().points[5].z == -5);
    CHECK(strands.value().notes.empty());
}

TEST_CASE("tfx: positions may lie further on") {
    std::vector<uint8_t> bytes = smallFile();
    bytes.insert(bytes.begin() + 160, 7, uint8_t{0xFF});
    putU32(bytes, 12, 167);
    auto strands = readStrands(bytesOf(bytes), "a.tfx");
    REQUIRE(strands.ok());
    CHECK(strands.value().points[4].x == 4);
}

TEST_CASE("tfx: what is not read of a file is told") {
    std::vector<uint8_t> bytes = smallFile();
    bytes.insert(bytes.end(), 16, uint8_t{0});
    const auto notesOf = [&] {
        auto strands = readStrands(bytesOf(bytes), "a.tfx");
        return strands ? strands.value().notes : std::vector<std::string>{strands.error()};
    };
    REQUIRE(notesOf().size() == 1);
    CHECK(notesOf()[0].find("16 bytes behind the last strand") == 0);
    putU32(bytes, 16, 256);
    putU32(bytes, 24, 256);
    CHECK(notesOf() == std::vector<std::string>{"not read from .tfx: texture coordinates of strands, thickness"});
}

TEST_CASE("tfx: cut short at every length is an error") {
    std::vector<uint8_t> bytes = smallFile();
    for (size_t size = 0; size < bytes.size(); ++size) {
        std::string error = errorOf(prefix(bytes, size));
        REQUIRE(wellFormed(error, "a.tfx"));
        REQUIRE(error.find("at byte") != std::string::npos);
    }
    CHECK(errorOf(bytes).empty());
}

TEST_CASE("tfx: wrong numbers are errors") {
    auto with = [](size_t at, uint32_t value) {
        std::vector<uint8_t> bytes = smallFile();
        putU32(bytes, at, value);
        return errorOf(bytes);
    };
    CHECK(with(0, bitsOf(3.0f)).find("version") != std::string::npos);
    CHECK(with(0, bitsOf(std::numeric_limits<float>::quiet_NaN())).find("version") != std::string::npos);
    CHECK(with(4, 0).find("no strands") != std::string::npos);
    CHECK(with(8, 1).find("at byte 8") != std::string::npos);
    for (uint32_t offset : {0u, 159u, 1000u, 0xFFFFFFFFu}) {
        CHECK(with(12, offset).find("at byte 12") != std::string::npos);
    }
    // Counts whose product passes 2^32, and 2^64 once multiplied by a point's bytes.
    for (uint32_t strands : {0x10000u, 0x40000001u, 0xFFFFFFFFu}) {
        std::vector<uint8_t> bytes = smallFile();
        putU32(bytes, 4, strands);
        putU32(bytes, 8, 0x10000);
        CHECK(errorOf(bytes).find("do not fit") != std::string::npos);
        putU32(bytes, 8, 0xFFFFFFFF);
        CHECK(errorOf(bytes).find("do not fit") != std::string::npos);
    }
    for (uint32_t bits : {0x7FC00000u, 0x7F800000u, 0xFF800000u}) {
        CHECK(with(160 + 16 * 4 + 8, bits).find("at byte 224") != std::string::npos);
    }
}

TEST_CASE("tfx: written and read again") {
    // Two strands of four points, the first two of one fixed.
    ByteWriter w;
    w.f32(4).u32(2).u32(4).u32(160).padTo(160);
    for (int i = 0; i < 8; ++i) w.f32(i / 3.0f).f32(i * 0.5f).f32(float(-i)).f32(i < 2 || i == 4 ? 0.0f : 1.0f);
    FileStrands strands = readStrands(bytesOf(w.bytes), "a.tfx").value();
    CHECK(strands.fixed == std::vector<uint8_t>{1, 1, 0, 0, 1, 0, 0, 0});
    auto bytes = findFormat("x.tfx")->writeStrands(strands);
    REQUIRE(bytes.ok());
    CHECK(bytes.value() == w.bytes);
    strands.fixed.clear();  // then the roots are
    auto roots = findFormat("x.tfx")->writeStrands(strands);
    REQUIRE(roots.ok());
    CHECK(readStrands(bytesOf(roots.value()), "a.tfx").value().fixed ==
          std::vector<uint8_t>{1, 0, 0, 0, 1, 0, 0, 0});
    strands.counts = {3, 5};
    CHECK_FALSE(findFormat("x.tfx")->writeStrands(strands).ok());
    strands.counts = {8};
    CHECK(findFormat("x.tfx")->writeStrands(strands).ok());
    FileStrands three{{3}, {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}};
    CHECK_FALSE(findFormat("x.tfx")->writeStrands(three).ok());
    CHECK_FALSE(findFormat("x.tfx")->writeStrands(FileStrands{}).ok());
}

}  // namespace tfx_test
