// Strands against strands on a device, from where their segments lie to the loads that stages read. Plain structs and an interface
// only; gathered_cylinder_pairs.h is one.
#pragma once

#include "core/base/device_part.h"
#include "core/base/result.h"
#include "core/models/cylinders/cylinder_list_math.h"

#include <vector>

namespace ringlet::cylinders {

class CylinderPairsDevice : public DevicePart {
public:
    // As CylinderPairs has them, group by group; where a group's loads are on the device. Before all else.
    virtual Status set(const std::vector<uint32_t>& strands, const std::vector<float*>& loads) = 0;
    virtual Status setRest(const std::vector<Cylinder>& rest) = 0;
    virtual Status setGrips(const std::vector<Grip>& from) = 0;
    virtual Status grips(std::vector<Grip>& to) = 0;
    // Before a step's stage, the first of so many that a search is for, or 0: what CylinderPairs::find() does.
    virtual Status find(const CylinderMaterial& m, int searchSteps) = 0;
    // Once a stage has told where segments go (LoadWay): what CylinderPairs::centre() does.
    virtual Status centre() = 0;
    virtual size_t touching() = 0;
    virtual size_t leftOut() const = 0;
};

}  // namespace ringlet::cylinders
