// Grooms too large to simulate whole: which strands are simulated, and how the
// rest follow them.
#pragma once

#include "core/groom/follow.h"

#include <vector>

namespace ringlet {

struct GuidedGroom {
    Groom guides;                  // what is simulated, in groups of equal point count
    std::vector<uint32_t> strand;  // a guide: which of the groom's strands it is
    FollowTable table;             // the guides themselves, then every other strand of the groom
    std::vector<uint32_t> drawn;   // a follower: which of the groom's strands it stands for
    // How far followers lie from the strands that they stand for, at rest, over a
    // strand's length: the mean over strands of the farthest point, and the farthest.
    float meanDeviation = 0, mostDeviation = 0;
};

// Takes `count` of a groom's strands as guides: first the one nearest to the
// middle of the roots, then always the strand that is farthest from those taken
// (Gonzalez 1985), by the distances of its root, middle and tip, so that guides
// are spread well over the scalp and over shapes. Those first few of a larger
// count are the same, where strands times count are below 4e8. Every other strand follows the one or several of its
// nearest guides that come closest to its own shape at rest, and reaches its own
// root and tip exactly. Any first part of the followers is spread evenly.
// count: [1, ...); all strands are guides where it is no less than their number.
// Same bits on every target. Time grows with strands * count; beyond 4e8 guides
// are chosen from an even sample of the strands.
GuidedGroom guidedGroom(const Groom& groom, uint32_t count);

}  // namespace ringlet
