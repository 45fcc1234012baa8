// What wisps, and rods, of the discrete-rod model do to each other.
#include "core/models/discrete_rod/gathered_wisp_contacts.h"
#include "kernels/device_executor.h"
#include "kernels/stage_table.h"

namespace ringlet {
inline namespace RINGLET_ISA {

std::unique_ptr<DevicePart> discreteRodPart(cudaStream_t stream, const std::vector<DeviceMemory>& groups) {
    return std::make_unique<discrete_rod::GatheredWispContacts<DeviceExecutor>>(DeviceExecutor(stream), groups);
}

}  // namespace RINGLET_ISA
}  // namespace ringlet
