// A skin under hair that fits no head: a closed body made from the roots alone.
#pragma once

#include "core/collide/colliders.h"
#include "core/files/head_search.h"

namespace ringlet {

// The body is the union of the largest balls that touch the skin at a root from within and
// hold no other root (Ma, Bae and Choi 2012, "3D medial axis point approximation using
// nearest neighbors and the normal field"), none larger than a share of the roots' extent:
// a scalp or a back gets a mound, a strip of hair a roll, an animal its trunk and limbs.
// The skin's normal at a root is across the roots around it, to the side where hair leaves.
struct RootSkin {
    Mesh mesh;          // closed, without normals
    DistanceGrid grid;  // of the same body: what hair is kept out of
};

// samples: in metres, Y up; at least one. Same bits on every target.
RootSkin skinOfRoots(const std::vector<StrandSample>& samples);

}  // namespace ringlet
