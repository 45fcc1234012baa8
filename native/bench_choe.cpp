// Choe 2005 beside rigid chains: what a frame takes (table 2), and how many segments are inside the body how deep (table 1),
// of both steps, with wisps that meet and without, and of the default strand with as many segments on the same head.
#include "core/collide/collider_view.h"
#include "core/scenes/simulation.h"
#include "native/bench.h"

#include <algorithm>
#include <chrono>

namespace ringlet::cli::bench_choe {
namespace {

using Clock = std::chrono::steady_clock;

struct PaperScene {
    const char *name, *motion;  // ours that is like it
    int wisps, segments;
    double seconds;      // a frame of 1/30 s, on a Pentium IV of 3 GHz
    double meeting;      // of it wisp against wisp, %
    double inside, deep; // table 1: segments inside the body, and deeper than 2 mm, at a time
};
const PaperScene paperScenes[] = {{"walk", "walk", 142, 2687, 1.57, 52.9, 8.8, 2.9},
                                  {"dance", "dance", 142, 3136, 2.01, 58.9, 5.6, 0.6},
                                  {"restyle", "still", 274, 3583, 4.00, 63.4, 10.0, 3.2},
                                  {"headband", "walk", 274, 5672, 5.13, 70.6, 7.3, 2.2}};
constexpr double deepInside = 2e-3, anyInside = 2e-4;  // m; less cannot be seen
constexpr int fixedParticles = 2;                      // the root and the segment that stands in the scalp

struct Way {
    const char *name, *model;
    std::vector<std::string> settings;
    bool meets;  // and the way before is the same without
};
const Way ways[] = {{"default, wisps apart", "rigid-chain", {"wispContacts=off"}, false},
                    {"default", "rigid-chain", {"wispContacts=on"}, true},
                    {"published, wisps apart", "rigid-chain", {"step=published", "wispContacts=off"}, false},
                    {"published", "rigid-chain", {"step=published", "wispContacts=on"}, true},
                    {"default strand", "elastic-strand", {}, false}};

// What a scene's frames came to.
struct Played {
    long segments = 0, frames = 0;
    std::vector<double> ms;           // a frame
    double inside = 0, deep = 0, deepest = 0, stretch = 0;  // segments at a time, by their ends; m; share of a length
    double middlesInside = 0, middlesDeep = 0;              // by their middles
};

void lookAt(const Simulation& simulation, Played& played) {
    const Curves curves = simulation.model().curves();
    const Quatf toHead = conjugate(curves.head.orientation);
    ColliderArrays body;  // as hair is kept out of it: near a grid's surface that is smoother than a distance between its nodes
    body.set(&simulation.content().colliders);
    const auto depthAt = [&](Vec3f x) { return -double(nearestCollider(body.view(), identityQuat<float>(), rotate(toHead, x)).distance); };
    for (const CurveBlock& block : curves.blocks)
        for (uint32_t s = 0; s < block.strands; ++s)
            for (uint32_t p = fixedParticles; p < block.particles; ++p) {
                const Vec3f x = curvePoint(block, s, p), before = curvePoint(block, s, p - 1);
                const double depth = depthAt(x), middle = depthAt(0.5f * (x + before));
                played.inside += depth > anyInside ? 1 : 0, played.deep += depth > deepInside ? 1 : 0;
                played.middlesInside += middle > anyInside ? 1 : 0, played.middlesDeep += middle > deepInside ? 1 : 0;
                played.deepest = std::max(played.deepest, depth);
                const double rest = double{simulation.model().restLength(block.firstStrand + s, p - 1)};
                played.stretch = std::max(played.stretch, double(lengthOf(x - before)) / rest - 1);
            }
}

Result<Played> played(const PaperScene& scene, const Way& way, int plays) {
    Played result;
    for (int play = 0; play < plays; ++play) {
        Params params = sceneParams(*findScene(scene.name), way.model);
        if (Status status = params.setAll(way.settings, "--set"); !status) return Error{status.error()};
        SimulationOptions options;
        options.modelName = way.model;
        options.measure = false;
        auto made = Simulation::make(scene.name, params, options);
        if (!made) return Error{made.error()};
        Simulation& simulation = *made.value();
        simulation.setMotion(std::move(makeMotion(scene.motion).value()));
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

double meanMs(const Played& p) {
    double sum = 0;
    for (double ms : p.ms) sum += ms / static_cast<double>(p.ms.size());
    return sum;
}

BenchRow paperRow(const PaperScene& scene) {
    BenchRow row;
    row.words = {{"scene", scene.name}, {"step", "paper, 2005"}};
    row.numbers = {{"wisps", scene.wisps}, {"segments", scene.segments}};
    row.values = {{"ms a frame", 1e3 * scene.seconds}, {"over default strand", 0}, {"wisp on wisp, %", scene.meeting}, {"over 0.2 mm", 0},
                  {"over 2 mm", 0}, {"middles over 0.2 mm", scene.inside}, {"middles over 2 mm", scene.deep}, {"deepest, mm", 0},
                  {"stretch, %", 0}};
    return row;
}

BenchRow rowOf(const PaperScene& scene, size_t way, const std::vector<Played>& all) {
    const Played& p = all[way];
    const double frames = static_cast<double>(p.frames), ms = meanMs(p);
    BenchRow row;
    row.words = {{"scene", scene.name}, {"step", ways[way].name}};
    row.numbers = {{"wisps", scene.wisps}, {"segments", p.segments}};
    row.values = {{"ms a frame", ms}, {"over default strand", ms / meanMs(all.back())},
                  {"wisp on wisp, %", ways[way].meets ? 100 * (1 - meanMs(all[way - 1]) / ms) : 0}, {"over 0.2 mm", p.inside / frames},
                  {"over 2 mm", p.deep / frames}, {"middles over 0.2 mm", p.middlesInside / frames},
                  {"middles over 2 mm", p.middlesDeep / frames}, {"deepest, mm", 1e3 * p.deepest}, {"stretch, %", 100 * p.stretch}};
    return row;
}

Status run(const BenchRequest& request, BenchReport& report) {
    report.note("One thread, frames of 1/60 s, each the least of some plays, the mean of 600; depth in head and shoulders of segments beyond the one "
                "at the root, by their ends and by their middles, where the published step has its contacts; deepest: of ends. The "
                "paper's counts stand with those of middles, and the first is of all that is inside");
    for (const PaperScene& scene : paperScenes) {
        if (!request.scene.empty() && request.scene != scene.name) continue;
        report.add(paperRow(scene));
        std::vector<Played> all;
        for (const Way& way : ways) {
            auto one = played(scene, way, request.quick ? 1 : 3);
            if (!one) return Error{one.error()};
            all.push_back(std::move(one.value()));
        }
        for (size_t i = 0; i < all.size(); ++i) report.add(rowOf(scene, i, all));
    }
    return {};
}

const RegisterBench here{{"choe", "rigid chains beside Choe 2005: time of a frame, and segments inside the body", run, "--scene --quick"}};

}  // namespace
}  // namespace ringlet::cli::bench_choe
