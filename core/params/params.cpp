#include "core/params/params.h"

#include "core/base/number_text.h"
#include "core/base/suggest.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace ringlet {
namespace {

[[noreturn]] void programmingError(const std::string& message) {
    std::fprintf(stderr, "ringlet: parameters: %s\n", message.c_str());
    std::abort();
}

// What set() stores: a float, so that a value means the same whether it comes
// from a table, a slider or text; whole numbers stay exact beyond 2^24.
double stored(const ParamInfo& row, double value) {
    return row.kind == ParamKind::Real ? static_cast<double>(static_cast<float>(value)) : value;
}

double lowest(const ParamInfo& row) {
    return row.kind == ParamKind::Real || row.kind == ParamKind::Integer ? stored(row, row.low) : 0;
}

double highest(const ParamInfo& row) {
    if (row.kind == ParamKind::Toggle) return 1;
    if (row.kind == ParamKind::Choice) return static_cast<double>(row.choices.size()) - 1;
    return stored(row, row.high);
}

std::string valueText(const ParamInfo& row, double value) {
    if (row.kind == ParamKind::Toggle && (value == 0 || value == 1)) return value != 0 ? "on" : "off";
    if (row.kind == ParamKind::Choice && value >= 0 && value <= highest(row) && value == std::trunc(value)) {
        return row.choices[static_cast<size_t>(value)];
    }
    return row.kind == ParamKind::Real ? numberText(value) : shortestText(value);
}

// Foreign text made fit for a one-line message.
std::string quotable(const std::string& text) {
    constexpr size_t longest = 40;
    std::string out;
    for (const char c : text.substr(0, longest)) out += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? '?' : c;
    if (text.size() > longest) out += "...";
    return out.empty() ? "(nothing)" : out;
}

// What is allowed: "range 0 to 100 rad^2/J", "on or off", "one of: a, b".
std::string allowed(const ParamInfo& row) {
    if (row.kind == ParamKind::Toggle) return "on or off";
    if (row.kind == ParamKind::Choice) {
        std::string names = "one of:";
        for (size_t i = 0; i < row.choices.size(); ++i) names += std::string(i ? ", " : " ") + row.choices[i];
        return names;
    }
    std::string range = "range " + valueText(row, lowest(row)) + " to " + valueText(row, highest(row));
    return *row.unit ? range + " " + row.unit : range;
}

Error refusal(const ParamInfo& row, const std::string& text, const std::string& why) {
    return Error{std::string(row.name) + " = " + quotable(text) + " " + why + " (" + allowed(row) + ")"};
}

Status checkValue(const ParamInfo& row, double value, const std::string& text) {
    if (!std::isfinite(value)) return refusal(row, text, "is not a finite number");
    if (row.kind != ParamKind::Real && value != std::trunc(value)) return refusal(row, text, "is not a whole number");
    if (value < lowest(row) || value > highest(row)) return refusal(row, text, "is out of range");
    return {};
}

Result<double> readValue(const ParamInfo& row, const std::string& text) {
    if (row.kind == ParamKind::Toggle) {
        for (const char* on : {"on", "true", "1"})
            if (sameLetters(text, on)) return 1.0;
        for (const char* off : {"off", "false", "0"})
            if (sameLetters(text, off)) return 0.0;
        return refusal(row, text, "is neither on nor off");
    }
    if (row.kind == ParamKind::Choice) {
        for (size_t i = 0; i < row.choices.size(); ++i) {
            if (sameLetters(text, row.choices[i])) return static_cast<double>(i);
        }
        return refusal(row, text, "is not a choice");
    }
    double whole;
    if (row.kind == ParamKind::Integer && readNumber(text, whole)) return whole;
    float real;
    if (row.kind == ParamKind::Real && parseNumber(text, real)) return static_cast<double>(real);
    return refusal(row, text, "is not a number");
}

Error unknownRow(const ParamTable& rows, const std::string& name) {
    const std::string message = "no parameter is named " + quotable(name);
    if (rows.empty()) return Error{message + "; there are none here"};
    return Error{message + suggestion(name, namesOf(rows))};
}

}  // namespace

std::string numberText(double value) { return shortestText(static_cast<float>(value)); }

bool parseNumber(const std::string& text, float& value) { return readNumber(text, value); }

Params::Params(const std::vector<const ParamTable*>& tables) {
    for (const ParamTable* table : tables) {
        for (const ParamInfo& row : *table) {
            if (given(row.name) || (*row.former && given(row.former))) programmingError(std::string(row.name) + " is in two tables");
            const double value = stored(row, row.byDefault);
            const Status good = checkValue(row, value, valueText(row, value));
            if (!good) programmingError("a table's default: " + good.error());
            rows_.push_back(row);
            values_.push_back(value);
        }
    }
}

void Params::setDefault(const std::string& name, double value) {
    const int i = index(name);
    if (i < 0) programmingError("setDefault: " + unknownRow(rows_, name).message);
    const Status good = set(name, value);
    if (!good) programmingError("setDefault: " + good.error());
    rows_[i].byDefault = values_[i];
}

Status Params::set(const std::string& name, const std::string& text) {
    const ParamInfo* row = given(name);
    if (!row) return unknownRow(rows_, name);
    const Result<double> value = readValue(*row, text);
    if (!value) return Error{value.error()};
    const Status good = checkValue(*row, value.value(), text);
    if (good) values_[static_cast<size_t>(row - rows_.data())] = value.value();
    return good;
}

Status Params::set(const std::string& name, double value) {
    const int i = index(name);
    if (i < 0) return unknownRow(rows_, name);
    const double kept = stored(rows_[i], value);
    const Status good = checkValue(rows_[i], kept, valueText(rows_[i], kept));
    if (good) values_[i] = kept;
    return good;
}

Status Params::setAll(const std::vector<std::string>& assignments, const std::string& what) {
    std::vector<std::string> names;
    for (const std::string& assignment : assignments) {
        std::string name, value;
        if (!splitAssignment(assignment, name, value))
            return Error{what + " needs KEY=VALUE, not '" + quotable(assignment) + "'"};
        for (size_t before = 0; before < names.size(); ++before)
            if (names[before] == name || (given(name) && given(names[before]) == given(name)))
                return Error{what + ": " + quotable(name) + " is given twice, '" + quotable(assignments[before]) +
                             "' and '" + quotable(assignment) + "'; keep one"};
        if (Status status = set(name, value); !status) return status;
        names.push_back(name);
    }
    return {};
}

double Params::get(std::string_view name) const {
    const int i = index(name);
    if (i < 0) programmingError("get: " + unknownRow(rows_, std::string(name)).message);
    return values_[i];
}

const ParamInfo* Params::find(std::string_view name) const {
    const int i = index(name);
    return i < 0 ? nullptr : &rows_[i];
}

const ParamInfo* Params::given(const std::string& name) const {
    if (const ParamInfo* row = find(name)) return row;
    for (const ParamInfo& row : rows_) {
        if (*row.former && name == row.former) return &row;
    }
    return nullptr;
}

std::string Params::text(const std::string& name) const {
    const double value = get(name);
    return valueText(rows_[index(name)], value);
}

std::vector<std::pair<std::string, std::string>> Params::changed() const {
    std::vector<std::pair<std::string, std::string>> pairs;
    for (size_t i = 0; i < rows_.size(); ++i) {
        if (values_[i] != stored(rows_[i], rows_[i].byDefault)) {
            pairs.emplace_back(rows_[i].name, valueText(rows_[i], values_[i]));
        }
    }
    return pairs;
}

int Params::index(std::string_view name) const {
    for (size_t i = 0; i < rows_.size(); ++i) {
        if (name == rows_[i].name) return static_cast<int>(i);
    }
    return -1;
}

bool splitAssignment(const std::string& text, std::string& name, std::string& value) {
    const size_t equals = text.find('=');
    name = trimmed(text.substr(0, equals));
    value = equals == std::string::npos ? std::string() : trimmed(text.substr(equals + 1));
    return equals != std::string::npos;
}

}  // namespace ringlet
