// Where a strand starts that a groom leads through what it was made around.
#pragma once

#include "core/models/chain_terms.h"

namespace ringlet {

// A segment's frame, turned as little as possible so that its end, x + length z, is no deeper than `depth` (m; contactSlack
// if less) in what the groom was made around, with the head turned by `head`: a strand that begins inside is pushed to
// both sides at once and finds no rest, or is seen leaving.
inline Quatf outOfGroomHead(const ColliderView& madeAround, Quatf frame, Vec3f x, float length, Quatf head, float depth = 0) {
    if (!madeAround.any()) return frame;
    ChainSubstep<float> still{};
    still.after = head;
    return outOfCollider(ColliderArgs{madeAround, 0}, still, frame, SweptSegment<float>{x, length, -depth, 1});
}

}  // namespace ringlet
