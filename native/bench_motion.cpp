// The motion benchmark: how truly and how calmly the hair moves, as numbers.
// Every scene is settled for 5 s, plays each named motion, and is watched for
// 5 s after the head stops. With --full, both steps.
#include "core/scenes/simulation.h"
#include "native/bench.h"

#include <algorithm>
#include <cmath>

namespace ringlet::cli::bench_motion {
namespace {

constexpr double settleTime = 5;  // s, before a motion and after it
constexpr double rate = 60;       // frames a second

// A motion that begins after the hair has settled.
class Delayed : public Motion {
public:
    Delayed(std::unique_ptr<Motion> motion, double delay) : motion_(std::move(motion)), delay_(delay) {}
    PoseKey at(double t) const override { return motion_->at(t < delay_ ? 0 : t - delay_); }
    bool jumps(double t0, double t1) const override { return t0 >= delay_ && motion_->jumps(t0 - delay_, t1 - delay_); }
    double stopsAt() const override { return delay_ + motion_->stopsAt(); }

private:
    std::unique_ptr<Motion> motion_;
    double delay_;
};

// All particles in head space, strand by strand (scenes here have one group).
std::vector<Vec3f> shapeOf(const Simulation& simulation) {
    const Curves curves = simulation.model().curves();
    const Quatf back = conjugate(curves.head.orientation);
    std::vector<Vec3f> shape;
    for (const CurveBlock& block : curves.blocks)
        for (uint32_t s = 0; s < block.strands; ++s)
            for (uint32_t p = 0; p < block.particles; ++p) shape.push_back(rotate(back, curvePoint(block, s, p)));
    return shape;
}

// The tips alone, in head space.
void tipsOf(const Simulation& simulation, std::vector<Vec3f>& tips) {
    const Curves curves = simulation.model().curves();
    const Quatf back = conjugate(curves.head.orientation);
    tips.clear();
    for (const CurveBlock& block : curves.blocks)
        for (uint32_t s = 0; s < block.strands; ++s)
            tips.push_back(rotate(back, curvePoint(block, s, block.particles - 1)));
}

struct Strands {
    size_t count, particles;
    std::vector<double> length;  // m
};

Strands strandsOf(const Simulation& simulation) {
    const CurveBlock block = simulation.model().curves().blocks[0];
    Strands strands{block.strands, block.particles, std::vector<double>(block.strands)};
    for (uint32_t s = 0; s < block.strands; ++s)
        for (uint32_t p = 0; p + 1 < block.particles; ++p) strands.length[s] += simulation.model().restLength(s, p);
    return strands;
}

// For each strand the largest distance of a particle between two shapes, over the strand's length.
std::vector<double> deviation(const Strands& strands, const std::vector<Vec3f>& a, const std::vector<Vec3f>& b) {
    std::vector<double> most(strands.count);
    for (size_t s = 0; s < strands.count; ++s)
        for (size_t p = 0; p < strands.particles; ++p) {
            const size_t i = s * strands.particles + p;
            most[s] = std::max(most[s], double(lengthOf(a[i] - b[i])) / strands.length[s]);
        }
    return most;
}

// How far tips moved, over the strands' lengths: the mean over strands.
double tipMean(const Strands& strands, const std::vector<Vec3f>& a, const std::vector<Vec3f>& b) {
    double sum = 0;
    for (size_t s = 0; s < strands.count; ++s) {
        const size_t tip = (s + 1) * strands.particles - 1;
        sum += lengthOf(a[tip] - b[tip]) / strands.length[s];
    }
    return sum / double(strands.count);
}

struct Speeds {
    double most = 0;     // m/s
    size_t moving = 0;   // strands faster than 1 mm/s
};

Speeds speedsOf(const Strands& strands, const std::vector<Vec3f>& before, const std::vector<Vec3f>& now) {
    Speeds speeds;
    for (size_t s = 0; s < strands.count; ++s) {
        double most = 0;
        for (size_t p = 0; p < strands.particles; ++p) {
            const size_t i = s * strands.particles + p;
            most = std::max(most, double(lengthOf(now[i] - before[i])) * rate);
        }
        speeds.most = std::max(speeds.most, most);
        if (most > 1e-3) ++speeds.moving;
    }
    return speeds;
}

Status play(const std::string& scene, const std::string& motionName, const std::string& step, ThreadPool& pool,
            BenchReport& report) {
    SimulationOptions options;
    options.model.pool = &pool;
    options.rate = rate;
    Params params = sceneParams(*findScene(scene));
    const bool steps = params.find("step") != nullptr;  // a default one beside the published one
    if (steps)
        if (Status status = params.set("step", step); !status) return status;
    auto made = Simulation::make(scene, params, options);
    if (!made) return Error{made.error()};
    Simulation& simulation = *made.value();
    auto motion = makeMotion(motionName);
    if (!motion) return Error{motion.error()};
    const double stops = settleTime + motion.value()->stopsAt();
    simulation.setMotion(std::make_unique<Delayed>(std::move(motion.value()), settleTime));

    const Strands strands = strandsOf(simulation);
    const std::vector<Vec3f> rest = shapeOf(simulation);
    std::vector<Vec3f> settled, before, now, settledTips, tips;
    std::vector<double> reach(strands.count);
    while (simulation.time() < stops + settleTime - 0.5 / rate) {
        before.swap(now);
        simulation.advance();
        const double time = simulation.time();
        if (time > stops + settleTime - 2.5 / rate) now = shapeOf(simulation);
        if (settled.empty() && time > settleTime - 0.5 / rate) {
            settled = shapeOf(simulation);
            tipsOf(simulation, settledTips);
        }
        if (settled.empty() || time > stops) continue;
        tipsOf(simulation, tips);
        for (size_t s = 0; s < strands.count; ++s)
            reach[s] = std::max(reach[s], double(lengthOf(tips[s] - settledTips[s])) / strands.length[s]);
    }
    const Speeds speeds = speedsOf(strands, before, now);
    std::vector<double> back = deviation(strands, settled, now);
    std::sort(back.begin(), back.end());
    std::sort(reach.begin(), reach.end());
    double mean = 0;
    for (double d : back) mean += d / double(back.size());
    const Stats stats = simulation.stats();
    BenchRow row;
    row.words = {{"scene", scene}, {"motion", motionName}, {"step", steps ? step : "-"}};
    row.values = {{"maxSpeed", speeds.most}, {"moving", double(speeds.moving)}, {"sag", tipMean(strands, rest, settled)},
                  {"tipMoved", reach[reach.size() / 2]}, {"backMean", mean}, {"back95", back[back.size() * 95 / 100]},
                  {"backMost", back.back()}, {"lengthAvg", stats.length.average}, {"lengthMax", stats.length.worst},
                  {"depthMax", stats.maxDepth}, {"resets", double(stats.resets)}};
    report.add(row);
    return {};
}

Status run(const BenchRequest& request, BenchReport& report) {
    report.fact("units", "maxSpeed m/s in the last frame; moving strands faster than 1 mm/s then; sag, tipMoved and back "
                         "shares of a strand's length (sag and backMean of all on average, tipMoved the middle one); "
                         "length shares of a segment's; depthMax m; resets strands");
    ThreadPool pool(0);
    for (const SceneInfo& scene : scenes()) {
        if (scene.needsFiles || (!request.scene.empty() && request.scene != scene.name)) continue;
        const bool steps = sceneParams(scene).find("step") != nullptr;
        for (const MotionInfo& motion : motions())
            for (const char* step : {"default", "published"}) {
                if (std::string(step) == "published" && !(request.full && steps)) continue;
                if (benchInterrupted()) return Error{"interrupted; the plays before this one are kept"};
                if (Status status = play(scene.name, motion.name, step, pool, report); !status) return status;
            }
    }
    return {};
}

const RegisterBench here{{"motion", "how the hair of every scene moves, keeps its length and comes to rest", run,
                          "--full --scene"}};

}  // namespace
}  // namespace ringlet::cli::bench_motion
