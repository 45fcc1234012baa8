// A real groom, head and collider, where they are at hand.
#include "core/collide/distance_grid.h"
#include "core/collide/mesh_distance.h"
#include "core/files/file_groom.h"
#include "core/scenes/scene.h"
#include "tests/files/file_support.h"

#include <doctest/doctest.h>

#include <chrono>
#include <cmath>

using namespace ringlet;
using namespace ringlet::test;

namespace {

const std::string groomFile = dataPath("sintel/SintelHairOriginal-sintel_hair.16points.tfx");
const std::string headFile = dataPath("sintel/sintel.obj");
const std::string colliderFile = dataPath("sintel/sintel-collider.obj");

// False, and says so, where the data is absent; broken data is not absent.
bool available() {
    auto bytes = readFile(colliderFile);
    bool absent = !bytes.ok() && bytes.error().find("no such file") != std::string::npos;
    if (absent) skip("no Sintel data at " + colliderFile + " (set RINGLET_DATA to the folder that holds sintel/)");
    return !absent;
}

}  // namespace

TEST_CASE("Sintel: groom, head and collider are read whole") {
    if (!available()) return;
    auto strands = readStrandsFile(groomFile);
    REQUIRE(strands.ok());
    CHECK(strands.value().counts.size() == 11400);
    CHECK(strands.value().points.size() == 11400 * 16);
    auto head = readMeshFile(headFile);
    auto collider = readMeshFile(colliderFile);
    REQUIRE(head.ok());
    REQUIRE(collider.ok());
    CHECK(head.value().triangles.size() > 5000);
    CHECK(collider.value().triangles.size() == 678);

    MeshDistance exact(collider.value());
    MeshDistance surface(head.value());
    FileGroomOptions options;
    options.head = &surface;
    auto groom = groomFromStrands(strands.value(), options, "sintel");
    REQUIRE(groom.ok());
    CHECK(groom.value().groom.groups.size() == 1);
    CHECK(groom.value().groom.strands() + groom.value().skipped == 11400);
    int inside = 0, outward = 0;
    float farthest = 0, deepest = 0;
    const Groom& g = groom.value().groom;
    for (size_t s = 0; s < g.strands(); ++s) {
        Vec3f root = g.points[16 * s];
        farthest = std::fmax(farthest, surface.distance(root));
        outward += dot(g.rootNormals[s], g.points[16 * s + 1] - root) > 0;
        for (size_t i = 1; i < 16; ++i) {
            float d = exact.signedDistance(g.points[16 * s + i]);
            inside += d < 0;
            deepest = std::fmin(deepest, d);
        }
    }
    CHECK(farthest < 0.01f);
    CHECK(outward > 0.9 * 11400);
    MESSAGE("roots at most " << farthest * 1e3f << " mm off the head, " << outward << " first segments outward, "
                             << groom.value().skipped << " skipped, " << groom.value().mended << " mended; " << inside
                             << " points inside the collider, the deepest by " << -deepest * 1e3f << " mm");
}

TEST_CASE("Sintel: the collider's grid is close to its mesh" * doctest::test_suite("long")) {
    if (!available()) return;
    auto mesh = readMeshFile(colliderFile);
    REQUIRE(mesh.ok());
    auto start = std::chrono::steady_clock::now();
    auto grid = gridFromMesh(mesh.value(), GridOptions());
    double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    REQUIRE(grid.ok());
    MeshDistance exact(mesh.value());
    GridView view = viewOf(grid.value());
    double sum = 0, worst = 0, worstOutside = 0;
    int count = 0;
    uint32_t state = 1;
    auto next = [&] { return static_cast<float>((state = state * 1664525u + 1013904223u) >> 8) / 16777216.0f; };
    Vec3f low = exact.low(), size = exact.high() - exact.low();
    while (count < 20000) {
        float x = next(), y = next(), z = next();
        Vec3f p = low + Vec3f{x * size.x, y * size.y, z * size.z};
        float truth = exact.signedDistance(p);
        if (std::fabs(truth) > 0.01f) continue;
        double error = std::fabs(gridSurface(view, p).distance - truth);
        sum += error;
        worst = std::fmax(worst, error);
        if (truth >= 0) worstOutside = std::fmax(worstOutside, error);
        ++count;
    }
    MESSAGE("grid of " << view.nx << " x " << view.ny << " x " << view.nz << " in " << seconds
                       << " s; within 10 mm of the surface its error is " << sum / count * 1e3 << " mm on average, "
                       << worst * 1e3 << " mm at most, outside " << worstOutside * 1e3 << " mm");
    // A concave edge or the inside of a convex one is rounded by up to about half a cell.
    CHECK(worst < 0.002);
    CHECK(sum / count < 0.0002);
}

TEST_CASE("Sintel: the scene is made from files, and without them says what it takes") {
    const SceneInfo* scene = findScene("sintel");
    REQUIRE(scene != nullptr);
    CHECK(scene->needsFiles);
    Params params({scene->params});
    auto without = scene->make(params, {});
    REQUIRE_FALSE(without.ok());
    for (const char* option : {"--groom", "--head", "--collider"}) {
        CHECK(without.error().find(option) != std::string::npos);
    }
    if (!available()) return;
    REQUIRE(params.set("strands", "100").ok());
    REQUIRE(params.set("particles", "24").ok());
    REQUIRE(params.set("cell", "0.01").ok());
    auto content = scene->make(params, {groomFile, headFile, colliderFile});
    REQUIRE(content.ok());
    CHECK(content.value().groom.strands() == 100);
    CHECK(content.value().groom.points.size() == 2400);
    CHECK(bool(content.value().colliders.grid));
    CHECK(content.value().exactCollider.triangles.size() == 678);
    for (Vec3f p : content.value().groom.points) REQUIRE(lengthOf(p) < 0.6f);  // about the head, not the feet
    CHECK_FALSE(scene->make(params, {headFile, headFile, colliderFile}).ok());   // a mesh without lines
    CHECK_FALSE(scene->make(params, {groomFile, groomFile, colliderFile}).ok());
    CHECK_FALSE(scene->make(params, {groomFile, headFile, headFile + ".missing"}).ok());
    REQUIRE(params.set("particles", "1").ok());
    CHECK_FALSE(scene->make(params, {groomFile, "", ""}).ok());
}
