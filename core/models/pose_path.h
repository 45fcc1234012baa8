// Smooth paths between two poses, in double: rotation vectors and the cubic
// that poseAt() and the motions share.
#pragma once

#include "core/models/frame.h"

namespace ringlet {

// The rotation vector (rad, |v| <= pi) of a unit quaternion, the shorter way
// round, and its inverse.
Vec3d rotationVector(Quatd q);
Quatd rotationOf(Vec3d v);

// The rotation vector (world) that takes orientation `from` to `to`.
Vec3d turnBetween(Quatf from, Quatf to);

// The cubic Hermite path over `duration` seconds between two keys, at u in
// [0, 1]: cubic in position and in the rotation vector relative to `begin`,
// with the keys' velocities as end rates. Exact at both ends; the velocities
// returned are the path's derivatives.
PoseKey posePath(const PoseKey& begin, const PoseKey& end, double duration, double u);

}  // namespace ringlet
