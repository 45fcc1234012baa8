// Sorts, scans, lists, sums and contacts of the device executor, on the emulated device.
#define RINGLET_ISA emulated

#include "kernels/device_executor.h"
#include "tests/base/ordered_checks.h"
#include "tests/contact/gathered_checks.h"

using namespace ringlet;

TEST_CASE("device executor: scan, sort, lists and sums as plain loops give them, contacts as the host finds them") {
    cudaStream_t stream = nullptr;
    REQUIRE(cudaStreamCreate(&stream) == shim::cudaSuccess);
    DeviceExecutor on(stream);
    checkOrdered(on);
    checkGathered(on);
    CHECK(on.status().ok());
    CHECK(cudaStreamDestroy(stream) == shim::cudaSuccess);
}

TEST_CASE("device executor: it does nothing more after an error, and says what it was") {
    cudaStream_t stream = nullptr;
    REQUIRE(cudaStreamCreate(&stream) == shim::cudaSuccess);
    DeviceExecutor on(stream);
    DeviceExecutor::Array<uint32_t> array;
    shim::emulation().failing = "cudaMalloc";
    uint32_t* const values = array.room(on, 100);
    shim::emulation().failing.clear();
    ExclusiveScan<DeviceExecutor> scan;
    scan.run(on, values, 100);
    CHECK(on.read(values) == 0);
    REQUIRE(!on.status().ok());
    CHECK(on.status().error() == "the CUDA device has no room for 500 bytes more, of what strands do to each other (cudaMalloc failed: out of "
                                 "memory); ask for fewer strands");
    CHECK(cudaStreamDestroy(stream) == shim::cudaSuccess);
}
