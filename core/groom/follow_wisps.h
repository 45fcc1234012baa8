// Strands drawn between the two rims of each wisp, interpolated from them (Kmoch 2018, 3.6.3).
#pragma once

#include "core/groom/follow.h"
#include "core/groom/wisps.h"

namespace ringlet {

struct WispFollowOptions {
    uint32_t each = 300;       // strands in a wisp
    float thickness = 0.003f;  // m: how far strands' tips lie out of the strip between the rims, in all
    // Roots are spread over the scalp between a wisp and its neighbours, no farther than so many m, in all, and gather
    // in the wisp on their way.
    float widest = 0.03f;
    float shortest = 0.85f;    // the least share of its rims' way that a strand reaches, (0, 1]
    float jitter = 0.001f;     // m, of strands that stray
    uint64_t seed = 1;
};

// Every strand as its own guide, then round by round one strand more in each wisp, so that any first part of them is
// spread evenly over the wisps and over the width of each. Single strands have none. The same bits everywhere.
// A microsecond a strand.
FollowTable followWisps(const WispGroom& gathered, const WispFollowOptions& options);

}  // namespace ringlet
