// Fits a polyline by a strand of helical elements, so that every groom and every
// file runs with this model.
#pragma once

#include "core/groom/groom.h"

#include <functional>
#include <vector>

namespace ringlet::super_helix {

// A fitted strand: clamp and natural shape.
struct HelixFit {
    Vec3d root;                  // m
    Quatd frame;                 // at the root: z along the strand, x the section's major axis
    double length = 0;           // along the curve, m
    std::vector<Vec3d> darboux;  // an element: curvatures about n1, n2 and twist, rad/m
    double meanError = 0;        // root mean square distance of the polyline's points, m
    double worstError = 0;       // m
    bool reduced = false;
};

// The way (m) out of what a strand must not be in; nothing for a place outside.
typedef std::function<Vec3d(Vec3d)> WayOut;

// The fit of `count` >= 2 points by `elements` equal elements (1 to 20), at most
// `passes` improvements of all elements together. reduced: no curvature about the
// section's minor axis (Kmoch 2018, 3.4.1). A polyline's pieces are taken for chords
// of arcs, so that a coarsely sampled curl keeps its length; of more than a thousand points every so
// many are taken. Where the fit would be inside, it is drawn out. Same bits everywhere.
HelixFit fitHelices(const Vec3f* points, int count, int elements, bool reduced, const WayOut& wayOut = {},
                    int passes = 30);

// Points of the fit at `count` >= 2 places evenly along it, m.
std::vector<Vec3d> fitLine(const HelixFit& fit, int count);

}  // namespace ringlet::super_helix
