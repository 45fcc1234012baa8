// The volume benchmark: whether hair keeps its thickness and its density, moves as a mass, and comes to rest; with friction of hair
// in hair and without, in one run.
#include "core/contact/hair_density.h"
#include "core/scenes/simulation.h"
#include "native/bench_crossing.h"

#include <algorithm>
#include <cmath>

namespace ringlet::cli {
namespace {

const char* const heads[] = {"straight", "wavy", "curly", "coily", "sintel"};
constexpr double rate = 60;        // frames a second
constexpr double settled = 3;      // s after the start: the layer is measured
constexpr double afterwards = 5;   // s after the motion's end: again
constexpr float layer = 0.06f;     // m; what is farther off the head hangs
constexpr size_t leastPatch = 8;   // points
constexpr float nearby = 0.005f;   // m: neighbours
constexpr float crowded = 1.5f;    // times its rest density

// The simulated points in head space, strand by strand; roots are not of them.
struct Hair {
    std::vector<Vec3f> at, velocity;  // m; m/s, beside the head's origin
    std::vector<uint32_t> strand;
};
void take(const Simulation& simulation, Hair& hair) {
    const Curves curves = simulation.model().curves();
    const Quatf back = conjugate(curves.head.orientation), backBefore = conjugate(curves.previousHead.orientation);
    hair.at.clear(), hair.velocity.clear(), hair.strand.clear();
    for (const CurveBlock& block : curves.blocks) {
        CurveBlock before = block;
        before.positions = block.previous;
        for (uint32_t s = 0; s < block.strands; ++s)
            for (uint32_t p = 1; p < block.particles; ++p) {
                const Vec3f now = rotate(back, curvePoint(block, s, p));
                hair.at.push_back(now);
                hair.velocity.push_back((now - rotate(backBefore, curvePoint(before, s, p))) * static_cast<float>(rate));
                hair.strand.push_back(block.firstStrand + s);
            }
    }
}

// Points in cells of a size, sorted: neighbours are found by their cell.
class Cells {
public:
    Cells(const std::vector<Vec3f>& at, float size) : size_(size) {
        for (uint32_t i = 0; i < at.size(); ++i) sorted_.push_back({key(at[i], 0, 0, 0), i});
        std::sort(sorted_.begin(), sorted_.end());
    }
    // visit(i): points in the cell of p and those around it.
    template <class Visit> void around(Vec3f p, const Visit& visit) const {
        for (int c = 0; c < 27; ++c) {
            const uint64_t wanted = key(p, c % 3 - 1, c / 3 % 3 - 1, c / 9 - 1);
            auto it = std::lower_bound(sorted_.begin(), sorted_.end(), std::pair<uint64_t, uint32_t>{wanted, 0});
            for (; it != sorted_.end() && it->first == wanted; ++it) visit(it->second);
        }
    }

private:
    uint64_t key(Vec3f p, int x, int y, int z) const {
        const auto of = [&](float v, int by) { return static_cast<uint64_t>(static_cast<int64_t>(std::floor(v / size_)) + by + (1 << 20)); };
        return of(p.x, x) << 42 | of(p.y, y) << 21 | of(p.z, z);
    }
    float size_;
    std::vector<std::pair<uint64_t, uint32_t>> sorted_;
};

double crowdedShare(const std::vector<float>& rest, const std::vector<float>& now) {
    size_t count = 0;
    for (size_t i = 0; i < rest.size(); ++i) count += now[i] > crowded * rest[i] ? 1 : 0;
    return rest.empty() ? 0 : double(count) / double(rest.size());
}

// How thick the hair lies over each patch of crown and sides, m; 0: where there is not enough. A patch's thickness is what nine
// in ten of its points are within.
std::vector<float> thickness(const Colliders& head, const Hair& hair) {
    constexpr int n = 16;  // patches along an edge of a cube of directions
    std::vector<std::vector<float>> of(6 * n * n);
    for (Vec3f p : hair.at) {
        if (p.y < -0.02f) continue;
        const float off = nearestSurface(head, p).distance;
        if (off > layer) continue;
        const float a[3] = {p.x, p.y, p.z};
        int axis = 0;
        for (int k = 1; k < 3; ++k)
            if (std::fabs(a[k]) > std::fabs(a[axis])) axis = k;
        const auto along = [&](int k) {
            return std::clamp(static_cast<int>((a[(axis + k) % 3] / std::fabs(a[axis]) + 1) * (0.5f * n)), 0, n - 1);
        };
        of[static_cast<size_t>(((2 * axis + (a[axis] < 0)) * n + along(1)) * n + along(2))].push_back(off);
    }
    std::vector<float> thick;
    for (std::vector<float>& offs : of) {
        std::sort(offs.begin(), offs.end());
        thick.push_back(offs.size() < leastPatch ? 0.0f : offs[offs.size() * 9 / 10]);
    }
    return thick;
}
// Over the patches that had some.
double keptShare(const std::vector<float>& groom, const std::vector<float>& now) {
    double before = 0, after = 0;
    for (size_t i = 0; i < groom.size(); ++i)
        if (groom[i] > 0) before += groom[i], after += now[i];
    return before > 0 ? after / before : 0;
}

// Root mean square of what neighbours' velocities differ by, those of other strands within 5 mm, m/s.
double spread(const Hair& hair) {
    const Cells cells(hair.at, nearby);
    double sum = 0, count = 0;
    for (size_t i = 0; i < hair.at.size(); i += 7)
        cells.around(hair.at[i], [&](uint32_t j) {
            const Vec3f apart = hair.at[j] - hair.at[i], faster = hair.velocity[j] - hair.velocity[i];
            if (hair.strand[j] == hair.strand[i] || dot(apart, apart) > nearby * nearby) return;
            sum += double(dot(faster, faster)), count += 1;
        });
    return count > 0 ? std::sqrt(sum / count) : 0;
}

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
    if (!rubs) params.set("hairFriction", 0.0);
    SimulationOptions options;
    if (findScene(scene)->needsFiles) options.files = request.files;
    options.model.pool = &pool;
    return Simulation::make(scene, params, options);
}

// What the layer is like now: its share of the groom's thickness, and of points that are crowded.
void look(const Play& p, double& kept, double& crowded) {
    Hair hair;
    take(*p.simulation, hair);
    kept = keptShare(p.groom, thickness(p.simulation->content().colliders, hair));
    crowded = crowdedShare(p.rest, hairDensities(hair.at));
}

// Both at rest, then in motion and at rest again, frame by frame in turn, so that times can be compared.
Status playBoth(Play (&plays)[2], const char* motion) {
    for (Play& p : plays) {
        Hair hair;
        take(*p.simulation, hair);
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
            take(*p.simulation, hair);
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
    if (!request.scene.empty() && request.scene != "crossing") return {};
    const Status crossing = benchCrossing(request, report);
    return crossing ? benchContacts(request, report) : crossing;
}

const RegisterBench here{{"volume", "whether hair keeps its thickness, moves as a mass and rests, with friction of hair in hair and without", run,
                          "--scene --motion --model --quick --set --groom --head --collider"}};

}  // namespace
}  // namespace ringlet::cli
