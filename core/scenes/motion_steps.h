// How a head moves that walks or dances on the spot, made from steps and turns.
#pragma once

#include "core/models/frame.h"

namespace ringlet {

constexpr double stepsStop = 10;  // s, when both come to rest

// At time t (s), with velocities.
PoseKey walkAt(double t);
PoseKey danceAt(double t);

}  // namespace ringlet
