// Grooms made from roots and a table of parameters: hair that leaves the scalp,
// lies down along a comb direction, hangs around the head without entering it,
// and then waves or curls about that line, in clumps.
#pragma once

#include "core/groom/roots.h"
#include "core/params/params.h"

#include <functional>
#include <vector>

namespace ringlet {

// How far a point is from what the hair must stay out of: signed distance (m),
// negative inside, and about the unit direction in which it grows.
struct Clearance {
    float distance;
    Vec3f outward;
};
using ClearanceFunction = std::function<Clearance(Vec3f)>;  // empty: nothing to stay out of

// The parameters of proceduralGroom: strands, particles, length, curl ...
const ParamTable& proceduralGroomParams();

// One strand a root: `particles` points each, evenly spaced along a curve of
// the length asked for, and none inside `obstacle` where a way around it is found, but for the root. Reads the parameters of
// proceduralGroomParams() from `params`; "strands" is left to whoever makes the
// roots. The first "clumps" roots are the clumps' centres, so any prefix of the
// roots should be spread evenly. The same seed gives the same bits everywhere.
// Costs some microseconds a point.
Groom proceduralGroom(const std::vector<GroomRoot>& roots, const Params& params, const ClearanceFunction& obstacle);

}  // namespace ringlet
