// A model's stages as kernels: one thread a strand, the same functions as on the CPU.
// Threads share nothing but what stages add up with atomics.
//
// `Stages` is what a model says of itself (core/models/stage_list.h).
#pragma once

#include "core/models/strand_device.h"
#include "core/models/strand_jump.h"
#include "core/models/strands_at.h"
#include "kernels/runtime.h"

namespace ringlet {
inline namespace RINGLET_ISA {

static_assert(RINGLET_DEVICE_LANES == deviceLanes, "a tile's rows lie as far apart as a device's tiles are wide");

// A group's part of a launch: strand groups share one, for a groom may have hundreds of them. Its blocks come behind those of the
// parts before it.
struct LaunchPart {
    DeviceMemory memory;
    const void* args;
    uint32_t firstBlock;
    uint32_t items;  // of a strand, at a frame's begin
};

// The part that this block belongs to.
RINGLET_HD const LaunchPart& partOf(const LaunchPart* parts, uint32_t count, uint32_t block) {
    uint32_t first = 0;
    while (count > 1) {
        const uint32_t half = count / 2;
        if (parts[first + half].firstBlock <= block) first += half, count -= half;
        else count = half;
    }
    return parts[first];
}

template <class Stages, int stage, Layout layout>
RINGLET_HD void runStage(const LaunchPart& part, uint32_t index) {
    const int strand = static_cast<int>(index);
    if (strand >= static_cast<int>(part.memory.counts.strands)) return;
    const auto* args = static_cast<const typename Stages::Args*>(part.args);
    // A copy of its own: the compiler may keep it in registers across the stores.
    const auto colliders = args->colliders;
    Stages::template run<stage, float>(ThreadAt<typename Stages::Fields, layout>{part.memory, strand}, *args, colliders);
}

template <class Stages, int stage, Layout layout>
RINGLET_KERNEL void stageThread(const LaunchPart* parts, uint32_t count) {
    const LaunchPart part = partOf(parts, count, blockIdx.x);
    runStage<Stages, stage, layout>(part, (blockIdx.x - part.firstBlock) * blockDim.x + threadIdx.x);
}
// One group alone: what a kernel is given takes no registers.
template <class Stages, int stage, Layout layout>
RINGLET_KERNEL void stageThreadAlone(LaunchPart part) {
    runStage<Stages, stage, layout>(part, blockIdx.x * blockDim.x + threadIdx.x);
}

// Before a frame's first stage, one thread an item of a strand.
template <class Fields, Layout layout, int field>
RINGLET_HD void beginField(const ThreadAt<Fields, layout>& at, uint32_t item, const BeginArgs& args, bool drawn) {
    constexpr Field f = Fields::list[field];
    const StrandView view = at.template view<field>();
    const uint32_t last = f.per == Per::Segment ? 1 : 0;
    const uint32_t items = itemsOf(f.per, at.memory.counts), each = itemsOfOne(f.per, at.memory.counts);
    if (item >= items) return;
    if (args.jumps && item % each + last < each) jumpItem(view, static_cast<int>(item), f.jump, args.turn);
    if (!drawn || at.memory.previous == nullptr) return;
    const StrandView previous =
        strandView(at.memory.previous,
                   channelPlace(Layout::Tiles, 0, 3, 3, itemsOf(Per::Particle, at.memory.counts), at.memory.lanes, at.memory.padded),
                   at.strand, at.memory.lanes);
    storeVec3(previous, static_cast<int>(item), loadVec3<float>(view, static_cast<int>(item)));
}

template <class Fields, Layout layout, int field = 0>
RINGLET_HD void beginFields(const ThreadAt<Fields, layout>& at, uint32_t item, const BeginArgs& args, int drawn) {
    if constexpr (field < Fields::count) {
        beginField<Fields, layout, field>(at, item, args, field == drawn);
        beginFields<Fields, layout, field + 1>(at, item, args, drawn);
    }
}

template <class Fields, Layout layout>
RINGLET_KERNEL void beginThread(const LaunchPart* parts, uint32_t count, int drawn) {
    const LaunchPart part = partOf(parts, count, blockIdx.x);
    const size_t index = static_cast<size_t>(blockIdx.x - part.firstBlock) * blockDim.x + threadIdx.x;
    const size_t lanes = part.memory.lanes, tile = index / (lanes * part.items);
    const int strand = static_cast<int>(tile * lanes + index % lanes);
    if (strand >= static_cast<int>(part.memory.padded)) return;
    beginFields(ThreadAt<Fields, layout>{part.memory, strand}, static_cast<uint32_t>(index / lanes % part.items),
                *static_cast<const BeginArgs*>(part.args), drawn);
}

// Items of a strand that a jump or the picture needs: of the field with the most.
template <class Fields>
uint32_t beginItems(const StrandCounts& counts, int drawn) {
    uint32_t most = 0;
    for (int f = 0; f < Fields::count; ++f) {
        if (Fields::list[f].jump == Jump::Stays && f != drawn) continue;
        const uint32_t items = itemsOf(Fields::list[f].per, counts);
        most = items > most ? items : most;
    }
    return most;
}

}  // namespace RINGLET_ISA
}  // namespace ringlet
