// Binary glTF, built here byte by byte.
#include "tests/files/file_support.h"

#include <doctest/doctest.h>

using namespace ringlet;
using namespace ringlet::test;

namespace glb_test {
namespace {

// The container around a JSON text and a buffer.
std::vector<uint8_t> container(std::string json, std::vector<uint8_t> buffer) {
    while (json.size() % 4) json += ' ';
    while (buffer.size() % 4) buffer.push_back(0);
    ByteWriter w;
    w.text("glTF").u32(2).u32(static_cast<uint32_t>(28 + json.size() + buffer.size()));
    w.u32(static_cast<uint32_t>(json.size())).text("JSON").text(json);
    w.u32(static_cast<uint32_t>(buffer.size())).text("BIN").u16(0);
    w.bytes.pop_back();  // "BIN\0" has one zero
    w.bytes.insert(w.bytes.end(), buffer.begin(), buffer.end());
    return w.bytes;
}

const std::string arrays =
    R"("accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]},)"
    R"({"bufferView":1,"componentType":5123,"count":3,"type":"SCALAR"}],)"
    R"("bufferViews":[{"buffer":0,"byteLength":36},{"buffer":0,"byteOffset":36,"byteLength":6}],)"
    R"("buffers":[{"byteLength":42}])";
const std::string someMeshes = R"("meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}])";
const std::string someNodes = R"("scene":0,"scenes":[{"nodes":[0]}],)"
                              R"("nodes":[{"translation":[10,0,0],"rotation":[0,0,0.70710678,0.70710678],"children":[1]},)"
                              R"({"mesh":0,"scale":[2,2,2]}])";
const std::string asset = R"("asset":{"version":"2.0"})";

std::vector<uint8_t> triangleBuffer(uint32_t lastIndex = 2, float z = 0) {
    ByteWriter w;
    for (float v : {0.0f, 0.0f, z, 1.0f, 0.0f, 0.0f, 0.0f, 1.0f, 0.0f}) w.f32(v);
    return w.u16(0).u16(1).u16(lastIndex).bytes;
}

std::vector<uint8_t> smallFile() {
    return container("{" + asset + "," + someNodes + "," + someMeshes + "," + arrays + "}", triangleBuffer());
}

std::string errorOf(const std::vector<uint8_t>& bytes) {
    auto mesh = readMesh(bytesOf(bytes), "a.glb");
    return mesh ? "" : mesh.error();
}

}  // namespace

TEST_CASE("glb: triangles are placed by their nodes") {
    auto mesh = readMesh(bytesOf(smallFile()), "a.glb");
    if (!mesh) FAIL(mesh.error());
    REQUIRE(mesh.value().vertices.size() == 3);
    REQUIRE(mesh.value().triangles.size() == 1);
    CHECK(mesh.value().vertices[0].x == 10);
    CHECK(mesh.value().vertices[1].x == doctest::Approx(10));
    CHECK(mesh.value().vertices[1].y == doctest::Approx(2));
    CHECK(mesh.value().vertices[2].x == doctest::Approx(8));
    CHECK(mesh.value().normals[0].z == doctest::Approx(1));
    auto strands = readStrands(bytesOf(smallFile()), "a.glb");
    REQUIRE_FALSE(strands.ok());
    CHECK(strands.error().find("hold no strands") != std::string::npos);
}

TEST_CASE("glb: a mirrored node's triangles look the same way out as they did") {
    const auto normalOf = [](const std::string& scale) {
        const std::string nodes = R"("scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0,"scale":)" + scale + "}]";
        auto mesh = readMesh(bytesOf(container("{" + asset + "," + nodes + "," + someMeshes + "," + arrays + "}", triangleBuffer())), "a.glb");
        REQUIRE(mesh.ok());
        const Triangle t = mesh.value().triangles[0];
        const auto& v = mesh.value().vertices;
        return cross(v[t.b] - v[t.a], v[t.c] - v[t.a]).z;
    };
    CHECK(normalOf("[1,1,1]") > 0);
    CHECK(normalOf("[-1,1,1]") > 0);    // across x: the same side faces along z
    CHECK(normalOf("[-1,-1,1]") > 0);   // a half turn
    CHECK(normalOf("[1,1,-1]") < 0);    // across z: the other one
    CHECK(normalOf("[-2,-2,-2]") < 0);
}

TEST_CASE("glb: cut short at every length is an error") {
    const std::vector<uint8_t> bytes = smallFile();
    for (size_t size = 0; size < bytes.size(); ++size) REQUIRE(wellFormed(errorOf(prefix(bytes, size)), "a.glb"));
    CHECK(errorOf(bytes).empty());
}

TEST_CASE("glb: what does not fit together is said") {
    const std::string rest = asset + "," + someNodes + "," + someMeshes + "," + arrays + "}";
    for (const char* bracket : {"[", "{\"a\":"}) {
        std::string deep;
        for (int i = 0; i < 200000; ++i) deep += bracket;
        const std::string error = errorOf(container("{" + asset + ",\"extras\":" + deep, triangleBuffer()));
        CHECK(error.find("brackets deep") != std::string::npos);
    }
    const std::string inText(500, '[');
    CHECK(errorOf(container("{\"extras\":\"" + inText + "\\\"" + inText + "\"," + rest, triangleBuffer())).empty());
    const auto with = [](const std::string& nodes, const std::string& meshes, const std::string& accessors,
                         const std::vector<uint8_t>& buffer) {
        return errorOf(container("{" + asset + "," + nodes + "," + meshes + "," + accessors + "}", buffer));
    };
    const auto replaced = [](std::string text, const std::string& from, const std::string& to) {
        return text.replace(text.find(from), from.size(), to);
    };
    CHECK(with(someNodes, someMeshes, arrays, triangleBuffer(3)).find("vertex 3") != std::string::npos);
    CHECK(with(someNodes, someMeshes, arrays, triangleBuffer(2, floatOf(0x7F800000))).find("finite") !=
          std::string::npos);
    for (const char* count : {"4", "4294967297", "1e18", "-1"}) {
        CAPTURE(count);
        CHECK(wellFormed(with(someNodes, someMeshes, replaced(arrays, "\"count\":3", "\"count\":" + std::string(count)),
                              triangleBuffer()), "a.glb"));
    }
    CHECK(wellFormed(with(someNodes, someMeshes, replaced(arrays, "VEC3", "VEC2"), triangleBuffer()), "a.glb"));
    CHECK(wellFormed(with(someNodes, someMeshes, replaced(arrays, "5126", "5125"), triangleBuffer()), "a.glb"));
    CHECK(wellFormed(with(someNodes, replaced(someMeshes, "\"indices\":1", "\"indices\":7"), arrays, triangleBuffer()),
                     "a.glb"));
    // A node that is its own child.
    CHECK(with(replaced(someNodes, "\"mesh\":0", "\"mesh\":0,\"children\":[1]"), someMeshes, arrays, triangleBuffer())
              .find("circle") != std::string::npos);
    CHECK(wellFormed(with(replaced(someNodes, "\"children\":[1]", "\"children\":[9]"), someMeshes, arrays,
                          triangleBuffer()), "a.glb"));
    CHECK(errorOf(container("{" + asset + "}", triangleBuffer())).find("no triangles") != std::string::npos);
    CHECK(wellFormed(errorOf(container("{", {})), "a.glb"));
    CHECK(wellFormed(errorOf(container("[1, \"a\"]", {})), "a.glb"));
    std::vector<uint8_t> bytes = smallFile();
    bytes[0] = 'G';
    CHECK(errorOf(bytes).find("at byte 0") != std::string::npos);
}

}  // namespace glb_test
