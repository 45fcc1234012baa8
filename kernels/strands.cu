// The doorway to the kernels of all models.
#include "kernels/launch.h"
#include "kernels/strand_twin.h"

namespace ringlet::kernels {

Result<std::unique_ptr<StrandDevice>> openStrands(const StrandDeviceSetup& setup) { return StrandTwin::open(setup); }

}  // namespace ringlet::kernels
