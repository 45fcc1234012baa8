// Flat wisps: ribbons of hair, each between two strands that are its rims (Kmoch 2018, 3.6.3). Rims grow side by side
// at about the same height of the scalp, one or two centimetres apart, and point the same way.
#pragma once

#include "core/groom/groom.h"

#include <string>

namespace ringlet {

// A wisp by the strands of a groom that are its rims, seen from outside the head.
struct Wisp {
    uint32_t left, right;
};

struct WispGroom {
    Groom groom;
    std::vector<Wisp> wisps;  // a strand is in at most one; both rims have as many points
};

// What two strands must have in common to be rims of one wisp.
constexpr float wispNearest = 0.6f, wispFarthest = 1.4f;  // distance of the roots over the width that is asked for
constexpr float wispSteepest = 0.5f;                      // difference of the roots' heights over that width
constexpr float wispTurn = 0.8f;                          // cosine between the ways from root to tip, and between normals
constexpr float wispShorter = 0.75f;                      // the shorter strand's length over the longer one's

// The groom with its strands gathered into wisps about `width` (m, > 0; 0 or less gives none) wide. Of all pairs that
// may be, the one that fits best comes first, then the best of what is left, until no two strands are left that could
// be a wisp. What fits best does not depend on the strands' order in the groom, unless two strands are the same.
//
// Wisps stand in the order of their first strand in the groom. Their rims have as many points as the one that
// had more, evenly by length; a strand that already is so keeps its points. Strands that find no partner stay as
// they are. Same bits on every target. Time grows with the number
// of strands within 1.4 widths of a strand's root; a fifth of a second for 60,000.
WispGroom gatherWisps(const Groom& groom, float width);

// "N wisps; M of S strands are single", for the user.
std::string wispsInWords(const WispGroom& gathered);

}  // namespace ringlet
