// The collider benchmark: what a distance grid of a mesh costs to make and how far
// it is from the exact mesh; then what a particle's step costs beside nothing,
// spheres, capsules and a grid.
#include "core/collide/distance_grid.h"
#include "core/collide/head.h"
#include "core/collide/mesh_distance.h"
#include "core/math/random.h"
#include "core/models/model.h"
#include "core/scenes/full_head.h"
#include "native/bench.h"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace ringlet::cli::bench_colliders {
namespace {

using Clock = std::chrono::steady_clock;
double secondsSince(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

// Points from 5 mm within to 10 mm off the surface, over its triangles by number.
std::vector<Vec3f> pointsNear(const Mesh& mesh, int count) {
    Random random(7);
    std::vector<Vec3f> points;
    while (static_cast<int>(points.size()) < count) {
        const Triangle t = mesh.triangles[random.bits() % mesh.triangles.size()];
        const Vec3f a = mesh.vertices[t.a], b = mesh.vertices[t.b], c = mesh.vertices[t.c];
        float u = random.unit(), v = random.unit();
        if (u + v > 1) u = 1 - u, v = 1 - v;
        const Vec3f n = normalizedOr(cross(b - a, c - a), Vec3f{0, 1, 0});
        points.push_back(a + (b - a) * u + (c - a) * v + n * random.between(-0.005f, 0.01f));
    }
    return points;
}

Status measureGrid(const char* name, const Mesh& mesh, float cell, BenchReport& report) {
    const MeshDistance exact(mesh);
    GridOptions options;
    options.cell = cell;
    double made = 1e9;
    DistanceGrid grid;
    for (int round = 0; round < 2; ++round) {
        const Clock::time_point start = Clock::now();
        Result<DistanceGrid> built = gridFromMesh(mesh, options);
        if (!built) return Error{built.error()};
        made = std::min(made, secondsSince(start));
        grid = std::move(built.value());
    }
    const GridView view = viewOf(grid);
    double sum = 0, worst = 0, smoothSum = 0, smoothWorst = 0;
    const std::vector<Vec3f> points = pointsNear(mesh, 4000);
    for (Vec3f p : points) {
        const float truth = exact.signedDistance(p);
        const double error = std::fabs(gridSurface(view, p).distance - truth);
        const double smooth = std::fabs(smoothGridSurface(view, p).distance - truth);
        sum += error, smoothSum += smooth;
        worst = std::max(worst, error), smoothWorst = std::max(smoothWorst, smooth);
    }
    BenchRow row;
    row.words = {{"mesh", name}};
    row.numbers = {{"triangles", static_cast<long>(mesh.triangles.size())}};
    const double count = static_cast<double>(points.size());
    row.values = {{"cell mm", 1e3 * cell}, {"MiB", grid.distance.size() * 4 / 1048576.0}, {"made s", made},
                  {"error mm", 1e3 * sum / count}, {"most mm", 1e3 * worst},
                  {"smooth mm", 1e3 * smoothSum / count}, {"smooth most", 1e3 * smoothWorst}};
    report.add(row);
    return {};
}

// Nanoseconds of a particle's substep, one thread, a head that nods gently.
double stepCost(const Groom& groom, const Params& params, const Colliders& colliders) {
    ModelOptions options;
    auto model = findModel("elastic-strand")->build(groom, params, options);
    if (!model) return 0;
    Frame frame;
    frame.colliders = &colliders;
    double best = 1e9;
    for (int i = 0; i < 60; ++i) {
        const float angle = 0.0008f * static_cast<float>(i);
        frame.begin = frame.end;
        frame.end.pose.orientation = normalized(Quatf{angle, 0, 0, 1});
        const Clock::time_point start = Clock::now();
        model.value()->step(frame);
        if (i >= 10) best = std::min(best, secondsSince(start));
    }
    return 1e9 * best / static_cast<double>(groom.points.size()) / 2;  // two substeps a frame
}

Status measureSteps(BenchReport& report) {
    Params params = sceneParams(*findScene("straight"));
    for (const char* setting : {"strands", "substeps"})
        if (Status status = params.set(setting, std::string(setting) == "strands" ? 2048 : 2); !status) return status;
    auto content = makeFullHead(params, {});
    if (!content) return Error{content.error()};
    const Groom& groom = content.value().groom;
    auto report1 = [&](const char* name, const Colliders& colliders) {
        BenchRow row;
        row.words = {{"collider", name}};
        row.values = {{"ns a particle", stepCost(groom, params, colliders)}};
        report.add(row);
    };
    Colliders spheres, capsules, grid;
    report1("none", spheres);
    for (int i = 0; i < 32; ++i) {
        spheres.spheres.push_back({{0.01f * static_cast<float>(i % 3 - 1), -0.005f * static_cast<float>(i), 0}, 0.06f});
        if (i == 0) report1("1 sphere", spheres);
        if (i == 7) report1("8 spheres", spheres);
        if (i == 31) report1("32 spheres", spheres);
    }
    capsules.capsules.push_back({{0, 0, 0}, {0, -0.2f, 0}, 0.06f});
    report1("1 capsule", capsules);
    grid.grid = content.value().colliders.grid;
    report1("grid", grid);
    return {};
}

Status run(const BenchRequest& request, BenchReport& report) {
    const Mesh sphere = sphereMesh(0.1f), bust = headMesh(128);
    const Mesh fine = request.full ? headMesh(256) : Mesh{};
    for (float cell : {0.008f, 0.004f, 0.002f}) {
        if (benchInterrupted()) return Error{"interrupted"};
        if (Status status = measureGrid("sphere", sphere, cell, report); !status) return status;
        if (cell < 0.004f && !request.full) continue;
        if (Status status = measureGrid("bust", bust, cell, report); !status) return status;
        if (!request.full) continue;
        if (Status status = measureGrid("bust, fine", fine, cell, report); !status) return status;
    }
    return measureSteps(report);
}

const RegisterBench here{{"colliders", "distance grids of meshes: cost and error; a particle's step beside them", run,
                          "--full"}};

}  // namespace
}  // namespace ringlet::cli::bench_colliders
