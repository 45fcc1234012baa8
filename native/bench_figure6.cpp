// The curves of Bertails 2006, figure 6: the span of a curly clump that is moved up and down,
// for several internal frictions. Its photographs' motion is not printed; here it is `bob`.
#include "core/scenes/motion.h"
#include "core/scenes/simulation.h"
#include "native/bench.h"
#include "native/plot.h"

#include <cstdio>

namespace ringlet::cli::bench_figure6 {
namespace {

// Around the 1e-10 that figure 6 found to be alike to real hair, kg m^3/s.
const char* const frictions[] = {"1e-11", "1e-10", "1e-9"};

// From the roots down to the lowest particle, the mean of all strands, m.
double spanOf(const Simulation& simulation) {
    double sum = 0;
    uint64_t strands = 0;
    for (const CurveBlock& block : simulation.model().curves().blocks)
        for (uint32_t s = 0; s < block.strands; ++s) {
            const float root = curvePoint(block, s, 0).y;
            float lowest = root;
            for (uint32_t p = 1; p < block.particles; ++p) lowest = minimum(lowest, curvePoint(block, s, p).y);
            sum += double(root) - lowest;
            ++strands;
        }
    return strands > 0 ? sum / double(strands) : 0;
}

Status runFriction(int index, const BenchRequest& request, ThreadPool& pool, BenchReport& report, Plot& plot, std::string& table) {
    const SceneInfo* scene = findScene("oscillation");
    if (scene == nullptr) return Error{"the scene 'oscillation' is not built in"};
    Params params = sceneParams(*scene);
    if (Status status = params.set("dissipation", frictions[index]); !status) return status;
    SimulationOptions options;
    options.model.pool = &pool;
    auto made = Simulation::make(scene->name, params, options);
    if (!made) return Error{made.error()};
    Simulation& simulation = *made.value();
    auto motion = makeMotion(scene->motion);
    if (!motion) return Error{motion.error()};
    const double stops = motion.value()->stopsAt();
    simulation.setMotion(std::move(motion.value()));
    PlotSeries series{std::string(frictions[index]) + " kg m^3/s", {}, index, false};
    double low = 1e9, high = 0, rested = 0;
    for (long i = 0; i < request.frames; ++i) {
        if (benchInterrupted()) return Error{"interrupted; the curves before this one are kept"};
        simulation.advance();
        const double span = 1000 * spanOf(simulation), time = simulation.time();
        series.points.push_back({time, span, span, span});
        // The clump first falls into its own weight.
        if (time > 1 && time <= stops) low = minimum(low, span), high = maximum(high, span);
        rested = span;
    }
    plot.series.push_back(series);
    BenchRow row;
    row.words = {{"dissipation", frictions[index]}};
    row.values = {{"leastMm", low}, {"mostMm", high}, {"atRestMm", rested}};
    report.add(row);
    char line[120];
    std::snprintf(line, sizeof line, "| %s | %.1f | %.1f | %.1f | %.1f |\n", frictions[index], low, high, high - low, rested);
    table += line;
    return {};
}

Status runFigure6(const BenchRequest& request, BenchReport& report) {
    ThreadPool pool(0);
    Plot plot{"Span of a curly clump that is moved up and down", "s", "mm", false, {}};
    std::string table =
        "# The span of a clump, after figure 6 of Bertails 2006\n\nThe scene `oscillation`, moved up and down by 4 cm at 2 Hz for 4 s "
        "(`bob`), vertical span from root to lowest point, mean of its strands. The first second is left out.\n\n"
        "| internal friction, kg m^3/s | least, mm | greatest, mm | swing, mm | at the end, mm |\n|---|---:|---:|---:|---:|\n";
    Status status;
    for (int i = 0; i < 3 && status; ++i) status = runFriction(i, request, pool, report, plot, table);
    report.markdown(table);
    if (!plot.series.empty()) report.plot("6", svgOf(plot));
    return status;
}

RegisterBench here{{"figure-6", "the span of a curly clump for three internal frictions (Bertails 2006, figure 6)", runFigure6,
                    "--markdown --svg --frames"}};

}  // namespace
}  // namespace ringlet::cli::bench_figure6
