// How the head moves: named motions that every scene can play, and keys read
// from a CSV file.
#pragma once

#include "core/base/result.h"
#include "core/models/frame.h"

#include <memory>
#include <string>
#include <vector>

namespace ringlet {

class Motion {
public:
    virtual ~Motion() = default;
    // The head at time t (s, from 0), with its velocities. Deterministic.
    virtual PoseKey at(double t) const = 0;
    // True where the head jumps somewhere in (t0, t1].
    virtual bool jumps(double t0, double t1) const { (void)t0; (void)t1; return false; }
    // When the head stops for good, s; 0 where it never moves.
    virtual double stopsAt() const = 0;
};

// bob, dance, drag, helix-shake, nod, shake, still, teleport, violent, walk: sorted by name.
struct MotionInfo {
    std::string name;
    std::string summary;
};
const std::vector<MotionInfo>& motions();

// A named motion, or the CSV file of that path: a line a key
// `t, x, y, z, qx, qy, qz, qw` (s, m, unit quaternion), t increasing.
Result<std::unique_ptr<Motion>> makeMotion(const std::string& nameOrPath);

}  // namespace ringlet
