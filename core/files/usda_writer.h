// Strands and motion as USD text.
#pragma once

#include "core/files/formats.h"

namespace ringlet {

// One BasisCurves prim, linear. Opacity is 1 - transparency. Where the unit is
// known and no thickness is given, widths are a thick human hair's.
Result<std::vector<uint8_t>> writeUsda(const FileStrands& strands);

// The same in world space with a time sample a frame, from 1 on, and the head as a mesh under a
// moving transform, all of it moved to where the groom's file has it. Memory: one frame of points.
Result<std::unique_ptr<MotionWriter>> startUsdaMotion(const MotionHeader& header, ByteSink sink);

}  // namespace ringlet
