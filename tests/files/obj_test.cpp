// Wavefront files and the numbers in them.
#include "core/files/bounds.h"
#include "core/files/text_numbers.h"
#include "tests/files/file_support.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdio>

using namespace ringlet;
using namespace ringlet::test;

namespace {

const std::string square = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";

std::string meshError(const std::string& text) {
    auto mesh = readMesh(textBytes(text), "a.obj");
    return mesh ? "" : mesh.error();
}

bool same(Triangle t, uint32_t a, uint32_t b, uint32_t c) { return t.a == a && t.b == b && t.c == c; }

float decimal(const std::string& text) {
    const char* at = text.data();
    float value = 0;
    CHECK(readDecimal(at, text.data() + text.size(), value));
    CHECK(at == text.data() + text.size());
    return value;
}

}  // namespace

TEST_CASE("obj: polygons become fans, in every form of index") {
    for (const char* face : {"f 1 2 3 4", "f -4 -3 -2 -1", "f 1/1 2/2 3/3 4/4", "f 1//1 2//1 3//1 4//1",
                             "f 1/1/1 2/2/1\t3/3/1 4/4/1 ", "f 1/ 2/ 3/ 4/ # a comment", "f 1 2 \\\n 3 4"}) {
        CAPTURE(face);
        auto mesh = readMesh(textBytes("# square\r\no thing\r\n" + square + "vn 0 0 1\r\nvt 0 0\n" + face + "\r\n"),
                             "a.obj");
        REQUIRE(mesh.ok());
        REQUIRE(mesh.value().triangles.size() == 2);
        CHECK(same(mesh.value().triangles[0], 0, 1, 2));
        CHECK(same(mesh.value().triangles[1], 0, 2, 3));
        REQUIRE(mesh.value().normals.size() == 4);
        for (Vec3f n : mesh.value().normals) CHECK(n.z == 1);
    }
    // Faces may come before their vertices, and the last line may lack its end.
    auto early = readMesh(textBytes("f 1 2 3\n" + square.substr(0, square.size() - 1)), "a.obj");
    REQUIRE(early.ok());
    CHECK(early.value().vertices.size() == 3);  // what no face uses is left out
}

TEST_CASE("obj: lines are strands") {
    auto strands = readStrands(textBytes(square + "l 1 2 3\nf 1 2 3\nl -1/1 -2/2\n"), "a.obj");
    REQUIRE(strands.ok());
    CHECK(strands.value().counts == std::vector<uint32_t>{3, 2});
    CHECK(strands.value().points[3].y == 1);
    CHECK(strands.value().notes == std::vector<std::string>{"1 faces are no strands, and were left out"});
    // A point alone is as in other formats, and no end of an edge.
    CHECK(readStrands(textBytes(square + "l 1 2 3\nl 4\n"), "a.obj").value().counts == std::vector<uint32_t>{3, 1});
    auto coloured = readStrands(textBytes("v 0 0 0 1 0.5 0\nv 0 1 0 1 0 0 # red\nv 0 2 0\nl 1 2 3\n"), "a.obj");
    REQUIRE(coloured.ok());
    CHECK(coloured.value().notes == std::vector<std::string>{"colours of its vertices are not read"});
    CHECK(readStrands(textBytes("v 0 0 0 1.0\nv 0 1 0\nl 1 2\n"), "a.obj").value().notes.empty());  // a weight
    auto none = readStrands(textBytes(square + "f 1 2 3\n"), "a.obj");
    REQUIRE_FALSE(none.ok());
    CHECK(none.error().find("no line") != std::string::npos);
}

TEST_CASE("obj: a head may have vertices anywhere that no face uses") {
    auto mesh = readMesh(textBytes("v 0 0 0\nv 1e30 0 0\nv 1 0 0\nv 9 9 9\nv 1 1 0\nf 1 3 5\n"), "a.obj");
    REQUIRE(mesh.ok());
    CHECK(samePoints(mesh.value().vertices, {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}}));
    CHECK(same(mesh.value().triangles[0], 0, 1, 2));
    CHECK(mesh.value().normals.size() == 3);
    CHECK(checkBounds(mesh.value(), "a.obj").ok());
}

TEST_CASE("obj: lines of an edge each become the strands that they are, in any order and either way") {
    // x tells the vertices apart.
    const auto read = [](const std::string& lines) {
        std::string text;
        for (int i = 0; i < 9; ++i) text += "v " + std::to_string(i + 1) + " 0 0\n";
        auto strands = readStrands(textBytes(text + lines), "a.obj");
        if (!strands) FAIL(strands.error());
        std::string told;
        size_t next = 0;
        for (uint32_t count : strands.value().counts) {
            for (uint32_t i = 0; i < count; ++i) told += std::to_string(static_cast<int>(strands.value().points[next++].x));
            told += " ";
        }
        return told;
    };
    CHECK(read("l 1 2\nl 2 3\nl 3 4\nl 5 6\n") == "1234 56 ");
    // Edges written end first, and strands written from their tip.
    CHECK(read("l 2 1\nl 3 2\nl 4 3\nl 6 5\n") == "1234 65 ");
    CHECK(read("l 1 2\nl 3 2\nl 4 3\nl 6 5\n") == "1234 65 ");
    CHECK(read("l 2 1\nl 2 3\nl 3 4\n") == "1234 ");
    CHECK(read("l 4 3\nl 3 2\nl 2 1\n") == "4321 ");
    // In no order: the lower end is the root, and strands come by their first edges.
    CHECK(read("l 3 4\nl 8 9\nl 2 3\nl 1 2\nl 7 8\n") == "1234 789 ");
    CHECK(read("l 2 3\nl 1 2\nl 3 4\n") == "1234 ");
    CHECK(read("l 6 5\nl 9 7\nl 2 3\nl 5 2\nl 7 8\n") == "3256 879 ");
    // Where three meet strands end; a ring ends where it begins.
    CHECK(read("l 1 2\nl 2 3\nl 4 2\nl 4 5\n") == "12 23 245 ");
    CHECK(read("l 5 6\nl 7 5\nl 6 7\n") == "5675 ");
    CHECK(read("l 3 1\nl 1 2\nl 2 3\nl 3 4\n") == "3123 34 ");
    CHECK(read("l 4 4\nl 1 2\n") == "44 12 ");
    // Two that grow from one root are two, in any order; edges from anywhere to anywhere tell no root.
    CHECK(read("l 1 2\nl 2 3\nl 1 4\nl 4 5\n") == "123 145 ");
    CHECK(read("l 4 5\nl 2 3\nl 1 4\nl 1 2\nl 6 7\n") == "145 123 67 ");
    CHECK(read("l 2 3\nl 1 2\nl 4 5\nl 1 4\n") == "123 145 ");
    CHECK(read("l 1 2\nl 2 3\nl 1 4\nl 4 5\nl 7 6\n") == "32145 76 ");
    CHECK(read("l 1 3\nl 2 3\nl 2 4\n") == "1324 ");
    // The same edge again is another strand.
    CHECK(read("l 1 2\nl 1 2\nl 2 1\n") == "12 12 21 ");
    CHECK(read("l 1 2\nl 1 2\nl 3 4\n") == "12 12 34 ");
    // Lines of more than two vertices are strands already, and so are all beside them.
    CHECK(read("l 1 2 3\nl 3 4 5\n") == "123 345 ");
    CHECK(read("l 1 2\nl 2 3 4\nl 4 5\n") == "12 234 45 ");
}

TEST_CASE("obj: bad lines are errors that say where") {
    for (const char* bad : {"f 1 2", "f", "f 1 2 0", "f 1 2 x", "f 1 2 -5", "f 1 2 5", "f 1 2 3x", "f 1 2 3/1/",
                            "f 1 2 //3",
                            "f 1 2 99999999999999999999", "f 1 2 4294967297", "f 1 2 1.5", "v 1 2", "v 1 2 nan",
                            "v 1 2 inf", "v 1 2 1e39", "v 1 2 0x10", "v 1.2.3 4 5", "v 1 2 3e", "v a b c"}) {
        CAPTURE(bad);
        std::string error = meshError(square + bad + "\nf 1 2 3\n");
        CHECK(wellFormed(error, "a.obj"));
        CHECK(error.find("at line 5 (byte ") != std::string::npos);
    }
    CHECK(wellFormed(meshError(""), "a.obj"));
    CHECK(meshError(square).find("no face") != std::string::npos);
    CHECK(meshError("f 1 2 5\n" + square).find("at line 1 (byte 6)") != std::string::npos);
}

TEST_CASE("obj: cut short at every length neither crashes nor invents vertices") {
    std::string text = square + "f 1/1/1 2/2/2 3/3/3 4/4/4\r\nl 1 2 \\\n3\n";
    std::vector<uint8_t> bytes(text.begin(), text.end());
    for (size_t size = 0; size < bytes.size(); ++size) {
        std::vector<uint8_t> cut = prefix(bytes, size);
        auto mesh = readMesh(bytesOf(cut), "a.obj");
        if (mesh) {
            for (Triangle t : mesh.value().triangles) REQUIRE((t.a < 4 && t.b < 4 && t.c < 4));
        } else {
            REQUIRE(wellFormed(mesh.error(), "a.obj"));
        }
        (void)readStrands(bytesOf(cut), "a.obj").ok();
    }
}

TEST_CASE("obj: written and read again, bit for bit") {
    Mesh mesh;
    mesh.vertices = {{0.1f, 1e-20f, 3.14159274f}, {-123456.789f, 1, 0}, {0, 5e8f, 1.0f / 3}};
    mesh.triangles = {{0, 1, 2}};
    auto bytes = findFormat("x.obj")->writeMesh(mesh);
    REQUIRE(bytes.ok());
    auto again = readMesh(bytesOf(bytes.value()), "a.obj");
    REQUIRE(again.ok());
    for (int i = 0; i < 3; ++i) {
        CHECK(again.value().vertices[i].x == mesh.vertices[i].x);
        CHECK(again.value().vertices[i].y == mesh.vertices[i].y);
        CHECK(again.value().vertices[i].z == mesh.vertices[i].z);
    }
    FileStrands strands{{2, 3}, {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}, {4, 0, 0}}};
    auto lines = findFormat("x.obj")->writeStrands(strands);
    REQUIRE(lines.ok());
    auto same = readStrands(bytesOf(lines.value()), "a.obj");
    REQUIRE(same.ok());
    CHECK(same.value().counts == strands.counts);
    CHECK(same.value().points[4].x == 4);
}

TEST_CASE("decimal numbers are rounded correctly") {
    // Against the library's strtof, which is correctly rounded: all forms, all
    // sizes, and doubles that lie just beside the middle of two floats.
    uint32_t state = 99;
    auto next = [&] { return state = state * 1664525u + 1013904223u; };
    char text[80];
    for (int i = 0; i < 200000; ++i) {
        float f = floatOf((next() & 0x7FFFFFFFu) % 0x7F800000u);
        double middle = (double(f) + double(std::nextafter(f, 0.0f))) / 2;
        double value = i % 3 == 0 ? f : i % 3 == 1 ? middle : next() * 1e-9;
        int digits = i % 3 == 1 ? 17 : int(next() % 18 + 1);
        std::snprintf(text, sizeof text, i % 2 && value > 1e-10 && value < 1e10 ? "%.*f" : "%.*e", digits, value);
        float expected = std::strtof(text, nullptr);
        if (std::isinf(expected)) continue;
        float got = decimal(text);
        if (bitsOf(got) != bitsOf(expected)) FAIL(text << " read as " << got << ", not " << expected);
    }
    CHECK(decimal("16777217") == 16777216.0f);
    CHECK(decimal("16777217.0000000001") == 16777218.0f);
    CHECK(decimal("1.00000005960464477539062500000000000000000001") == 1.00000012f);
    CHECK(decimal("-.5") == -0.5f);
    CHECK(decimal("+7.") == 7.0f);
    CHECK(decimal("0.000000000000000000000000000000000000000000001e45") == 1.0f);
    CHECK(decimal("1e-999999999999999999999") == 0.0f);
    for (const char* bad : {"", "-", ".", "e5", "nan", "inf", "1e39", "+-1"}) {
        const char* at = bad;
        float value = 42;
        CHECK_FALSE(readDecimal(at, bad + std::strlen(bad), value));
        CHECK(at == bad);
        CHECK(value == 42);
    }
}
