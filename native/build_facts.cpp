#include "native/build_facts.h"

#include <fstream>

// The build says how it compiled; a build that does not say is still useful.
#ifndef RINGLET_FLAGS
#define RINGLET_FLAGS "unknown"
#endif
#ifndef RINGLET_COMMIT
#define RINGLET_COMMIT "unknown"
#endif

namespace ringlet::cli {

std::string cpuName() {
    std::ifstream file("/proc/cpuinfo");
    std::string line;
    while (std::getline(file, line)) {
        const size_t colon = line.find(": ");
        if (line.compare(0, 10, "model name") == 0 && colon != std::string::npos) return line.substr(colon + 2);
    }
    return "unknown";
}

std::string compilerName() {
#if defined(__EMSCRIPTEN__)
    return std::string("emscripten, clang ") + __clang_version__;
#elif defined(__clang__)
    return std::string("clang ") + __clang_version__;
#elif defined(__GNUC__)
    return std::string("gcc ") + __VERSION__;
#else
    return "unknown";
#endif
}

const char* buildFlags() { return RINGLET_FLAGS; }
const char* buildCommit() { return RINGLET_COMMIT; }

}  // namespace ringlet::cli
