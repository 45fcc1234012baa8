// Followers by bilinear interpolation of four neighbouring guides (Barnes 2006,
// "Interpolation"): in each cell of guides a 5 x 5 grid of strands, whose places
// a cosine shifts, so that they do not stand in rows.
#pragma once

#include "core/groom/follow.h"

#include <functional>

namespace ringlet {

// Adds followers to `table` until it holds `drawn`: one for each cell of guides in
// turn, then the next place of the grid in each. After 25 a cell the grid is gone
// through again with other shifts, and in each turn guides at which no cell begins,
// as those around the crown, get a strand of their own: alone(guide, number in the
// table) makes it. Adds none where guides form no cell.
//
// A strand's place (s, t) in its cell, from 0 to 1 between the guides, is
//   s(v) = (i + 1/2) / 5 + cos(17 a + 29 p) c(v) / 10
//   t(v) = (j + 1/2) / 5 + cos(31 a - 13 p) c(v) / 10
// with azimuth a and polar angle p (rad) of its root around the head's middle, v the way
// to the tip; c falls from 1 to -1 as cos(pi v) does, by the follow formula's own blend.
void addGridFollowers(const Groom& groom, uint32_t drawn, const std::function<Follower(uint32_t, uint32_t)>& alone,
                      FollowTable& table);

}  // namespace ringlet
