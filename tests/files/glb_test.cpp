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

namespace {

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    return text.replace(text.find(from), from.size(), to);
}

// One node with one primitive; `more` is text for it, `points` and `indices` for their accessors.
Result<Mesh> meshOf(const std::string& more, const std::string& points, uint32_t indices, std::vector<uint8_t> positions,
                    const std::vector<uint32_t>& order, const std::string& head = "") {
    const size_t begin = positions.size();
    ByteWriter w;
    w.bytes = std::move(positions);
    for (uint32_t v : order) w.u16(v);
    const std::string text =
        "{" + asset + head + R"(,"nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1)" + more +
        R"(}]}],"accessors":[{"bufferView":0,"type":"VEC3",)" + points +
        R"(},{"bufferView":1,"componentType":5123,"type":"SCALAR","count":)" + std::to_string(indices) +
        R"(}],"buffers":[{"byteLength":)" + std::to_string(w.bytes.size()) +
        R"(}],"bufferViews":[{"buffer":0,"byteLength":)" + std::to_string(begin) + R"(},{"buffer":0,"byteOffset":)" +
        std::to_string(begin) + R"(,"byteLength":)" + std::to_string(w.bytes.size() - begin) + "}]}";
    return readMesh(bytesOf(container(text, w.bytes)), "a.glb");
}

std::vector<uint8_t> floatPoints(int count) {
    ByteWriter w;
    for (int i = 0; i < count; ++i) w.f32(static_cast<float>(i / 2)).f32(static_cast<float>(i % 2)).f32(0);
    return w.bytes;
}

}  // namespace

TEST_CASE("glb: a file cannot have more looked at than it is large") {
    // Lines only: nothing that vertices or triangles would count.
    const auto placed = [](size_t primitives, size_t nodes) {
        std::string meshes = R"("meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1})", list = R"("nodes":[{"children":[1)", more;
        for (size_t i = 0; i < primitives; ++i) meshes += R"(,{"mode":1})";
        for (size_t i = 1; i <= nodes; ++i) {
            if (i > 1) list += "," + std::to_string(i);
            more += R"(,{"mesh":0})";
        }
        return errorOf(container("{" + asset + "," + list + "]}" + more + "]," + meshes + "]}]," + arrays + "}", triangleBuffer()));
    };
    CHECK(placed(100, 100).empty());
    CHECK(placed(2000, 2000).find("meshes placed too often") != std::string::npos);
    // Nor by the numbers of a transform.
    std::string numbers = "0";
    for (int i = 0; i < 100; ++i) numbers += ",0";
    CHECK(errorOf(container("{" + asset + "," + replaced(someNodes, "[10,0,0]", "[" + numbers + "]") + "," + someMeshes + "," + arrays + "}",
                            triangleBuffer())).find("wrong size") != std::string::npos);
}

TEST_CASE("glb: strips and fans are the triangles that they are, and look the same way") {
    const auto facing = [](const Result<Mesh>& mesh) {
        if (!mesh) FAIL(mesh.error());
        std::vector<float> out;
        for (Triangle t : mesh.value().triangles) {
            const auto& v = mesh.value().vertices;
            out.push_back(cross(v[t.b] - v[t.a], v[t.c] - v[t.a]).z);
        }
        return out;
    };
    const std::string floats = R"("componentType":5126,"count":6)";
    CHECK(facing(meshOf(R"(,"mode":5)", floats, 6, floatPoints(6), {0, 1, 2, 3, 4, 5})) == std::vector<float>(4, -1));
    // Stitched by triangles without area.
    CHECK(facing(meshOf(R"(,"mode":5)", floats, 9, floatPoints(6), {0, 1, 2, 2, 2, 2, 2, 3, 4})) == std::vector<float>{-1, -1});
    CHECK(facing(meshOf(R"(,"mode":6)", floats, 4, floatPoints(6), {0, 1, 3, 2})) == std::vector<float>{-1, -1});
    CHECK(facing(meshOf(R"(,"mode":4)", floats, 6, floatPoints(6), {0, 1, 2, 2, 1, 3})) == std::vector<float>{-1, -1});
    CHECK(meshOf(R"(,"mode":5)", floats, 2, floatPoints(6), {0, 1}).error().find("no triangles") != std::string::npos);
    CHECK(meshOf(R"(,"mode":4)", floats, 4, floatPoints(6), {0, 1, 2, 3}).error().find("the 4 corners of a mesh are no whole triangles") != std::string::npos);
    CHECK(meshOf(R"(,"mode":3)", floats, 6, floatPoints(6), {0, 1, 2, 3, 4, 5}).error().find("no triangles") != std::string::npos);
    CHECK(meshOf(R"(,"mode":6)", floats, 3, floatPoints(6), {0, 1, 6}).error().find("vertex 6") != std::string::npos);
}

TEST_CASE("glb: positions may be whole numbers, normalized or not") {
    const auto corner = [](const std::string& type, bool wide, const std::vector<uint32_t>& numbers) {
        ByteWriter w;
        for (uint32_t v : numbers) {
            w.u16(v);
            if (!wide) w.bytes.pop_back();
        }
        w.bytes.resize(w.bytes.size() + w.bytes.size() % 2);
        auto mesh = meshOf("", type + R"(,"count":3)", 3, w.bytes, {0, 1, 2}, R"(,"extensionsRequired":["KHR_mesh_quantization"])");
        if (!mesh) FAIL(mesh.error());
        return mesh.value().vertices[1];
    };
    const std::vector<uint32_t> bytes = {0, 0, 0, 255, 127, 128, 0, 1, 0}, shorts = {0, 0, 0, 65535, 32767, 32768, 0, 1, 0};
    const std::string whole = R"("componentType":)", normalized = R"(,"normalized":true)";
    CHECK(samePoints({corner(whole + "5121", false, bytes)}, {{255, 127, 128}}));
    CHECK(samePoints({corner(whole + "5120", false, bytes)}, {{-1, 127, -128}}));
    CHECK(samePoints({corner(whole + "5123", true, shorts)}, {{65535, 32767, 32768}}));
    CHECK(samePoints({corner(whole + "5122", true, shorts)}, {{-1, 32767, -32768}}));
    CHECK(samePoints({corner(whole + "5121" + normalized, false, bytes)}, {{1, 127 / 255.0f, 128 / 255.0f}}));
    CHECK(samePoints({corner(whole + "5120" + normalized, false, bytes)}, {{-1 / 127.0f, 1, -1}}));
    CHECK(samePoints({corner(whole + "5123" + normalized, true, shorts)}, {{1, 32767 / 65535.0f, 32768 / 65535.0f}}));
    CHECK(samePoints({corner(whole + "5122" + normalized, true, shorts)}, {{-1 / 32767.0f, 1, -1}}));
}

TEST_CASE("glb: what is not read is named") {
    const auto with = [](const std::string& more, const std::string& accessors) {
        return errorOf(container("{" + asset + "," + more + someNodes + "," + someMeshes + "," + accessors + "}", triangleBuffer()));
    };
    CHECK(with("", replaced(arrays, R"("count":3)", R"("count":3,"sparse":{})")).find("positions are a sparse accessor") != std::string::npos);
    CHECK(with("", replaced(arrays, R"("byteLength":42)", R"("byteLength":42,"uri":"data:a/b;base64,AAAA")")).find("'data:a/b;base64,AAAA'") !=
          std::string::npos);
    CHECK(wellFormed(with("", replaced(arrays, R"("byteLength":42)", R"("uri":"a\nb)" + std::string(5000, 'c') + R"(")")), "a.glb"));
    CHECK(with(R"("extensionsRequired":["KHR_materials_unlit","EXT_meshopt_compression"],)", arrays).find("the extension EXT_meshopt_compression,") !=
          std::string::npos);
    CHECK(with(R"("extensionsRequired":["KHR_materials_unlit","KHR_texture_transform"],)", arrays).empty());
    CHECK(with(R"("extensionsUsed":["EXT_meshopt_compression"],)", arrays).empty());
}

}  // namespace glb_test
