// A groom's strand as the fit of helices takes it: points and the arc length of the curve through them.
#pragma once

#include "core/math/elementary.h"
#include "core/math/vec.h"

#include <vector>

namespace ringlet::super_helix {

// The angle between two directions, rad.
inline double turning(Vec3d a, Vec3d b) { return arcTangent2(lengthOf(cross(a, b)), dot(a, b)); }

// Arc length of the piece between two vertices, from the angles at its ends.
inline double arcOf(double chord, double angleBefore, double angleAfter) {
    double half = 0.25 * (angleBefore + angleAfter);
    half = half < 1.0 ? half : 1.0;
    return half < 1e-4 ? chord : chord * half / sine(half);
}

// Points that are fitted to; of more, which say no more about a few elements, every so many.
constexpr int mostVertices = 1024;

struct FitPolyline {
    std::vector<Vec3d> point;   // relative to the first, coinciding ones dropped, m
    std::vector<double> upTo;   // arc length, m
};

inline FitPolyline polylineOf(const Vec3f* points, int count) {
    FitPolyline line;
    line.point.push_back({0, 0, 0});
    const int every = (count - 2) / mostVertices + 1;
    for (int i = 1 + (count - 2) % every; i < count; i += every) {  // with the last
        Vec3d p{double(points[i].x) - points[0].x, double(points[i].y) - points[0].y, double(points[i].z) - points[0].z};
        Vec3d step = p - line.point.back();
        if (dot(step, step) > 1e-14) line.point.push_back(p);
    }
    if (line.point.size() < 2) line.point.push_back({0, 0, 1e-4});  // all points in one place: as short a strand as any
    const size_t n = line.point.size();
    std::vector<double> angle(n, 0.0);
    for (size_t i = 1; i + 1 < n; ++i)
        angle[i] = turning(line.point[i] - line.point[i - 1], line.point[i + 1] - line.point[i]);
    if (n > 2) angle[0] = angle[1], angle[n - 1] = angle[n - 2];
    line.upTo.assign(n, 0.0);
    for (size_t i = 1; i < n; ++i)
        line.upTo[i] = line.upTo[i - 1] + arcOf(lengthOf(line.point[i] - line.point[i - 1]), angle[i - 1], angle[i]);
    return line;
}

}  // namespace ringlet::super_helix
