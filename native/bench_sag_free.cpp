// The sag-free benchmark: how far every scene's hair moves from its groom within
// 5 s of stillness, with `sagFree` off and on, what share cannot hold, and what
// the start costs. The last row is the cost for 10,000 strands of 16 particles.
#include "core/models/elastic_strand/elastic_strand.h"
#include "core/scenes/simulation.h"
#include "native/bench.h"

#include <algorithm>
#include <chrono>

namespace ringlet::cli::bench_sag_free {
namespace {

constexpr double stillTime = 5;         // s
constexpr double farShare = 0.01;       // of a strand's length
constexpr double rate = 60;             // frames a second

// For each strand the largest distance of a particle from its groom's place, over the strand's length.
std::vector<double> deviations(const Simulation& simulation) {
    const Groom& groom = simulation.content().groom;
    const Curves curves = simulation.model().curves();
    std::vector<double> all;
    for (size_t b = 0; b < curves.blocks.size(); ++b) {
        const CurveBlock& block = curves.blocks[b];
        const Vec3f* given = groom.points.data() + groom.groups[b].firstPoint;
        for (uint32_t s = 0; s < block.strands; ++s, given += block.particles) {
            double length = 0, most = 0;
            for (uint32_t p = 0; p < block.particles; ++p) {
                if (p > 0) length += double(lengthOf(given[p] - given[p - 1]));
                most = std::max(most, double(lengthOf(curvePoint(block, s, p) - given[p])));
            }
            all.push_back(most / length);
        }
    }
    return all;
}

double shareNear(const std::vector<double>& deviations) {
    size_t near = 0;
    for (double d : deviations) near += d <= farShare ? 1 : 0;
    return double(near) / double(deviations.size());
}

Status play(const std::string& scene, const char* sagFree, const SceneFiles& files, ThreadPool& pool,
            BenchReport& report) {
    SimulationOptions options;
    options.model.pool = &pool;
    options.files = files;
    options.rate = rate;
    options.measure = false;
    Params params = sceneParams(*findScene(scene));
    if (Status status = params.set("sagFree", sagFree); !status) return status;
    auto made = Simulation::make(scene, params, options);
    if (!made) return Error{made.error()};
    Simulation& simulation = *made.value();
    const double start = shareNear(deviations(simulation));
    while (simulation.time() < stillTime - 0.5 / rate) {
        if (benchInterrupted()) return Error{"interrupted"};
        simulation.advance();
    }
    std::vector<double> all = deviations(simulation);
    const double near = shareNear(all);
    std::sort(all.begin(), all.end());
    const elastic_strand::ElasticStrandModel* model = dynamic_cast<const elastic_strand::ElasticStrandModel*>(&simulation.model());
    const double tooLimp = model != nullptr ? double(model->tooLimp()) / double(all.size()) : 0;
    BenchRow row;
    row.words = {{"scene", scene}, {"sagFree", sagFree}};
    row.numbers = {{"strands", long(all.size())}};
    row.values = {{"startsNear", start}, {"near", near}, {"tooLimp", tooLimp}, {"median", all[all.size() / 2]},
                  {"worst95", all[all.size() * 95 / 100]}, {"worst", all.back()}};
    report.add(row);
    return {};
}

// What sag-free adds to building a model of 10,000 strands of 16 particles on a head, one thread.
Status timeStart(BenchReport& report) {
    SimulationOptions options;
    options.measure = false;
    Params params = sceneParams(*findScene("straight"));
    for (auto [name, value] : {std::pair<const char*, double>{"strands", 10000}, {"particles", 16}})
        if (Status status = params.set(name, value); !status) return status;
    auto made = Simulation::make("straight", params, options);
    if (!made) return Error{made.error()};
    Simulation& simulation = *made.value();
    ModelOptions model;
    model.colliders = &simulation.content().colliders;
    double best[2] = {1e9, 1e9};
    for (int round = 0; round < 5; ++round) {
        for (int on = 0; on < 2; ++on) {
            if (Status status = params.set("sagFree", double(on)); !status) return status;
            const auto begin = std::chrono::steady_clock::now();
            auto built = elastic_strand::ElasticStrandModel::build(simulation.content().groom, params, model);
            const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
            if (!built) return Error{built.error()};
            best[on] = std::min(best[on], taken.count());
        }
    }
    BenchRow row;
    row.words = {{"scene", "start of 10,000 x 16"}};
    row.values = {{"seconds", best[1] - best[0]}};
    report.add(row);
    return {};
}

Status run(const BenchRequest& request, BenchReport& report) {
    ThreadPool pool(0);
    for (const SceneInfo& scene : scenes()) {
        if ((scene.needsFiles && request.files.groom.empty()) || scene.model != "elastic-strand") continue;
        const SceneFiles files = scene.needsFiles ? request.files : SceneFiles{};
        for (const char* sagFree : {"off", "on"})
            if (Status status = play(scene.name, sagFree, files, pool, report); !status) return status;
    }
    return timeStart(report);
}

const RegisterBench here{{"sag-free", "how well every scene's hair keeps its groom's shape under gravity", run,
                          "--groom --head --collider"}};

}  // namespace
}  // namespace ringlet::cli::bench_sag_free
