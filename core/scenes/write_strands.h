// The hair of a running scene as a file.
#pragma once

#include "core/files/formats.h"
#include "core/scenes/simulation.h"

#include <string>

namespace ringlet {

// After the simulated strands, which `strands` holds, those that follow them; with
// `head` head space is turned into that of the points.
void addFollowers(const FollowTable& follow, Quatf head, FileStrands& strands);

// The strands as they are now, followers included, those from a file in its order: m, Y up, about the head's
// origin, world axes turned by `turn`; `head` is how the head stands then.
FileStrands strandsAbout(const Simulation& simulation, Quatf turn, Quatf head);

// They as the head was when the scene began: those from a file where that has them.
FileStrands strandsOf(const Simulation& simulation);

// They as a file of that format, in its usual axis, resampled where it allows only some numbers of points.
struct StrandsFile {
    std::vector<uint8_t> bytes;
    size_t strands = 0, points = 0;
    float deviation = 0;  // how far resampling took a strand from its shape, m
};
// Error: what the format cannot hold.
Result<StrandsFile> strandsFile(const FormatInfo& format, const Simulation& simulation);

// Writes them in the format of the path's extension.
// Error: no such format, what it cannot hold, what the file system refuses.
Status writeStrands(const std::string& path, const Simulation& simulation);

}  // namespace ringlet
