// A uniform grid for boxes, each in the cell of its middle: how large cells are, and where a place is. What the host's
// broad phase (broad_grid.cpp) and that of any executor (gathered_pairs.h) share.
#pragma once

#include "core/contact/boxes.h"

namespace ringlet {
inline namespace RINGLET_ISA {

// What boxes span: their middles, and halves of their sizes.
struct BoxBounds {
    Vec3f least{1e30f, 1e30f, 1e30f}, most{-1e30f, -1e30f, -1e30f};
    Vec3f half{0, 0, 0}, halves{0, 0, 0};  // the largest, and the sum
    float boxes = 0;
};

struct BoxGrid {
    float low[3] = {0, 0, 0}, half[3] = {0, 0, 0};  // half: of the largest box
    float inverseCell[3] = {1, 1, 1};               // 1/m
    int cells[3] = {1, 1, 1};

    RINGLET_HD size_t all() const { return size_t(cells[0]) * size_t(cells[1]) * size_t(cells[2]); }
    size_t rows() const { return size_t(cells[1]) * size_t(cells[2]); }
    // The cell along an axis that a place is in, or the nearest one.
    RINGLET_HD int cellAt(int axis, float x) const {
        return static_cast<int>(clamped((x - low[axis]) * inverseCell[axis], 0.0f, static_cast<float>(cells[axis] - 1)));
    }
};

// Along x, where cells lie side by side in memory and cost nothing to pass, they have only this share of the length.
constexpr float alongShare = 0.06f;

// Cells of about a mean box's size and `size` (m), and not many more of them than `count`, the number of boxes.
inline BoxGrid boxGridOf(const BoxBounds& b, size_t count, float size) {
    BoxGrid grid;
    const float low[3] = {b.least.x, b.least.y, b.least.z}, high[3] = {b.most.x, b.most.y, b.most.z};
    const float halves[3] = {b.halves.x, b.halves.y, b.halves.z}, half[3] = {b.half.x, b.half.y, b.half.z};
    float cell[3], extent[3], wanted = 1;
    for (int k = 0; k < 3; ++k) {
        cell[k] = maximum(size + 2.0f * halves[k] / maximum(b.boxes, 1.0f), 1e-6f) * (k == 0 ? alongShare : 1.0f);
        const bool any = low[k] <= high[k];
        grid.low[k] = any ? low[k] : 0, grid.half[k] = half[k];
        extent[k] = any ? high[k] - low[k] : 0;
        wanted = wanted * (extent[k] / cell[k] + 1.0f);
    }
    float widen = 1;
    while (wanted / (widen * widen * widen) > 8.0f * static_cast<float>(count) + 64.0f) widen *= 1.26f;
    for (int k = 0; k < 3; ++k) {
        const float inverse = 1.0f / (cell[k] * widen);
        // A few boxes flung far apart along one axis may still ask for too many.
        grid.cells[k] = static_cast<int>(clamped(extent[k] * inverse, 0.0f, 1023.0f)) + 1;
        grid.inverseCell[k] = minimum(inverse, 1024.0f / maximum(extent[k], 1e-6f));
    }
    return grid;
}

}  // namespace RINGLET_ISA
}  // namespace ringlet
