// Whether a lock that falls across another stays above it (scene `crossing`).
#pragma once

#include "native/bench.h"

namespace ringlet::cli {

// A row for each height and model setting: of 20 seeds (request.quick: 4) the share of strands that are on their side.
Status benchCrossing(const BenchRequest& request, BenchReport& report);

}  // namespace ringlet::cli
