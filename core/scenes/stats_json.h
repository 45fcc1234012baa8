// Statistics as JSON, in the keys that the command line's --stats and the
// page's stats() share.
#pragma once

#include "core/base/json.h"
#include "core/scenes/simulation.h"

namespace ringlet {

// The keys `frames strands particles ms lengthError maxSpeed penetration energy resets
// hash` and their values, into an object that the caller has begun; `energy` is an object of
// `kinetic gravity elastic lost` (J). What was not measured is null.
void writeStats(JsonWriter& json, const Stats& stats);

}  // namespace ringlet
