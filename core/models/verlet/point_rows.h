// The strands of a tile as rows of points, for contacts: rows become lanes, and lanes rows.
#pragma once

#include "core/base/hd.h"
#if !defined(__CUDACC__)
#include "core/math/lanes.h"
#endif

#include <cstddef>
#include <cstring>

namespace ringlet::verlet {
inline namespace RINGLET_ISA {

// Rows of four floats, one a lane and `stride` floats apart, as four columns; lanes
// from `count` on are padding: they read 0 and write nothing.
RINGLET_HD_CALL void readRows(const float* rows, size_t, int, float* columns) {
    for (int c = 0; c < 4; ++c) columns[c] = rows[c];
}
RINGLET_HD_CALL void writeRows(float* rows, size_t, int, const float* columns) {
    for (int c = 0; c < 4; ++c) rows[c] = columns[c];
}
#if !defined(__CUDACC__)
// Four rows of four floats, turned.
inline void turnFour(const float* const* from, float* const* to) {
    typedef Lanes<4>::Vector Vector;
    Vector r[4];
    for (int i = 0; i < 4; ++i) std::memcpy(&r[i], from[i], sizeof r[i]);
    const Vector a = shuffle<0, 4, 1, 5>(r[0], r[1]), b = shuffle<0, 4, 1, 5>(r[2], r[3]);
    const Vector c = shuffle<2, 6, 3, 7>(r[0], r[1]), d = shuffle<2, 6, 3, 7>(r[2], r[3]);
    const Vector t[4] = {shuffle<0, 1, 4, 5>(a, b), shuffle<2, 3, 6, 7>(a, b),
                         shuffle<0, 1, 4, 5>(c, d), shuffle<2, 3, 6, 7>(c, d)};
    for (int i = 0; i < 4; ++i) std::memcpy(to[i], &t[i], sizeof t[i]);
}
template <int W> inline void readRows(const float* rows, size_t stride, int count, Lanes<W>* columns) {
    const float zero[4] = {0, 0, 0, 0};
    float turned[4][W];
    for (int lane = 0; lane < W; lane += 4) {
        const float* from[4];
        float* to[4];
        for (int i = 0; i < 4; ++i) {
            from[i] = lane + i < count ? rows + static_cast<size_t>(lane + i) * stride : zero;
            to[i] = turned[i] + lane;
        }
        turnFour(from, to);
    }
    for (int c = 0; c < 4; ++c) columns[c] = loadLanes<W>(turned[c]);
}
template <int W> inline void writeRows(float* rows, size_t stride, int count, const Lanes<W>* columns) {
    float turned[4][W], spare[4];
    for (int c = 0; c < 4; ++c) storeLanes(turned[c], columns[c]);
    for (int lane = 0; lane < W; lane += 4) {
        const float* from[4];
        float* to[4];
        for (int i = 0; i < 4; ++i) {
            from[i] = turned[i] + lane;
            to[i] = lane + i < count ? rows + static_cast<size_t>(lane + i) * stride : spare;
        }
        turnFour(from, to);
    }
}
#endif

}  // namespace RINGLET_ISA
}  // namespace ringlet::verlet
