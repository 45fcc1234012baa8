// Hair grown on any mesh: even by area, outside it, in the unit it has, and refused in words.
#include "core/files/formats.h"
#include "core/groom/mesh_roots.h"
#include "core/math/elementary.h"
#include "core/scenes/simulation.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdio>
#include <string>

using namespace ringlet;

namespace {

// A ring of `radius` and a pipe of `pipe`, counter-clockwise seen from outside; y up.
Mesh torus(float radius, float pipe, int around, int across) {
    Mesh mesh;
    for (int i = 0; i < around; ++i)
        for (int k = 0; k < across; ++k) {
            const double a = 2 * pi * i / around, b = 2 * pi * k / across, r = radius + pipe * std::cos(b);
            mesh.vertices.push_back({float(r * std::cos(a)), float(pipe * std::sin(b)), float(r * std::sin(a))});
        }
    const auto at = [&](int i, int k) { return uint32_t((i % around) * across + k % across); };
    for (int i = 0; i < around; ++i)
        for (int k = 0; k < across; ++k) {
            mesh.triangles.push_back({at(i, k), at(i, k + 1), at(i + 1, k + 1)});
            mesh.triangles.push_back({at(i, k), at(i + 1, k + 1), at(i + 1, k)});
        }
    return mesh;
}

// Written as a file that is removed at the end.
class ObjFile {
public:
    ObjFile(const Mesh& mesh, const char* name) : path(std::string("/tmp/ringlet-") + name + ".obj") {
        std::string text;
        char line[120];
        for (Vec3f v : mesh.vertices) {
            std::snprintf(line, sizeof line, "v %.9g %.9g %.9g\n", double(v.x), double(v.y), double(v.z));
            text += line;
        }
        for (Triangle t : mesh.triangles) {
            std::snprintf(line, sizeof line, "f %u %u %u\n", t.a + 1, t.b + 1, t.c + 1);
            text += line;
        }
        REQUIRE(writeFile(path, {reinterpret_cast<const uint8_t*>(text.data()), text.size()}).ok());
    }
    ~ObjFile() { std::remove(path.c_str()); }
    const std::string path;
};

Params meshParams(const std::vector<std::pair<std::string, std::string>>& set) {
    Params params = sceneParams(*findScene("mesh"));
    REQUIRE(params.set("cell", "0.008").ok());
    for (const auto& setting : set) REQUIRE_MESSAGE(params.set(setting.first, setting.second).ok(), setting.first);
    return params;
}

Result<SceneContent> grown(const std::string& path, const Params& params) {
    return findScene("mesh")->make(params, {"", path, "", ""});
}

}  // namespace

TEST_CASE("mesh roots: as many in every patch as its share of the area, and so is every prefix") {
    const Mesh mesh = torus(0.12f, 0.05f, 60, 30);
    CHECK(meshArea(mesh) == doctest::Approx(4 * pi * pi * 0.12 * 0.05).epsilon(0.01));
    for (const uint32_t count : {500u, 8000u}) {
        const std::vector<GroomRoot> roots = meshRoots(mesh, 8000, 3);
        int outer = 0, eighth = 0;
        for (uint32_t i = 0; i < count; ++i) {
            const Vec3f p = roots[i].position;
            outer += std::hypot(p.x, p.z) > 0.12f;
            eighth += p.x > 0 && p.y > 0 && p.z > 0;
            CHECK(lengthOf(roots[i].normal) == doctest::Approx(1).epsilon(1e-5));
        }
        // The outer half of a ring has 1/2 + pipe / (pi * radius) of its area.
        CHECK(double(outer) / count == doctest::Approx(0.5 + 0.05 / (pi * 0.12)).epsilon(0.03));
        CHECK(double(eighth) / count == doctest::Approx(0.125).epsilon(0.1));
    }
    CHECK(meshRoots(Mesh{}, 10, 1).empty());
    Mesh line;
    line.vertices = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}};
    line.triangles = {{0, 1, 2}};
    CHECK(meshRoots(line, 10, 1).empty());
}

TEST_CASE("scene mesh: hair by density, out of the mesh, however its faces are turned") {
    Mesh mesh = torus(0.12f, 0.05f, 48, 24);
    for (const bool insideOut : {false, true}) {
        CAPTURE(insideOut);
        if (insideOut)
            for (Triangle& t : mesh.triangles) std::swap(t.b, t.c);
        const ObjFile file(mesh, "torus");
        const Params params = meshParams({{"rootDensity", "2000"}, {"length", "0.06"}, {"curl", "helix"}});
        auto made = grown(file.path, params);
        REQUIRE_MESSAGE(made.ok(), (made.ok() ? "" : made.error()));
        const SceneContent& content = made.value();
        CHECK(double(content.groom.strands()) == doctest::Approx(2000 * 4 * pi * pi * 0.12 * 0.05).epsilon(0.02));
        float deepest = 1, inward = 1;
        for (const Vec3f& p : content.groom.points) deepest = std::fmin(deepest, nearestSurface(content.colliders, p).distance);
        for (size_t s = 0; s < content.groom.strands(); ++s)
            inward = std::fmin(inward, dot(content.groom.rootNormals[s],
                                           nearestSurface(content.colliders, content.groom.points[s * 16]).normal));
        CHECK(deepest > -0.001f);
        CHECK(inward > 0.5f);
        auto running = Simulation::make("mesh", params, {{"", file.path, "", ""}, "", {}, 60, true});
        REQUIRE(running.ok());
        for (int i = 0; i < 20; ++i) running.value()->advance();
        CHECK(running.value()->stats().resets == 0);
        CHECK(running.value()->stats().maxDepth < 0.003);
    }
}

TEST_CASE("scene mesh: the unit that gives the mesh a usual size, unless it is set") {
    Mesh mesh = torus(12.0f, 5.0f, 24, 12);  // centimetres
    const ObjFile file(mesh, "torus-cm");
    auto guessed = grown(file.path, meshParams({{"rootDensity", "500"}}));
    REQUIRE(guessed.ok());
    CHECK(guessed.value().notes[0].find("centimetres by its size") != std::string::npos);
    auto set = grown(file.path, meshParams({{"rootDensity", "500"}, {"unit", "inch"}, {"scale", "0.5"}}));
    REQUIRE(set.ok());
    CHECK(set.value().notes[0].find("inches as set") != std::string::npos);
    CHECK(double(set.value().groom.strands()) / guessed.value().groom.strands() == doctest::Approx(1.27 * 1.27).epsilon(0.03));
}

TEST_CASE("scene mesh: what it cannot use is refused in words") {
    const Params params = meshParams({});
    CHECK(grown("", params).error().find("--head") != std::string::npos);
    CHECK(grown("/tmp/ringlet-absent.obj", params).error().find("no such file") != std::string::npos);
    CHECK(findScene("mesh")->make(params, {"a.hair", "b.obj", "", ""}).error().find("sintel") != std::string::npos);
    Mesh line;
    line.vertices = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}};
    line.triangles = {{0, 1, 2}};
    const ObjFile file(line, "line");
    CHECK(grown(file.path, params).error().find("no area") != std::string::npos);
    Mesh large;
    large.vertices = {{0, 0, 0}, {1000, 0, 0}, {0, 1000, 0}, {0, 0, 1000}};
    large.triangles = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
    const ObjFile far(large, "far");
    CHECK(grown(far.path, meshParams({{"unit", "metre"}, {"scale", "10000"}})).error().find("unit and scale") != std::string::npos);
    CHECK(findScene("mesh")->growsHair);
}
