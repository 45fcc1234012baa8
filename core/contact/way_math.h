// The way that hair near a place goes, and that of a point beside it: a coarse grid of means, trilinear between its nodes.
// What the host (way_field.h, pair_contacts.h) and any executor (gathered_ways.h) share.
#pragma once

#include "core/contact/hair_point.h"

#include <cstddef>
#include <cstdint>

namespace ringlet {
inline namespace RINGLET_ISA {

constexpr float mostWayCells = 24;  // along an axis
// Of the grid, in sizes at which hair touches.
constexpr float wayCellSizes = 8;

// What is no number, or beyond all size, does not count.
RINGLET_HD bool isPlace(Vec3f x) { return dot(x, x) < 1e6f; }

struct WayBounds {
    Vec3f low{1e3f, 1e3f, 1e3f}, high{-1e3f, -1e3f, -1e3f};  // of places, m
};
RINGLET_HD WayBounds operator+(const WayBounds& a, const WayBounds& b) {
    return {{minimum(a.low.x, b.low.x), minimum(a.low.y, b.low.y), minimum(a.low.z, b.low.z)},
            {maximum(a.high.x, b.high.x), maximum(a.high.y, b.high.y), maximum(a.high.z, b.high.z)}};
}

// The lowest of the eight nodes about a place, and the place's share in the higher ones.
struct WayPlace {
    uint32_t first;
    float share[3];
    // Of corner 4 z + 2 y + x.
    RINGLET_HD float shareOf(int corner) const {
        const float across = (corner & 4 ? share[2] : 1 - share[2]) * (corner & 2 ? share[1] : 1 - share[1]);
        return across * (corner & 1 ? share[0] : 1 - share[0]);
    }
};

struct WayGrid {
    Vec3f low{0, 0, 0};
    float inverseCell[3] = {1, 1, 1};  // 1/m
    int cells[3] = {1, 1, 1};

    // One node more than cells, and one beyond, for what lies on the last.
    RINGLET_HD uint32_t row() const { return static_cast<uint32_t>(cells[0]) + 2; }
    RINGLET_HD uint32_t layer() const { return row() * (static_cast<uint32_t>(cells[1]) + 2); }
    RINGLET_HD uint32_t nodes() const { return layer() * (static_cast<uint32_t>(cells[2]) + 2); }
    // Of a corner's node from that of corner 0.
    RINGLET_HD uint32_t offset(int corner) const {
        return (corner & 4 ? layer() : 0) + (corner & 2 ? row() : 0) + (corner & 1 ? 1 : 0);
    }
    RINGLET_HD WayPlace at(Vec3f x) const {
        const float from[3] = {x.x - low.x, x.y - low.y, x.z - low.z};
        WayPlace place;
        uint32_t cell[3];
        for (int k = 0; k < 3; ++k) {
            const float at = clamped(from[k] * inverseCell[k], 0.0f, static_cast<float>(cells[k]));
            cell[k] = static_cast<uint32_t>(at);
            place.share[k] = at - static_cast<float>(cell[k]);
        }
        place.first = cell[2] * layer() + cell[1] * row() + cell[0];
        return place;
    }
};

// Cells of this size (m), or wider where there would be too many.
inline WayGrid wayGridOf(const WayBounds& b, float cell) {
    WayGrid grid;
    grid.low = b.low;
    const float extent[3] = {b.high.x - b.low.x, b.high.y - b.low.y, b.high.z - b.low.z};
    for (int k = 0; k < 3; ++k) {
        grid.inverseCell[k] = 1 / maximum(cell, maximum(extent[k], 0.0f) * (1 / mostWayCells));
        grid.cells[k] = static_cast<int>(clamped(extent[k] * grid.inverseCell[k], 0.0f, mostWayCells)) + 1;
    }
    return grid;
}

// The way that a point goes in so many steps, m.
RINGLET_HD HairPoint wayOf(const HairPoint& now, const HairPoint& before, int steps) {
    const Vec3f way = static_cast<float>(steps) * (positionOf(now) - positionOf(before));
    return {way.x, way.y, way.z, 0};
}

// Margins: this share of the size at which things touch, and of the way. Less:
// contacts are found a little later; more: more distances are taken in vain.
constexpr float sizeMargin = 0.2f, wayMargin = 0.1f;

// The box of a point at x on its way beside the hair about it, which goes `common`, no farther than `longest`, to which its way is
// cut; m. `size`: the distance at which things touch.
RINGLET_HD void boxWay(Vec3f x, Vec3f common, float size, float longest, HairPoint& way, HairPoint& low, HairPoint& high) {
    Vec3f own = positionOf(way) - common;
    const float length = lengthOf(own);
    if (length > longest) {
        own = own * (longest / length);
        way = {common.x + own.x, common.y + own.y, common.z + own.z, 0};
    }
    const Vec3f end = x + own;
    const float margin = sizeMargin * size + wayMargin * minimum(length, longest);
    low = {minimum(x.x, end.x) - margin, minimum(x.y, end.y) - margin, minimum(x.z, end.z) - margin, 0};
    high = {maximum(x.x, end.x) + margin, maximum(x.y, end.y) + margin, maximum(x.z, end.z) + margin, 0};
}

}  // namespace RINGLET_ISA
}  // namespace ringlet
