// The hairs of a flat wisp, as a small texture (Kmoch 2018, 3.6.3: tangent map and relief map).
#pragma once

#include "shaders/shared/limits.h"

#include <cstdint>
#include <vector>

namespace ringlet {
namespace view {

constexpr int wispMapWidth = 128 * RINGLET_WISP_KINDS, wispMapHeight = 512;  // texels; across, from root to tip

// Four bytes a texel, row after row from the root on. Height of the hairs, 0 where there is none; how far a hair's
// tangent tilts outwards; a number of the hair's own, which is also how light it is; how far its tangent slopes to the
// right in the strip, 128 where it runs straight. Hairs lie in locks, wander and end one by one.
std::vector<uint8_t> makeWispMap();

}  // namespace view
}  // namespace ringlet
