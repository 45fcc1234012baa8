// What strands of the elastic-strand model do to each other.
#include "core/models/cylinders/gathered_cylinder_pairs.h"
#include "kernels/device_executor.h"
#include "kernels/stage_table.h"

namespace ringlet {
inline namespace RINGLET_ISA {

std::unique_ptr<DevicePart> elasticStrandPart(cudaStream_t stream, const std::vector<DeviceMemory>& groups) {
    return std::make_unique<cylinders::GatheredCylinderPairs<DeviceExecutor, ChainFields>>(DeviceExecutor(stream), groups);
}

}  // namespace RINGLET_ISA
}  // namespace ringlet
