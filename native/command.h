// What the subcommands of `ringlet` share: options, exit codes, messages.
#pragma once

#include "core/base/result.h"

#include <string>
#include <utility>
#include <vector>

namespace ringlet::cli {

enum ExitCode { done = 0, failed = 1, badInput = 2 };

struct OptionRow {
    const char* name;   // with its dashes
    const char* value;  // what stands for its value in the help; null for a flag
    const char* help;
};

// A subcommand's arguments, checked against its rows.
class Arguments {
public:
    // Error: an unknown option (with the nearest known one), a missing value, a
    // value for a flag, or an option given twice that is not in `repeatable`.
    static Result<Arguments> parse(const std::vector<std::string>& words, const std::vector<OptionRow>& rows,
                                   const std::string& repeatable = "");

    const std::vector<std::string>& operands() const { return operands_; }
    bool has(const std::string& name) const { return find(name) != nullptr; }
    // The value of an option, or null where it was not given.
    const std::string* find(const std::string& name) const;
    std::string text(const std::string& name, const std::string& otherwise) const;
    std::vector<std::string> all(const std::string& name) const;

    // Reads an option's value if it was given; `value` stays as it is if not.
    // Error: no whole number (number) in [low, high].
    Status readWhole(const std::string& name, long low, long high, long& value) const;
    Status readReal(const std::string& name, double low, double high, double& value) const;

private:
    std::vector<std::string> operands_;
    std::vector<std::pair<std::string, std::string>> options_;
};

// Prints `error: message` on standard error and gives `code` back.
int fail(ExitCode code, const std::string& message);

// The rows as help text, a line an option.
std::string helpOf(const std::vector<OptionRow>& rows);

bool writeText(const std::string& path, const std::string& text);

// Before long work: whether a file can be read, or written. What is in it stays, and
// one that was not there is not there afterwards.
Status checkReadable(const std::string& path);
Status checkWritable(const std::string& path);

// Before anything is written: that no file which one of the options `written` names is that of
// another of them, or of one of `read`. Named motions and devices are no files.
Status checkDistinct(const Arguments& arguments, const std::vector<const char*>& written,
                     const std::vector<const char*>& read);

// A line that rewrites itself on standard error, where that is a terminal.
class Progress {
public:
    Progress();
    ~Progress();
    void show(const std::string& line);

private:
    bool visible_, shown_ = false;
    double last_ = -1;  // s
};

// The subcommands; `words` are the arguments after the subcommand's name.
int list(const std::vector<std::string>& words);
int run(const std::vector<std::string>& words);
int same(const std::vector<std::string>& words);
int bench(const std::vector<std::string>& words);
int convert(const std::vector<std::string>& words);

}  // namespace ringlet::cli
