// What strands of the super-helix model do to each other.
#include "core/models/super_helix/gathered_rod_links.h"
#include "kernels/device_executor.h"
#include "kernels/stage_table.h"

namespace ringlet {
inline namespace RINGLET_ISA {

std::unique_ptr<DevicePart> superHelixPart(cudaStream_t stream, const std::vector<DeviceMemory>& groups) {
    return std::make_unique<super_helix::GatheredRodLinks<DeviceExecutor>>(DeviceExecutor(stream), groups);
}

}  // namespace RINGLET_ISA
}  // namespace ringlet
