// Wisps against wisps on a device, from where their points lie to the loads that stages read. Plain structs and an interface only;
// gathered_wisp_contacts.h is one.
#pragma once

#include "core/base/device_part.h"
#include "core/base/result.h"
#include "core/models/discrete_rod/wisp_block_math.h"

#include <vector>

namespace ringlet::discrete_rod {

class WispContactsDevice : public DevicePart {
public:
    // Cells and points, group by group; where a group's rows are on the device, see ToldRow. Before all else.
    virtual Status set(const std::vector<WispCell>& cells, const std::vector<HairPoint>& rest, const std::vector<float*>& told) = 0;
    virtual Status setState(const std::vector<Tangle>& tangles, const std::vector<BlockedCells>& blocked) = 0;
    virtual Status state(std::vector<Tangle>& tangles, std::vector<BlockedCells>& blocked) = 0;
    // What WispContacts does, for the default step from what the stage that foresees has told. The head moves so far in the step.
    virtual Status foresee(const WispContactSettings& settings, Vec3f headMove) = 0;
    virtual Status find(const WispContactSettings& settings, const ColliderView& colliders, Vec3f headMove, int step) = 0;
    virtual size_t count() const = 0;  // of tangles, and of cells that block each other
    virtual size_t leftOut() const = 0;
};

}  // namespace ringlet::discrete_rod
