// Reading through a window: large files, progress, cancelling; numbers written; resampling.
#include "core/files/resample.h"
#include "core/files/text_numbers.h"
#include "core/files/text_stream.h"
#include "tests/files/file_support.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdio>

using namespace ringlet;
using namespace ringlet::test;

namespace {

struct TemporaryFile {
    std::string path;
    TemporaryFile(const std::string& name, const std::vector<uint8_t>& bytes) : path("ringlet-stream-test" + name) {
        REQUIRE(writeFile(path, bytesOf(bytes)).ok());
    }
    ~TemporaryFile() { std::remove(path.c_str()); }
};

// 20,000 strands of 4 points.
FileStrands manyStrands() {
    FileStrands out;
    uint32_t state = 3;
    for (int s = 0; s < 20000; ++s) {
        out.counts.push_back(4);
        for (int i = 0; i < 4; ++i) {
            state = state * 1664525u + 1013904223u;
            out.points.push_back({static_cast<float>(state >> 8) / 16777216.0f, s * 1e-3f, i * -0.1f});
        }
    }
    return out;
}

}  // namespace

TEST_CASE("stream: every format reads a file of many windows as it reads memory") {
    const FileStrands strands = manyStrands();
    for (const FormatInfo& format : formats()) {
        if (!format.readStrands || !format.writeStrands) continue;
        CAPTURE(format.name);
        const auto bytes = format.writeStrands(strands);
        REQUIRE(bytes.ok());
        TemporaryFile file("." + format.extension, bytes.value());
        std::vector<uint64_t> seen;
        const auto fromFile = readStrandsFile(file.path, [&](uint64_t done, uint64_t total) {
            CHECK(total == bytes.value().size());
            CHECK(done <= total);
            seen.push_back(done);
            return true;
        });
        if (!fromFile) FAIL(fromFile.error());
        CHECK(fromFile.value().counts == strands.counts);
        CHECK(samePoints(fromFile.value().points, strands.points));
        const bool large = bytes.value().size() > 2 * ByteStream::windowBytes;
        CHECK(seen.size() + 1 >= (large ? bytes.value().size() / ByteStream::windowBytes : 0));
        for (size_t i = 1; i < seen.size(); ++i) CHECK(seen[i] > seen[i - 1]);
        if (bytes.value().size() < 2 * ByteStream::windowBytes) continue;
        // Told to stop, the reader says so and no more.
        const auto stopped = readStrandsFile(file.path, [](uint64_t, uint64_t) { return false; });
        REQUIRE_FALSE(stopped.ok());
        CHECK(stopped.error() == file.path + ": reading was cancelled; nothing has changed");
        CHECK_FALSE(readStrands(bytesOf(bytes.value()), file.path, [](uint64_t, uint64_t) { return false; }).ok());
    }
}

TEST_CASE("stream: tokens across the window's edge, and tokens too long") {
    std::string text(ByteStream::windowBytes - 3, ' ');
    text += "-12.5e1 word:x\n7";
    std::vector<uint8_t> bytes(text.begin(), text.end());
    TemporaryFile file(".txt", bytes);
    auto opened = ByteStream::open(file.path);
    REQUIRE(opened.ok());
    TextStream in(opened.value());
    while (in.peek() == ' ') in.skip();
    float value = 0;
    REQUIRE(in.number(value));
    CHECK(value == -125);
    in.skip();
    CHECK(in.word(":") == "word:x");
    CHECK(in.word(":").empty());
    in.skipLine();
    CHECK(in.line() == 2);
    int64_t whole = 0;
    REQUIRE(in.whole(whole));
    CHECK(whole == 7);
    CHECK(in.ends());
    const std::string digits(3000, '1');
    ByteStream longNumber(textBytes(digits), "x");
    TextStream numbers(longNumber);
    CHECK_FALSE(numbers.number(value));
    CHECK(longNumber.at() == 0);
}

TEST_CASE("stream: lines end with any of three ends, and a byte-order mark is no part of them") {
    for (const std::string end : {"\n", "\r\n", "\r"}) {
        const std::string text = "\xEF\xBB\xBF" + ("one" + end) + end + "three" + end + "four";
        ByteStream bytes(textBytes(text), "x");
        TextStream in(bytes);
        std::string line;
        for (const char* wanted : {"one", "", "three", "four"}) {
            REQUIRE(in.line(line));
            CHECK(line == wanted);
        }
        CHECK(in.line() == 4);
        CHECK_FALSE(in.line(line));
        ByteStream again(textBytes(text), "x");
        TextStream tokens(again);
        tokens.skipLine();
        tokens.skipLine();
        CHECK(tokens.line() == 3);
        CHECK(tokens.word("") == "three");
        while (!tokens.ends()) tokens.skip();
        CHECK(tokens.line() == 4);
    }
    // An end across the window's edge, and a line longer than is kept.
    std::string text(ByteStream::windowBytes - 1, 'x');
    text += "\r\ny";
    const std::vector<uint8_t> large(text.begin(), text.end());
    TemporaryFile file(".txt", large);
    auto opened = ByteStream::open(file.path);
    REQUIRE(opened.ok());
    TextStream in(opened.value());
    std::string line;
    REQUIRE(in.line(line));
    CHECK(line == std::string(TextStream::longestLine, 'x'));
    REQUIRE(in.line(line));
    CHECK(line == "y");
    CHECK(in.line() == 2);
}

TEST_CASE("stream: every text format reads files with a byte-order mark and with any line end") {
    const FileStrands strands{{3, 2}, {{0, 0, 0}, {1, 2, 3}, {4, 5, 6}, {1, 1, 1}, {2, 2, 2}}};
    for (const char* name : {"x.obj", "x.usda"}) {
        CAPTURE(name);
        const auto bytes = findFormat(name)->writeStrands(strands);
        REQUIRE(bytes.ok());
        for (const std::string end : {"\n", "\r\n", "\r"}) {
            std::string text = "\xEF\xBB\xBF";
            for (uint8_t c : bytes.value()) text += c == '\n' ? end : std::string(1, static_cast<char>(c));
            const auto read = readStrands(textBytes(text), name);
            REQUIRE_MESSAGE(read.ok(), read.error());
            CHECK(read.value().counts == strands.counts);
            CHECK(samePoints(read.value().points, strands.points));
        }
        for (const char* mark : {"\xFF\xFE", "\xFE\xFF"}) {
            const auto wide = readStrands(textBytes(mark + std::string("v 0 0 0")), name);
            REQUIRE_FALSE(wide.ok());
            CHECK(wide.error() == std::string(name) + ": the text is UTF-16; save it as UTF-8");
        }
    }
    // A comment and a continued line, which end with \r too.
    const auto obj = readStrands(textBytes("# a\rv 0 0 0\rv 1 \\\r1 1\rl 1 \\\r2\r"), "x.obj");
    REQUIRE_MESSAGE(obj.ok(), obj.error());
    CHECK(obj.value().points.size() == 2);
    const auto bad = readStrands(textBytes("v 0 0 0\rv 1 x 1\rl 1 2\r"), "x.obj");
    REQUIRE_FALSE(bad.ok());
    CHECK(bad.error().find("at line 2 (byte ") != std::string::npos);
}

TEST_CASE("numbers are written so that they read back, and briefly") {
    const auto written = [](float v) {
        char text[decimalSize];
        return std::string(text, writeDecimal(v, text));
    };
    CHECK(written(0) == "0");
    CHECK(written(-0.0f) == "-0");
    CHECK(written(1) == "1");
    CHECK(written(-0.5f) == "-0.5");
    CHECK(written(0.1f) == "0.1");
    CHECK(written(100000) == "100000");
    CHECK(written(16777216) == "16777216");
    CHECK(written(0.00008f) == "0.00008");
    CHECK(written(1.0f / 3).size() <= 11);
    uint32_t state = 7;
    for (int i = 0; i < 100000; ++i) {
        state = state * 1664525u + 1013904223u;
        // All floats, and those of a hair's size.
        const float value = i % 2 ? floatOf((state ^ state << 13) % 0x7F800000u) * (i % 4 ? 1.0f : -1.0f)
                                  : static_cast<float>(static_cast<int32_t>(state)) * 2.3e-10f;
        const std::string text = written(value);
        const char* at = text.data();
        float again = 1;
        REQUIRE(text.size() <= size_t(decimalSize));
        if (!readDecimal(at, text.data() + text.size(), again) || bitsOf(again) != bitsOf(value) ||
            bitsOf(std::strtof(text.c_str(), nullptr)) != bitsOf(value)) {
            FAIL(value << " was written as " << text);
        }
    }
}

TEST_CASE("resampling: even, ends kept, attributes along, and the deviation") {
    FileStrands strands{{3, 2}, {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {5, 0, 0}, {5, 0, 3}}};
    strands.thickness = {1, 2, 3, 4, 5};
    strands.fixed = {1, 1, 0, 1, 0};
    const Resampled even = resampledTo(strands, 4);
    CHECK(even.strands.counts == std::vector<uint32_t>{4, 4});
    CHECK(samePoints({even.strands.points[0], even.strands.points[3]}, {{0, 0, 0}, {1, 1, 0}}));
    CHECK(even.strands.points[1].x == doctest::Approx(2 / 3.0));
    CHECK(even.strands.points[2].y == doctest::Approx(1 / 3.0));
    CHECK(even.strands.thickness[1] == doctest::Approx(1 + 2 / 3.0));
    CHECK(even.strands.fixed == std::vector<uint8_t>{1, 1, 0, 0, 1, 0, 0, 0});
    // The corner is cut: its distance from the segment between its neighbours.
    CHECK(even.deviation == doctest::Approx(std::sqrt(2.0) / 6));
    CHECK(resampledTo(strands, 5).deviation == doctest::Approx(0));
    CHECK(resampledFor(*findFormat("x.hair"), strands).points == 0);
    const Resampled forTfx = resampledFor(*findFormat("x.tfx"), strands);
    CHECK(forTfx.points == 4);
    CHECK(findFormat("x.tfx")->writeStrands(forTfx.strands).ok());
    FileStrands longer{{100, 9}, std::vector<Vec3f>(109)};
    for (size_t i = 0; i < longer.points.size(); ++i) longer.points[i] = {float(i), 0, 0};
    CHECK(resampledFor(*findFormat("x.tfx"), longer).points == 64);
    longer = {{16, 16}, std::vector<Vec3f>(32)};
    CHECK(resampledFor(*findFormat("x.tfx"), longer).points == 0);
}
