// ringlet run: simulates a scene, prints what became of it and its hash.
#include "core/base/hash.h"
#include "core/files/byte_stream.h"
#include "core/scenes/export.h"
#include "core/scenes/series.h"
#include "core/scenes/stats_json.h"
#include "core/scenes/write_strands.h"
#include "native/steering.h"
#include "native/trace.h"

#include <cstdio>

namespace ringlet::cli {
namespace {

const std::vector<OptionRow> ownRows = {
    {"--stats", "FILE.json", "writes the statistics"},
    {"--trace", "FILE", "writes one hash a frame"},
    {"--trace-frames", "A..B", "frames whose particles the trace tells apart (default: the first 64 MB)"},
    {"--compare", "FILE", "compares with another run's trace, names the first difference and stops"},
    {"--out", "FILE", "writes every frame (.usda: world space, m, with the head) or the last frame's strands (m, Y up; a groom's where its file had them)"},
    {"--series", "FILE.csv", "writes a row a frame: energies, speeds, errors, depth, contacts, chosen particles"},
    {"--particles", "S:P,S:P", "particles whose positions go into the series, as strand:particle, both from 0"},
    {"--resume", "FILE", "goes on from a saved state of the same scene, motion and rate, --frames N more; settings hold from there on"},
    {"--save", "FILE", "writes the state after the last frame, for --resume"},
    {"--between", "N", "adds N strands to each flat wisp in --out; any groom is gathered into wisps for it"},
    {"--out-every", "N", "writes only every Nth frame of motion (default 1)"},
    {"--help", nullptr, "this text"},
};

std::vector<OptionRow> runRows() {
    std::vector<OptionRow> rows = sceneRows();
    for (const std::vector<OptionRow>* more : {&machineRows(), &ownRows}) rows.insert(rows.end(), more->begin(), more->end());
    return rows;
}

Status readTraceFrames(const Arguments& arguments, TraceFrames& frames) {
    const std::string* text = arguments.find("--trace-frames");
    if (!text) return {};
    if (!arguments.has("--trace")) return Error{"--trace-frames needs --trace FILE"};
    int used = 0;
    const bool read = std::sscanf(text->c_str(), "%9ld..%9ld%n", &frames.first, &frames.last, &used) == 2 &&
                      static_cast<size_t>(used) == text->size();
    if (read && frames.first >= 1 && frames.last >= frames.first) return {};
    return Error{"--trace-frames must be A..B with 1 <= A <= B, not '" + *text + "'"};
}

// That no file is written over another, the second one of a trace included, which no option names, nor over the recording.
Status checkFiles(const Arguments& arguments, const Recorded* recorded) {
    const std::vector<const char*> written = {"--stats", "--out", "--trace", "--series", "--save"};
    const std::vector<const char*> read = {"--compare", "--resume", "--motion", "--groom", "--head", "--collider"};
    if (Status status = checkDistinct(arguments, written, read); !status) return status;
    for (const char* name : written)
        if (const std::string* path = arguments.find(name); recorded && path && sameFile(*path, recorded->path))
            return Error{std::string(name) + " names the recording '" + *path + "', which would be overwritten; name another"};
    const std::string* trace = arguments.find("--trace");
    for (const std::vector<const char*>* names : {&written, &read})
        for (const char* name : *names)
            if (const std::string* path = arguments.find(name); trace && path && sameFile(particlesPath(*trace), *path))
                return Error{std::string("--trace writes '") + *path + "' too, which " + name + " names; name another"};
    return {};
}

// Where --out goes: motion frame by frame, in a format that holds it, or the
// last frame's strands.
class Out {
public:
    // Error: the file cannot be made.
    Status begin(const Arguments& arguments) {
        auto file = outputOf(arguments, "--out");
        if (!file) return Error{file.error()};
        file_ = std::move(file.value());
        if (!file_) return {};
        path_ = *arguments.find("--out");
        format_ = findFormat(path_);
        long every = 1;
        Status status = arguments.readWhole("--out-every", 1, mostFrames, every);
        every_ = static_cast<uint64_t>(every);
        return status;
    }
    Status start(const Simulation& simulation, const Request& request) {
        if (!file_ || !format_->startMotion) return {};
        MotionExport::Options options;
        options.rate = request.options.rate;
        options.frames = static_cast<uint64_t>(request.frames);
        options.every = every_;
        auto motion = MotionExport::start(simulation, *format_, file_->sink(), options);
        if (!motion) return Error{path_ + ": " + motion.error()};
        motion_ = std::move(motion.value());
        const uint64_t frames = (options.frames - 1) / every_ + 1;
        what_ = std::to_string(frames) + (frames == 1 ? " frame of " : " frames of ") +
                std::to_string(worldStrands(simulation).counts.size()) + " strands";
        return {};
    }
    Status add(const Simulation& simulation) { return motion_ ? motion_->add(simulation) : Status(); }
    Status finish(const Simulation& simulation) {
        if (!file_) return {};
        Status status = motion_ ? motion_->finish() : writeLast(simulation);
        return status ? file_->finish() : status;
    }
    // A line that says what was written; nothing without --out.
    void print() const {
        if (!file_) return;
        std::printf("written             '%s': %s, %s\n", path_.c_str(), what_.c_str(), sizeText(file_->bytes()).c_str());
    }

private:
    Status writeLast(const Simulation& simulation) {
        Result<StrandsFile> last = strandsFile(*format_, simulation);
        if (!last) return Error{path_ + ": " + last.error()};
        what_ = std::to_string(last.value().strands) + " strands, " + std::to_string(last.value().points) + " points";
        if (last.value().deviation > 0) {
            char text[60];
            std::snprintf(text, sizeof text, " (resampled, at most %.4f mm off)",
                          1000 * static_cast<double>(last.value().deviation));
            what_ += text;
        }
        return file_->write(bytesOf(last.value().bytes));
    }

    std::string path_, what_;
    const FormatInfo* format_ = nullptr;
    uint64_t every_ = 1;
    std::unique_ptr<OutputFile> file_;
    std::unique_ptr<MotionExport> motion_;
};

Status checkOut(const Arguments& arguments, SimulationOptions& options) {
    long every = 1, between = 0;
    if (Status status = arguments.readWhole("--out-every", 1, mostFrames, every); !status) return status;
    if (Status status = arguments.readWhole("--between", 1, 1000, between); !status) return status;
    options.between = static_cast<uint32_t>(between);
    const std::string* path = arguments.find("--out");
    for (const char* option : {"--out-every", "--between"})
        if (!path && arguments.has(option)) return Error{std::string(option) + " needs --out FILE"};
    if (!path) return {};
    const FormatInfo* format = findFormat(*path);
    if (!format || !format->writeStrands) {
        return Error{"--out: strands cannot be written to '" + *path + "'; use one of " +
                     extensionsWith(&FormatInfo::writeStrands)};
    }
    if (!format->startMotion && arguments.has("--out-every")) {
        return Error{"--out-every: ." + format->extension + " files hold no motion; it is written to " +
                     extensionsWith(&FormatInfo::startMotion)};
    }
    return {};
}

void printSummary(const Request& request, const Simulation& simulation, const Stats& s) {
    const double seconds = simulation.time();
    std::printf("%s (%s): %llu strands, %llu particles, %llu frames of %.4g ms, %.4g s simulated\n",
                request.scene->name.c_str(), simulation.modelInfo().name.c_str(), static_cast<unsigned long long>(s.strands),
                static_cast<unsigned long long>(s.particles), static_cast<unsigned long long>(s.frames),
                1000 / request.options.rate, seconds);
    const int threads = request.pool->threads();
    const std::string where = request.options.model.backend == "cpu" ? std::to_string(threads) + (threads == 1 ? " thread" : " threads")
                                                                     : "the device " + request.options.model.backend;
    std::printf("a frame took        %.3f ms on average, %.3f to %.3f, on %s\n", s.msAverage, s.msMin, s.msMax, where.c_str());
    std::printf("length error        %.4f %% average, %.4f %% a segment, %.3f %% worst\n", 100 * s.length.average,
                100 * s.length.segment, 100 * s.length.worst);
    std::printf("fastest particle    %.5f m/s over the last 30 frames\n", s.maxSpeed);
    std::printf("penetration         %llu particles at the end, %.3f mm deepest after the first frame\n",
                static_cast<unsigned long long>(s.penetrations), 1000 * s.maxDepth);
    std::printf("resets              %llu\n", static_cast<unsigned long long>(s.resets));
    for (const std::string& note : simulation.content().notes) std::printf("%s\n", note.c_str());
    const std::string remark = simulation.model().remark();
    if (!remark.empty()) std::printf("%s\n", remark.c_str());
}

std::string statsText(const Simulation& simulation, const Stats& stats) {
    JsonWriter json(2);
    json.beginObject();
    json.key("scene").value(simulation.scene().name).key("model").value(simulation.modelInfo().name);
    writeStats(json, stats);
    json.endObject();
    return json.text() + "\n";
}

// All that is written, begun before anything is simulated.
struct Outputs {
    Out out;
    std::unique_ptr<OutputFile> stats, seriesFile, saved;  // null: none is wanted, as below
    std::unique_ptr<TraceWriter> trace;
    Series series;

    Status begin(const Arguments& arguments, TraceFrames traceFrames) {
        if (Status status = out.begin(arguments); !status) return status;
        for (auto [file, option] : {std::pair{&stats, "--stats"}, {&seriesFile, "--series"}, {&saved, "--save"}}) {
            auto begun = outputOf(arguments, option);
            if (!begun) return Error{begun.error()};
            *file = std::move(begun.value());
        }
        const std::string* path = arguments.find("--trace");
        if (!path) return {};
        Result<std::unique_ptr<TraceWriter>> opened = TraceWriter::open(*path, traceFrames);
        if (!opened) return Error{opened.error()};
        trace = std::move(opened.value());
        return {};
    }
    // Before the first frame. Error: something cannot be written.
    Status start(const Simulation& simulation, const Request& request) {
        if (Status status = out.start(simulation, request); !status) return status;
        return seriesFile ? seriesFile->write(series.heading()) : Status();
    }
    // After each frame.
    Status add(long frame, const Simulation& simulation) {
        if (Status status = out.add(simulation); !status) return status;
        if (seriesFile)
            if (Status status = seriesFile->write(series.row(simulation)); !status) return status;
        return trace ? trace->add(frame, simulation.model()) : Status();
    }
    // Error: something cannot be written whole; what follows it is not written.
    Status finish(const Simulation& simulation) {
        if (Status status = out.finish(simulation); !status) return status;
        if (trace)
            if (Status status = trace->close(); !status) return status;
        if (seriesFile)
            if (Status status = seriesFile->finish(); !status) return status;
        if (saved) {
            const std::vector<uint8_t> state = simulation.save();
            Status status = saved->write(bytesOf(state));
            if (status) status = saved->finish();
            if (!status) return status;
        }
        if (!stats) return {};
        Status status = stats->write(statsText(simulation, simulation.stats()));
        return status ? stats->finish() : status;
    }
};

// Error: no such file, or a state of something else.
Status resume(const std::string& path, Simulation& simulation) {
    Result<ByteStream> file = ByteStream::open(path);
    if (!file) return Error{file.error()};
    std::vector<uint8_t> bytes;
    for (Bytes some; (some = file.value().window()).size > 0; file.value().skip(some.size))
        bytes.insert(bytes.end(), some.data, some.data + some.size);
    if (!file.value().problem().empty()) return Error{file.value().problem()};
    Status status = simulation.restore(bytes);
    return status ? status : Status(Error{path + ": " + status.error()});
}

// Plays all frames. Error: the trace differs, or a file cannot be written.
Status play(Simulation& simulation, const Request& request, Steering& steering, Outputs& outputs, const TraceComparison* comparison) {
    if (Status status = outputs.start(simulation, request); !status) return status;
    Progress progress;
    for (long frame = 1; frame <= request.frames; ++frame) {
        steering.advance(simulation);
        if (Status status = simulation.model().status(); !status) return status;
        progress.show("frame " + std::to_string(frame) + " of " + std::to_string(request.frames));
        if (Status status = outputs.add(frame, simulation); !status) return status;
        std::string difference;
        if (!comparison || comparison->agrees(frame, simulation.model(), difference)) continue;
        // This run's trace up to here tells the two apart.
        if (outputs.trace)
            if (Status status = outputs.trace->close(); !status) return status;
        return Error{difference};
    }
    simulation.hash();  // fetches what a device still has
    if (Status status = simulation.model().status(); !status) return status;
    return outputs.finish(simulation);
}

}  // namespace

int run(const std::vector<std::string>& words) {
    const std::vector<OptionRow> rows = runRows();
    Result<Arguments> parsed = Arguments::parse(words, rows, "--set");
    if (!parsed) return fail(badInput, parsed.error());
    const Arguments& arguments = parsed.value();
    if (arguments.has("--help")) {
        std::printf("ringlet run SCENE|FILE.ringlet [options]   (FILE: a recording of the page, replayed)\n%s", helpOf(rows).c_str());
        return done;
    }

    Request request;
    TraceFrames traceFrames;
    if (Status status = readRequest("run", arguments, request); !status) return fail(badInput, status.error());
    if (Status status = readTraceFrames(arguments, traceFrames); !status) return fail(badInput, status.error());
    if (Status status = checkOut(arguments, request.options); !status) return fail(badInput, status.error());
    if (arguments.has("--particles") && !arguments.has("--series"))
        return fail(badInput, "--particles needs --series FILE.csv");
    if (request.recorded && arguments.has("--resume")) return fail(badInput, "--resume goes on with a motion, not with a recording");
    if (Status status = checkFiles(arguments, request.recorded.get()); !status) return fail(badInput, status.error());
    std::unique_ptr<TraceComparison> comparison;
    if (const std::string* path = arguments.find("--compare")) {
        Result<std::unique_ptr<TraceComparison>> opened = TraceComparison::open(*path);
        if (!opened) return fail(badInput, opened.error());
        comparison = std::move(opened.value());
    }
    Outputs outputs;
    if (Status status = outputs.begin(arguments, traceFrames); !status) return fail(failed, status.error());

    Progress making;
    request.options.files.progress = [&making](const std::string& what, uint64_t done, uint64_t total) {
        making.show(what + ", " + std::to_string(total > 0 ? 100 * done / total : 100) + " %");
        return true;
    };
    auto made = Simulation::make(request.scene->name, request.params, request.options);
    if (!made) return fail(badInput, made.error());
    Simulation& simulation = *made.value();
    auto series = Series::make(arguments.text("--particles", ""), simulation);
    if (!series) return fail(badInput, "--particles: " + series.error());
    outputs.series = std::move(series.value());
    Steering steering(request, simulation);
    if (const std::string* path = arguments.find("--resume"))
        if (Status status = resume(*path, simulation); !status) return fail(badInput, status.error());
    if (Status status = play(simulation, request, steering, outputs, comparison.get()); !status) {
        return fail(failed, status.error());
    }

    const Stats stats = simulation.stats();
    if (Status status = simulation.model().status(); !status) return fail(failed, status.error());
    printSummary(request, simulation, stats);
    outputs.out.print();
    if (comparison) {
        std::printf("trace               equal to '%s' over %ld frames\n", arguments.find("--compare")->c_str(),
                    comparison->frames() < request.frames ? comparison->frames() : request.frames);
    }
    Result<std::string> replayed = steering.judge(request, simulation);
    if (replayed && !replayed.value().empty()) std::printf("%s\n", replayed.value().c_str());
    std::printf("hash %s\n", hashText(stats.hash).c_str());
    return replayed ? done : fail(failed, replayed.error());
}

}  // namespace ringlet::cli
