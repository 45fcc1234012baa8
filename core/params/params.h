// Parameter tables: one row a parameter, from which come the checks, the
// command line's --set, the page's sliders and URL keys, and the docs. A
// default is written in its row and nowhere else.
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace ringlet {

enum class ParamKind { Real, Integer, Toggle, Choice };

// When a changed value takes effect: between two steps, or by building anew.
enum class ParamChange { Live, Rebuild };

struct ParamInfo {
    const char* name;      // the key in --set, links and files
    const char* unit;      // SI, "" for a pure number
    double byDefault;      // Toggle: 0 or 1; Choice: an index
    double low, high;      // inclusive range
    const char* help;      // one sentence: what a larger value does
    ParamChange change = ParamChange::Live;
    ParamKind kind = ParamKind::Real;
    std::vector<const char*> choices = {};  // names of a Choice's values
    bool shown = true;                      // false: understood and kept for another model, and not offered
    const char* former = "";                // its name of before, which text (--set, links, files) may still give
};

using ParamTable = std::vector<ParamInfo>;

// A row with its name of before.
inline ParamInfo renamed(ParamInfo row, const char* former) {
    row.former = former;
    return row;
}

// The values for one or more tables (a model's, a groom's), by name. A scene
// may replace defaults; `changed()` is what a link carries.
class Params {
public:
    Params() = default;
    // The tables are copied. Names must be unique over all of them.
    explicit Params(const std::vector<const ParamTable*>& tables);

    // Replaces a default (a scene's choice). The row's range still holds.
    void setDefault(const std::string& name, double value);

    // Checks name, form and range. Numbers in text are read correctly rounded;
    // a Choice takes its name, a Toggle on/off/true/false/1/0, in either case; text may give a name of before.
    // Error: what is wrong and what is allowed; nothing changes then.
    Status set(const std::string& name, const std::string& text);
    Status set(const std::string& name, double value);
    // Every `name=value` of a list, as people give them; `what` is what messages call the list.
    // Error also: no '=', or one name twice.
    Status setAll(const std::vector<std::string>& assignments, const std::string& what);

    // Programming error (aborts) when the name is unknown.
    double get(std::string_view name) const;
    float real(std::string_view name) const { return static_cast<float>(get(name)); }
    int integer(std::string_view name) const { return static_cast<int>(get(name)); }
    bool toggle(std::string_view name) const { return get(name) != 0; }

    const ParamInfo* find(std::string_view name) const;   // null when unknown
    const ParamInfo* given(const std::string& name) const;  // as text gives it: by a name of now or of before
    const ParamTable& rows() const { return rows_; }        // defaults as the scene set them
    std::string text(const std::string& name) const;        // what set() would read back exactly
    // name=value for every parameter that differs from its default, in table order.
    std::vector<std::pair<std::string, std::string>> changed() const;

private:
    int index(std::string_view name) const;
    ParamTable rows_;
    std::vector<double> values_;
};

// The shortest decimal text that reads back as the same float.
std::string numberText(double value);

// Reads a whole text as one number, correctly rounded to float; false when it
// is not exactly one finite number.
bool parseNumber(const std::string& text, float& value);

// Takes `name=value` apart at its first '=', with blanks about either or none; without one false, and all of it is the name.
bool splitAssignment(const std::string& text, std::string& name, std::string& value);

}  // namespace ringlet
