// The nearest known name, for error messages.
#pragma once

#include <string>
#include <vector>

namespace ringlet {

// " (did you mean 'curly'?)" where one of `known` is close to `name`, else
// " (known: a, b, c)".
std::string suggestion(const std::string& name, const std::vector<std::string>& known);

}  // namespace ringlet
