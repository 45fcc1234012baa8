// Strands that meet: whether a lock that falls across another stays above it (scene `crossing`), and what contacts cost on a head.
#pragma once

#include "native/bench.h"

namespace ringlet::cli {

// A row for each height and model setting: of 20 seeds (request.quick: 4) the share of strands that are on their side.
Status benchCrossing(const BenchRequest& request, BenchReport& report);
// Heads of some guides with contacts and without, frame by frame in turn.
Status benchContacts(const BenchRequest& request, BenchReport& report);

}  // namespace ringlet::cli
