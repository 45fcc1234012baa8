// Position-based methods side by side, with what each says of hair in hair: on the same heads, in the same motion, in one run.
#include "native/bench.h"
#include "native/hair_layer.h"

#include <algorithm>

namespace ringlet::cli::bench_methods {
namespace {

const char* const heads[] = {"straight", "curly"};
constexpr double rate = 60;        // frames a second
constexpr double settled = 3;      // s after the start
constexpr double afterwards = 5;   // s after the motion's end

struct Case {
    const char* step;
    std::vector<std::string> settings;
};
const Case cases[] = {{"published", {}},
                      {"algorithm-2", {}},
                      {"mueller-2012", {"gridFriction=0.1", "gridRepulsion=0.05"}},
                      {"han-harada-2012", {}},
                      {"sanchez-banderas-2015", {"gridFriction=0.1", "gridPressure=0.05"}},
                      {"default", {}}};

double meanApart(const std::vector<Vec3f>& a, const std::vector<Vec3f>& b) {
    double sum = 0;
    for (size_t i = 0; i < a.size(); ++i) sum += static_cast<double>(lengthOf(a[i] - b[i]));
    return a.empty() ? 0 : sum / static_cast<double>(a.size());
}

struct Measured {
    double sagged = 0, kept = 0, keptAfter = 0, spread = 0, back = 0;
};

Result<Measured> play(Simulation& simulation, const char* motion) {
    Measured m;
    Hair groom, still, now;
    take(simulation, rate, groom);
    const Colliders& head = simulation.content().colliders;
    const std::vector<float> thick = thickness(head, groom);
    for (int i = 0; i < static_cast<int>(settled * rate); ++i) simulation.advance();
    take(simulation, rate, still);
    m.sagged = meanApart(groom.at, still.at);
    m.kept = keptShare(thick, thickness(head, still));
    std::unique_ptr<Motion> moves = std::move(makeMotion(motion).value());
    const double end = moves->stopsAt();
    simulation.setMotion(std::move(moves));
    simulation.reset();
    int spreads = 0;
    for (int i = 0; i < static_cast<int>((end + afterwards) * rate); ++i) {
        if (benchInterrupted()) return Error{"interrupted; the rows before this one are kept"};
        simulation.advance();
        if (i >= end * rate || i % 6 != 0 || i < 12) continue;
        take(simulation, rate, now);
        m.spread += spread(now), ++spreads;
    }
    m.spread /= std::max(spreads, 1);
    take(simulation, rate, now);
    m.keptAfter = keptShare(thick, thickness(head, now));
    m.back = meanApart(still.at, now.at);
    return m;
}

Status runCase(const char* head, const Case& one, const BenchRequest& request, ThreadPool& pool, double& published, BenchReport& report) {
    Params params = sceneParams(*findScene(head));
    if (request.quick) (void)params.set("strands", 1000.0);
    std::vector<std::string> settings = one.settings;
    settings.push_back(std::string("step=") + one.step);
    if (Status status = params.setAll(settings, "the method's settings"); !status) return status;
    if (Status status = params.setAll(request.settings, "--set"); !status) return status;
    SimulationOptions options;
    options.model.pool = &pool;
    auto made = Simulation::make(head, params, options);
    if (!made) return Error{made.error()};
    Simulation& simulation = *made.value();
    const Result<Measured> measured = play(simulation, request.motion.empty() ? "shake" : request.motion.c_str());
    if (!measured) return Error{measured.error()};
    const Measured& m = measured.value();
    const Stats stats = simulation.stats();
    if (published == 0) published = stats.msAverage;
    BenchRow row;
    std::string extras;
    for (const std::string& setting : one.settings) extras += (extras.empty() ? "" : " ") + setting;
    row.words = {{"head", head}, {"step", one.step}, {"of hair in hair", extras}};
    row.numbers = {{"particles", long(stats.particles)}};
    row.values = {{"sags mm", 1000 * m.sagged}, {"comes back mm", 1000 * m.back}, {"thick at 3 s %", 100 * m.kept},
                  {"after %", 100 * m.keptAfter}, {"spread m/s", m.spread}, {"at rest mm/s", 1000 * stats.maxSpeed},
                  {"mean length error %", 100 * stats.length.average}, {"worst %", 100 * stats.length.worst},
                  {"deepest mm", 1000 * stats.maxDepth}, {"mean ms", stats.msAverage}, {"over published", stats.msAverage / published}};
    report.add(row);
    return {};
}

Status run(const BenchRequest& request, BenchReport& report) {
    ThreadPool pool(1);
    report.note("One thread, 60 Hz. Sags: the mean distance of points from the groom after 3 s at rest; comes back: from that 5 s after the motion. "
                "Thickness: of the layer within 6 cm of crown and sides, over the groom's; spread: of neighbours' velocities within 5 mm, "
                "root mean square, in the motion. The last step is the model elastic-strand");
    for (const char* head : heads) {
        if (!request.scene.empty() && request.scene != head) continue;
        double published = 0;
        for (const Case& one : cases)
            if (Status status = runCase(head, one, request, pool, published, report); !status) return status;
    }
    return {};
}

const RegisterBench here{{"methods", "position-based methods side by side: shape, thickness, spread, length, depth, rest and time", run,
                          "--scene --motion --quick --set"}};

}  // namespace
}  // namespace ringlet::cli::bench_methods
