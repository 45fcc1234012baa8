// The registry of formats, and files as the system has them.
#include "core/files/bounds.h"
#include "tests/files/file_support.h"

#include <doctest/doctest.h>

#include <cstdio>

using namespace ringlet;
using namespace ringlet::test;

TEST_CASE("formats: sorted, found by extension in either case") {
    REQUIRE(formats().size() >= 3);
    for (size_t i = 1; i < formats().size(); ++i) CHECK(formats()[i - 1].name < formats()[i].name);
    for (const FormatInfo& f : formats()) {
        CHECK_FALSE(f.summary.empty());
        CHECK(findFormat("a/b.c/hair." + f.extension) == &f);
    }
    CHECK(findFormat("X.OBJ") == findFormat("x.obj"));
    CHECK(findFormat("x.obj") != nullptr);
    for (const char* path : {"", "obj", "x.", "x.obj/y", ".", "x.objx"}) CHECK(findFormat(path) == nullptr);
}

TEST_CASE("formats: what cannot be read says what can") {
    auto unknown = readStrands(Bytes{}, "a.png");
    REQUIRE_FALSE(unknown.ok());
    CHECK(unknown.error().find(".tfx") != std::string::npos);
    auto mesh = readMesh(Bytes{}, "a.tfx");
    REQUIRE_FALSE(mesh.ok());
    CHECK(mesh.error().find("hold no meshes") != std::string::npos);
    CHECK(mesh.error().find(".obj") != std::string::npos);
    CHECK_FALSE(readMesh(Bytes{}, "").ok());
    for (const FormatInfo& f : formats()) {
        if (f.readStrands) CHECK_FALSE(readStrands(Bytes{}, "empty." + f.extension).ok());
        if (f.readMesh) CHECK_FALSE(readMesh(Bytes{}, "empty." + f.extension).ok());
    }
}

TEST_CASE("formats: random bytes are refused without a crash") {
    uint32_t state = 5;
    for (int round = 0; round < 3000; ++round) {
        std::vector<uint8_t> bytes(round % 400);
        for (uint8_t& b : bytes) b = static_cast<uint8_t>((state = state * 1664525u + 1013904223u) >> 24);
        // Half of the rounds begin as the format does, to reach what lies behind.
        std::vector<uint8_t> hair = bytes, tfx = bytes;
        if (round % 2 && bytes.size() >= 16) {
            std::memcpy(hair.data(), "HAIR", 4);
            putU32(tfx, 0, bitsOf(4.0f));
            for (size_t at : {4, 8}) {
                putU32(hair, at, bytes[at] % 8);
                putU32(tfx, at, bytes[at] % 8);
            }
        }
        for (const FormatInfo& f : formats()) {
            const std::vector<uint8_t>& input = f.name == "hair" ? hair : f.name == "tfx" ? tfx : bytes;
            if (!f.readStrands) continue;
            auto strands = readStrands(bytesOf(input), "x." + f.extension);
            if (!strands) {
                REQUIRE(wellFormed(strands.error(), "x." + f.extension));
                continue;
            }
            uint64_t sum = 0;
            for (uint32_t count : strands.value().counts) sum += count;
            REQUIRE(sum == strands.value().points.size());
        }
    }
}

TEST_CASE("bounds: the first point or vertex that lies too far away is named") {
    FileStrands strands{{2, 3}, {{0, 0, 0}, {1, 0, -1e7f}, {0, 0, 0}, {0, 0, 0}, {0, 0, 1}}};
    CHECK(checkBounds(strands, "x.data").ok());
    for (const float far : {1e30f, -2e7f}) {
        strands.points[3] = {0, far, 0};
        const Status status = checkBounds(strands, "x.data");
        REQUIRE_FALSE(status.ok());
        CHECK(wellFormed(status.error(), "x.data"));
        CHECK(status.error().find("point 1 of strand 1 lies at (0, ") != std::string::npos);
    }
    const auto mesh = readMesh(textBytes("v 0 0 0\nv 1 0 0\nv 0 1e30 0\nf 1 2 3\n"), "x.obj");
    REQUIRE(mesh.ok());
    CHECK(checkBounds(mesh.value(), "x.obj").error() ==
          "x.obj: vertex 2 lies at (0, 1e30, 0), beyond 1e7; mend it or export it again");
}

TEST_CASE("files: missing, a directory, and back as written") {
    auto missing = readFile(RINGLET_SOURCE_DIR "/no-such-file.obj");
    REQUIRE_FALSE(missing.ok());
    CHECK(missing.error().find("no such file") != std::string::npos);
    auto folder = readFile(RINGLET_SOURCE_DIR);
    REQUIRE_FALSE(folder.ok());
    CHECK(folder.error().find("directory") != std::string::npos);
    auto through = readFile(RINGLET_SOURCE_DIR "/LICENSE/x.obj");
    CHECK_FALSE(through.ok());
    CHECK_FALSE(readMeshFile(RINGLET_SOURCE_DIR "/no-such-file.obj").ok());
    CHECK_FALSE(readStrandsFile(RINGLET_SOURCE_DIR "/LICENSE").ok());
    CHECK_FALSE(writeFile(RINGLET_SOURCE_DIR "/no-such-folder/x.obj", Bytes{}).ok());

    const std::string path = "ringlet-formats-test.obj";
    for (const std::vector<uint8_t>& bytes : {std::vector<uint8_t>{}, std::vector<uint8_t>{0, 13, 10, 255}}) {
        REQUIRE(writeFile(path, bytesOf(bytes)).ok());
        auto again = readFile(path);
        REQUIRE(again.ok());
        CHECK(again.value() == bytes);
    }
    CHECK(readMeshFile(path).ok() == false);
    std::remove(path.c_str());
}
