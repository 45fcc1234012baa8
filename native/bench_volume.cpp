// The volume benchmark: whether hair keeps its thickness and its density, moves as a mass, and comes to rest; with friction of hair
// in hair and without, in one run.
#include "core/contact/hair_density.h"
#include "native/bench_crossing.h"
#include "native/hair_layer.h"

#include <algorithm>
#include <cmath>

namespace ringlet::cli::bench_volume {
namespace {

const char* const heads[] = {"straight", "wavy", "curly", "coily", "sintel"};
constexpr double rate = 60;        // frames a second
constexpr double settled = 3;      // s after the start: the layer is measured
constexpr double afterwards = 5;   // s after the motion's end: again

// A simulation and what was measured of it.
struct Play {
    std::unique_ptr<Simulation> simulation;
    double friction = 0;  // 1/s
    std::vector<float> groom, rest;  // thickness and densities at the start
    double kept = 0, keptAfter = 0, crowded = 0, crowdedAfter = 0, spread = 0;
    int spreads = 0;
};

Result<std::unique_ptr<Simulation>> make(const char* scene, const BenchRequest& request, bool rubs, ThreadPool& pool) {
    Params params = sceneParams(*findScene(scene));
    if (Status status = params.setAll(request.settings, "--set"); !status) return Error{status.error()};
    if (!rubs) (void)params.set("hairFriction", 0.0);
    SimulationOptions options;
    if (findScene(scene)->needsFiles) options.files = request.files;
    options.model.pool = &pool;
    return Simulation::make(scene, params, options);
}

// What the layer is like now: its share of the groom's thickness, and of points that are crowded.
void look(const Play& p, double& kept, double& crowded) {
    Hair hair;
    take(*p.simulation, rate, hair);
    kept = keptShare(p.groom, thickness(p.simulation->content().colliders, hair));
    crowded = crowdedShare(p.rest, hairDensities(hair.at));
}

// Both at rest, then in motion and at rest again, frame by frame in turn, so that times can be compared.
Status playBoth(Play (&plays)[2], const char* motion) {
    for (Play& p : plays) {
        Hair hair;
        take(*p.simulation, rate, hair);
        p.groom = thickness(p.simulation->content().colliders, hair);
        p.rest = hairDensities(hair.at);
        for (int i = 0; i < static_cast<int>(settled * rate); ++i) p.simulation->advance();
        look(p, p.kept, p.crowded);
    }
    double end = 0;
    for (Play& p : plays) {
        std::unique_ptr<Motion> moves = std::move(makeMotion(motion).value());
        end = moves->stopsAt();
        p.simulation->setMotion(std::move(moves));
        p.simulation->reset();
    }
    for (int i = 0; i < static_cast<int>((end + afterwards) * rate); ++i) {
        for (Play& p : plays) {
            p.simulation->advance();
            if (i >= end * rate || i % 6 != 0 || i < 12) continue;
            Hair hair;
            take(*p.simulation, rate, hair);
            p.spread += spread(hair), ++p.spreads;
        }
        if (benchInterrupted()) return Error{"interrupted; the rows before this one are kept"};
    }
    for (Play& p : plays) {
        p.spread /= std::max(p.spreads, 1);
        look(p, p.keptAfter, p.crowdedAfter);
    }
    return {};
}

void addRow(const char* head, const char* motion, const Play& p, const Play& off, BenchReport& report) {
    const Stats now = p.simulation->stats(), without = off.simulation->stats();
    BenchRow row;
    row.words = {{"head", head}, {"motion", motion}};
    row.numbers = {{"strands", long(now.strands)}, {"friction 1/s", std::lround(p.friction)}};
    row.values = {{"thick at 3 s %", 100 * p.kept}, {"after %", 100 * p.keptAfter}, {"crowded at 3 s %", 100 * p.crowded},
                  {"after it %", 100 * p.crowdedAfter}, {"spread m/s", p.spread}, {"over without", p.spread / off.spread},
                  {"at rest mm/s", 1000 * now.maxSpeed}, {"worst length %", 100 * now.length.worst}, {"deepest mm", 1000 * now.maxDepth},
                  {"mean ms", now.msAverage}, {"ms over without", now.msAverage / without.msAverage}};
    report.add(row);
}

// What a particle costs on heads of more and more strands, frame by frame in turn with friction and without.
Status runSizes(const BenchRequest& request, ThreadPool& pool, BenchReport& report) {
    for (int strands : {10000, 30000, 100000}) {
        BenchRequest one = request;
        one.settings.push_back("strands=" + std::to_string(request.quick ? strands / 10 : strands));
        std::unique_ptr<Simulation> simulations[2];
        for (int rubs : {0, 1}) {
            auto made = make("straight", one, rubs != 0, pool);
            if (!made) return Error{made.error()};
            simulations[rubs] = std::move(made.value());
            simulations[rubs]->setMotion(std::move(makeMotion("shake").value()));
        }
        for (int i = 0; i < 60; ++i) {
            if (benchInterrupted()) return Error{"interrupted; the rows before this one are kept"};
            for (auto& simulation : simulations) simulation->advance();
        }
        const Stats without = simulations[0]->stats(), with = simulations[1]->stats();
        const auto each = [](const Stats& stats) { return 1e6 * stats.msAverage / double(stats.particles); };
        BenchRow row;
        row.words = {{"head", "straight"}, {"motion", "shake"}};
        row.numbers = {{"strands", long(with.strands)}, {"particles", long(with.particles)}};
        row.values = {{"mean ms", with.msAverage}, {"ns a particle", each(with)}, {"without", each(without)}, {"over without", each(with) / each(without)}};
        report.add(row);
    }
    return {};
}

Status run(const BenchRequest& request, BenchReport& report) {
    ThreadPool pool(1);
    report.note("One thread. Thickness: of the layer within 6 cm of crown and sides, over the groom's; crowded: points in more than 1.5 times "
                "the density that they had in the groom; spread: of neighbours' velocities within 5 mm, root mean square");
    for (const char* head : heads) {
        if (!request.scene.empty() && request.scene != head) continue;
        if (findScene(head)->needsFiles && request.files.groom.empty()) continue;
        for (const char* motion : {"shake", "violent"}) {
            if (!request.motion.empty() && request.motion != motion) continue;
            Play plays[2];
            for (Play& p : plays) {
                auto made = make(head, request, &p != plays, pool);
                if (!made) return Error{made.error()};
                p.simulation = std::move(made.value());
                p.friction = p.simulation->params().get("hairFriction");
            }
            if (Status status = playBoth(plays, motion); !status) return status;
            for (const Play& p : plays) addRow(head, motion, p, plays[0], report);
        }
    }
    const auto isSize = [](const std::string& setting) { return setting.rfind("strands=", 0) == 0; };
    if (request.scene.empty() && std::none_of(request.settings.begin(), request.settings.end(), isSize))
        if (Status status = runSizes(request, pool, report); !status) return status;
    if (!request.scene.empty() && request.scene != "crossing") return {};
    const Status crossing = benchCrossing(request, report);
    return crossing ? benchContacts(request, report) : crossing;
}

const RegisterBench here{{"volume", "whether hair keeps its thickness, moves as a mass and rests, with friction of hair in hair and without", run,
                          "--scene --motion --model --quick --set --groom --head --collider"}};

}  // namespace
}  // namespace ringlet::cli::bench_volume
