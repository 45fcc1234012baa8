// What wisps of the rigid-chain model do to each other.
#include "core/models/rigid_chain/gathered_wisp_pairs.h"
#include "kernels/device_executor.h"
#include "kernels/stage_table.h"

namespace ringlet {
inline namespace RINGLET_ISA {

std::unique_ptr<DevicePart> rigidChainPart(cudaStream_t stream, const std::vector<DeviceMemory>& groups) {
    using namespace rigid_chain;
    return std::make_unique<GatheredWispPairs<DeviceExecutor, DefaultFields>>(DeviceExecutor(stream), groups);
}
std::unique_ptr<DevicePart> rigidChainPublishedPart(cudaStream_t stream, const std::vector<DeviceMemory>& groups) {
    using namespace rigid_chain;
    return std::make_unique<GatheredWispPairs<DeviceExecutor, PublishedFields>>(DeviceExecutor(stream), groups);
}

}  // namespace RINGLET_ISA
}  // namespace ringlet
