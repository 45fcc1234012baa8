// Blocks of a grid's cells: where the surface is far, nodes lie linearly between
// the exact ones at a block's corners, which spares most of a grid's time.
#pragma once

namespace ringlet {

constexpr int blockCells = 4;  // along an edge

// Trilinear between the values at a block's corners (x fastest), so many cells from the first.
inline float betweenCorners(const float* corner, int i, int j, int k) {
    constexpr float step = 1.0f / blockCells;
    const float x = static_cast<float>(i) * step, y = static_cast<float>(j) * step;
    const float z = static_cast<float>(k) * step;
    auto along = [&](int n) { return corner[n] + x * (corner[n + 1] - corner[n]); };
    const float low = along(0) + y * (along(2) - along(0)), high = along(4) + y * (along(6) - along(4));
    return low + z * (high - low);
}

}  // namespace ringlet
