// Contacts between strands on a device, from where their points lie to the loads that stages read. Plain structs and an
// interface only; gathered_rod_links.h is one.
#pragma once

#include "core/base/device_part.h"
#include "core/base/result.h"
#include "core/models/super_helix/rod_link_math.h"

#include <vector>

namespace ringlet::super_helix {

// Of a group of strands.
struct LinkGroup {
    uint32_t apart;  // every so many points of a strand touch other strands
    float* loads;    // on the device: RodTileT::link of all tiles
};

class RodLinksDevice : public DevicePart {
public:
    // The points that touch other strands, group by group. Before all else.
    virtual Status set(const std::vector<uint32_t>& strands, const std::vector<HairPoint>& rest, const std::vector<LinkGroup>& groups) = 0;
    virtual Status setMemory(const std::vector<LinkMemory>& from) = 0;  // forgets what was left out
    virtual Status memory(std::vector<LinkMemory>& to) = 0;
    // Before the stage of a step, in which the head moves so far, and after it. See RodLinks.
    virtual Status find(const RodLinkSettings& settings, const SegmentPlan& plan, Vec3f headMove) = 0;
    virtual Status keep(const RodLinkSettings& settings) = 0;
    virtual size_t leftOut() const = 0;
};

}  // namespace ringlet::super_helix
