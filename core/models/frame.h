// What a model is told about one frame: how long it is, how the head moves
// through it, and what surrounds the hair.
#pragma once

#include "core/collide/colliders.h"
#include "core/math/vec.h"
#include "core/models/substep.h"

namespace ringlet {

struct Pose {
    Vec3d position{0, 0, 0};          // of the head's origin in the world, m
    Quatf orientation{0, 0, 0, 1};    // head space to world, unit
};

// A pose with its rates, at a frame's boundary.
struct PoseKey {
    Pose pose;
    Vec3f velocity{0, 0, 0};          // m/s, world
    Vec3f angularVelocity{0, 0, 0};   // rad/s, world
};

struct Frame {
    float dt = 1.0f / 60;             // s, (0, 0.1]
    PoseKey begin, end;               // the head at the frame's two boundaries
    bool teleport = false;            // carry the hair rigidly from begin to end
    const Colliders* colliders = nullptr;  // head space; null for none
    Vec3f gravity{0, -9.81f, 0};      // m/s^2, world
    Vec3f wind{0, 0, 0};              // velocity of the air, m/s, world
    float style = 1;                  // what bends of the rest shape are multiplied by besides, where a model has curlGain
    Brush brush;
};

// The head's pose at u in [0, 1] of a frame: cubic in position and in rotation
// vector, so that velocity is continuous across substeps and frames. Exact at
// both ends.
Pose poseAt(const Frame& frame, float u);

// A jump of more than 0.5 m or 60 degrees within a frame counts as a teleport
// whether flagged or not.
bool isTeleport(const Frame& frame);

}  // namespace ringlet
