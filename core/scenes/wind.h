// The wind that every scene can have: a direction, a speed and gusts, the same
// on every target. Its parameters stand beside each scene's own.
#pragma once

#include "core/math/vec.h"
#include "core/params/params.h"

namespace ringlet {

// windSpeed, windHeading, windGusts: all Live.
const ParamTable& windParams();

struct Wind {
    float speed = 0;    // mean, m/s
    float heading = 0;  // where the air goes, rad about Y: 0 along world X, a quarter turn along -Z
    float gusts = 0;    // 0: steady; 1: swings between a lull and more than twice the mean
};
Wind windOf(const Params& params);  // calm where `params` has no such rows

// The air's velocity (m/s, world) at `time` s, [0, 1e9]. Gusts are value noise:
// random numbers at even distances in time with smooth curves between them, at
// three periods, as turbulence has eddies of many sizes. Continuous with its
// first derivative; exactly zero where the speed is zero; never more than 3.5
// times the mean.
Vec3f windAt(const Wind& wind, double time);

}  // namespace ringlet
