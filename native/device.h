// What benchmarks ask about the machine that a backend runs on.
#pragma once

#include "core/base/result.h"
#include "core/base/thread_pool.h"

#include <string>
#include <utility>
#include <vector>

namespace ringlet::cli {

// cpu, cuda (in this build or not), and what a build registers besides.
bool isBackend(const std::string& name);

// Facts by name (device, driver ...), none for "cpu".
// Error: the backend is not in this build, or has no device.
Result<std::vector<std::pair<std::string, std::string>>> deviceFacts(const std::string& backend);

// Bytes read and written a second by a large copy in the backend's memory, the
// fastest of several; on the CPU by all threads of the pool together.
Result<double> copyBandwidth(const std::string& backend, ThreadPool* pool);

// Bytes free for a simulation in the backend's memory; 0: unknown.
size_t freeBytes(const std::string& backend);

}  // namespace ringlet::cli
