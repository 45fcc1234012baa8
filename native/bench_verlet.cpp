// The verlet benchmark: what hair-hair contact costs and what each choice buys, on
// the scene `barnes`. Part `frame`: everything on at ten times the write-up's guides,
// and each piece alone. Part `scale`: cost against segments. Part `broad`: the three
// broad phases over the same frames. Part `narrow`: true segment distance against
// three points. Part `length`: the published relaxation against the length solve.
#include "core/models/verlet/verlet.h"
#include "core/scenes/simulation.h"
#include "native/bench.h"

#include <chrono>

namespace ringlet::cli {
namespace {

typedef std::vector<std::pair<std::string, std::string>> Settings;

struct Played {
    double msMin = 0, msAverage = 0, msMax = 0;
    double segments = 0, pairs = 0, contacts = 0;   // the last two: means over frames
    Stats stats;
};

// Plays `motion` whole, or until five seconds after the head stops where `settles`.
Status play(const Settings& settings, const std::string& motion, bool measure, long frames, Played& played) {
    Params params = sceneParams(*findScene("barnes"));
    for (const auto& [name, value] : settings)
        if (Status status = params.set(name, value); !status) return status;
    SimulationOptions options;
    options.measure = measure;
    auto made = Simulation::make("barnes", params, options);
    if (!made) return Error{made.error()};
    Simulation& simulation = *made.value();
    auto head = makeMotion(motion);
    if (!head) return Error{head.error()};
    if (frames == 0) frames = static_cast<long>((head.value()->stopsAt() + 5) * 60 + 0.5);
    simulation.setMotion(std::move(head.value()));
    const auto& model = static_cast<const VerletModel&>(simulation.model());
    double sum = 0;
    for (long i = 0; i < frames; ++i) {
        if (benchInterrupted()) return Error{"interrupted"};
        const auto start = std::chrono::steady_clock::now();
        simulation.advance();
        const double ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
        played.msMin = i == 0 || ms < played.msMin ? ms : played.msMin;
        played.msMax = ms > played.msMax ? ms : played.msMax;
        sum += ms;
        const VerletModel::ContactCounts counts = model.contactCounts();
        played.pairs += static_cast<double>(counts.keptPairs) / static_cast<double>(frames);
        played.contacts += static_cast<double>(counts.contacts + counts.layerContacts) / static_cast<double>(frames);
    }
    played.msAverage = sum / static_cast<double>(frames);
    const CurveBlock block = model.curves().blocks[0];
    played.segments = double(block.strands) * (block.particles - 1);
    played.stats = simulation.stats();
    return {};
}

Settings guides(long around, long rows) {
    return {{"around", std::to_string(around)}, {"rows", std::to_string(rows)}};
}

Settings with(Settings settings, const Settings& more) {
    settings.insert(settings.end(), more.begin(), more.end());
    return settings;
}

class VerletBench {
public:
    explicit VerletBench(BenchReport& report, const BenchRequest& request) : report_(report), request_(request) {}

    Status run() {
        const Settings ten = guides(40, 18);
        const Settings nothing = {{"contacts", "off"}};
        const Settings all = {{"layers", "both"}, {"links", "2"}};
        for (const char* motion : {"still", "shake", "violent"}) {
            if (Status s = time("frame", "everything", motion, with(ten, all), frames()); !s) return s;
        }
        if (Status s = time("frame", "contacts", "shake", ten, frames()); !s) return s;
        if (Status s = time("frame", "layers", "shake", with(ten, with(nothing, {{"layers", "both"}})), frames()); !s)
            return s;
        if (Status s = time("frame", "links", "shake", with(ten, with(nothing, {{"links", "2"}})), frames()); !s) return s;
        if (Status s = time("frame", "strands", "shake", with(ten, nothing), frames()); !s) return s;

        // 4, 12, 38, 120, 380, 1200 and 3800 guides of 19 segments; the wisps' thickness
        // follows the roots' spacing, so that guides stay as crowded as they are.
        const long sizes[][2] = {{4, 1}, {6, 2}, {10, 4}, {15, 8}, {24, 16}, {40, 30}, {76, 50}};
        for (const auto& size : sizes)
            if (Status s = time("scale", "contacts", "shake", guides(size[0], size[1]), size[1] > 40 ? 5 : 20); !s)
                return s;

        for (const auto& size : {std::pair{12L, 6L}, std::pair{40L, 18L}})
            for (const char* kind : {"grid", "sweep", "brute"})
                if (Status s = time("broad", kind, "shake", with(guides(size.first, size.second), {{"broadPhase", kind}}),
                                    kind[0] == 'b' && size.first > 12 ? 3 : 20); !s)
                    return s;
        for (const char* kind : {"segments", "points"})
            if (Status s = time("narrow", kind, "shake", with(ten, {{"narrowPhase", kind}}), 20); !s) return s;

        for (const char* motion : {"still", "violent"}) {
            if (Status s = lengths("published", motion, {{"step", "published"}}); !s) return s;
            if (Status s = lengths("default", motion, {}); !s) return s;
        }
        return {};
    }

private:
    long frames() const { return request_.full ? 0 : 20; }

    Status time(const char* part, const char* what, const char* motion, const Settings& settings, long frames) {
        Played played;
        {
            Progress progress;
            progress.show(std::string(part) + ", " + what + " ...");
            if (Status status = play(settings, motion, false, frames, played); !status) return status;
        }
        BenchRow row;
        row.words = {{"part", part}, {"what", what}, {"motion", motion}};
        row.numbers = {{"segments", static_cast<long>(played.segments)}};
        row.values = {{"pairs", played.pairs}, {"contacts", played.contacts},
                      {"us/segment", 1000 * played.msAverage / played.segments}};
        row.msMin = played.msMin;
        row.msAverage = played.msAverage;
        row.msMax = played.msMax;
        row.rateName = "mpfs";
        row.rate = played.segments / (1000 * played.msAverage);
        report_.add(row);
        return {};
    }

    Status lengths(const char* step, const char* motion, const Settings& settings) {
        Played played;
        if (Status status = play(settings, motion, true, 0, played); !status) return status;
        BenchRow row;
        row.words = {{"part", "length"}, {"step", step}, {"motion", motion}};
        row.values = {{"lengthAvg", played.stats.length.average}, {"lengthMax", played.stats.length.worst},
                      {"maxSpeed", played.stats.maxSpeed}, {"depthMax", played.stats.maxDepth}};
        report_.add(row);
        return {};
    }

    BenchReport& report_;
    const BenchRequest& request_;
};

Status run(const BenchRequest& request, BenchReport& report) { return VerletBench(report, request).run(); }

const RegisterBench here{{"verlet", "hair-hair contact: cost against segments, broad and narrow phases, length errors",
                          run}};

}  // namespace
}  // namespace ringlet::cli
