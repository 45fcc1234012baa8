// Strands that cannot hold the shape they were given buckle before the first frame, not seconds
// later: they start where they come to rest under gravity.
#pragma once

#include "core/models/elastic_strand/sag_free.h"

namespace ringlet::elastic_strand {

// Sets `start` of the group to the given shape, and for strands whose `holds` is 0 to where they
// come to rest from there, head upright. A strand's result depends on itself alone; same bits for
// any lanes and any pool.
void settleLimp(StrandSet& group, const std::vector<uint8_t>& holds, const HoldingTask& task, ThreadPool* pool);

}  // namespace ringlet::elastic_strand
