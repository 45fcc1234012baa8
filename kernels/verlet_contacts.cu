// What strands of the verlet model do to each other.
#include "kernels/device_hair.h"
#include "kernels/stage_table.h"

namespace ringlet {
inline namespace RINGLET_ISA {

std::unique_ptr<DevicePart> verletPart(cudaStream_t stream, const std::vector<DeviceMemory>&) {
    return std::make_unique<DeviceHair>(stream);
}

}  // namespace RINGLET_ISA
}  // namespace ringlet
