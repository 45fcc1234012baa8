// What the super-helix model costs: frames of 1/30 s by strands, elements, model and
// contacts, how it grows with the elements, and how the reduced model differs from
// the full one.
#include "core/scenes/simulation.h"
#include "native/bench.h"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace ringlet::cli::bench_super_helix {
namespace {

struct Case {
    const char* scene;
    int strands, elements;
    bool reduced, contacts;
    int substeps;   // 0: as the model chooses
    double ellipticity = 0;
};

Result<std::unique_ptr<Simulation>> simulationOf(const Case& c) {
    Params params = sceneParams(*findScene(c.scene));
    auto set = [&](const char* name, double value) { (void)params.set(name, value); };
    set("strands", c.strands);
    set("elements", c.elements);
    set("rod", c.reduced ? 1 : 0);
    set("substeps", c.substeps);
    if (!c.contacts) set("hairContact", 0);
    if (c.ellipticity > 0) set("ellipticity", c.ellipticity);
    SimulationOptions options;
    options.rate = 30;
    options.measure = false;
    return Simulation::make(c.scene, params, options);
}

// Frames of a head that is dragged about or thrown, the same ones some times over: of each the
// least time counts, which is the program's and not what else the machine does. What a first
// frame costs in a program that has just started (WebAssembly is compiled meanwhile) is a row's value.
Status measure(const Case& c, const char* motion, const BenchRequest& request, BenchReport& report) {
    using Clock = std::chrono::steady_clock;
    constexpr int frames = 120, plays = 3;
    std::vector<double> least(frames, 1e30);
    double first = 0, particles = 0;
    const auto begin = Clock::now();
    for (int play = 0;
         play < plays || std::chrono::duration<double>(Clock::now() - begin).count() < request.seconds; ++play) {
        auto simulation = simulationOf(c);
        if (!simulation) return Error{simulation.error()};
        simulation.value()->setMotion(std::move(makeMotion(motion).value()));
        for (int frame = 0; frame < frames; ++frame) {
            if (benchInterrupted()) return Error{"interrupted"};
            const auto start = Clock::now();
            simulation.value()->advance();
            const double ms = std::chrono::duration<double, std::milli>(Clock::now() - start).count();
            if (play == 0 && frame == 0) first = ms;
            least[static_cast<size_t>(frame)] = std::min(least[static_cast<size_t>(frame)], ms);
        }
        particles = double(simulation.value()->stats().particles);
    }
    BenchRow row;
    row.words = {{"scene", c.scene}, {"motion", motion}, {"rod", c.reduced ? "reduced" : "full"},
                 {"contacts", c.contacts ? "on" : "off"}};
    row.numbers = {{"strands", c.strands}, {"elements", c.elements}, {"substeps", c.substeps == 0 ? 8 : c.substeps}};
    row.msMin = *std::min_element(least.begin(), least.end());
    row.msMax = *std::max_element(least.begin(), least.end());
    for (double ms : least) row.msAverage += ms / frames;
    row.values = {{"first frame of the first play, ms", first}};
    row.rateName = "mpfs";
    row.rate = particles / (row.msAverage * 1e3);
    report.add(row);
    return {};
}

// The tips' distance between the full and the reduced model over a dragged motion.
Status compare(double ellipticity, const BenchRequest&, BenchReport& report) {
    Case full{"super-wavy", 60, 5, false, false, 0, ellipticity}, reduced = full;
    reduced.reduced = true;
    std::unique_ptr<Simulation> both[2];
    double ms[2] = {0, 0};
    for (int i = 0; i < 2; ++i) {
        auto made = simulationOf(i == 0 ? full : reduced);
        if (!made) return Error{made.error()};
        both[i] = std::move(made.value());
        both[i]->setMotion(std::move(makeMotion("drag").value()));
    }
    double sum = 0;
    size_t count = 0;
    for (int frame = 0; frame < 150; ++frame) {
        for (int i = 0; i < 2; ++i) {
            const auto start = std::chrono::steady_clock::now();
            both[i]->advance();
            ms[i] += std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
        }
        const Curves a = both[0]->model().curves(), b = both[1]->model().curves();
        for (size_t k = 0; k < a.blocks.size(); ++k)
            for (uint32_t s = 0; s < a.blocks[k].strands; ++s, ++count) {
                const uint32_t tip = a.blocks[k].particles - 1;
                const Vec3f off = curvePoint(a.blocks[k], s, tip) - curvePoint(b.blocks[k], s, tip);
                sum += double(dot(off, off));
            }
    }
    BenchRow row;
    row.words = {{"scene", "super-wavy"}, {"compared", "reduced with full"}};
    row.values = {{"ellipticity", ellipticity},
                  {"tip difference, root mean square, mm", 1e3 * std::sqrt(sum / double(count))},
                  {"time of reduced over full", ms[1] / ms[0]}};
    report.add(row);
    return {};
}

Status run(const BenchRequest& request, BenchReport& report) {
    std::vector<Case> cases = {
        {"super-asian", 200, 5, false, true, 1},  {"super-asian", 200, 5, false, true, 0},
        {"super-wavy", 200, 5, false, true, 1},   {"super-curly", 200, 5, false, true, 1},
        {"super-fuzzy", 200, 5, false, true, 1},  {"super-asian", 2000, 5, false, false, 1},
        {"super-asian", 2000, 5, true, false, 1},
    };
    for (int elements : {2, 5, 10, 15, 20}) cases.push_back({"buckling", 200, elements, false, false, 1});
    for (const Case& c : cases)
        for (const char* motion : {"drag", "violent"}) {
            // What is thrown about matters where strands touch.
            if (!c.contacts && std::string(motion) == "violent") continue;
            if (Status status = measure(c, motion, request, report); !status) return status;
        }
    for (double ellipticity : {1.2, 1.45, 1.7})
        if (Status status = compare(ellipticity, request, report); !status) return status;
    return {};
}

const RegisterBench here{{"super-helix", "frames of 1/30 s by the super-helix model; reduced against full", run,
                          "--seconds"}};

}  // namespace
}  // namespace ringlet::cli::bench_super_helix
