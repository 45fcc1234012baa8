// Benchmark suites: one self-registering file a suite.
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/scenes/scene.h"
#include "native/command.h"

#include <string>
#include <utility>
#include <vector>

namespace ringlet::cli {

// One measured case. `words` and `numbers` name it (layout, step; lanes, threads ...).
struct BenchRow {
    std::vector<std::pair<std::string, std::string>> words;
    std::vector<std::pair<std::string, long>> numbers;
    std::vector<std::pair<std::string, double>> values;  // what was measured, where it is not a time
    double msMin = 0, msAverage = 0, msMax = 0;
    std::string rateName;    // empty: no times; mpps: million particle-steps a second; mpfs: particles through whole frames
    double rate = 0;
    bool reference = false;  // later rows of the same rate are compared with it
    std::pair<std::string, std::string> remark;  // the last cell; empty: none
};

struct BenchRequest {
    std::string backend = "cpu";
    bool full = false;       // the whole grid of cases, not the short default
    double seconds = 0.5;    // measured a case, at least
    long frames = 500;       // a case, where a suite counts frames
    std::string scene;       // this scene alone, where a suite takes one after the other; empty: all
    SceneFiles files;        // for scenes that need some; empty: such scenes are left out
    bool quick = false;      // few of the cases
    std::string model, style, motion;  // this one alone; empty: all
    double rate = 0;         // this one alone, Hz; 0: all
    long strands = 32;       // a groom made by code
    long random = 0, seed = 1;  // so many cases at random instead, and of which seed
    std::vector<std::string> settings;  // NAME=VALUE, a parameter of the model each
};

// Takes the rows as they are measured.
class BenchReport {
public:
    BenchReport();
    void add(const BenchRow& row);  // prints it
    std::string json() const;       // an array: the machine, then the rows
    // A line between the rows, for whoever reads the table; prints it.
    void note(const std::string& text);
    // Something about the machine that the rows were measured on; prints it.
    void fact(const std::string& name, const std::string& text);
    // Markdown for --markdown instead of tables of the rows, and a picture for --svg by its name.
    void markdown(const std::string& text) { markdown_ += text; }
    void plot(const std::string& name, const std::string& svg) { plots_.emplace_back(name, svg); }

    const std::vector<BenchRow>& rows() const { return rows_; }
    const std::string& markdown() const { return markdown_; }
    // The rows and notes as Markdown under a title; what wrote them is added behind it, as to other Markdown.
    std::string tables(const std::string& title) const;
    const std::vector<std::pair<std::string, std::string>>& plots() const { return plots_; }

private:
    typedef std::vector<std::pair<std::string, std::string>> Cells;  // heading, text
    Cells cellsOf(const BenchRow& row);
    std::vector<BenchRow> rows_;
    std::vector<Cells> cells_;  // a row
    std::vector<std::string> notes_;
    std::vector<std::pair<std::string, std::string>> facts_, plots_;
    std::string markdown_;
    std::string heading_;
    double referenceRate_ = 0;
    std::string referenceName_;
};

struct BenchInfo {
    std::string name;
    std::string summary;  // one sentence
    Status (*run)(const BenchRequest&, BenchReport&) = nullptr;
    const char* options = "";  // what it takes besides --json, by name, with spaces between
    const std::vector<std::string>& (*motions)() = nullptr;  // the names that --motion takes; null: those of every motion
};

// Error: `name` is none of them, and not empty. kind: what they name, for the error.
Status known(const char* kind, const std::string& name, const std::vector<std::string>& names);

// True once Ctrl-C was pressed. A suite then returns soon with an error; what it
// has added is written all the same.
bool benchInterrupted();

const std::vector<BenchInfo>& benches();  // sorted by name

// `static RegisterBench here{{...}};`
struct RegisterBench {
    explicit RegisterBench(BenchInfo info);
};

}  // namespace ringlet::cli
