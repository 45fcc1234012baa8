// Every model, with contacts and without, on a backend: what a frame takes there, and the same frames on the CPU to the same bits.
#include "core/scenes/simulation.h"
#include "native/bench.h"
#include "native/device.h"

#include <chrono>

namespace ringlet::cli::bench_models {
namespace {

struct Case {
    const char* what;
    const char* scene;
    const char* model;  // empty: the scene's own
    std::vector<std::string> settings;
};
// A head of hair or what a model is for. The last is left out where few are asked for.
const Case cases[] = {
    {"elastic strands", "straight", "", {"strands=10000", "hairFriction=0"}},
    {"elastic strands, friction of hair in hair", "straight", "", {"strands=10000"}},
    {"elastic strands that meet", "straight", "", {"strands=2000", "hairFriction=0", "hairContact=0.05"}},
    {"elastic strands, curls", "curly", "", {"hairFriction=0"}},
    {"published method", "straight", "dftl-published", {"strands=10000"}},
    {"its peers: Mueller 2012", "straight", "dftl-published", {"strands=10000", "step=mueller-2012", "gridFriction=0.1", "gridRepulsion=0.05"}},
    {"its peers: Han and Harada 2012", "straight", "dftl-published", {"strands=10000", "step=han-harada-2012"}},
    {"its peers: Sanchez-Banderas 2015", "straight", "dftl-published",
     {"strands=10000", "step=sanchez-banderas-2015", "gridFriction=0.1", "gridPressure=0.05"}},
    {"Verlet, no contact", "barnes", "", {"contacts=off"}},
    {"Verlet, contacts", "barnes", "", {}},
    {"Verlet, layers", "layers", "", {}},
    {"Verlet, links", "links", "", {}},
    {"Super-Helices", "super-curly", "", {}},
    {"Super-Helices, reduced", "reduced-wind", "", {}},
    {"elastic rods", "rods", "", {}},
    {"flat wisps", "wisps", "", {}},
    {"flat wisps that meet", "wisps", "", {"wispContacts=on"}},
    {"rigid chains", "walk", "", {}},
    {"rigid chains that meet", "restyle", "", {}},
    {"elastic strands, 60,000 x 32, friction", "straight", "", {"strands=60000", "particles=32"}},
};

// One simulation of a case, with what its frames took.
struct Play {
    std::unique_ptr<Simulation> simulation;
    double own = 0, wall = 0, slowest = 0;  // ms; own: by the device's clock
    int frames = 0, all = 0;                // measured; and those before
};

Status start(const Case& one, const std::string& backend, const BenchRequest& request, ThreadPool& pool, Play& play) {
    Params params = sceneParams(*findScene(one.scene), one.model);
    if (Status status = params.setAll(one.settings, one.what); !status) return status;
    if (params.find("strands") != nullptr && request.quick)
        if (Status status = params.set("strands", 40.0); !status) return status;
    SimulationOptions options;
    options.modelName = one.model;
    options.model.backend = backend;
    options.model.pool = &pool;
    options.measure = false;
    auto made = Simulation::make(one.scene, params, options);
    if (!made) return Error{made.error()};
    play.simulation = std::move(made.value());
    play.simulation->setMotion(std::move(makeMotion("shake").value()));
    return {};
}

Status advance(Play& play) {
    const auto begin = std::chrono::steady_clock::now();
    play.simulation->advance();
    const double ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
    const Model& model = play.simulation->model();
    if (!model.status()) return model.status();
    play.own += model.deviceMilliseconds(), play.wall += ms;
    play.slowest = std::max(play.slowest, ms);
    ++play.frames, ++play.all;
    return {};
}

// The same number of frames on both; the first few make memory and are not counted.
Status measure(const Case& one, const BenchRequest& request, ThreadPool& pool, BenchReport& report) {
    const int warm = request.quick ? 1 : 4, most = request.quick ? 3 : static_cast<int>(request.frames);
    Play plays[2];
    for (Play& play : plays) {
        const bool first = &play == plays;
        if (Status status = start(one, first ? "cpu" : request.backend, request, pool, play); !status) return status;
        const auto enough = [&] {
            if (!first) return play.all >= plays[0].all;
            return play.frames >= most || (play.frames >= 8 && play.wall > 1000 * request.seconds);
        };
        while (!enough()) {
            if (Status status = advance(play); !status) return status;
            if (play.all == warm) play.own = play.wall = play.slowest = 0, play.frames = 0;
            if (benchInterrupted()) return Error{"interrupted; the rows before this one are kept"};
        }
    }
    const Stats stats = plays[1].simulation->stats();
    const bool same = plays[0].simulation->hash() == plays[1].simulation->hash();
    BenchRow row;
    row.words = {{"case", one.what}, {"scene", one.scene}, {"backend", request.backend}, {"bits", same ? "the CPU's" : "OTHERS"}};
    row.numbers = {{"strands", long(stats.strands)}, {"particles", long(stats.particles)}, {"frames", plays[1].frames}};
    const double frames = std::max(plays[1].frames, 1), before = std::max(plays[0].frames, 1);
    row.values = {{"its clock ms", plays[1].own / frames}, {"frame ms", plays[1].wall / frames}, {"slowest ms", plays[1].slowest},
                  {"cpu ms", plays[0].wall / before}, {"cpu over it", plays[0].wall / before / (plays[1].wall / frames)}};
    report.add(row);
    return same ? Status{} : Status{Error{std::string(one.what) + ": the hash is not the CPU's"}};
}

Status run(const BenchRequest& request, BenchReport& report) {
    auto facts = deviceFacts(request.backend);
    if (!facts) return Error{facts.error()};
    for (const auto& [name, text] : facts.value()) report.fact(name, text);
    ThreadPool pool(0);
    report.note("Frames of 1/60 s of `shake`, one after another; the CPU's by all its threads. Both play the same frames, and hashes are compared");
    Status first;
    for (const Case& one : cases) {
        if (!request.scene.empty() && request.scene != one.scene) continue;
        if (request.quick && &one == std::end(cases) - 1) continue;
        const Status status = measure(one, request, pool, report);
        if (benchInterrupted()) return status;
        if (!status && first.ok()) first = status;
    }
    return first;
}

const RegisterBench here{{"models", "every model with contacts and without on a backend, beside the CPU and to the same bits", run,
                          "--backend --scene --seconds --frames --quick"}};

}  // namespace
}  // namespace ringlet::cli::bench_models
