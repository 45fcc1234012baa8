// Where a particle of a strand lies in memory, for the host's arrays and for
// device threads alike. All four layouts are one address formula, so that the
// same code serves each:
//
//   tiles  [strand / W][particle][component][W]   W neighbouring strands side by side
//   batch  [component][particle][strand]          the paper's coalesced layout (figure 7.4)
//   soa    [component][strand][particle]          the paper's naive layout (figure 7.1)
//   aos    [strand][particle][all channels]       the paper's array of structures (figure 7.2)
//
// Cavazotti 2025, section 7.1.1; tiles are ours.
#pragma once

#include "core/base/hd.h"

#include <cstddef>
#include <cstdint>

namespace ringlet {

enum class Layout { Tiles, Batch, Soa, Aos };

// One tile of one channel as a kernel sees it: strides in floats.
struct StrandView {
    float* base;          // lane 0, particle 0, component 0
    ptrdiff_t particle;
    ptrdiff_t component;
    ptrdiff_t lane;       // 1 where lanes are contiguous
};

// A view whose lanes are neighbours, as in tiles and batches: no address is
// worked out lane by lane. A strand alone fits in as well.
struct RowView {
    float* base;
    ptrdiff_t particle;
    ptrdiff_t component;

    RowView() = default;
    RINGLET_HD RowView(const StrandView& of) : base(of.base), particle(of.particle), component(of.component) {}
};

// One channel within the storage of its strand group: the first float, and
// strides in floats between tiles, lanes, particles and components.
struct ChannelPlace {
    size_t start;
    ptrdiff_t tile, lane, particle, component;
};

inline namespace RINGLET_ISA {

// The place of a channel of `count` components behind `before` components of
// earlier channels, out of `all`; `padded` strands in tiles of `lanes`.
RINGLET_HD ChannelPlace channelPlace(Layout layout, int before, int count, int all, ptrdiff_t particles,
                                     ptrdiff_t lanes, ptrdiff_t padded) {
    ptrdiff_t n = particles, w = lanes, s = padded;
    size_t start = static_cast<size_t>(before) * static_cast<size_t>(n * s);
    switch (layout) {
    case Layout::Batch: return {start, w, 1, s, n * s};
    case Layout::Soa: return {start, n * w, n, 1, n * s};
    case Layout::Aos: return {static_cast<size_t>(before), n * all * w, n * all, all, 1};
    case Layout::Tiles: break;
    }
    return {start, n * count * w, 1, count * w, w};
}

// The view of one strand: its own lane of its tile.
RINGLET_HD StrandView strandView(float* data, const ChannelPlace& c, ptrdiff_t strand, ptrdiff_t lanes) {
    return {data + c.start + (strand / lanes) * c.tile + (strand % lanes) * c.lane, c.particle, c.component, c.lane};
}

}  // namespace RINGLET_ISA
}  // namespace ringlet
