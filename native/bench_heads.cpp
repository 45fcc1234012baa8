// What a head costs beside a sphere: whole heads of hair, at rest and in motion, against hair of as many strands and points
// around one sphere, frame by frame in turn, and against the same hair that touches nothing.
#include "core/groom/icosphere.h"
#include "core/groom/roots.h"
#include "core/scenes/scene.h"
#include "native/bench.h"
#include "native/head_loop.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>

namespace ringlet::cli::bench_heads {
namespace {

const char* const heads[] = {"straight", "wavy", "curly", "coily", "sintel"};
const char* const motions[] = {"still", "drag", "shake", "violent"};
constexpr int warmFrames = 6;
constexpr int fewestFrames = 120;  // measured: a head's motion comes round in so many
constexpr float strandRadius = 5e-5f;

// Hair of as many strands, points a strand and metres as `like` (of one group), evenly around a sphere.
Groom sphereOf(const Groom& like) {
    const uint32_t strands = like.strands(), points = like.groups.front().points;
    double metres = 0;
    for (uint32_t s = 0; s < strands; ++s)
        for (uint32_t p = 1; p < points; ++p) metres += double(lengthOf(like.points[size_t{s} * points + p] - like.points[size_t{s} * points + p - 1]));
    std::vector<GroomRoot> roots;
    for (uint32_t s = 0; s < strands; ++s) {
        const double y = 1 - 2 * (s + 0.5) / strands, across = std::sqrt(1 - y * y), turn = 2.399963229728653 * s;
        const Vec3f n{float(across * std::cos(turn)), float(y), float(across * std::sin(turn))};
        roots.push_back({icosphereRadius * n, n});
    }
    return straightStrands(roots, float(metres / strands), int(points), strandRadius);
}

// One of the kinds of hair that take turns.
struct Kind {
    std::unique_ptr<Model> model;
    const Colliders* colliders;
    double sum = 0, slowest = 0;  // ms
};

double stepMs(Model& model, const Frame& frame) {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point start = Clock::now();
    model.step(frame);
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

// The head's, the sphere's and the free hair's frames, in turn. Returns how many were measured.
int play(const Motion& motion, double seconds, Kind (&kinds)[3]) {
    HeadLoop loop(motion, nullptr);
    for (Kind& kind : kinds) kind.model->reset(motion.at(0).pose), kind.sum = kind.slowest = 0;
    int measured = 0;
    for (int i = 0; measured < fewestFrames || kinds[0].sum < 1000 * seconds; ++i) {
        Frame frame = loop.next();
        for (Kind& kind : kinds) {
            frame.colliders = kind.colliders;
            const double ms = stepMs(*kind.model, frame);
            if (i < warmFrames) continue;
            kind.sum += ms;
            kind.slowest = std::max(kind.slowest, ms);
        }
        measured += i >= warmFrames ? 1 : 0;
        if (benchInterrupted()) break;
    }
    return measured;
}

BenchRow rowOf(const char* head, const char* motion, const Groom& groom, const Kind (&kinds)[3], int frames) {
    const auto [own, sphere, nothing] = std::array{kinds[0].sum / frames, kinds[1].sum / frames, kinds[2].sum / frames};
    BenchRow row;
    row.words = {{"head", head}, {"motion", motion}};
    row.numbers = {{"strands", long(groom.strands())}, {"points", long(groom.groups.front().points)}};
    row.values = {{"mean ms", own}, {"slowest ms", kinds[0].slowest}, {"M points/s", double(groom.points.size()) / own / 1e3},
                  {"sphere ms", sphere}, {"over sphere", own / sphere}, {"slowest over it", kinds[0].slowest / kinds[1].slowest},
                  {"touching nothing ms", nothing}, {"of it colliders %", 100 * (1 - nothing / own)}};
    return row;
}

Status measureHead(const char* name, const BenchRequest& request, ThreadPool& pool, BenchReport& report) {
    const SceneInfo& scene = *findScene(name);
    if (scene.needsFiles && request.files.groom.empty()) return {};
    Params params = sceneParams(scene);
    (void)params.set("hairFriction", 0.0);
    Result<SceneContent> content = scene.make(params, request.files);
    if (!content) return Error{content.error()};
    const Groom& groom = content.value().groom;
    if (groom.groups.size() != 1) return {};
    Colliders ball, none;
    ball.spheres.push_back({{0, 0, 0}, icosphereRadius});
    const Groom around = sphereOf(groom);
    const Groom* const grooms[] = {&groom, &around, &groom};
    Kind kinds[] = {{nullptr, &content.value().colliders}, {nullptr, &ball}, {nullptr, &none}};
    for (int k = 0; k < 3; ++k) {
        ModelOptions options;
        options.pool = &pool;
        options.colliders = kinds[k].colliders;
        auto model = findModel(scene.model)->build(*grooms[k], params, options);
        if (!model) return Error{model.error()};
        kinds[k].model = std::move(model.value());
    }
    for (const char* motion : motions) {
        if (!request.motion.empty() && request.motion != motion) continue;
        const int frames = play(*makeMotion(motion).value(), request.seconds, kinds);
        if (benchInterrupted()) return Error{"interrupted; the rows before this one are kept"};
        report.add(rowOf(name, motion, groom, kinds, frames));
    }
    return {};
}

Status run(const BenchRequest& request, BenchReport& report) {
    ThreadPool pool(1);
    report.note("One thread, frames of 1/60 s in turn: the head, a sphere with as much hair and the same motion, and so as many substeps, "
                "and the head's hair that touches nothing; all without friction of hair in hair, which bench volume has the cost of; the motion comes round every two seconds");
    for (const char* head : heads) {
        if (!request.scene.empty() && request.scene != head) continue;
        if (Status status = measureHead(head, request, pool, report); !status) return status;
    }
    return {};
}

const RegisterBench here{{"heads", "what a head of hair costs beside a sphere, at rest and in motion", run, "--scene --motion --seconds --groom --head --collider"}};

}  // namespace
}  // namespace ringlet::cli::bench_heads
