// What the subcommands of `ringlet` share: options, exit codes, messages.
#pragma once

#include "core/files/output_file.h"

#include <string>
#include <utility>
#include <vector>

namespace ringlet::cli {

enum ExitCode { done = 0, failed = 1, badInput = 2 };

struct OptionRow {
    const char* name;   // with its dashes
    const char* value;  // what stands for its value in the help; null for a flag
    const char* help;
    bool mayBeEmpty = false;
};

// A subcommand's arguments, checked against its rows.
class Arguments {
public:
    // What follows a word `--` is no option, whatever it begins with.
    // Error: an unknown option (with the nearest known one), a missing value, a
    // value for a flag, or an option given twice that is not in `repeatable`.
    static Result<Arguments> parse(const std::vector<std::string>& words, const std::vector<OptionRow>& rows,
                                   const std::string& repeatable = "");

    void addOperand(const std::string& operand) { operands_.push_back(operand); }
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

// Ends the program by a signal as if it had not been caught, but leaves no file half written.
void endUnfinished(int signal);

// From now on a signal that ends the program leaves no file half written, and a file that may not grow is an error of writing it.
void catchSignals();

// Prints `error: message` on standard error and gives `code` back.
int fail(ExitCode code, const std::string& message);

// "724 bytes", "12.3 kB", "1.52 MB".
std::string sizeText(uint64_t bytes);

// As a shell takes it for one word.
std::string shellWord(const std::string& word);

// The rows as help text, a line an option.
std::string helpOf(const std::vector<OptionRow>& rows);

// Before long work: the file that an option names, begun; null where it was not given.
Result<std::unique_ptr<OutputFile>> outputOf(const Arguments& arguments, const std::string& name);

// Whether both paths lead to one file. A device or a pipe is none.
bool sameFile(const std::string& a, const std::string& b);

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
int render(const std::vector<std::string>& words);
int run(const std::vector<std::string>& words);
int same(const std::vector<std::string>& words);
int bench(const std::vector<std::string>& words);
int convert(const std::vector<std::string>& words);
int verify(const std::vector<std::string>& words);

}  // namespace ringlet::cli
