// What wisps of the rigid-chain model do to each other.
#include "core/models/cylinders/gathered_cylinder_pairs.h"
#include "core/models/rigid_chain/rigid_chain_kernels.h"
#include "kernels/device_executor.h"
#include "kernels/stage_table.h"

namespace ringlet {
inline namespace RINGLET_ISA {

std::unique_ptr<DevicePart> rigidChainPart(cudaStream_t stream, const std::vector<DeviceMemory>& groups) {
    using namespace rigid_chain;
    return std::make_unique<cylinders::GatheredCylinderPairs<DeviceExecutor, DefaultFields>>(DeviceExecutor(stream), groups);
}
std::unique_ptr<DevicePart> rigidChainPublishedPart(cudaStream_t stream, const std::vector<DeviceMemory>& groups) {
    using namespace rigid_chain;
    return std::make_unique<cylinders::GatheredCylinderPairs<DeviceExecutor, PublishedFields>>(DeviceExecutor(stream), groups);
}

}  // namespace RINGLET_ISA
}  // namespace ringlet
