// The dftl model's kernels: one thread a strand, the same steps as on the CPU.
// Load, pure functions, store; threads share nothing.
#pragma once

#include "core/models/dftl/carry_math.h"
#include "core/models/dftl/dftl_device.h"
#include "core/models/dftl/implicit_step.h"
#include "core/models/dftl/published_step.h"
#include "kernels/runtime.h"

namespace ringlet {
inline namespace RINGLET_ISA {

static_assert(RINGLET_DEVICE_LANES == deviceLanes, "a tile's rows lie as far apart as a device's tiles are wide");

// A strand group in device memory; passed by value, so that it lies in constant memory.
struct ThreadGroup {
    float* state;
    const float* roots;     // [tile][rows][lane]
    const float* scales;    // a strand
    float* previous;        // null: not kept
    float* scratch;         // [tile][row][lane]; the published step has none
    uint32_t* resets;       // a strand
    int strands, particles, padded;
};

// A strand's channel; with L and the channel known, strides are constants or the
// group's sizes, and the address formula folds away.
template <Layout L, bool published>
RINGLET_HD StrandView channelOf(const ThreadGroup& g, int channel, int strand) {
    int before = 0, all = 0;
    for (int c = 0; c < channelsOf(published); ++c) {
        before += c < channel ? channelComponents(published, c) : 0;
        all += channelComponents(published, c);
    }
    return strandView(g.state, channelPlace(L, before, channelComponents(published, channel), all, g.particles,
                                            deviceLanes, g.padded), strand, deviceLanes);
}

// Where a strand's column of its tile's table of `rows` rows begins.
RINGLET_HD size_t columnOf(int strand, int rows) {
    const int lanes = static_cast<int>(deviceLanes);
    return static_cast<size_t>(strand / lanes) * static_cast<size_t>(rows * lanes) +
           static_cast<size_t>(strand % lanes);
}

template <Layout L>
RINGLET_KERNEL void publishedThread(ThreadGroup g, const DftlFrame* frame) {
    const int strand = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (strand >= g.strands) return;
    // A copy of its own: the compiler may keep it in registers across the stores.
    const ColliderArgs colliders = frame->colliders;
    publishedFrame<float>({g.particles, frame->substeps, frame->substep, &colliders, frame->published,
                           g.roots + columnOf(strand, rootRowsOf(true)), channelOf<L, true>(g, Position, strand),
                           channelOf<L, true>(g, Velocity, strand), channelOf<L, true>(g, Target, strand),
                           g.resets + strand});
}

RINGLET_KERNEL void implicitThread(ThreadGroup g, const DftlFrame* frame) {
    const int strand = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (strand >= g.strands) return;
    const ColliderArgs colliders = frame->colliders;
    constexpr Layout L = Layout::Tiles;
    implicitFrame<float>({g.particles, frame->substeps, frame->substep, &colliders, frame->implicit,
                          g.roots + columnOf(strand, rootRowsOf(false)), g.scales + strand,
                          channelOf<L, false>(g, Position, strand), channelOf<L, false>(g, Velocity, strand),
                          channelOf<L, false>(g, SegmentFrame, strand), channelOf<L, false>(g, RestTurn, strand),
                          channelOf<L, false>(g, RestLength, strand),
                          g.scratch + columnOf(strand, implicitScratchFloats(g.particles)), g.resets + strand});
}

// Before a frame's step, one thread a particle: carries it along with a head that
// has jumped, and keeps its position for interpolation.
template <Layout L, bool published>
RINGLET_KERNEL void beginThread(ThreadGroup g, const DftlFrame* frame) {
    const size_t index = static_cast<size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    const size_t tile = index / (static_cast<size_t>(deviceLanes) * static_cast<size_t>(g.particles));
    const int particle = static_cast<int>(index / deviceLanes % static_cast<size_t>(g.particles));
    const int strand = static_cast<int>(tile * deviceLanes + index % deviceLanes);
    if (strand >= g.padded) return;
    const StrandView position = channelOf<L, published>(g, Position, strand);
    if (frame->carries) {
        carryParticle(position, channelOf<L, published>(g, Velocity, strand),
                      channelOf<L, published>(g, SegmentFrame, strand), !published && particle + 1 < g.particles,
                      particle, frame->carryTurn);
    }
    if (g.previous == nullptr) return;
    const StrandView previous = strandView(
        g.previous, channelPlace(Layout::Tiles, 0, 3, 3, g.particles, deviceLanes, g.padded), strand, deviceLanes);
    storeVec3(previous, particle, loadVec3<float>(position, particle));
}

}  // namespace RINGLET_ISA
}  // namespace ringlet
