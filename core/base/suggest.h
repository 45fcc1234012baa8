// Names as people write them, and the nearest known one for error messages.
#pragma once

#include "core/base/result.h"

#include <string>
#include <vector>

namespace ringlet {

// Whether both are the same but for upper and lower case (ASCII).
bool sameLetters(const std::string& a, const std::string& b);

// Without the blanks at both ends.
std::string trimmed(const std::string& text, const char* blanks = " \t");

// " (did you mean 'curly'?)" where one of `known` is close to `name` in either case, else
// " (known: a, b, c)"; of a long list the first names and how many follow:
// " (known: a, b, c and 20 more)".
std::string suggestion(const std::string& name, const std::vector<std::string>& known);

// "unknown KIND 'name'", and the suggestion.
Error unknownName(const std::string& kind, const std::string& name, const std::vector<std::string>& known);

// What each of a list is called: its `name`.
template <class List>
std::vector<std::string> namesOf(const List& list) {
    std::vector<std::string> names;
    for (const auto& one : list) names.emplace_back(one.name);
    return names;
}

}  // namespace ringlet
