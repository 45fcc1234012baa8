// Strands as a format can hold them.
#pragma once

#include "core/files/resample.h"

namespace ringlet {

struct Writable {
    Resampled resampled;                   // its strands are those to write; `skipped` counts what was left out too
    UpAxis turnedFrom = UpAxis::Unknown;   // the axis that was up; Unknown: points are as they were
};

// Without strands of fewer points than the format holds, turned to the axis that its files have where
// they cannot name their own, and resampled where it allows only some numbers of points.
Writable writableFor(const FormatInfo& format, FileStrands strands);

}  // namespace ringlet
