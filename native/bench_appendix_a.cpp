// The paper's own benchmark on our code: Cavazotti 2025, section 7.1 and
// appendix A. The published step on the icosphere, 60 to 15,360 strands of 10 to
// 200 particles, 500 frames, in the paper's three layouts and in tiles; lengths also
// under algorithm 2 line by line.
//
// A case's time is that of the step: by the device's clock on a GPU, by the wall
// clock on the CPU (all threads, the widest lanes). As in the paper the distance of a
// strand's particles is the same in all cases and nothing rubs. The paper says neither how
// its head moves (here it shakes) nor how large its colliders are (here a ball fills the
// mesh). Its figures stand beside ours, never mixed with them.
#include "core/base/hash.h"
#include "core/scenes/motion.h"
#include "core/scenes/scene.h"
#include "native/appendix_a.h"
#include "native/bench.h"
#include "native/device.h"
#include "native/head_loop.h"
#include "native/plot.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <limits>
#include <map>

namespace ringlet::cli::bench_appendix_a {
namespace {

const char* const layouts[] = {"soa", "aos", "batch", "tiles"};
const char* const steps[] = {"published", "algorithm-2"};
const std::string lengthsHeading =
    "# Length errors of the published step, in the dissertation's setting\n\n"
    "Cavazotti 2025, the last table of appendix A. Particles 1 cm apart, compliance 0.6, no friction, velocity correction 0.9, "
    "one substep at 60 Hz, 500 frames from straight hair. The dissertation names neither the head's motion (here the first two seconds of `shake` again and again) nor its "
    "colliders (here one ball that fills the base mesh) nor the correction factor, with which the error grows. Its greatest "
    "errors belong to its own motion.\n\n";
constexpr long warmFrames = 3;  // before the frames that count

std::string number(const char* format, double value) {
    char text[64];
    std::snprintf(text, sizeof text, format, value);
    return text;
}

// Least, mean and greatest of what was added.
struct Range {
    double low = 0, sum = 0, high = 0;
    long count = 0;
    void add(double value) {
        low = count == 0 || value < low ? value : low;
        high = value > high ? value : high;
        sum += value;
        ++count;
    }
    double mean() const { return count > 0 ? sum / static_cast<double>(count) : 0; }
};

double totalRestLength(const Model& model) {
    double total = 0;
    for (const CurveBlock& block : model.curves().blocks)
        for (uint32_t s = 0; s < block.strands; ++s)
            for (uint32_t p = 0; p + 1 < block.particles; ++p) total += model.restLength(block.firstStrand + s, p);
    return total;
}

double totalLength(const Model& model) {
    double total = 0;
    for (const CurveBlock& block : model.curves().blocks)
        for (uint32_t s = 0; s < block.strands; ++s) {
            Vec3f before = curvePoint(block, s, 0);
            for (uint32_t p = 1; p < block.particles; ++p) {
                const Vec3f here = curvePoint(block, s, p);
                total += lengthOf(here - before);
                before = here;
            }
        }
    return total;
}

class AppendixA {
public:
    // With `lengths` in tiles alone, where both steps' lengths are measured, as far as the appendix knows them.
    AppendixA(const BenchRequest& request, BenchReport& report, bool lengths)
        : request_(request), report_(report), pool_(0), lengths_(lengths) {}

    Status run() {
        scene_ = findScene("icosphere");
        info_ = scene_ ? findModel(scene_->model) : nullptr;
        if (!info_) return Error{"the scene 'icosphere' or its model is not built in"};
        Result<std::unique_ptr<Motion>> motion = makeMotion("shake");
        if (!motion) return Error{motion.error()};
        motion_ = std::move(motion.value());
        auto facts = deviceFacts(request_.backend);
        if (!facts) return Error{facts.error()};
        for (const auto& [name, text] : facts.value()) report_.fact(name, text);
        report_.fact("frames", std::to_string(request_.frames));
        Status status;
        for (const int particles : paperParticles) {
            for (int level = 0; level < (lengths_ ? 4 : 5) && status.ok(); ++level) status = runSize(level, particles);
        }
        conclude();
        return status;
    }

private:
    typedef std::pair<int, int> Size;  // particles, strands

    Status runSize(int level, int particles) {
        Params params = sceneParams(*scene_);
        const std::pair<const char*, std::string> setting[] = {
            {"level", std::to_string(level)}, {"particles", std::to_string(particles)},
            {"spacing", "0.01"}, {"compliance", "0.6"}, {"friction", "0"}, {"step", steps[0]}};
        for (const auto& [name, value] : setting)
            if (Status status = params.set(name, value); !status) return status;
        Result<SceneContent> content = scene_->make(params, SceneFiles{});
        if (!content) return Error{content.error()};
        uint64_t first = 0;
        for (const char* layout : layouts) {
            uint64_t hash = 0;
            if (lengths_ && std::string(layout) != "tiles") continue;
            if (Status status = runCase(layout, params, content.value(), particles, hash); !status) return status;
            if (lengths_ || layout == layouts[0]) first = hash;
            if (hash != first) {
                return Error{std::string("the layouts ") + layouts[0] + " and " + layout +
                             " end in different states, " + hashText(first) + " and " + hashText(hash)};
            }
        }
        if (Status status = params.set("step", steps[1]); !status) return status;
        return runCase("tiles", params, content.value(), particles, first);
    }

    Status runCase(const std::string& layout, const Params& params, const SceneContent& content, int particles,
                   uint64_t& hash) {
        ModelOptions options;
        options.backend = request_.backend;
        options.layout = layout;
        options.pool = &pool_;
        auto built = info_->build(content.groom, params, options);
        if (!built) return Error{built.error()};
        Model& model = *built.value();
        model.reset(motion_->at(0).pose);
        HeadLoop head(*motion_, &content.colliders);
        const int strands = static_cast<int>(content.groom.strands());
        const std::string step = params.text("step");
        // Lengths are the same in every layout, as the hash shows: one is enough.
        const bool measured = layout == "tiles";
        const double rest = measured ? totalRestLength(model) : 0;
        Range time, error;
        {
            Progress progress;
            const std::string name = step + ", " + layout + ", " + std::to_string(strands) + " x " + std::to_string(particles);
            for (long i = 0; i < warmFrames + request_.frames; ++i) {
                if (benchInterrupted()) return Error{"interrupted; the cases before this one are kept"};
                progress.show(name + ", frame " + std::to_string(i) + " of " + std::to_string(request_.frames));
                const double ms = stepped(model, head.next());
                if (Status status = model.status(); !status) return status;
                if (i >= warmFrames) time.add(ms);
                if (measured) error.add(100 * absolute(totalLength(model) / rest - 1));
            }
        }
        hash = model.hash();
        add(layout, step, particles, strands, time, error);
        return {};
    }

    // One frame; its time in ms.
    static double stepped(Model& model, const Frame& frame) {
        const auto start = std::chrono::steady_clock::now();
        model.step(frame);
        const double wall = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
        return model.deviceMilliseconds() >= 0 ? model.deviceMilliseconds() : wall;
    }

    void add(const std::string& layout, const std::string& step, int particles, int strands, const Range& time,
             const Range& error) {
        BenchRow row;
        row.words = {{"layout", layout}, {"step", step}, {"backend", request_.backend}};
        const int threads = request_.backend == "cpu" ? pool_.threads() : 0;
        row.numbers = {{"threads", threads}, {"strands", strands}, {"particles", particles}};
        const PaperTime paper = paperTime(layout, particles, strands);
        const double unknown = std::numeric_limits<double>::quiet_NaN();
        const bool measured = error.count > 0;
        row.values = {{"rtx2060Ms", paper.known() ? paper.avg : unknown},
                      {"errorMin%", measured ? error.low : unknown},
                      {"errorAvg%", measured ? error.mean() : unknown},
                      {"errorMax%", measured ? error.high : unknown}};
        if (measured) errors_[step][{particles, strands}] = error;
        row.msMin = time.low;
        row.msAverage = time.mean();
        row.msMax = time.high;
        row.rateName = "mpps";
        row.rate = static_cast<double>(strands) * particles / (1000 * row.msAverage);
        if (step == steps[0]) times_[layout][{particles, strands}] = time;
        report_.add(row);
    }

    // Tables and plots of what was measured.
    void conclude() {
        std::string text;
        for (const char* layout : layouts)
            if (!lengths_) text += timeTable(layout);
        for (const char* step : steps) text += errorTable(step);
        std::printf("\n%s", text.c_str());
        report_.markdown(lengths_ ? lengthsHeading + text : text);
        if (lengths_) return;
        report_.plot("7.5", svgOf(plotOf("Time of a step, 15360 strands", true)));
        report_.plot("7.6", svgOf(plotOf("Time of a step, 100 particles a strand", false)));
    }

    std::string heading(const std::string& title) const {
        std::string text = "### " + title + "\n\n| particles |", line = "|---:|";
        for (const int strands : paperStrands) {
            text += " " + std::to_string(strands) + " strands |";
            line += "---:|";
        }
        return text + "\n" + line + "\n";
    }

    static std::string triple(const char* format, double low, double mid, double high) {
        const auto one = [&](double v) { return v < 0 ? std::string("?") : number(format, v); };
        return one(low) + " / " + one(mid) + " / " + one(high);
    }

    std::string timeTable(const std::string& layout) const {
        const auto mine = times_.find(layout);
        if (mine == times_.end()) return "";
        std::string text = heading(layout + ": ms a step, min / avg / max; in brackets the paper's on an RTX 2060");
        for (const int particles : paperParticles) {
            text += "| " + std::to_string(particles) + " |";
            for (const int strands : paperStrands) {
                const auto found = mine->second.find({particles, strands});
                const PaperTime paper = paperTime(layout, particles, strands);
                text += found == mine->second.end()
                            ? " -"
                            : " " + triple("%.3f", found->second.low, found->second.mean(), found->second.high);
                text += paper.known() ? " (" + triple("%.3f", paper.min, paper.avg, paper.max) + ") |" : " (-) |";
            }
            text += "\n";
        }
        return text + "\n";
    }

    std::string errorTable(const std::string& step) const {
        const auto mine = errors_.find(step);
        if (mine == errors_.end()) return "";
        std::string text = heading(step + ": proportional length error in %, min / avg / max; in brackets the paper's");
        for (const int particles : paperParticles) {
            text += "| " + std::to_string(particles) + " |";
            for (const int strands : paperStrands) {
                const auto found = mine->second.find({particles, strands});
                const PaperTime paper = paperLengthError(particles, strands);
                text += found == mine->second.end()
                            ? " -"
                            : " " + triple("%.3f", found->second.low, found->second.mean(), found->second.high);
                text += paper.known() ? " (" + triple("%.3f", paper.min, paper.avg, paper.max) + ") |" : " (-) |";
            }
            text += "\n";
        }
        return text + "\n";
    }

    // Figure 7.5 over the particles at 15,360 strands, or 7.6 over the strands at 100 particles.
    Plot plotOf(const std::string& title, bool overParticles) const {
        Plot plot{title + " (" + request_.backend + ")", overParticles ? "particles a strand" : "strands",
                  "ms (line: average; shaded: least to greatest)", !overParticles, {}};
        for (int i = 0; i < 4; ++i) {
            PlotSeries mine{layouts[i], {}, i, false}, paper{std::string(layouts[i]) + ", RTX 2060", {}, i, true};
            for (int k = 0; k < 5; ++k) {
                const Size size = overParticles ? Size{paperParticles[k], 15360} : Size{100, paperStrands[k]};
                const double x = overParticles ? size.first : size.second;
                const auto table = times_.find(layouts[i]);
                if (table != times_.end() && table->second.count(size) > 0) {
                    const Range& r = table->second.at(size);
                    mine.points.push_back({x, r.low, r.mean(), r.high});
                }
                const PaperTime p = paperTime(layouts[i], size.first, size.second);
                if (p.known()) paper.points.push_back({x, p.min < 0 ? p.avg : p.min, p.avg, p.max < 0 ? p.avg : p.max});
            }
            if (!mine.points.empty()) plot.series.push_back(mine);
            if (!paper.points.empty()) plot.series.push_back(paper);
        }
        return plot;
    }

    const BenchRequest& request_;
    BenchReport& report_;
    ThreadPool pool_;
    const bool lengths_;
    const SceneInfo* scene_ = nullptr;
    const ModelInfo* info_ = nullptr;
    std::unique_ptr<Motion> motion_;
    std::map<std::string, std::map<Size, Range>> times_;  // ms
    std::map<std::string, std::map<Size, Range>> errors_;  // a step, percent
};

Status runAppendixA(const BenchRequest& request, BenchReport& report) { return AppendixA(request, report, false).run(); }
Status runLengthError(const BenchRequest& request, BenchReport& report) { return AppendixA(request, report, true).run(); }

RegisterBench here{{"appendix-a", "the paper's benchmark: four layouts, 25 sizes, 500 frames, beside its own figures",
                    runAppendixA, "--backend --svg --frames"}};
RegisterBench lengthsToo{{"length-error", "the paper's table of length errors, both ways to read its step, 500 frames",
                          runLengthError, "--backend --frames"}};

}  // namespace
}  // namespace ringlet::cli::bench_appendix_a
