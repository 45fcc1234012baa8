// Which strands of a file run the other way than most.
#pragma once

#include "core/files/formats.h"

#include <cstdint>
#include <vector>

namespace ringlet {

// 1 for every strand whose last point is where its neighbours have their first, of strands on
// the whole; empty where there is none. Which of the two ways is from root to tip is not known here.
//
// Neighbours run beside each other, so the ends of two of them say whether they run the same way;
// the surest pairs are joined first, as when normals of points are made to agree (Hoppe et al. 1992,
// "Surface reconstruction from unorganized points", 3.3, there by a spanning tree as well). A strand
// counts only where its ends then lie clearly nearer to its neighbours' like ends: one that lies
// across the rest, or alone, stays. Same bits on every target.
std::vector<uint8_t> strandsAgainst(const FileStrands& strands);

// Turns the strands round that are marked, with all that the file says of each point.
void turnRound(FileStrands& strands, const std::vector<uint8_t>& marked);
void turnRound(FileStrands& strands);  // all of them

}  // namespace ringlet
