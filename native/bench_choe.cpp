// Choe 2005 beside rigid chains: what a frame takes (table 2), and how many segments are inside the body how deep (table 1),
// of both steps and of the default strand with as many segments on the same head.
#include "core/scenes/simulation.h"
#include "native/bench.h"

#include <algorithm>
#include <chrono>

namespace ringlet::cli {
namespace {

using Clock = std::chrono::steady_clock;

struct PaperScene {
    const char* name;    // ours that is like it
    int wisps, segments;
    double seconds;      // a frame of 1/30 s, on a Pentium IV of 3 GHz
    double inside, deep; // table 1: segments inside the body, and deeper than 2 mm, at a time
};
const PaperScene paperScenes[] = {{"walk", 142, 2687, 1.57, 8.8, 2.9}, {"dance", 142, 3136, 2.01, 5.6, 0.6}};
constexpr double deepInside = 2e-3, anyInside = 2e-4;  // m; less cannot be seen
constexpr int fixedParticles = 2;                      // the root and the segment that stands in the scalp

struct Way {
    const char *name, *model, *settings;
};
const Way ways[] = {{"default", "rigid-chain", ""}, {"published", "rigid-chain", "step=published"}, {"default strand", "elastic-strand", ""}};

// What a scene's frames came to.
struct Played {
    long segments = 0, frames = 0;
    std::vector<double> ms;           // a frame
    double inside = 0, deep = 0, deepest = 0, stretch = 0;  // segments at a time; m; share of a length
};

void lookAt(const Simulation& simulation, Played& played) {
    const Curves curves = simulation.model().curves();
    const Quatf toHead = conjugate(curves.head.orientation);
    double inside = 0, deep = 0;
    for (const CurveBlock& block : curves.blocks)
        for (uint32_t s = 0; s < block.strands; ++s)
            for (uint32_t p = fixedParticles; p < block.particles; ++p) {
                const Vec3f x = curvePoint(block, s, p), before = curvePoint(block, s, p - 1);
                const double depth = -double(nearestSurface(simulation.content().colliders, rotate(toHead, x)).distance);
                inside += depth > anyInside ? 1 : 0, deep += depth > deepInside ? 1 : 0;
                played.deepest = std::max(played.deepest, depth);
                const double rest = double{simulation.model().restLength(block.firstStrand + s, p - 1)};
                played.stretch = std::max(played.stretch, double(lengthOf(x - before)) / rest - 1);
            }
    played.inside += inside, played.deep += deep;
}

Result<Played> played(const PaperScene& scene, const Way& way, int plays) {
    Played result;
    for (int play = 0; play < plays; ++play) {
        Params params = sceneParams(*findScene(scene.name), way.model);
        if (way.settings[0] != 0)
            if (Status status = params.setAll({way.settings}, "--set"); !status) return Error{status.error()};
        SimulationOptions options;
        options.modelName = way.model;
        options.measure = false;
        auto made = Simulation::make(scene.name, params, options);
        if (!made) return Error{made.error()};
        Simulation& simulation = *made.value();
        simulation.setMotion(std::move(makeMotion(scene.name).value()));
        result.segments = 0, result.frames = 600;
        for (const StrandGroup& g : simulation.content().groom.groups) result.segments += long(g.strandCount) * long(g.points - 1);
        result.ms.resize(static_cast<size_t>(result.frames), 1e30);
        for (double& ms : result.ms) {
            if (benchInterrupted()) return Error{"interrupted"};
            const auto start = Clock::now();
            simulation.advance();
            ms = std::min(ms, std::chrono::duration<double, std::milli>(Clock::now() - start).count());
            if (play == 0) lookAt(simulation, result);
        }
    }
    return result;
}

Status run(const BenchRequest& request, BenchReport& report) {
    if (request.backend != "cpu") return Error{"this suite runs on the CPU alone"};
    report.note("wisps do not touch each other here; of the paper's time a frame that is 53 and 59 %. One thread, frames of 1/60 s, each the least "
                "of some plays, the mean of 600; depth in the head and shoulders of segments' ends beyond the one at the root; the paper counts all that is inside");
    for (const PaperScene& scene : paperScenes) {
        if (!request.scene.empty() && request.scene != scene.name) continue;
        BenchRow paper;
        paper.words = {{"scene", scene.name}, {"step", "paper, 2005"}};
        paper.numbers = {{"wisps", scene.wisps}, {"segments", scene.segments}};
        paper.values = {{"ms a frame", 1e3 * scene.seconds}, {"over default strand", 0}, {"over 0.2 mm", scene.inside}, {"over 2 mm", scene.deep},
                        {"deepest, mm", 0}, {"stretch, %", 0}};
        report.add(paper);
        std::vector<Played> all;
        for (const Way& way : ways) {
            auto one = played(scene, way, request.quick ? 1 : 3);
            if (!one) return Error{one.error()};
            all.push_back(std::move(one.value()));
        }
        auto mean = [](const Played& p) {
            double sum = 0;
            for (double ms : p.ms) sum += ms / static_cast<double>(p.ms.size());
            return sum;
        };
        for (size_t i = 0; i < all.size(); ++i) {
            const Played& p = all[i];
            const double frames = static_cast<double>(p.frames);
            BenchRow row;
            row.words = {{"scene", scene.name}, {"step", ways[i].name}};
            row.numbers = {{"wisps", scene.wisps}, {"segments", p.segments}};
            row.values = {{"ms a frame", mean(p)}, {"over default strand", mean(p) / mean(all.back())}, {"over 0.2 mm", p.inside / frames},
                          {"over 2 mm", p.deep / frames}, {"deepest, mm", 1e3 * p.deepest}, {"stretch, %", 100 * p.stretch}};
            report.add(row);
        }
    }
    return {};
}

const RegisterBench here{{"choe", "rigid chains beside Choe 2005: time of a frame, and segments inside the body", run, "--scene --quick"}};

}  // namespace
}  // namespace ringlet::cli
