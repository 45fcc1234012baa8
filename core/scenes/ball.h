// A ball that whoever looks on may place beside the hair of any scene and move about. It
// goes along with the head. Its parameters stand beside each scene's own.
#pragma once

#include "core/collide/colliders.h"
#include "core/params/params.h"

namespace ringlet {

// ballRadius, ballX, ballY, ballZ: all Live.
const ParamTable& ballParams();
Sphere ballOf(const Params& params);  // head space, m; radius 0: there is none, or `params` has no such rows

// The ball goes where it is put no faster than this, m/s: hair leaves what comes into it at that
// speed, and would be run through by a faster one.
constexpr float ballSpeed = 0.2f;

// Where `ball` is `dt` seconds later on its way to `wanted`; at once where there was none.
Sphere movedBall(Sphere ball, Sphere wanted, float dt);

}  // namespace ringlet
