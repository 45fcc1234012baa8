// From strands as a file holds them to a groom that models can run.
#pragma once

#include "core/collide/mesh_distance.h"
#include "core/files/formats.h"
#include "core/groom/groom.h"

namespace ringlet {

struct FileGroomOptions {
    uint32_t strands = 0;    // 0: all; otherwise this many, spread evenly over the file, the same ones every time
    uint32_t particles = 0;  // 0: as in the file; otherwise [2, ...) points, evenly by arc length
    float scale = 1;         // metres a unit of the file
    Vec3f origin{0, 0, 0};   // of head space, in file coordinates times scale, m
    const MeshDistance* head = nullptr;  // root normals from its nearest triangle; null: from the first segment
};

struct FileGroom {
    Groom groom;
    std::vector<uint32_t> strand;  // of the file, as that counts them, of each strand of the groom
    uint64_t skipped = 0;  // strands without two distinct points, left out, the file's own count of them included
    uint64_t mended = 0;   // strands with repeated points, resampled without them
    float deviation = 0;   // how far resampling took a strand from its shape, m: deviationOf the worst
};

// Two points within a micrometre of each other count as one: a segment has to
// have a direction. A strand with repeated points keeps its number of points,
// spread evenly by arc length over what is left of it. Strands are ordered by
// point count (stable), so that those alike lie in one group. Roots are
// where the file has them, inside a collider or off it. `name` is for messages.
// Error: nothing to simulate, coordinates beyond 1e6 m, or a strand of more points than
// mostStrandPoints, all of which would be simulated.
constexpr uint32_t mostStrandPoints = 1000000;
Result<FileGroom> groomFromStrands(const FileStrands& strands, const FileGroomOptions& options,
                                   const std::string& name);

// The centre of the box around all first points, in the file's units: a point
// within the skull, to turn a head about.
Vec3f centerOfRoots(const FileStrands& strands);

// The way back, for writers.
FileStrands strandsOf(const Groom& groom);

}  // namespace ringlet
