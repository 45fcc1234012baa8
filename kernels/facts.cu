// What a benchmark needs to know of the device: its name, and how fast it copies.
#include "kernels/launch.h"
#include "kernels/runtime.h"

#include <cstdint>

namespace ringlet::kernels {
namespace {

constexpr int copies = 12;  // the first two warm up

struct Timer {
    cudaEvent_t start = nullptr, stop = nullptr;
    Status make() {
        RINGLET_CALL(cudaEventCreate(&start));
        RINGLET_CALL(cudaEventCreate(&stop));
        return {};
    }
    ~Timer() {
        if (start != nullptr) static_cast<void>(cudaEventDestroy(start));
        if (stop != nullptr) static_cast<void>(cudaEventDestroy(stop));
    }
};

Status timeCopies(size_t bytes, double& seconds) {
    DeviceArray<uint8_t> from, to;
    Timer timer;
    RINGLET_CHECK(from.allocate(bytes));
    RINGLET_CHECK(to.allocate(bytes));
    RINGLET_CHECK(timer.make());
    RINGLET_CALL(cudaMemset(from.data(), 1, bytes));
    for (int i = 0; i < copies; ++i) {
        float ms = 0;
        RINGLET_CALL(cudaEventRecord(timer.start, nullptr));
        RINGLET_CALL(cudaMemcpyAsync(to.data(), from.data(), bytes, cudaMemcpyDeviceToDevice, nullptr));
        RINGLET_CALL(cudaEventRecord(timer.stop, nullptr));
        RINGLET_CALL(cudaEventSynchronize(timer.stop));
        RINGLET_CALL(cudaEventElapsedTime(&ms, timer.start, timer.stop));
        if (i >= 2 && (seconds == 0 || 1e-3 * ms < seconds)) seconds = 1e-3 * ms;
    }
    return {};
}

}  // namespace

Result<DeviceFacts> deviceFacts() {
    if (Status status = usableDevice(); !status) return Error{status.error()};
    cudaDeviceProp properties;
    int device = 0;
    RINGLET_CALL(cudaGetDevice(&device));
    DeviceFacts facts{};
    RINGLET_CALL(cudaGetDeviceProperties(&properties, device));
    RINGLET_CALL(cudaDriverGetVersion(&facts.driver));
    RINGLET_CALL(cudaRuntimeGetVersion(&facts.runtime));
    RINGLET_CALL(cudaMemGetInfo(&facts.freeBytes, &facts.totalBytes));
    facts.name = properties.name;
    facts.capability = 10 * properties.major + properties.minor;
    return facts;
}

Result<double> copyBandwidth(size_t bytes) {
    if (Status status = usableDevice(); !status) return Error{status.error()};
    size_t free = 0, total = 0;
    RINGLET_CALL(cudaMemGetInfo(&free, &total));
    const size_t fitting = free / 4 < bytes ? free / 4 : bytes;
    double seconds = 0;
    if (Status status = timeCopies(fitting, seconds); !status) return Error{status.error()};
    return 2.0 * static_cast<double>(fitting) / seconds;
}

}  // namespace ringlet::kernels
