// The CUDA twins as the rest of the program sees them: plain C++, no CUDA type
// leaves this room. Only programs built with nvcc (RINGLET_HAS_CUDA) link these.
#pragma once

#include "core/base/result.h"
#include "core/models/strand_device.h"

#include <cstddef>
#include <memory>
#include <string>

namespace ringlet::kernels {

// A model's strands on the calling thread's CUDA device, the first where it chose none; all later calls are from threads of the same. Error: there is none, the driver is missing
// or too old, or its memory is too small (bytes asked and free).
Result<std::unique_ptr<StrandDevice>> openStrands(const StrandDeviceSetup& setup);

struct DeviceFacts {
    std::string name;
    int capability;                 // 90 for compute capability 9.0
    int driver, runtime;            // CUDA versions, 13000 for 13.0
    size_t freeBytes, totalBytes;   // device memory
};
Result<DeviceFacts> deviceFacts();

// The fastest of several copies of `bytes` within device memory, by the device's
// clock: bytes read and written a second. Fewer bytes are copied where memory is short.
Result<double> copyBandwidth(size_t bytes);

}  // namespace ringlet::kernels
