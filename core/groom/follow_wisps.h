// Strands drawn between the two rims of each wisp, interpolated from them (Kmoch 2018, 3.6.3).
#pragma once

#include "core/groom/follow.h"
#include "core/groom/wisps.h"
#include "core/params/params.h"

namespace ringlet {

struct WispFollowOptions {
    uint32_t each = 300;       // strands in a wisp
    float thickness = 0.003f;  // m: how far strands' tips lie out of the strip between the rims, in all
    // Roots are spread over the scalp between a wisp and its neighbours, no farther than so many m, in all, and gather
    // in the wisp on their way.
    float widest = 0.03f;
    float shortest = 0.85f;    // the least share of its rims' way that a strand reaches, (0, 1]
    float jitter = 0.001f;     // m, of strands that stray
    // m: strands that are single have strands about them too, in wisps so wide; 0: they have none.
    float singleWidth = 0;
    uint64_t seed = 1;
};

// Every strand as its own guide, then round by round one strand more in each wisp, so that any first part of them is
// spread evenly over the wisps and over the width of each. The same bits everywhere.
// A microsecond a strand.
FollowTable followWisps(const WispGroom& gathered, const WispFollowOptions& options);

// How wide the model of these parameters gathers wisps, m; 0: it gathers none.
float wispWidthOf(const Params& params);

// How wide the flat wisps are that a groom is drawn as, m: as wide as the model gathers them, or, where it does not (0), as
// far as roots lie apart.
float drawnWispWidth(const Groom& groom, float ofModel);

// followWisps() for any groom, gathered into wisps of drawnWispWidth(): `each` strands in a wisp, and about a single one.
FollowTable followFlatWisps(const Groom& groom, float ofModel, uint32_t each, uint64_t seed = 1);

// The wisps, and behind them each single strand as a wisp that has it for both rims.
std::vector<Wisp> wispsAndSingles(const WispGroom& gathered);

// How far roots of such a wisp's strands spread over the scalp, m.
float wispSpread(const WispGroom& gathered, const WispFollowOptions& options);

}  // namespace ringlet
