// A groom: strands of points in head space (metres, Y up, +Z out of the face),
// with a root frame each. It is what files and procedural generators produce
// and what every model is built from.
#pragma once

#include "core/math/vec.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ringlet {

// Consecutive strands that have the same number of points.
struct StrandGroup {
    uint32_t firstStrand = 0;
    uint32_t strandCount = 0;
    uint32_t points = 0;      // a strand, root included; at least 2
    uint32_t firstPoint = 0;  // index of the group's first point in Groom::points
};

struct Groom {
    std::vector<StrandGroup> groups;  // cover all strands in order
    std::vector<Vec3f> points;        // strand by strand, root first, m
    std::vector<Vec3f> rootNormals;   // a strand, unit, out of the scalp
    std::vector<Vec3f> rootTangents;  // a strand, unit, across the normal (the paper's Aux_0 - p_0)
    std::vector<float> radii;         // a strand, m, for drawing

    size_t strands() const { return rootNormals.size(); }
};

// Appends one strand, opening a new group where the point count changes.
void addStrand(Groom& groom, const std::vector<Vec3f>& points, Vec3f normal, float radius);

// Where a strand of `count` points (at least 2) is at `share` of the way along them: evenly between two of them, and beyond the ends
// straight on.
inline Vec3f strandPoint(const Vec3f* points, uint32_t count, float share) {
    const float at = share * static_cast<float>(count - 1);
    uint32_t before = static_cast<uint32_t>(at < 0 ? 0.0f : at);
    if (before > count - 2) before = count - 2;
    return points[before] + (at - static_cast<float>(before)) * (points[before + 1] - points[before]);
}

// A unit vector across n, the same on every target.
Vec3f acrossOf(Vec3f n);

// A polyline resampled to `count` points evenly by arc length (first and last kept).
std::vector<Vec3f> resampledByLength(const std::vector<Vec3f>& points, int count);

}  // namespace ringlet
