// What is drawn across and along a strip of hair, as a small texture.
#pragma once

#include "shaders/shared/limits.h"

#include <cstdint>
#include <vector>

namespace ringlet {
namespace view {

// Strips differ: the map holds so many kinds of them beside each other.
constexpr int stripKinds = RINGLET_STRIP_KINDS;
constexpr int stripMapWidth = 256 * stripKinds, stripMapHeight = 128;  // texels; across, from root to tip

// Four bytes a texel, row after row from the root on: how much the strip covers there, how far
// the hairs' tangent tilts (0 to 255 from the root's side to the outer), how light
// they are, and 255. Every strip is made of streaks, each a lock that wanders, narrows
// and ends by itself, so that sides and tips have soft and irregular edges.
std::vector<uint8_t> makeStripMap();

}  // namespace view
}  // namespace ringlet
