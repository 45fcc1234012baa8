// How controls of a parameter move.
#pragma once

#include "core/params/params.h"

namespace ringlet {

// Ranges over several decades, in which small values matter, move by ratio; others evenly.
bool movesByRatio(const ParamInfo& row);

}  // namespace ringlet
