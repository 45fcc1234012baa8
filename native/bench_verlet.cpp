// The verlet benchmark: what hair-hair contact costs and what each choice buys, on
// the scene `barnes`. Part `frame`: everything on at ten times the write-up's guides,
// and each piece alone, from hair that stands out until it has fallen and is shaken; of each
// frame the least time of three plays, which is the program's and not what else the machine
// does, and apart what the first frame costs (in WebAssembly it is compiled meanwhile).
// Part `scale`: cost against segments, of hair that has fallen, as in the next two.
// Part `broad`: the three broad phases over the same frames. Part `narrow`: true
// segment distance against three points. Part `length`: the published relaxation
// against the length solve.
#include "core/models/verlet/verlet.h"
#include "core/scenes/simulation.h"
#include "native/bench.h"

#include <algorithm>
#include <chrono>
#include <numeric>

namespace ringlet::cli::bench_verlet {
namespace {

typedef std::vector<std::pair<std::string, std::string>> Settings;

struct Played {
    double msMin = 0, msAverage = 0, msMax = 0, msFirst = 0;
    double segments = 0, pairs = 0, contacts = 0;   // the last two: means over frames
    Stats stats;
};

// Frames of a part: those before `from` are played and not counted; `to` 0: until five
// seconds after the head stops.
struct Span {
    long from, to;
};
// Until hair that stood straight out has fallen and is shaken.
constexpr Span falling{0, 90}, fallen{40, 60};

// `least`: of each frame the least time so far, ms; played again, it gets less.
Status play(const Settings& settings, const std::string& motion, bool measure, Span span, std::vector<double>& least,
            Played& played) {
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
    if (span.to == 0) span.to = static_cast<long>((head.value()->stopsAt() + 5) * 60 + 0.5);
    const double frames = static_cast<double>(span.to - span.from);
    simulation.setMotion(std::move(head.value()));
    const auto& model = static_cast<const verlet::VerletModel&>(simulation.model());
    played.pairs = played.contacts = 0;
    least.resize(static_cast<size_t>(span.to - span.from), 1e30);
    for (long i = 0; i < span.to; ++i) {
        if (benchInterrupted()) return Error{"interrupted"};
        const auto start = std::chrono::steady_clock::now();
        simulation.advance();
        const double ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
        if (i == 0 && played.msFirst == 0) played.msFirst = ms;
        if (i < span.from) continue;
        double& frame = least[static_cast<size_t>(i - span.from)];
        frame = std::min(frame, ms);
        const verlet::VerletModel::ContactCounts counts = model.contactCounts();
        played.pairs += static_cast<double>(counts.keptPairs) / frames;
        played.contacts += static_cast<double>(counts.contacts + counts.layerContacts) / frames;
    }
    played.msMin = *std::min_element(least.begin(), least.end());
    played.msMax = *std::max_element(least.begin(), least.end());
    played.msAverage = std::accumulate(least.begin(), least.end(), 0.0) / frames;
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
            if (Status s = time("frame", "everything", motion, with(ten, all), whole()); !s) return s;
        }
        if (Status s = time("frame", "contacts", "shake", ten, whole()); !s) return s;
        if (Status s = time("frame", "layers", "shake", with(ten, with(nothing, {{"layers", "both"}})), whole()); !s)
            return s;
        if (Status s = time("frame", "links", "shake", with(ten, with(nothing, {{"links", "2"}})), whole()); !s)
            return s;
        if (Status s = time("frame", "strands", "shake", with(ten, nothing), whole()); !s) return s;

        // 4, 12, 38, 120, 380, 1200 and 3800 guides of 19 segments; the wisps' thickness
        // follows the roots' spacing, so that guides stay as crowded as they are.
        const long sizes[][2] = {{4, 1}, {6, 2}, {10, 4}, {15, 8}, {24, 16}, {40, 30}, {76, 50}};
        for (const char* what : {"contacts", "everything"})
            for (const auto& size : sizes) {
                const Settings some = guides(size[0], size[1]);
                if (Status s = time("scale", what, "shake", what[0] == 'c' ? some : with(some, all),
                                    size[1] > 40 ? Span{40, 44} : fallen); !s)
                    return s;
            }

        for (const auto& size : {std::pair{12L, 6L}, std::pair{40L, 18L}})
            for (const char* kind : {"grid", "sweep", "brute"})
                if (Status s = time("broad", kind, "shake",
                                    with(guides(size.first, size.second), {{"broadPhase", kind}}), fallen); !s)
                    return s;
        for (const char* kind : {"segments", "points"})
            if (Status s = time("narrow", kind, "shake", with(ten, {{"narrowPhase", kind}}), fallen); !s) return s;

        for (const char* motion : {"still", "violent"}) {
            if (Status s = lengths("published", motion, {{"step", "published"}}); !s) return s;
            if (Status s = lengths("default", motion, {}); !s) return s;
        }
        return {};
    }

private:
    Span whole() const { return request_.full ? Span{0, 0} : falling; }

    Status time(const char* part, const char* what, const char* motion, const Settings& settings, Span span) {
        Played played;
        {
            Progress progress;
            progress.show(std::string(part) + ", " + what + " ...");
            std::vector<double> least;
            for (int again = span.from == 0 ? 3 : 1; again > 0; --again)
                if (Status status = play(settings, motion, false, span, least, played); !status) return status;
        }
        BenchRow row;
        row.words = {{"part", part}, {"what", what}, {"motion", motion}};
        row.numbers = {{"segments", static_cast<long>(played.segments)}};
        row.values = {{"pairs", played.pairs}, {"contacts", played.contacts},
                      {"us/segment", 1000 * played.msAverage / played.segments}};
        if (span.from == 0) row.values.push_back({"first ms", played.msFirst});
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
        std::vector<double> least;
        if (Status status = play(settings, motion, true, {0, 0}, least, played); !status) return status;
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
                          run, "--full"}};

}  // namespace
}  // namespace ringlet::cli::bench_verlet
