// Crooked strands all around a head that swings and turns: what sameness is tried on.
#pragma once

#include "verify/line.h"
#include "verify/play.h"

namespace ringlet::verify {

// So many strands of 0.15 m and 20 points on a sphere of 0.1 m about the head's origin, each from its own
// random numbers.
std::vector<Points> crowd(int strands);

// `count` curls of 1 cm radius, 0.25 m of line and 50 points that stand off that sphere.
std::vector<Points> curls(int count);

// The strands with every coordinate moved by half a unit in the last place of a float, up or down by chance.
std::vector<Points> nudged(const std::vector<Points>& strands);

// A head that sets out from rest, swings by up to 0.1 m and turns by up to 0.5 rad.
PoseKey wildPose(double time);

// Plays that were all but the same say nothing any more where they have come so far apart (m): what is allowed would be as long as
// hair. Some steps are there within a few frames; they are judged after half of those before.
constexpr double stillAlike = 1e-4;
// Where there are fewer frames than these, the explicit step of a rod blows up: it is judged by softer strands.
constexpr int fewestFrames = 4;
constexpr double usualStiffness = 6e-9, softStiffness = 1e-3 * usualStiffness;  // N m^2

// A way to see a play differently: where its points are, and its head.
struct View {
    std::function<Vec3d(Vec3d)> place;     // of points in head space and relative to the head
    std::function<PoseKey(PoseKey)> head;
};

// Plays the crowd, and curls, of a moving head as they are and as they are seen, beside a sphere that they rub on,
// for `frames` frames, or fewer where strands that were all but the same soon part by 0.1 mm.
// Reached: how far the view of the one is from the other, m. Allowed: ten times as far as strands come
// apart whose points differ by half a unit in the last place.
Result<Finding> comparedViews(const Subject& subject, const View& view, int frames);

}  // namespace ringlet::verify
