// Sag-free start: rest turns for which the groom's own shape is the equilibrium
// under gravity. sag_free_math.h has the mathematics, README.md what it reaches.
#pragma once

#include "core/models/elastic_strand/elastic_strand.h"

namespace ringlet::elastic_strand {

// What the strands are held against.
struct HoldingTask {
    Vec3f gravity{0, 0, 0};         // m/s^2, head space
    Material material{};
    ColliderArgs colliders{};       // head space
};

// Keeps the groom's shape in `given`, as turns from frame to frame: its own, with
// what lies inside a collider turned out on to the surface, lengths kept. Call it
// once, on a group whose rest turns are the groom's.
void keepGivenShape(StrandSet& group, const ColliderArgs& colliders, ThreadPool* pool);

// Sets the group's rest turns so that the given shape is in equilibrium. A strand
// that cannot hold it, because it is too weak or would stand like a pencil on its
// tip, is held against the part of gravity that it can. Returns for each strand
// whether it holds. Same bits for any pool.
std::vector<uint8_t> holdGivenShape(StrandSet& group, const HoldingTask& task, ThreadPool* pool);

}  // namespace ringlet::elastic_strand
