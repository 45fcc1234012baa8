#include "core/scenes/motion_steps.h"

#include "core/models/pose_path.h"
#include "core/scenes/rated.h"

namespace ringlet {
namespace {

// Where a head is, m, and how it is turned: about Y, then its own X, then its own Z, rad.
struct Moves {
    Rated x, y, z, yaw, pitch, roll;
};

PoseKey keyOf(const Moves& m) {
    const Quatd yaw = rotationOf(Vec3d{0, m.yaw.value, 0}), pitch = yaw * rotationOf(Vec3d{m.pitch.value, 0, 0});
    PoseKey key;
    key.pose.position = {m.x.value, m.y.value, m.z.value};
    key.pose.orientation = toFloat(pitch * rotationOf(Vec3d{0, 0, m.roll.value}));
    key.velocity = toFloat(Vec3d{m.x.rate, m.y.rate, m.z.rate});
    key.angularVelocity = toFloat(Vec3d{0, m.yaw.rate, 0} + rotate(yaw, Vec3d{m.pitch.rate, 0, 0}) + rotate(pitch, Vec3d{0, 0, m.roll.rate}));
    return key;
}

// From 0 to `much` and back to 0.
Rated there(double t, double start, double end, double much, double move) {
    const Rated back = reach(t, end - move, end);
    return much * (reach(t, start, start + move) + Rated{-back.value, -back.rate});
}

}  // namespace

// Two steps a period of 1.1 s: the head sways with it and bobs twice (Inman, Ralston and Todd 1981 give 5 cm in all).
PoseKey walkAt(double t) {
    const double stride = 1 / 1.1;
    Moves m;
    m.x = 0.02 * swing(t, stride, stepsStop);
    m.y = 0.025 * swing(t, 2 * stride, stepsStop);
    m.z = 0.01 * swing(t, 2 * stride, stepsStop);
    m.yaw = 4 * degree * swing(t, stride, stepsStop) + there(t, 3, 5.5, 35 * degree, 0.6) + there(t, 6.5, 8.8, -40 * degree, 0.5);
    m.pitch = 3 * degree * swing(t, 2 * stride, stepsStop);
    m.roll = 2 * degree * swing(t, stride, stepsStop);
    return keyOf(m);
}

// A beat of half a second: steps to either side, nods and sways with it, and a turn all the way round.
PoseKey danceAt(double t) {
    Moves m;
    m.x = there(t, 0.5, 2.5, 0.2, 0.45) + there(t, 3, 5, -0.2, 0.45) + there(t, 7.5, 9.2, 0.15, 0.4);
    m.y = 0.03 * swing(t, 2, stepsStop);
    m.z = there(t, 4.5, 6.5, 0.12, 0.4);
    m.yaw = there(t, 1.5, 3.5, 50 * degree, 0.35) + there(t, 4, 5.4, -60 * degree, 0.35) + 360 * degree * reach(t, 5.8, 7.2);
    m.pitch = 10 * degree * swing(t, 1, stepsStop);
    m.roll = 8 * degree * swing(t, 0.5, stepsStop);
    return keyOf(m);
}

}  // namespace ringlet
