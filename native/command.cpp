#include "native/command.h"

#include "core/base/number_text.h"
#include "core/base/suggest.h"

#include <chrono>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <unistd.h>

namespace ringlet::cli {
namespace {

const OptionRow* rowOf(const std::vector<OptionRow>& rows, const std::string& name) {
    for (const OptionRow& row : rows) {
        if (name == row.name) return &row;
    }
    return nullptr;
}

double secondsNow() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

Result<Arguments> Arguments::parse(const std::vector<std::string>& words, const std::vector<OptionRow>& rows,
                                   const std::string& repeatable) {
    Arguments arguments;
    bool operandsAlone = false;
    for (size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i];
        if (word == "--" && !operandsAlone) {
            operandsAlone = true;
            continue;
        }
        if (operandsAlone || word.size() < 2 || word[0] != '-') {
            arguments.operands_.push_back(word);
            continue;
        }
        const size_t equals = word.compare(0, 2, "--") == 0 ? word.find('=') : std::string::npos;
        const std::string name = word == "-h" ? "--help" : word.substr(0, equals);
        const OptionRow* row = rowOf(rows, name);
        if (!row) return unknownName("option", name, namesOf(rows));
        if (arguments.has(name) && name != repeatable) return Error{name + " is given twice"};
        std::string value;
        if (!row->value) {
            if (equals != std::string::npos) return Error{name + " takes no value"};
        } else if (equals != std::string::npos) {
            value = word.substr(equals + 1);
        } else if (i + 1 < words.size()) {
            value = words[++i];
        } else {
            return Error{name + " needs a value: " + name + " " + row->value};
        }
        // As of a script's variable that was never set.
        if (row->value && value.empty() && !row->mayBeEmpty) return Error{name + " needs a value, not '': " + name + " " + row->value};
        arguments.options_.emplace_back(name, value);
    }
    return arguments;
}

const std::string* Arguments::find(const std::string& name) const {
    for (const auto& option : options_) {
        if (option.first == name) return &option.second;
    }
    return nullptr;
}

std::string Arguments::text(const std::string& name, const std::string& otherwise) const {
    const std::string* value = find(name);
    return value ? *value : otherwise;
}

std::vector<std::string> Arguments::all(const std::string& name) const {
    std::vector<std::string> values;
    for (const auto& option : options_) {
        if (option.first == name) values.push_back(option.second);
    }
    return values;
}

Status Arguments::readReal(const std::string& name, double low, double high, double& value) const {
    const std::string* text = find(name);
    if (!text) return {};
    double number;
    if (!readNumber(*text, number) || number < low || number > high) {
        return Error{name + " must be a number from " + shortestText(low) + " to " + shortestText(high) + ", not '" +
                     *text + "'"};
    }
    value = number;
    return {};
}

Status Arguments::readWhole(const std::string& name, long low, long high, long& value) const {
    const std::string* text = find(name);
    if (!text) return {};
    double number;
    const bool whole = readNumber(*text, number) && number >= static_cast<double>(low) &&
                       number <= static_cast<double>(high) && number == static_cast<double>(static_cast<long>(number));
    if (!whole) {
        return Error{name + " must be a whole number from " + std::to_string(low) + " to " + std::to_string(high) +
                     ", not '" + *text + "'"};
    }
    value = static_cast<long>(number);
    return {};
}

void endUnfinished(int signal) {
    removeUnfinished();
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

void catchSignals() {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE})
        if (std::signal(signal, endUnfinished) == SIG_IGN) std::signal(signal, SIG_IGN);  // as nohup asks
    std::signal(SIGXFSZ, SIG_IGN);
}

int fail(ExitCode code, const std::string& message) {
    std::fflush(stdout);
    std::string line = message;  // one line, whatever a name holds
    for (char& c : line)
        if (static_cast<unsigned char>(c) < ' ') c = ' ';
    std::fprintf(stderr, "error: %s\n", line.c_str());
    return code;
}

std::string sizeText(uint64_t bytes) {
    if (bytes < 1000) return std::to_string(bytes) + " bytes";
    char text[32];
    const double size = static_cast<double>(bytes);
    std::snprintf(text, sizeof text, size < 999500 ? "%.3g kB" : "%.4g MB", size < 999500 ? size / 1e3 : size / 1e6);
    return text;
}

std::string shellWord(const std::string& word) {
    constexpr const char* plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=.,:/@%";
    if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
    std::string text = "'";
    for (char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return text + "'";
}

std::string helpOf(const std::vector<OptionRow>& rows) {
    std::string text;
    for (const OptionRow& row : rows) {
        std::string left = std::string("  ") + row.name + (row.value ? std::string(" ") + row.value : "");
        left.resize(left.size() < 26 ? 26 : left.size() + 2, ' ');
        text += left + row.help + "\n";
    }
    return text;
}

Result<std::unique_ptr<OutputFile>> outputOf(const Arguments& arguments, const std::string& name) {
    const std::string* path = arguments.find(name);
    return path ? OutputFile::create(*path) : std::unique_ptr<OutputFile>();
}

bool sameFile(const std::string& a, const std::string& b) {
    namespace fs = std::filesystem;
    std::error_code ignored;
    if (fs::exists(a, ignored) && !fs::is_regular_file(a, ignored)) return false;  // such as /dev/null
    return fs::equivalent(a, b, ignored) || fs::weakly_canonical(fs::absolute(a, ignored), ignored) ==
                                                fs::weakly_canonical(fs::absolute(b, ignored), ignored);
}

Status checkDistinct(const Arguments& arguments, const std::vector<const char*>& written,
                     const std::vector<const char*>& read) {
    for (size_t i = 0; i < written.size(); ++i) {
        const std::string* mine = arguments.find(written[i]);
        if (!mine) continue;
        std::vector<const char*> others(written.begin() + static_cast<long>(i) + 1, written.end());
        for (const char* name : read)
            if (const std::string* path = arguments.find(name); path && isThere(*path))
                others.push_back(name);
        for (const char* name : others)
            if (const std::string* theirs = arguments.find(name); theirs && sameFile(*mine, *theirs))
                return Error{std::string(written[i]) + " and " + name + " are the same file '" + *mine +
                             "', which would be overwritten; name another"};
    }
    return {};
}

Progress::Progress() : visible_(isatty(STDERR_FILENO) != 0) {}

Progress::~Progress() {
    if (shown_) std::fprintf(stderr, "\r\033[K");
}

void Progress::show(const std::string& line) {
    constexpr double interval = 0.1;  // s
    if (!visible_ || secondsNow() - last_ < interval) return;
    last_ = secondsNow();
    shown_ = true;
    std::fprintf(stderr, "\r\033[K%s", line.c_str());
    std::fflush(stderr);
}

}  // namespace ringlet::cli
