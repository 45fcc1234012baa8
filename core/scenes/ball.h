// Balls that whoever looks on may place beside the hair of any scene and move about. They
// go along with the head. Their parameters stand beside each scene's own.
#pragma once

#include "core/collide/colliders.h"
#include "core/params/params.h"

#include <array>
#include <string>

namespace ringlet {

constexpr size_t mostBalls = 4;
typedef std::array<Sphere, mostBalls> Balls;  // head space, m; radius 0: there is none

// Radius, X, Y and Z of each: ballRadius ... of the first, ball2Radius ... of the second; all Live.
const ParamTable& ballParams();
// The name of a ball's parameter, `what` being Radius, X, Y or Z.
std::string ballParam(size_t ball, const char* what);
Balls ballsOf(const Params& params);  // none where `params` has no such rows

// Balls go where they are put no faster than this, m/s: hair leaves what comes into it at that
// speed, and would be run through by a faster one.
constexpr float ballSpeed = 0.2f;

// Where `balls` are `dt` seconds later on their way to `wanted`; at once where there was none.
Balls movedBalls(const Balls& balls, const Balls& wanted, float dt);

}  // namespace ringlet
