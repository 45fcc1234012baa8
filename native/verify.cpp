// ringlet verify: holds every hair model against closed forms and our own reference solver, prints what each
// reaches, and writes it as a table.
#include "core/base/suggest.h"
#include "core/models/former_names.h"
#include "native/build_facts.h"
#include "native/command.h"
#include "verify/line.h"

#include <cstdio>

namespace ringlet::cli {
namespace {

using verify::Finding;
using verify::LineInfo;
using verify::Subject;

const std::vector<OptionRow> verifyRows = {
    {"--model", "NAME", "this model alone, with every way it has to step"},
    {"--line", "NAME", "this line alone"},
    {"--quick", nullptr, "fewer cases a line"},
    {"--out", "FILE.md", "writes the table as Markdown"},
    {"--help", nullptr, "this text"},
};

struct Cell {
    std::string text;
    bool failed = false;  // a line that this subject has to meet
};

std::string number(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.2g", value);
    return text;
}

Cell cellOf(const LineInfo& line, const Subject& subject, bool quick) {
    if (!line.run) return {"not modelled"};
    const bool owed = !line.excuse(subject);
    const Result<Finding> found = line.run(subject, quick);
    if (!found) return {found.error(), owed};
    const Finding& f = found.value();
    const std::string note = f.note.empty() ? "" : ", " + f.note;
    return {number(f.reached) + (f.meets() ? " <= " : " > ") + number(f.allowed) + note, owed && !f.meets()};
}

// Lines and subjects that the arguments choose. Error: a name that is none.
struct Choice {
    std::vector<const LineInfo*> lines;
    std::vector<Subject> subjects;

    Status read(const Arguments& arguments) {
        const std::string* wanted = arguments.find("--line");
        for (const LineInfo& line : verify::lines())
            if (!wanted || line.name == *wanted) lines.push_back(&line);
        if (lines.empty()) return unknownName("line", *wanted, namesOf(verify::lines()));
        std::vector<std::string> names;
        wanted = arguments.find("--model");
        for (const Subject& subject : verify::subjects()) {
            if (names.empty() || names.back() != subject.model->name) names.push_back(subject.model->name);
            if (!wanted || isCalled(*wanted, subject.model->name)) subjects.push_back(subject);
        }
        if (subjects.empty()) return unknownName("model", *wanted, names);
        return {};
    }
};

const char introduction[] =
    "What each hair model reaches of what a rod does, and of what no view, order or rate may change. Written by `ringlet verify`;\n"
    "the lines are in `verify/lines`.\n"
    "\n"
    "A cell is the error and what is allowed of it. **Bold** is a line that is owed and not met. *Slanted* is what is not owed, and\n"
    "shown as it is: the mechanics of published steps and reduced rods, and limits that the second table names.\n"
    "\n";

class FindingTable {
public:
    explicit FindingTable(const Choice& choice) {
        text_ = "# Truth\n\n" + std::string(introduction) + cpuName() + "; " + compilerName() + ", " + buildFlags() + "; commit " +
                buildCommit() + "\n\n| line | measured |";
        std::string rule = "| --- | --- |";
        for (const Subject& subject : choice.subjects) {
            text_ += " " + subject.name + " |";
            rule += " --- |";
        }
        text_ += "\n" + rule + "\n";
    }
    void begin(const LineInfo& line) { text_ += "| " + line.name + " | " + line.measures + " |"; }
    void add(const Subject& subject, const LineInfo& line, const Cell& cell) {
        const char* mark = cell.failed ? "**" : !line.excuse(subject) || !line.run ? "" : "*";
        text_ += std::string(" ") + mark + cell.text + mark + " |";
    }
    void end() { text_ += "\n"; }
    void explain(const Choice& choice) {
        text_ += "\n| line | against | allowed |\n| --- | --- | --- |\n";
        for (const LineInfo* line : choice.lines) {
            text_ += "| " + line->name + " | " + line->reference + " | " +
                     (line->run ? line->allowance : std::string("not modelled: ") + line->notModelled);
            for (const verify::KnownMiss& miss : line->misses) text_ += std::string("; ") + miss.subject + " does not: " + miss.why;
            text_ += " |\n";
        }
    }
    const std::string& text() const { return text_; }

private:
    std::string text_;
};

// Measures all cells, prints them, and gives how many have failed.
int measure(const Choice& choice, bool quick, FindingTable& table) {
    int failures = 0;
    for (const LineInfo* line : choice.lines) {
        std::printf("%s: %s\n", line->name.c_str(), line->run ? line->measures.c_str() : line->notModelled);
        table.begin(*line);
        for (const Subject& subject : choice.subjects) {
            const Cell cell = cellOf(*line, subject, quick);
            const char* excuse = line->excuse(subject);
            const std::string verdict = cell.failed ? "FAILED" : excuse && line->run ? std::string("(") + excuse + ")" : "";
            std::printf("  %-24s %s  %s\n", subject.name.c_str(), cell.text.c_str(), verdict.c_str());
            std::fflush(stdout);
            table.add(subject, *line, cell);
            failures += cell.failed ? 1 : 0;
        }
        table.end();
    }
    table.explain(choice);
    return failures;
}

}  // namespace

int verify(const std::vector<std::string>& words) {
    Result<Arguments> parsed = Arguments::parse(words, verifyRows);
    if (!parsed) return fail(badInput, parsed.error());
    const Arguments& arguments = parsed.value();
    if (arguments.has("--help")) {
        std::printf("ringlet verify [options]\n%s\nlines:\n", helpOf(verifyRows).c_str());
        for (const LineInfo& line : verify::lines()) std::printf("  %-14s %s\n", line.name.c_str(), line.measures.c_str());
        return done;
    }
    if (!arguments.operands().empty()) return fail(badInput, "verify takes no '" + arguments.operands()[0] + "'");
    Choice choice;
    if (Status status = choice.read(arguments); !status) return fail(badInput, status.error());
    auto out = outputOf(arguments, "--out");
    if (!out) return fail(failed, out.error());
    FindingTable table(choice);
    const int failures = measure(choice, arguments.has("--quick"), table);
    if (out.value()) {
        Status written = out.value()->write(table.text());
        if (written) written = out.value()->finish();
        if (!written) return fail(failed, written.error());
    }
    if (failures == 0) return done;
    return fail(failed, std::to_string(failures) + (failures == 1 ? " line is" : " lines are") + " owed and not met");
}

}  // namespace ringlet::cli
