// ringlet bench: runs a suite, prints a table, writes JSON.
#include "native/bench.h"

#include "core/base/suggest.h"
#include "core/models/former_names.h"
#include "core/scenes/motion.h"
#include "native/build_facts.h"
#include "native/device.h"

#include <algorithm>
#include <csignal>
#include <cstdio>

namespace ringlet::cli {
namespace {

const std::vector<OptionRow> rows = {
    {"--backend", "cpu|cuda", "where the model runs (default cpu)"},
    {"--json", "FILE", "writes the rows as JSON"},
    {"--markdown", "FILE", "writes the tables, with machine, flags and commit"},
    {"--svg", "PREFIX", "writes a suite's plots, PREFIX-NAME.svg each"},
    {"--full", nullptr, "the whole grid of sizes and steps"},
    {"--seconds", "S", "time to measure each case for, at least (default 0.5)"},
    {"--frames", "N", "frames a case, where a suite counts them (default 500)"},
    {"--scene", "NAME", "this scene alone"},
    {"--groom", "FILE", "strands for a scene of files"},
    {"--head", "FILE", "its head"},
    {"--collider", "FILE", "its collider"},
    {"--quick", nullptr, "few of the cases"},
    {"--model", "NAME", "this model alone"},
    {"--style", "NAME", "this odd groom alone"},
    {"--motion", "NAME", "this motion alone"},
    {"--rate", "HZ", "this rate alone"},
    {"--strands", "N", "strands of an odd groom (default 32)"},
    {"--random", "N", "N random plays in place of the whole grid"},
    {"--seed", "S", "the seed of --random (default 1)"},
    {"--set", "NAME=VALUE", "a parameter of the model; may be repeated"},
    {"--help", nullptr, "this text"},
};

volatile std::sig_atomic_t interrupts = 0;

// The first Ctrl-C asks the suite to stop, the second one ends the program.
void interrupted(int signal) {
    interrupts = 1;
    std::signal(signal, endUnfinished);
}

std::vector<BenchInfo>& registry() {
    static std::vector<BenchInfo> all;
    return all;
}

// As wide as its heading; a longer text is told apart all the same.
std::string cell(const std::string& text, const std::string& heading) {
    const size_t width = std::max<size_t>(heading.size() + 2, 12);
    return std::string(std::max(width, text.size() + 2) - text.size(), ' ') + text;
}

std::string number(const char* format, double value) {
    char text[64];
    std::snprintf(text, sizeof text, format, value);
    return text;
}

}  // namespace

Status known(const char* kind, const std::string& name, const std::vector<std::string>& names) {
    if (name.empty() || std::find(names.begin(), names.end(), name) != names.end()) return {};
    return unknownName(kind, name, names);
}

bool benchInterrupted() { return interrupts != 0; }

const std::vector<BenchInfo>& benches() { return registry(); }

RegisterBench::RegisterBench(BenchInfo info) {
    auto before = [](const BenchInfo& a, const BenchInfo& b) { return a.name < b.name; };
    auto& all = registry();
    all.insert(std::upper_bound(all.begin(), all.end(), info, before), info);
}

BenchReport::BenchReport() {
    std::printf("%s\n%s, %s, commit %s\n", cpuName().c_str(), compilerName().c_str(), buildFlags(), buildCommit());
}

void BenchReport::fact(const std::string& name, const std::string& text) {
    std::printf("%s: %s\n", name.c_str(), text.c_str());
    facts_.emplace_back(name, text);
}

BenchReport::Cells BenchReport::cellsOf(const BenchRow& row) {
    Cells cells;
    for (const auto& word : row.words) cells.push_back(word);
    for (const auto& [name, value] : row.numbers) cells.emplace_back(name, std::to_string(value));
    for (const auto& [name, value] : row.values) cells.emplace_back(name, value == value ? number("%.4g", value) : "-");
    if (row.reference) {
        referenceRate_ = row.rate;
        referenceName_ = row.rateName;
    }
    if (!row.rateName.empty()) {
        const bool comparable = referenceRate_ > 0 && referenceName_ == row.rateName;
        cells.emplace_back("ms min", number("%.3f", row.msMin));
        cells.emplace_back("avg", number("%.3f", row.msAverage));
        cells.emplace_back("max", number("%.3f", row.msMax));
        cells.emplace_back(row.rateName, number("%.2f", row.rate));
        cells.emplace_back("ratio", comparable ? number("%.2f x", row.rate / referenceRate_) : "-");
    }
    if (!row.remark.first.empty()) cells.push_back(row.remark);
    return cells;
}

void BenchReport::add(const BenchRow& row) {
    cells_.push_back(cellsOf(row));
    std::string heading, line;
    for (const auto& [name, text] : cells_.back()) {
        heading += cell(name, name);
        line += cell(text, name);
    }
    if (heading != heading_) std::printf("\n%s\n", heading.c_str());
    heading_ = heading;
    std::printf("%s\n", line.c_str());
    std::fflush(stdout);
    rows_.push_back(row);
}

void BenchReport::note(const std::string& text) {
    std::printf("  %s\n", text.c_str());
    std::fflush(stdout);
    notes_.push_back(text);
}

std::string BenchReport::tables(const std::string& title) const {
    std::string text = "# " + title + "\n";
    for (const auto& fact : facts_) text += "\n" + fact.first + ": " + fact.second + ".\n";
    std::string before;
    for (const Cells& cells : cells_) {
        std::string heading = "|", rule = "|", line = "|";
        for (const auto& [name, value] : cells) heading += " " + name + " |", rule += " --- |", line += " " + value + " |";
        if (heading != before) text += "\n" + heading + "\n" + rule + "\n";
        before = heading;
        text += line + "\n";
    }
    if (!notes_.empty()) text += "\n";
    for (const std::string& note : notes_) text += "- " + note + "\n";
    return text;
}

std::string BenchReport::json() const {
    JsonWriter json(2);
    json.beginArray();
    json.beginObject().key("machine").beginObject();
    json.key("cpu").value(cpuName()).key("compiler").value(compilerName());
    json.key("flags").value(buildFlags()).key("commit").value(buildCommit());
    for (const auto& fact : facts_) json.key(fact.first).value(fact.second);
    json.endObject().endObject();
    for (const BenchRow& row : rows_) {
        json.beginObject();
        for (const auto& word : row.words) json.key(word.first).value(word.second);
        for (const auto& entry : row.numbers) json.key(entry.first).value(static_cast<int64_t>(entry.second));
        for (const auto& value : row.values) json.key(value.first).value(value.second);
        if (!row.rateName.empty()) {
            json.key("ms").beginObject();
            json.key("min").value(row.msMin).key("avg").value(row.msAverage).key("max").value(row.msMax);
            json.endObject();
            json.key(row.rateName).value(row.rate);
        }
        json.endObject();
    }
    json.endArray();
    return json.text() + "\n";
}

namespace {

const std::vector<const char*> fileOptions = {"--groom", "--head", "--collider"};

// What a suite takes, with spaces between.
std::string optionsOf(const BenchInfo& info) { return std::string("--json --markdown ") + info.options; }
bool takes(const BenchInfo& info, const std::string& option) {
    return (" " + optionsOf(info) + " ").find(" " + option + " ") != std::string::npos;
}

// Error: a scene, a model or a motion that is not there.
Status checkNames(const BenchInfo& info, const BenchRequest& request) {
    if (Status status = known("scene", request.scene, namesOf(scenes())); !status) return status;
    if (Status status = known("model", modelNow(request.model), namesOf(models())); !status) return status;
    return known("motion", request.motion, info.motions ? info.motions() : namesOf(motions()));
}

// Error: an option that the suite would pass over, a file that cannot be used.
Status checkOptions(const BenchInfo& info, const Arguments& arguments) {
    for (const OptionRow& row : rows)
        if (arguments.has(row.name) && !takes(info, row.name))
            return Error{std::string(row.name) + " means nothing to " + info.name + "; it takes " + optionsOf(info)};
    for (const char* name : fileOptions)
        if (const std::string* path = arguments.find(name))
            if (const auto file = ByteStream::open(*path); !file) return Error{"cannot read " + std::string(name) + ": " + file.error()};
    return checkDistinct(arguments, {"--json", "--markdown"}, fileOptions);
}

// What narrows a suite, as it was given, and the files that it might want.
std::string narrowing(const BenchInfo& info, const Arguments& arguments) {
    std::string text;
    for (const char* option : {"--scene", "--model", "--style", "--motion", "--rate"})
        if (const std::string* value = arguments.find(option)) text += std::string(" ") + option + " " + *value;
    for (const char* option : fileOptions)
        if (takes(info, option) && !arguments.has(option)) text += std::string(", no ") + option;
    return text;
}

// Where the report goes, begun before anything is measured.
struct ReportFiles {
    std::unique_ptr<OutputFile> json, markdown;
    Status begin(const Arguments& arguments) {
        for (auto [file, option] : {std::pair{&json, "--json"}, {&markdown, "--markdown"}}) {
            auto made = outputOf(arguments, option);
            if (!made) return Error{made.error()};
            *file = std::move(made.value());
        }
        if (const std::string* prefix = arguments.find("--svg"))
            if (const auto tried = OutputFile::create(*prefix + "-plot.svg"); !tried) return Error{tried.error()};
        return {};
    }
};

Status written(const std::unique_ptr<OutputFile>& file, const std::string& text) {
    if (!file) return {};
    Status status = file->write(text);
    return status ? file->finish() : status;
}

// What the report holds, into the files that were asked for.
Status writeReport(const BenchReport& report, const ReportFiles& files, const std::string* svgPrefix, const BenchInfo& info,
                   const std::string& command) {
    if (Status status = written(files.json, report.json()); !status) return status;
    std::string tables = report.markdown().empty() ? report.tables("Measured: " + info.summary) : report.markdown();
    tables.insert(tables.find('\n'), "\n\nWritten by `" + command + "` at commit " + buildCommit() + ", on " + cpuName() + ", " +
                                         compilerName() + ", `" + buildFlags() + "`.");
    if (Status status = written(files.markdown, tables); !status) return status;
    if (!svgPrefix) return {};
    for (const auto& [name, svg] : report.plots()) {
        const Bytes bytes{reinterpret_cast<const uint8_t*>(svg.data()), svg.size()};
        if (Status status = writeFile(*svgPrefix + "-" + name + ".svg", bytes); !status) return status;
    }
    return {};
}

// Error: a number out of its range. What names mean is the suite's to say.
Result<BenchRequest> requestOf(const Arguments& arguments) {
    BenchRequest request;
    request.backend = arguments.text("--backend", request.backend);
    if (!isBackend(request.backend)) return Error{"--backend must be cpu or cuda, not '" + request.backend + "'"};
    request.full = arguments.has("--full");
    request.quick = arguments.has("--quick");
    request.scene = arguments.text("--scene", "");
    request.files = {arguments.text("--groom", ""), arguments.text("--head", ""), arguments.text("--collider", "")};
    request.model = arguments.text("--model", "");
    request.style = arguments.text("--style", "");
    request.motion = arguments.text("--motion", "");
    request.settings = arguments.all("--set");
    for (const Status& status : {arguments.readReal("--seconds", 0, 3600, request.seconds), arguments.readReal("--rate", 20, 240, request.rate),
                                 arguments.readWhole("--frames", 1, 1000000, request.frames),
                                 arguments.readWhole("--strands", 1, 10000, request.strands),
                                 arguments.readWhole("--random", 1, 1000000, request.random),
                                 arguments.readWhole("--seed", 0, 1000000000, request.seed)})
        if (!status) return Error{status.error()};
    return request;
}

}  // namespace

int bench(const std::vector<std::string>& words) {
    Result<Arguments> parsed = Arguments::parse(words, rows, "--set");
    if (!parsed) return fail(badInput, parsed.error());
    const Arguments& arguments = parsed.value();
    const std::vector<std::string> names = namesOf(benches());
    if (arguments.has("--help")) {
        std::printf("ringlet bench SUITE [options]\n%s\nsuites, and the options that each takes beside --json and --markdown:\n", helpOf(rows).c_str());
        for (const BenchInfo& info : benches()) std::printf("  %-16s %s\n", info.name.c_str(), info.options);
        return done;
    }
    if (arguments.operands().size() != 1) return fail(badInput, "bench needs one suite" + suggestion("", names));
    const Result<BenchRequest> read = requestOf(arguments);
    if (!read) return fail(badInput, read.error());
    const std::string& name = arguments.operands()[0];
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) return fail(badInput, unknownName("suite", name, names).message);

    const BenchInfo& info = benches()[static_cast<size_t>(found - names.begin())];
    for (const Status& status : {checkOptions(info, arguments), checkNames(info, read.value())})
        if (!status) return fail(badInput, status.error());
    ReportFiles files;
    if (Status status = files.begin(arguments); !status) return fail(failed, status.error());
    BenchReport report;
    const auto before = std::signal(SIGINT, interrupted);
    const Status measured = info.run(read.value(), report);
    std::signal(SIGINT, before);
    if (!measured && report.rows().empty()) return fail(benchInterrupted() ? failed : badInput, measured.error());
    if (measured && report.rows().empty() && report.markdown().empty())
        return fail(badInput, name + " measures nothing with" + narrowing(info, arguments));
    std::string command = "ringlet bench";
    for (const std::string& word : words) command += " " + shellWord(word);
    if (Status status = writeReport(report, files, arguments.find("--svg"), info, command); !status) return fail(failed, status.error());
    if (!measured) return fail(failed, measured.error());
    return done;
}

}  // namespace ringlet::cli
