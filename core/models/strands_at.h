// The strands that one call of a stage is about, with the same interface for a tile of the
// host's store and for a device's thread, so that a model says once where its numbers are.
#pragma once

#include "core/models/fields.h"
#if !defined(__CUDACC__)
#include "core/models/strand_store.h"
#endif

namespace ringlet {

#if !defined(__CUDACC__)
// A tile of a group on the host; `scratch` is its worker's.
template <class Fields>
struct TileAt {
    StrandStore& store;
    uint32_t tile;
    float* scratchRows;

    int particles() const { return static_cast<int>(store.particles()); }
    uint32_t first() const { return tile * store.lanes(); }  // strand of the group
    int lanes() const {                                      // that hold one
        const uint32_t left = store.strands() - first();
        return static_cast<int>(left < store.lanes() ? left : store.lanes());
    }
    int together() const { return static_cast<int>(store.together()); }
    // Of pairs `half` is the first strand or the second.
    template <int field> StrandView view(uint32_t half = 0) const { return store.tile(field, tile, half); }
    template <int field> float* rows(uint32_t half = 0) const { return store.rows(field, tile, half); }
    // A tile's rows in an array beside the store, of so many rows a tile.
    float* rowsOf(float* array, size_t rows) const { return array + tile * rows * store.lanes(); }
    float* scratch(size_t) const { return scratchRows; }
    uint32_t* resets() const { return store.resets(tile); }
};
#endif

// A group in a device's memory; passed by value, so that it lies in constant memory. A lane is a thread's: of pairs
// counts.strands has that of pairs.
struct DeviceMemory {
    float* data;
    float* previous;        // null: not kept
    float* scratch;         // [tile][row][lane]
    uint32_t* resets;       // a strand
    StrandCounts counts;
    uint32_t padded, lanes;
};

// A thread's strand of it, or pair.
template <class Fields, Layout layout>
struct ThreadAt {
    const DeviceMemory& memory;
    int strand;

    RINGLET_HD int particles() const { return static_cast<int>(memory.counts.particles); }
    RINGLET_HD uint32_t first() const { return static_cast<uint32_t>(strand); }
    RINGLET_HD int lanes() const { return 1; }
    RINGLET_HD int together() const { return static_cast<int>(memory.counts.together); }
    template <int field> RINGLET_HD StrandView view(uint32_t half = 0) const {
        constexpr FieldOffset offset = fieldOffset(Fields::list, Fields::count, field);
        StrandView view = strandView(memory.data, fieldPlace(offset, layout, memory.counts, memory.lanes, memory.padded),
                                     strand, memory.lanes);
        view.base += half * itemsOfOne(offset.per, memory.counts) * view.particle;
        return view;
    }
    template <int field> RINGLET_HD float* rows(uint32_t half = 0) const { return view<field>(half).base; }
    RINGLET_HD float* rowsOf(float* array, size_t rows) const {
        const size_t lanes = memory.lanes, s = static_cast<size_t>(strand);
        return array + s / lanes * (rows * lanes) + s % lanes;
    }
    RINGLET_HD float* scratch(size_t rows) const { return rowsOf(memory.scratch, rows); }
    RINGLET_HD uint32_t* resets() const { return memory.resets + strand; }
};

}  // namespace ringlet
