// Curves as USD's BasisCurves schema has them, made polylines.
#pragma once

#include "core/files/formats.h"

#include <string>
#include <vector>

namespace ringlet {

// One BasisCurves prim. Fallbacks are the schema's.
struct UsdCurves {
    std::vector<uint32_t> counts;  // control points of each curve
    std::vector<Vec3f> points;
    std::vector<float> widths, opacities;
    std::vector<Vec3f> colors;
    std::vector<uint32_t> widthIndices, opacityIndices, colorIndices;  // into the above; empty: as they lie
    std::string type = "cubic", basis = "bezier", wrap = "nonperiodic";
    std::string widthsVary = "vertex", opacitiesVary = "constant", colorsVary = "constant";
};

// The control points that shape each point of a polyline and by how much.
struct CurveSample {
    uint32_t control[4];
    double weight[4];
    double along;  // in segments from the curve's start, for what varies by segment
};

enum class CurveBasis { Linear, Bezier, BSpline, CatmullRom };

// Puts values in the place of indices into them. Error: an index beyond them; without a place.
Status applyIndices(UsdCurves& curves);

// How many segments a curve of `points` control points has; 0: too few, or a
// number that the basis cannot have. `pinned` curves reach their first and last
// control point.
uint32_t curveSegments(CurveBasis basis, bool pinned, uint32_t points);

// Point `index` of as many as there are control points, evenly in the curve's
// parameter: a linear or pinned Catmull-Rom curve gives its control points.
CurveSample curveSample(CurveBasis basis, bool pinned, uint32_t points, uint32_t index);

// Appends the prim's curves as polylines of as many points as they have control
// points; a closed one is opened where it begins and ends there again, with one
// point more, or three of a b-spline or Catmull-Rom. Error: what does not fit together; without a place.
Status appendCurves(const UsdCurves& curves, FileStrands& out);

}  // namespace ringlet
