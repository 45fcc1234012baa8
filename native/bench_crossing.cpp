#include "native/bench_crossing.h"

#include "core/scenes/simulation.h"

#include <algorithm>
#include <cmath>

namespace ringlet::cli {
namespace {

constexpr double rate = 60, lasts = 5;   // frames a second, s
constexpr float seen = 0.08f;            // m from the middle, along either lock: where crossings count
constexpr double heights[] = {0.01, 0.03, 0.06};  // m, of the fall
constexpr int seeds = 20, quickSeeds = 4;
const char* const heads[] = {"straight", "wavy", "curly"};
constexpr int guides = 2000, quickGuides = 400;
constexpr double touching = 0.05;  // hairContact, N/m^2

typedef std::vector<Vec3f> Line;
struct Crossings {
    long pairs = 0, right = 0;            // crossings seen from above, and those where the upper lock's strand is above
    long strands = 0, onTheirSide = 0;    // that cross others, and those that are right at nine in ten of their crossings
};

std::vector<Line> linesOf(const Simulation& simulation) {
    std::vector<Line> lines;
    for (const CurveBlock& block : simulation.model().curves().blocks)
        for (uint32_t s = 0; s < block.strands; ++s) {
            Line line;
            for (uint32_t p = 0; p < block.particles; ++p) line.push_back(curvePoint(block, s, p));
            lines.push_back(std::move(line));
        }
    return lines;
}

// Visits the crossings of two lines seen from above: how much higher the first one is there, m.
template <class Visit>
void eachCrossing(const Line& a, const Line& b, const Visit& visit) {
    for (size_t i = 0; i + 1 < a.size(); ++i)
        for (size_t j = 0; j + 1 < b.size(); ++j) {
            const Vec3f u = a[i + 1] - a[i], v = b[j + 1] - b[j], w = b[j] - a[i];
            const float area = u.x * v.z - u.z * v.x;
            if (!(std::fabs(area) > 1e-12f)) continue;
            const float s = (w.x * v.z - w.z * v.x) / area, t = (w.x * u.z - w.z * u.x) / area;
            if (s < 0 || s >= 1 || t < 0 || t >= 1) continue;
            const Vec3f x = a[i] + s * u, y = b[j] + t * v;
            if (x.y > 0 && y.y > 0 && std::hypot(x.x, x.z) < seen) visit(x.y - y.y);
        }
}

void count(const std::vector<Line>& lines, Crossings& all) {
    const size_t half = lines.size() / 2;
    std::vector<long> crossed(lines.size()), right(lines.size());
    for (size_t l = 0; l < half; ++l)
        for (size_t u = half; u < lines.size(); ++u)
            eachCrossing(lines[u], lines[l], [&](float higher) {
                for (size_t i : {l, u}) ++crossed[i], right[i] += higher > 0 ? 1 : 0;
                ++all.pairs, all.right += higher > 0 ? 1 : 0;
            });
    for (size_t i = 0; i < lines.size(); ++i) {
        all.strands += crossed[i] > 0 ? 1 : 0;
        all.onTheirSide += crossed[i] > 0 && 10 * right[i] >= 9 * crossed[i] ? 1 : 0;
    }
}

// A head of guides that meet where `contact` is above 0, about to move.
Result<std::unique_ptr<Simulation>> makeHead(const char* head, const char* motion, double contact, const BenchRequest& request, ThreadPool& pool) {
    Params params = sceneParams(*findScene(head));
    for (const auto& [name, value] : {std::pair<const char*, double>{"strands", request.quick ? quickGuides : guides},
                                      {"particles", 16}, {"hairContact", contact}})
        if (Status status = params.set(name, value); !status) return Error{status.error()};
    SimulationOptions options;
    options.model.pool = &pool;
    auto made = Simulation::make(head, params, options);
    if (made) made.value()->setMotion(std::move(makeMotion(motion).value()));
    return made;
}

}  // namespace

Status benchCrossing(const BenchRequest& request, BenchReport& report) {
    ThreadPool pool(1);
    report.note("Crossing locks: one of two locks of 100 strands falls on the other. Of strands that cross others, seen from above after five seconds, "
                "how many are right at nine in ten of their crossings, and how many crossings are right; the worst of all plays at rest");
    for (double height : heights) {
        Crossings all;
        double fastest = 0, longest = 0, depth = 0, mean = 0;
        const int plays = request.quick ? quickSeeds : seeds;
        for (int seed = 1; seed <= plays; ++seed) {
            Params params = sceneParams(*findScene("crossing"), request.model);
            if (Status status = params.set("drop", height); !status) return Error{status.error()};
            if (Status status = params.set("seed", seed); !status) return Error{status.error()};
            if (Status status = params.setAll(request.settings, "--set"); !status) return Error{status.error()};
            SimulationOptions options;
            options.model.pool = &pool;
            options.modelName = request.model;
            auto made = Simulation::make("crossing", params, options);
            if (!made) return Error{made.error()};
            Simulation& simulation = *made.value();
            for (int i = 0; i < static_cast<int>(lasts * rate); ++i) simulation.advance();
            count(linesOf(simulation), all);
            const Stats now = simulation.stats();
            fastest = std::max(fastest, double(now.maxSpeed)), longest = std::max(longest, double(now.length.worst));
            depth = std::max(depth, double(now.maxDepth)), mean += now.msAverage / plays;
            if (benchInterrupted()) return Error{"interrupted; the rows before this one are kept"};
        }
        BenchRow row;
        row.words = {{"scene", "crossing"}};
        row.numbers = {{"falls mm", std::lround(1000 * height)}, {"plays", long(plays)}};
        row.values = {{"strands on their side %", 100.0 * double(all.onTheirSide) / double(std::max(all.strands, 1L))},
                      {"crossings %", 100.0 * double(all.right) / double(std::max(all.pairs, 1L))},
                      {"crossings a play", double(all.pairs) / plays}, {"at rest mm/s", 1000 * fastest},
                      {"worst length %", 100 * longest}, {"deepest mm", 1000 * depth}, {"mean ms", mean}};
        report.add(row);
    }
    return {};
}

Status benchContacts(const BenchRequest& request, BenchReport& report) {
    ThreadPool one(1), all(0);
    report.note("Contacts: heads of guides of 16 points with hairContact=0.05, and without, and with on all threads, frame by "
                "frame in turn");
    for (const char* head : heads)
        for (const char* motion : {"drag", "shake"}) {
            if (!request.motion.empty() && request.motion != motion) continue;
            std::unique_ptr<Simulation> plays[3];  // without, with, and with on all threads
            for (int k : {0, 1, 2}) {
                auto made = makeHead(head, motion, k > 0 ? touching : 0.0, request, k == 2 ? all : one);
                if (!made) return Error{made.error()};
                plays[k] = std::move(made.value());
            }
            const double end = makeMotion(motion).value()->stopsAt();
            for (int i = 0; i < static_cast<int>((end + lasts) * rate); ++i) {
                for (auto& play : plays) play->advance();
                if (benchInterrupted()) return Error{"interrupted; the rows before this one are kept"};
            }
            const Stats off = plays[0]->stats(), on = plays[1]->stats(), shared = plays[2]->stats();
            BenchRow row;
            row.words = {{"head", head}, {"motion", motion}};
            row.numbers = {{"guides", long(on.strands)}, {"threads", long(all.threads())}};
            row.values = {{"at rest mm/s", 1000 * on.maxSpeed}, {"worst length %", 100 * on.length.worst}, {"deepest mm", 1000 * on.maxDepth},
                          {"mean ms", on.msAverage}, {"ms over without", on.msAverage / off.msAverage},
                          {"on all threads over one", shared.msAverage / on.msAverage}};
            report.add(row);
        }
    return {};
}

}  // namespace ringlet::cli
