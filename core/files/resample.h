// Strands with other numbers of points: evenly by arc length, and how far that
// takes them from where they were.
#pragma once

#include "core/files/formats.h"

namespace ringlet {

// The largest distance from a point of `from` to the polyline `to`, which is
// `from` resampled evenly by arc length. Segments are looked for near the same
// arc length, so where a strand doubles back it may come out larger than it is.
float deviationOf(const std::vector<Vec3f>& from, const std::vector<Vec3f>& to);

struct Resampled {
    FileStrands strands;
    float deviation = 0;    // deviationOf the worst strand, in the file's units
    uint32_t points = 0;    // a strand now; 0: nothing had to change
};

// Every strand with `points` (>= 2) points, evenly by arc length, first and last
// kept. Thickness, transparency and colours go along; a point is fixed up to
// the length to which its strand was.
Resampled resampledTo(const FileStrands& strands, uint32_t points);

// With as many points as `format` can write: unchanged, or resampled to the smallest number of
// points it allows that no strand exceeds, or to the largest.
Resampled resampledFor(const FormatInfo& format, FileStrands strands);

}  // namespace ringlet
