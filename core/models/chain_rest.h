// From a groom's polylines to chains at rest.
#pragma once

#include "core/models/chain_fields.h"
#include "core/models/strand_points.h"

namespace ringlet {

// Fills the fields of the rest (ChainFields, which the store's list begins with). All floats, same bits on every target.
void makeRestChains(StrandStore& store, const Groom& groom, const StrandGroup& group);

}  // namespace ringlet
