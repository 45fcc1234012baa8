// What kernels are told of segments that are held to the head; see holders.h and hold_terms.h.
#pragma once

#include "core/math/vec.h"

#include <cstddef>

namespace ringlet {

constexpr size_t mostHolders = 3;  // a headband, and two clips

// Rows of a segment: by which holder it is held (0: by none), where its end is held beside that one's middle (m), its frame
// there, both in head space, and how far from the root its beginning may be held, m.
enum HoldRow : int { HeldBy = 0, HeldAt = 1, HeldFrame = 4, HeldReach = 8, holdRows = 9 };

// What a substep is told of what is worn.
struct HoldArgs {
    bool any = false;
    Vec3f center[mostHolders] = {};  // head space, m
};

}  // namespace ringlet
