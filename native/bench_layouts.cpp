// The layouts benchmark: the icosphere scene with the published step in each
// memory layout and with the default step in tiles, scalar and in lanes, on one
// and on all threads; Cavazotti 2025, chapter 7, measures the same grid.
#include "core/scenes/scene.h"
#include "native/bench.h"
#include "native/head_loop.h"

#include <chrono>

namespace ringlet::cli::bench_layouts {
namespace {

const char sceneName[] = "icosphere";
constexpr long warmFrames = 3;     // fill the caches and wake the threads
constexpr long fewestFrames = 5;   // measured

struct Case {
    const char* layout;
    int lanes;
    const char* step;
    bool reference;
};

struct Size {
    int level, particles;  // 60 * 4^level strands
};

std::vector<Size> sizesOf(bool full) {
    if (!full) return {{4, 100}};
    std::vector<Size> sizes;
    for (const int particles : {10, 25, 50, 100, 200}) {
        for (const int level : {0, 1, 2, 3, 4}) {
            const bool measured = particles < 200 || (level >= 1 && level <= 3);  // as in the thesis
            if (measured) sizes.push_back({level, particles});
        }
    }
    return sizes;
}

// The lanes of a tile where the CPU has the choice; the published step takes the most.
int widestLanes(const ModelInfo& info, const Groom& groom, Params params) {
    if (!params.set("step", "published").ok()) return 1;
    auto model = info.build(groom, params, ModelOptions{});
    if (!model || model.value()->curves().blocks.empty()) return 1;
    return static_cast<int>(model.value()->curves().blocks[0].lanes);
}

std::vector<Case> casesFor(int widest) {
    std::vector<Case> cases;
    for (const char* layout : {"soa", "aos", "batch"}) {
        cases.push_back({layout, 1, "published", cases.empty()});
        if (widest > 1) cases.push_back({layout, widest, "published", false});
    }
    for (const char* step : {"published", "default"}) {
        for (int lanes = 1; lanes <= widest; lanes = lanes == 1 ? 4 : 2 * lanes) {
            cases.push_back({"tiles", lanes, step, false});
        }
    }
    return cases;
}

void measure(Model& model, const SceneContent& content, const Motion& motion, double seconds, BenchRow& row) {
    using Clock = std::chrono::steady_clock;
    HeadLoop head(motion, &content.colliders);
    model.reset(motion.at(0).pose);
    double sum = 0;  // ms
    long measured = 0;
    for (long i = 0; measured < fewestFrames || sum < 1000 * seconds; ++i) {
        const Frame frame = head.next();
        const Clock::time_point start = Clock::now();
        model.step(frame);
        const double ms = std::chrono::duration<double, std::milli>(Clock::now() - start).count();
        if (i < warmFrames) continue;
        row.msMin = measured == 0 || ms < row.msMin ? ms : row.msMin;
        row.msMax = ms > row.msMax ? ms : row.msMax;
        sum += ms;
        ++measured;
    }
    row.msAverage = sum / static_cast<double>(measured);
}

class LayoutBench {
public:
    LayoutBench(const BenchRequest& request, BenchReport& report) : request_(request), report_(report) {}

    Status run() {
        scene_ = findScene(sceneName);
        info_ = scene_ ? findModel(scene_->model) : nullptr;
        if (!info_) return Error{std::string("the scene '") + sceneName + "' or its model is not built in"};
        // A motion that turns the head back to where it began every two seconds.
        Result<std::unique_ptr<Motion>> motion = makeMotion("shake");
        if (!motion) return Error{motion.error()};
        motion_ = std::move(motion.value());
        for (const Size& size : sizesOf(request_.full)) {
            if (Status status = runSize(size); !status) return status;
        }
        return {};
    }

private:
    Status runSize(const Size& size) {
        Params params = sceneParams(*scene_);
        for (const auto& [name, value] : {std::pair{"level", size.level}, {"particles", size.particles}}) {
            if (Status status = params.set(name, std::to_string(value)); !status) return status;
        }
        Result<SceneContent> content = scene_->make(params, SceneFiles{});
        if (!content) return Error{content.error()};
        const std::vector<Case> cases = casesFor(widestLanes(*info_, content.value().groom, params));
        const int all = ThreadPool(0).threads();
        for (const int threads : {1, all}) {
            for (const Case& one : cases) {
                if (benchInterrupted()) return Error{"interrupted; the cases before this one are kept"};
                if (Status status = runCase(one, threads, params, content.value()); !status) return status;
            }
            if (all == 1) break;
        }
        return {};
    }

    Status runCase(const Case& one, int threads, Params params, const SceneContent& content) {
        if (Status status = params.set("step", one.step); !status) return status;
        ThreadPool pool(threads);
        ModelOptions options;
        options.backend = request_.backend;
        options.layout = one.layout;
        options.lanes = one.lanes;
        options.pool = &pool;
        auto model = info_->build(content.groom, params, options);
        if (!model) return Error{model.error()};

        BenchRow row;
        const long strands = static_cast<long>(content.groom.strands());
        const long points = static_cast<long>(content.groom.points.size());
        row.words = {{"layout", one.layout}, {"step", one.step}};
        row.numbers = {
            {"lanes", one.lanes}, {"threads", threads}, {"strands", strands}, {"particles", points / strands}};
        row.reference = one.reference && threads == 1;
        {
            Progress progress;
            progress.show(std::string(one.layout) + ", " + one.step + " ...");
            measure(*model.value(), content, *motion_, request_.seconds, row);
        }
        // The published step takes one substep a frame; the default chooses its own.
        row.rateName = std::string(one.step) == "published" ? "mpps" : "mpfs";
        row.rate = static_cast<double>(points) / (1000 * row.msAverage);
        report_.add(row);
        return {};
    }

    const BenchRequest& request_;
    BenchReport& report_;
    const SceneInfo* scene_ = nullptr;
    const ModelInfo* info_ = nullptr;
    std::unique_ptr<Motion> motion_;
};

Status runLayouts(const BenchRequest& request, BenchReport& report) { return LayoutBench(request, report).run(); }

RegisterBench here{{"layouts", "memory layouts, lanes and threads on the icosphere scene", runLayouts,
                    "--backend --full --seconds"}};

}  // namespace
}  // namespace ringlet::cli::bench_layouts
