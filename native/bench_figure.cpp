// The head of Cavazotti 2025, figure 7.7: 17,000 strands, 1.3 million particles, in every
// step, while the head shakes.
#include "core/scenes/motion.h"
#include "core/scenes/simulation.h"
#include "native/bench.h"

#include <cstdio>

namespace ringlet::cli::bench_figure {
namespace {

constexpr int figureStrands = 17000, figureParticles = 78;

Status runStep(const char* step, const BenchRequest& request, ThreadPool& pool, BenchReport& report, std::string& table) {
    const SceneInfo* scene = findScene("wavy");
    if (scene == nullptr) return Error{"the scene 'wavy' is not built in"};
    Params params = sceneParams(*scene);
    const std::pair<const char*, std::string> setting[] = {
        {"strands", std::to_string(figureStrands)}, {"particles", std::to_string(figureParticles)}, {"step", step}};
    for (const auto& [name, value] : setting)
        if (Status status = params.set(name, value); !status) return status;
    SimulationOptions options;
    options.model.backend = request.backend;
    options.model.pool = &pool;
    auto made = Simulation::make(scene->name, params, options);
    if (!made) return Error{made.error()};
    Simulation& simulation = *made.value();
    auto motion = makeMotion("shake");
    if (!motion) return Error{motion.error()};
    simulation.setMotion(std::move(motion.value()));
    for (long i = 0; i < request.frames; ++i) {
        if (benchInterrupted()) return Error{"interrupted; the steps before this one are kept"};
        simulation.advance();
    }
    const Stats stats = simulation.stats();
    BenchRow row;
    row.words = {{"step", step}, {"backend", request.backend}};
    row.numbers = {{"threads", pool.threads()}, {"strands", long(stats.strands)}, {"particles", long(stats.particles)}};
    row.values = {{"lengthError%", 100 * stats.length.average}, {"deepestMm", 1000 * stats.maxDepth}, {"resets", double(stats.resets)}};
    row.msMin = stats.msMin;
    row.msAverage = stats.msAverage;
    row.msMax = stats.msMax;
    row.rateName = "mpfs";
    row.rate = double(stats.particles) / (1000 * stats.msAverage);
    report.add(row);
    char line[200];
    std::snprintf(line, sizeof line, "| %s | %.0f / %.0f / %.0f | %.2g | %.2g | %llu |\n", step, stats.msMin, stats.msAverage,
                  stats.msMax, 100 * stats.length.average, 1000 * stats.maxDepth, static_cast<unsigned long long>(stats.resets));
    table += line;
    return {};
}

Status runFigure(const BenchRequest& request, BenchReport& report) {
    ThreadPool pool(0);
    char heading[700];
    std::snprintf(heading, sizeof heading,
                  "# The head of figure 7.7\n\n%ld frames on %d threads: %d strands, %d particles (Cavazotti 2025, figure 7.7: more than "
                  "17 thousand strands and 1.3 million particles; its hair's style, length and motion are not printed). The scene `wavy` in the motion `shake`, 60 Hz.\n\n"
                  "| step | ms a frame, min / avg / max | mean length error, %% | deepest, mm | resets |\n|---|---|---:|---:|---:|\n",
                  request.frames, pool.threads(), figureStrands, figureStrands * figureParticles);
    std::string table = heading;
    Status status;
    for (const char* step : {"published", "algorithm-2", "default"})
        if (status) status = runStep(step, request, pool, report, table);
    report.markdown(table);
    return status;
}

RegisterBench here{{"figure-7-7", "the paper's head of 17,000 strands and 1.3 million particles, every step",
                    runFigure, "--backend --frames"}};

}  // namespace
}  // namespace ringlet::cli::bench_figure
