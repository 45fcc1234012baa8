// The machine and the build, as what is measured names them. What is not known is "unknown".
#pragma once

#include <string>

namespace ringlet::cli {

std::string cpuName();
std::string compilerName();     // with its version
const char* buildFlags();
const char* buildCommit();      // of the last configure

}  // namespace ringlet::cli
