// What strands of the dftl model do to each other.
#include "core/models/cylinders/gathered_cylinder_pairs.h"
#include "core/models/dftl/dftl_step.h"
#include "kernels/device_executor.h"
#include "kernels/stage_table.h"

namespace ringlet {
inline namespace RINGLET_ISA {

std::unique_ptr<DevicePart> dftlPart(cudaStream_t stream, const std::vector<DeviceMemory>& groups) {
    using namespace dftl;
    return std::make_unique<cylinders::GatheredCylinderPairs<DeviceExecutor, DftlFields, PublishedSegments>>(DeviceExecutor(stream), groups);
}

}  // namespace RINGLET_ISA
}  // namespace ringlet
