// Wisps against wisps on a device, from where their segments lie to the loads that stages read. Plain structs and an interface
// only; gathered_wisp_pairs.h is one.
#pragma once

#include "core/base/device_part.h"
#include "core/base/result.h"
#include "core/models/rigid_chain/wisp_list_math.h"

#include <vector>

namespace ringlet::rigid_chain {

class WispPairsDevice : public DevicePart {
public:
    // The strand of each segment, group by group; where a group's loads are on the device. Before all else.
    virtual Status set(const std::vector<uint32_t>& strands, const std::vector<float*>& loads) = 0;
    virtual Status setGrips(const std::vector<Grip>& from) = 0;
    virtual Status grips(std::vector<Grip>& to) = 0;
    // Before a step's stage, the first of so many that a search is for, or 0: what WispPairs::search() and find() do.
    virtual Status find(const WispMaterial& m, int searchSteps) = 0;
    virtual size_t touching() = 0;
};

}  // namespace ringlet::rigid_chain
