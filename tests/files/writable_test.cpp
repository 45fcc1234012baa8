// What a format cannot hold is left out, turned or resampled before it is written.
#include "core/files/placement.h"
#include "core/files/writable.h"
#include "tests/files/file_support.h"
#include "tests/files/odd_grooms.h"

#include <doctest/doctest.h>

using namespace ringlet;
using namespace ringlet::test;

TEST_CASE("writable: a mat whose axis is known has it in every format that is written, without a head") {
    const FileStrands upright = mat();
    for (UpAxis up : {UpAxis::Y, UpAxis::Z, UpAxis::X, UpAxis::MinusZ}) {
        FileStrands strands = inFile(upright, 1, up);
        strands.up = up;
        for (const FormatInfo& format : formats()) {
            if (!format.readStrands || !format.writeStrands) continue;
            CAPTURE(format.name);
            const Writable writable = writableFor(format, strands);
            const auto bytes = format.writeStrands(writable.resampled.strands);
            REQUIRE(bytes.ok());
            const auto read = readStrands(bytesOf(bytes.value()), "a." + format.extension);
            REQUIRE(read.ok());
            // As a scene takes hair that fits no head.
            const Placement told = toldPlacement(read.value(), {1, UpAxis::Unknown});
            const Placement found = guessedPlacement(read.value(), format.up, told);
            std::vector<Vec3f> roots = rootsOf(read.value(), upright.counts.size());
            for (Vec3f& p : roots) p = placed(found, p);
            const std::vector<Vec3f> wanted = rootsOf(upright, upright.counts.size());
            REQUIRE(roots.size() == wanted.size());
            float most = 0;
            for (size_t i = 0; i < roots.size(); ++i) most = maximum(most, lengthOf(roots[i] - wanted[i]));
            CHECK(most == 0);
            CHECK((writable.turnedFrom == UpAxis::Unknown) == (writable.resampled.strands.up == up));
        }
    }
}

TEST_CASE("writable: strands whose axis nobody knows keep their points, and so do those in a file that names it") {
    FileStrands strands = mat();
    for (const char* name : {"x.hair", "x.data", "x.obj", "x.usda"}) {
        const Writable writable = writableFor(*findFormat(name), strands);
        CHECK(samePoints(writable.resampled.strands.points, strands.points));
        CHECK(writable.turnedFrom == UpAxis::Unknown);
    }
    strands.up = UpAxis::Z;
    const FileStrands flat{{2}, {{0, 0, 0}, {1, -0.0f, 0}}, {}, {}, {}, {}, 0, UpAxis::Y};
    CHECK(samePoints(writableFor(*findFormat("x.hair"), flat).resampled.strands.points, {{0, 0, 0}, {1, 0, 0}}));
    CHECK(samePoints(writableFor(*findFormat("x.usda"), strands).resampled.strands.points, strands.points));
}

TEST_CASE("writable: strands of fewer points than a format holds are left out and counted, in every format") {
    FileStrands strands{{1, 2, 1, 3}, {{9, 9, 9}, {0, 0, 0}, {0, 0, 1}, {8, 8, 8}, {1, 0, 0}, {1, 0, 1}, {1, 0, 2}}};
    strands.thickness = {9, 1, 2, 8, 3, 4, 5};
    strands.colors = {{9, 9, 9}, {1, 0, 0}, {0, 1, 0}, {8, 8, 8}, {0, 0, 1}, {1, 1, 1}, {0, 0, 0}};
    strands.fixed = {9, 1, 0, 8, 1, 1, 0};
    for (const FormatInfo& format : formats()) {
        if (!format.writeStrands) continue;
        CAPTURE(format.name);
        const FileStrands left = writableFor(format, strands).resampled.strands;
        const bool all = format.leastPoints == 1;
        CHECK(left.counts.size() == (all ? 4 : 2));
        CHECK(left.skipped == (all ? 0 : 2));
        const auto bytes = format.writeStrands(left);
        REQUIRE(bytes.ok());
        if (format.readStrands) CHECK(readStrands(bytesOf(bytes.value()), "a." + format.extension).ok());
    }
    const FileStrands left = writableFor(*findFormat("x.usda"), strands).resampled.strands;
    CHECK(left.counts == std::vector<uint32_t>{2, 3});
    CHECK(samePoints(left.points, {{0, 0, 0}, {0, 0, 1}, {1, 0, 0}, {1, 0, 1}, {1, 0, 2}}));
    CHECK(left.thickness == std::vector<float>{1, 2, 3, 4, 5});
    CHECK(left.fixed == std::vector<uint8_t>{1, 0, 1, 1, 0});
    CHECK(left.colors.size() == 5);
    CHECK(left.colors[2].z == 1);
    CHECK(writableFor(*findFormat("x.obj"), FileStrands{{1}, {{0, 0, 0}}}).resampled.strands.counts.empty());
}
