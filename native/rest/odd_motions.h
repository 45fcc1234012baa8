// Twenty motions of the head that hair must come to rest from, and others at random.
#pragma once

#include "core/scenes/motion.h"

#include <memory>
#include <string>
#include <vector>

namespace ringlet::cli {

// The named motions that every scene plays; a figure eight with yaw, a jerk, rolls over the head and back, a
// spin, tilts that stay, and motions at random that stop dead.
const std::vector<std::string>& oddMotionNames();

// The motion of that name, or `random N`, which is one at random for every N.
std::unique_ptr<Motion> oddMotion(const std::string& name);

}  // namespace ringlet::cli
