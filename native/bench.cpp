// ringlet bench: runs a suite, prints a table, writes JSON.
#include "native/bench.h"

#include "core/scenes/suggest.h"
#include "native/device.h"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <fstream>

// The build says how it compiled; a build that does not say is still useful.
#ifndef RINGLET_FLAGS
#define RINGLET_FLAGS "unknown"
#endif
#ifndef RINGLET_COMMIT
#define RINGLET_COMMIT "unknown"
#endif

namespace ringlet::cli {
namespace {

const std::vector<OptionRow> rows = {
    {"--backend", "cpu|cuda", "where the model runs (default cpu)"},
    {"--json", "FILE", "writes the rows as JSON"},
    {"--markdown", "FILE", "writes a suite's tables (appendix-a, scale)"},
    {"--svg", "PREFIX", "writes a suite's plots, PREFIX-NAME.svg each (appendix-a, scale)"},
    {"--full", nullptr, "the whole grid of strand and particle counts"},
    {"--seconds", "S", "time to measure each case for, at least (default 0.5)"},
    {"--frames", "N", "frames a case, where a suite counts them (default 500)"},
    {"--groom", "FILE", "strands for a scene of files (sag-free)"},
    {"--head", "FILE", "its head"},
    {"--collider", "FILE", "its collider"},
    {"--help", nullptr, "this text"},
};

volatile std::sig_atomic_t interrupts = 0;

// The first Ctrl-C asks the suite to stop, the second one ends the program.
void interrupted(int signal) {
    interrupts = 1;
    std::signal(signal, SIG_DFL);
}

std::vector<BenchInfo>& registry() {
    static std::vector<BenchInfo> all;
    return all;
}

std::string cpuName() {
    std::ifstream file("/proc/cpuinfo");
    std::string line;
    while (std::getline(file, line)) {
        const size_t colon = line.find(": ");
        if (line.compare(0, 10, "model name") == 0 && colon != std::string::npos) return line.substr(colon + 2);
    }
    return "unknown";
}

std::string compilerName() {
#if defined(__EMSCRIPTEN__)
    return std::string("emscripten, clang ") + __clang_version__;
#elif defined(__clang__)
    return std::string("clang ") + __clang_version__;
#elif defined(__GNUC__)
    return std::string("gcc ") + __VERSION__;
#else
    return "unknown";
#endif
}

std::string cell(const std::string& text) {
    char padded[64];
    std::snprintf(padded, sizeof padded, "%12s", text.c_str());
    return padded;
}

std::string number(const char* format, double value) {
    char text[64];
    std::snprintf(text, sizeof text, format, value);
    return text;
}

}  // namespace

bool benchInterrupted() { return interrupts != 0; }

const std::vector<BenchInfo>& benches() { return registry(); }

RegisterBench::RegisterBench(BenchInfo info) {
    auto before = [](const BenchInfo& a, const BenchInfo& b) { return a.name < b.name; };
    auto& all = registry();
    all.insert(std::upper_bound(all.begin(), all.end(), info, before), info);
}

BenchReport::BenchReport() {
    std::printf("%s\n%s, %s, commit %s\n", cpuName().c_str(), compilerName().c_str(), RINGLET_FLAGS, RINGLET_COMMIT);
}

void BenchReport::fact(const std::string& name, const std::string& text) {
    std::printf("%s: %s\n", name.c_str(), text.c_str());
    facts_.emplace_back(name, text);
}

void BenchReport::add(const BenchRow& row) {
    std::vector<std::string> heading;
    for (const auto& word : row.words) heading.push_back(word.first);
    for (const auto& entry : row.numbers) heading.push_back(entry.first);
    for (const auto& value : row.values) heading.push_back(value.first);
    const bool timed = !row.rateName.empty();
    if (timed)
        for (const char* name : {"ms min", "avg", "max", row.rateName.c_str(), "ratio"}) heading.push_back(name);
    std::string line;
    if (heading != heading_) {
        for (const std::string& name : heading) line += cell(name);
        std::printf("\n%s\n", line.c_str());
        heading_ = heading;
    }
    if (row.reference) {
        referenceRate_ = row.rate;
        referenceName_ = row.rateName;
    }
    line.clear();
    for (const auto& word : row.words) line += cell(word.second);
    for (const auto& entry : row.numbers) line += cell(std::to_string(entry.second));
    for (const auto& [name, value] : row.values) line += cell(value == value ? number("%.4g", value) : "-");
    if (timed) {
        for (const double ms : {row.msMin, row.msAverage, row.msMax}) line += cell(number("%.3f", ms));
        line += cell(number("%.2f", row.rate));
        const bool comparable = referenceRate_ > 0 && referenceName_ == row.rateName;
        line += cell(comparable ? number("%.2f x", row.rate / referenceRate_) : "-");
    }
    std::printf("%s\n", line.c_str());
    std::fflush(stdout);
    rows_.push_back(row);
}

std::string BenchReport::json() const {
    JsonWriter json(2);
    json.beginArray();
    json.beginObject().key("machine").beginObject();
    json.key("cpu").value(cpuName()).key("compiler").value(compilerName());
    json.key("flags").value(RINGLET_FLAGS).key("commit").value(RINGLET_COMMIT);
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

// What the report holds, into the files that were asked for.
Status writeReport(const BenchReport& report, const Arguments& arguments) {
    if (const std::string* path = arguments.find("--json"); path && !writeText(*path, report.json())) {
        return Error{"cannot write the rows to '" + *path + "'"};
    }
    if (const std::string* path = arguments.find("--markdown"); path && !writeText(*path, report.markdown())) {
        return Error{"cannot write the tables to '" + *path + "'"};
    }
    if (const std::string* prefix = arguments.find("--svg")) {
        for (const auto& [name, svg] : report.plots()) {
            const std::string path = *prefix + "-" + name + ".svg";
            if (!writeText(path, svg)) return Error{"cannot write the plot '" + path + "'"};
        }
    }
    return {};
}

}  // namespace

int bench(const std::vector<std::string>& words) {
    Result<Arguments> parsed = Arguments::parse(words, rows);
    if (!parsed) return fail(badInput, parsed.error());
    const Arguments& arguments = parsed.value();
    std::vector<std::string> names;
    for (const BenchInfo& info : benches()) names.push_back(info.name);
    if (arguments.has("--help")) {
        std::printf("ringlet bench SUITE [options]%s\n%s", suggestion("", names).c_str(), helpOf(rows).c_str());
        return done;
    }
    if (arguments.operands().size() != 1) return fail(badInput, "bench needs one suite" + suggestion("", names));
    BenchRequest request;
    request.backend = arguments.text("--backend", request.backend);
    request.full = arguments.has("--full");
    request.files = {arguments.text("--groom", ""), arguments.text("--head", ""), arguments.text("--collider", "")};
    if (!isBackend(request.backend)) {
        return fail(badInput, "--backend must be cpu or cuda, not '" + request.backend + "'");
    }
    if (Status status = arguments.readReal("--seconds", 0, 3600, request.seconds); !status) {
        return fail(badInput, status.error());
    }
    if (Status status = arguments.readWhole("--frames", 1, 1000000, request.frames); !status) {
        return fail(badInput, status.error());
    }
    const std::string& name = arguments.operands()[0];
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) return fail(badInput, "unknown suite '" + name + "'" + suggestion(name, names));

    BenchReport report;
    const BenchInfo& info = benches()[static_cast<size_t>(found - names.begin())];
    std::signal(SIGINT, interrupted);
    const Status measured = info.run(request, report);
    std::signal(SIGINT, SIG_DFL);
    if (!measured && report.rows().empty()) return fail(benchInterrupted() ? failed : badInput, measured.error());
    if (Status status = writeReport(report, arguments); !status) return fail(failed, status.error());
    if (!measured) return fail(failed, measured.error());
    return done;
}

}  // namespace ringlet::cli
