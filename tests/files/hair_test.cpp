// Cem Yuksel's files, byte by byte.
#include "tests/files/file_support.h"

#include <doctest/doctest.h>

using namespace ringlet;
using namespace ringlet::test;

namespace hair_test {
namespace {

// Strands of 2 and 3 points, all five arrays.
std::vector<uint8_t> smallFile() {
    ByteWriter w;
    w.text("HAIR").u32(2).u32(5).u32(31).u32(9).padTo(128).u16(1).u16(2);
    for (int i = 0; i < 15; ++i) w.f32(float(i));
    for (int i = 0; i < 5 + 5 + 15; ++i) w.f32(float(i) / 32);
    return w.bytes;
}

// Two strands of the default two segments, points only.
std::vector<uint8_t> plainFile() {
    ByteWriter w;
    w.text("HAIR").u32(2).u32(6).u32(2).u32(2).padTo(128);
    for (int i = 0; i < 18; ++i) w.f32(float(i));
    return w.bytes;
}

std::string errorOf(const std::vector<uint8_t>& bytes) {
    auto strands = readStrands(bytesOf(bytes), "a.hair");
    return strands ? "" : strands.error();
}

}  // namespace

TEST_CASE("hair: reads segment arrays and default segments") {
    auto strands = readStrands(bytesOf(smallFile()), "a.hair");
    REQUIRE(strands.ok());
    CHECK(strands.value().counts == std::vector<uint32_t>{2, 3});
    REQUIRE(strands.value().points.size() == 5);
    CHECK(strands.value().points[4].z == 14);
    auto plain = readStrands(bytesOf(plainFile()), "a.hair");
    REQUIRE(plain.ok());
    CHECK(plain.value().counts == std::vector<uint32_t>{3, 3});
    CHECK(plain.value().points[5].x == 15);
    CHECK(plain.value().notes.empty());
    // One strand fewer than there are.
    std::vector<uint8_t> low = plainFile();
    low[4] = 1, low[8] = 3;
    const auto one = readStrands(bytesOf(low), "a.hair");
    REQUIRE(one.ok());
    REQUIRE(one.value().notes.size() == 1);
    CHECK(one.value().notes[0].find("36 bytes behind the last strand") == 0);
}

TEST_CASE("hair: cut short at every length is an error") {
    for (const std::vector<uint8_t>& bytes : {smallFile(), plainFile()}) {
        for (size_t size = 0; size < bytes.size(); ++size) {
            std::string error = errorOf(prefix(bytes, size));
            REQUIRE(wellFormed(error, "a.hair"));
            REQUIRE(error.find("at byte") != std::string::npos);
        }
        CHECK(errorOf(bytes).empty());
    }
}

TEST_CASE("hair: wrong numbers are errors") {
    auto with = [](size_t at, uint32_t value) {
        std::vector<uint8_t> bytes = plainFile();
        putU32(bytes, at, value);
        return errorOf(bytes);
    };
    CHECK(with(0, 0x52494148 + 1).find("at byte 0") != std::string::npos);
    CHECK(with(4, 0).find("no hairs") != std::string::npos);
    CHECK(with(4, 3).find("add up") != std::string::npos);
    CHECK(with(4, 7).find("only 6 points") != std::string::npos);
    CHECK(with(8, 5).find("add up") != std::string::npos);
    CHECK(with(8, 0xFFFFFFFF).find("promises") != std::string::npos);
    CHECK(with(4, 0xFFFFFFFF).find("only 6 points") != std::string::npos);
    CHECK(with(12, 0).find("no array of points") != std::string::npos);
    CHECK(with(12, 31).find("promises") != std::string::npos);
    CHECK(with(16, 0xFFFFFFFF).find("add up") != std::string::npos);
    CHECK(with(128 + 12, 0x7F800000).find("at byte 140") != std::string::npos);
    std::vector<uint8_t> both = plainFile();
    putU32(both, 4, 0xFFFFFFFF);
    putU32(both, 8, 0xFFFFFFFF);
    CHECK(errorOf(both).find("promises") != std::string::npos);
}

TEST_CASE("hair: all five arrays are read, written and read again, bit for bit") {
    FileStrands strands = readStrands(bytesOf(smallFile()), "a.hair").value();
    CHECK(strands.thickness == std::vector<float>{0, 1 / 32.0f, 2 / 32.0f, 3 / 32.0f, 4 / 32.0f});
    CHECK(strands.transparency == std::vector<float>{5 / 32.0f, 6 / 32.0f, 7 / 32.0f, 8 / 32.0f, 9 / 32.0f});
    REQUIRE(strands.colors.size() == 5);
    CHECK(strands.colors[4].z == 24 / 32.0f);
    auto bytes = findFormat("x.hair")->writeStrands(strands);
    REQUIRE(bytes.ok());
    CHECK(bytes.value().size() == smallFile().size());
    FileStrands again = readStrands(bytesOf(bytes.value()), "a.hair").value();
    CHECK(again.counts == strands.counts);
    CHECK(samePoints(again.points, strands.points));
    CHECK(again.thickness == strands.thickness);
    CHECK(again.transparency == strands.transparency);
    CHECK(samePoints(again.colors, strands.colors));
    CHECK(findFormat("x.hair")->writeStrands(again).value() == bytes.value());
    // Each array in turn is not finite.
    for (size_t at : {size_t{132}, size_t{192}, size_t{212}, size_t{232}}) {
        std::vector<uint8_t> bad = smallFile();
        putU32(bad, at, 0xFF800000);
        CHECK(errorOf(bad).find("at byte " + std::to_string(at)) != std::string::npos);
    }
    FileStrands plain = readStrands(bytesOf(plainFile()), "a.hair").value();
    CHECK(plain.thickness.empty());
    CHECK(readStrands(bytesOf(findFormat("x.hair")->writeStrands(plain).value()), "a.hair").value().colors.empty());
    strands.counts = {65537};
    CHECK_FALSE(findFormat("x.hair")->writeStrands(strands).ok());
}

}  // namespace hair_test
