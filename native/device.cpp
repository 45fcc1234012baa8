// The backends of this program besides the CPU, and what
// benchmarks ask about them.
#include "native/device.h"

#include "core/models/strand_device.h"

#if defined(RINGLET_HAS_CUDA)
#include "kernels/launch.h"
#endif

#include <chrono>
#include <cstring>
#include <fstream>

namespace ringlet::cli {
namespace {

constexpr size_t cpuCopyBytes = size_t{256} << 20;  // far more than any cache
constexpr int cpuCopies = 6;                        // the first touches the pages

#if defined(RINGLET_HAS_CUDA)
constexpr size_t cudaCopyBytes = size_t{2} << 30;

std::string versionText(int version) {
    return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}
#else
Error notBuilt() { return Error{"the backend \"cuda\" is not in this build; use the backend \"cpu\""}; }
#endif

double cpuCopyBandwidth(ThreadPool& pool) {
    std::vector<char> from(cpuCopyBytes, 1), to(cpuCopyBytes);
    const int threads = pool.threads();
    const size_t part = cpuCopyBytes / static_cast<size_t>(threads);
    double best = 0;
    for (int i = 0; i < cpuCopies; ++i) {
        const auto start = std::chrono::steady_clock::now();
        pool.forEach(threads, [&](int index, int) {
            const size_t begin = static_cast<size_t>(index) * part;
            std::memcpy(to.data() + begin, from.data() + begin, part);
        });
        const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        const double rate = 2.0 * static_cast<double>(part * static_cast<size_t>(threads)) / seconds;
        if (i > 0 && rate > best) best = rate;
    }
    return best;
}

}  // namespace

bool isBackend(const std::string& name) { return name == "cpu" || name == "cuda" || findStrandDevice(name) != nullptr; }

Result<std::vector<std::pair<std::string, std::string>>> deviceFacts(const std::string& backend) {
    std::vector<std::pair<std::string, std::string>> facts;
    if (backend != "cuda") return facts;
#if defined(RINGLET_HAS_CUDA)
    Result<kernels::DeviceFacts> found = kernels::deviceFacts();
    if (!found) return Error{found.error()};
    const kernels::DeviceFacts& f = found.value();
    facts = {{"device", f.name},
             {"capability", std::to_string(f.capability / 10) + "." + std::to_string(f.capability % 10)},
             {"driver", "CUDA " + versionText(f.driver)},
             {"runtime", "CUDA " + versionText(f.runtime)},
             {"memory", std::to_string(f.totalBytes)}};
    return facts;
#else
    return notBuilt();
#endif
}

Result<double> copyBandwidth(const std::string& backend, ThreadPool* pool) {
    if (backend != "cuda") return cpuCopyBandwidth(*pool);
#if defined(RINGLET_HAS_CUDA)
    return kernels::copyBandwidth(cudaCopyBytes);
#else
    return notBuilt();
#endif
}

size_t freeBytes(const std::string& backend) {
#if defined(RINGLET_HAS_CUDA)
    if (backend == "cuda") {
        Result<kernels::DeviceFacts> found = kernels::deviceFacts();
        return found ? found.value().freeBytes : 0;
    }
#endif
    if (backend != "cpu") return 0;
    std::ifstream file("/proc/meminfo");  // Linux; elsewhere unknown
    std::string word;
    size_t kilobytes = 0;
    while (file >> word) {
        if (word == "MemAvailable:" && file >> kilobytes) return kilobytes * 1024;
    }
    return 0;
}

}  // namespace ringlet::cli
