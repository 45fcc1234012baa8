// Guides as a grid on the scalp: who is whose neighbour to the east and to the
// north, and the cells of four guides between them. For grids of rows and columns
// these are the rows, columns and rectangles; for scattered roots what is nearest to it.
#pragma once

#include "core/groom/groom.h"

namespace ringlet {

class RootNeighbours;

// The first point of every strand, m.
std::vector<Vec3f> rootsOf(const Groom& groom);

// Strands; the strand itself where there is none.
struct ScalpNeighbours {
    uint32_t east, north;
};

// For each strand the other whose root lies nearest in the direction east, and in
// the direction north, along the scalp; up is +Y. Roots aside of that direction
// count as farther away (their way d over the cosine c of what they are aside, d / c^2);
// none counts that is more than 53 degrees aside, seen from either root (so that no way
// leads over the pole), or farther than three times the roots' spacing.
// `near` must be of rootsOf(groom).
std::vector<ScalpNeighbours> scalpNeighbours(const Groom& groom, const RootNeighbours& near);

// Four guides around a piece of scalp: a guide, its eastern neighbour, its northern one,
// and what is east of north. No two are the same.
struct GuideCell {
    uint32_t corners[4];
};
std::vector<GuideCell> guideCells(const Groom& groom);

// Where the uppermost guides leave a crown open: two of them side by side (corners 0 and 1,
// eastward), and a guide below (2) one of them (3). Only where the pole is no farther than
// three of the distances between these.
std::vector<GuideCell> crownCells(const Groom& groom, const std::vector<GuideCell>& cells);

}  // namespace ringlet
