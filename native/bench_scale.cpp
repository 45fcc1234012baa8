// How far it goes: 15,360 to 120,000 strands of 100 particles (12 million) and,
// with --full, twice as many again while memory lasts; with the bytes that a
// particle-step moves and their share of the copy bandwidth of the same machine.
#include "core/groom/icosphere.h"
#include "core/models/elastic_strand/elastic_strand_kernels.h"
#include "core/scenes/motion.h"
#include "core/scenes/scene.h"
#include "native/bench.h"
#include "native/device.h"
#include "native/head_loop.h"
#include "native/plot.h"

#include <chrono>
#include <cstdio>
#include <map>

namespace ringlet::cli::bench_scale {
namespace {

constexpr int particles = 100;       // a strand
constexpr float strandLength = 0.3f; // m
constexpr long warmFrames = 2, fewestFrames = 5, replayedFrames = 64;
constexpr int defaultSubsteps = 2;   // of the default step: so that it does not choose by the head's speed

// Floats that a particle-step moves to and from memory at the least.
// Published: position, velocity and target read, position and velocity written;
// tiles also copy the position for interpolation, within the time.
constexpr int publishedFloats = 3 + 3 + 3 + 3 + 3, keptFloats = 3 + 3;
// Default, on a device: each sweep streams. Tip to root: velocity, position, frame,
// rest turn and length read, scratch written; root to tip: the scratch, length, frame
// and position read, frame, position and velocity written.
constexpr int defaultFloats = (3 + 3 + 4 + 4 + 1) + 2 * elastic_strand::strandScratchFloats(1) + (1 + 4 + 3 + 4 + 3 + 3);
// On the CPU a tile stays in the cache through a frame: all read once, the rest written once.
constexpr int defaultFrameFloats = (3 + 3 + 4 + 4 + 1) + (3 + 3 + 4) + keptFloats;

struct Case {
    const char* layout;
    const char* step;
    int color;
};
constexpr Case cases[] = {{"batch", "published", 2}, {"tiles", "published", 3}, {"tiles", "default", 4}};

// `strands` strands on the vertices of the finest icosphere, again and again:
// strands do not see each other.
Groom groomOf(int strands) {
    const std::vector<GroomRoot> vertices = icosphereRoots(icosphereLevels - 1);
    std::vector<GroomRoot> roots;
    roots.reserve(static_cast<size_t>(strands));
    for (int i = 0; i < strands; ++i) roots.push_back(vertices[static_cast<size_t>(i) % vertices.size()]);
    return straightStrands(roots, strandLength, particles, hairRadius);
}

class Scale {
public:
    Scale(const BenchRequest& request, BenchReport& report)
        : request_(request), report_(report), device_(request.backend != "cpu"), pool_(0) {
        colliders_.spheres.push_back({{0, 0, 0}, icosphereRadius});
    }

    Status run() {
        info_ = findModel("elastic-strand");
        if (!info_) return Error{"the model 'elastic-strand' is not built in"};
        Result<std::unique_ptr<Motion>> motion = makeMotion("shake");
        if (!motion) return Error{motion.error()};
        motion_ = std::move(motion.value());
        auto facts = deviceFacts(request_.backend);
        if (!facts) return Error{facts.error()};
        for (const auto& [name, text] : facts.value()) report_.fact(name, text);
        Result<double> bandwidth = copyBandwidth(request_.backend, &pool_);
        if (!bandwidth) return Error{bandwidth.error()};
        bandwidth_ = bandwidth.value();
        report_.fact("copyBandwidth", text("%.1f GB/s read and written", 1e-9 * bandwidth_));
        Status status = runSizes();
        conclude();
        return status;
    }

private:
    static std::string text(const char* format, double value) {
        char line[96];
        std::snprintf(line, sizeof line, format, value);
        return line;
    }

    Status runSizes() {
        for (int strands : {15360, 60000, 120000}) {
            if (Status status = runSize(strands); !status) return status;
        }
        for (int strands = 240000; request_.full && !outgrown_ && strands < 100000000; strands *= 2) {
            if (Status status = runSize(strands); !status) return status;
        }
        return {};
    }

    Status runSize(int strands) {
        // The groom, the host's copy, and where the device is another one its state with scratch.
        constexpr size_t hostBytes = 160, deviceBytes = 192;  // a particle, at most
        const size_t count = static_cast<size_t>(strands) * particles;
        const size_t host = freeBytes("cpu"), device = device_ ? freeBytes(request_.backend) : 0;
        if ((host > 0 && count * hostBytes > host) || (device > 0 && count * deviceBytes > device)) {
            std::printf("%d x %d needs more memory than is free\n", strands, particles);
            outgrown_ = true;
            return {};
        }
        const Groom groom = groomOf(strands);
        for (const Case& one : cases) {
            if (Status status = runCase(one, groom, strands); !status) return status;
        }
        return {};
    }

    Status runCase(const Case& one, const Groom& groom, int strands) {
        const bool published = std::string(one.step) == "published";
        Params params({info_->params});
        if (Status status = params.set("step", one.step); !status) return status;
        if (Status status = params.set("substeps", published ? 1.0 : defaultSubsteps); !status) return status;
        ModelOptions options;
        options.backend = request_.backend;
        options.layout = one.layout;
        options.pool = &pool_;
        Progress progress;
        const std::string name =
            std::string(one.layout) + ", " + one.step + ", " + std::to_string(strands) + " strands";
        progress.show(name + ": building");
        auto built = info_->build(groom, params, options);
        if (!built) return Error{built.error()};
        BenchRow row;
        row.words = {{"layout", one.layout}, {"step", one.step}, {"backend", request_.backend}};
        row.numbers = {{"threads", device_ ? 0 : pool_.threads()}, {"strands", strands}, {"particles", particles}};
        HeadLoop head(*motion_, &colliders_);
        if (Status status = measure(*built.value(), head, name, row, progress); !status) return status;
        if (Status status = replay(*built.value(), head, row); !status) return status;

        const double substeps = published ? 1 : defaultSubsteps;
        const double steps = substeps * strands * particles;
        const double bytes = 4 * floatsAStep(one.layout, published);
        const double share = bytes * steps / (1e-3 * row.msAverage) / bandwidth_;
        row.values.emplace_back("bytesAStep", bytes);
        row.values.emplace_back("copyShare%", 100 * share);
        row.rateName = "mpps";
        row.rate = steps / (1000 * row.msAverage);
        results_[one.step + std::string(", ") + one.layout].push_back({static_cast<double>(strands), 0, row.rate, 0});
        colors_[one.step + std::string(", ") + one.layout] = one.color;
        report_.add(row);
        return {};
    }

    double floatsAStep(const std::string& layout, bool published) const {
        const double kept = layout == "tiles" ? keptFloats : 0;  // once a frame
        if (published) return publishedFloats + kept;
        return device_ ? defaultFloats + kept / defaultSubsteps : static_cast<double>(defaultFrameFloats) / defaultSubsteps;
    }

    // Single frames: the step's own time where a device tells it, else the wall's.
    Status measure(Model& model, HeadLoop& head, const std::string& name, BenchRow& row, Progress& progress) {
        model.reset(motion_->at(0).pose);
        double sum = 0;
        long count = 0;
        for (long i = 0; count < fewestFrames || sum < 1000 * request_.seconds; ++i) {
            if (benchInterrupted()) return Error{"interrupted; the cases before this one are kept"};
            progress.show(name + ": frame " + std::to_string(i));
            const Frame frame = head.next();
            const auto start = std::chrono::steady_clock::now();
            model.step(frame);
            const double wall = since(start);
            if (Status status = model.status(); !status) return status;
            if (i < warmFrames) continue;
            const double ms = device_ ? model.deviceMilliseconds() : wall;
            row.msMin = count == 0 || ms < row.msMin ? ms : row.msMin;
            row.msMax = ms > row.msMax ? ms : row.msMax;
            sum += ms;
            ++count;
        }
        row.msAverage = sum / static_cast<double>(count);
        return {};
    }

    // On a device: whole frames, replayed as a graph, by the wall's clock.
    Status replay(Model& model, HeadLoop& head, BenchRow& row) {
        if (!device_) return {};
        std::vector<Frame> frames;
        for (long i = 0; i < replayedFrames; ++i) frames.push_back(head.next());
        double best = 0;
        for (int pass = 0; pass < 3; ++pass) {  // the first makes the graph
            const auto start = std::chrono::steady_clock::now();
            model.steps(frames.data(), replayedFrames);
            const double ms = since(start) / replayedFrames;
            if (Status status = model.status(); !status) return status;
            if (pass > 0 && (best == 0 || ms < best)) best = ms;
        }
        row.values.emplace_back("frameMs", best);
        return {};
    }

    static double since(std::chrono::steady_clock::time_point start) {
        return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    }

    void conclude() {
        std::string table = "Copy bandwidth of this run: " + text("%.1f", 1e-9 * bandwidth_) +
                            " GB/s, read and written.\n\n| step | layout | strands | particles | ms avg | "
                            "million particle-steps a second | bytes a particle-step | share of the copy bandwidth |\n"
                            "|---|---|---:|---:|---:|---:|---:|---:|\n";
        for (const BenchRow& row : report_.rows()) {
            std::map<std::string, double> values(row.values.begin(), row.values.end());
            table += "| " + row.words[1].second + " | " + row.words[0].second + " | " +
                     std::to_string(row.numbers[1].second) + " | " + std::to_string(row.numbers[2].second) + " | " +
                     text("%.3f", row.msAverage) + " | " + text("%.1f", row.rate) + " | " +
                     text("%.0f", values["bytesAStep"]) + " | " + text("%.1f %%", values["copyShare%"]) + " |\n";
        }
        std::printf("\n%s", table.c_str());
        report_.markdown(table);
        Plot plot{"Throughput, 100 particles a strand (" + request_.backend + ")", "strands",
                  "million particle-steps a second", true, {}};
        for (auto& [name, points] : results_) {
            for (PlotPoint& p : points) p.low = p.high = p.mid;
            plot.series.push_back({name, points, colors_[name], false});
        }
        report_.plot("scale", svgOf(plot));
    }

    const BenchRequest& request_;
    BenchReport& report_;
    const bool device_;
    ThreadPool pool_;
    Colliders colliders_;
    const ModelInfo* info_ = nullptr;
    std::unique_ptr<Motion> motion_;
    double bandwidth_ = 0;   // bytes/s
    bool outgrown_ = false;  // a size did not fit
    std::map<std::string, std::vector<PlotPoint>> results_;
    std::map<std::string, int> colors_;
};

Status runScale(const BenchRequest& request, BenchReport& report) { return Scale(request, report).run(); }

RegisterBench here{{"scale", "up to 12 million particles and beyond, against the memory's copy bandwidth", runScale,
                    "--backend --svg --full --seconds"}};

}  // namespace
}  // namespace ringlet::cli::bench_scale
