// Loads and stores of one particle of one tile, for a scalar strand and for lanes.
#pragma once

#include "core/groom/strand_array.h"
#include "core/math/lanes.h"
#include "core/math/vec.h"

namespace ringlet {
inline namespace RINGLET_ISA {

template <class T> struct LanesOf { static constexpr int value = 1; };
template <int W> struct LanesOf<Lanes<W>> { static constexpr int value = W; };

inline void readNumber(const float* from, float& to) { to = *from; }
inline void writeNumber(float* to, float from) { *to = from; }
inline float laneOf(float a, int) { return a; }
inline void setLane(float& a, int, float value) { a = value; }
inline bool laneSet(bool mask, int) { return mask; }
template <int W> inline void readNumber(const float* from, Lanes<W>& to) { to = loadLanes<W>(from); }
template <int W> inline void writeNumber(float* to, Lanes<W> from) { storeLanes(to, from); }
template <int W> inline float laneOf(Lanes<W> a, int lane) { return a[lane]; }
template <int W> inline void setLane(Lanes<W>& a, int lane, float value) { a.set(lane, value); }
template <int W> inline bool laneSet(Mask<W> mask, int lane) { return mask.bits[lane] != 0; }

// Tiles alone: lanes lie side by side.
template <class T> inline T readAt(const StrandView& v, int p, int component = 0) {
    T value;
    readNumber(v.base + p * v.particle + component * v.component, value);
    return value;
}
template <class T> inline void writeAt(const StrandView& v, int p, int component, T value) {
    writeNumber(v.base + p * v.particle + component * v.component, value);
}
template <class T> inline Vec3<T> readVec3(const StrandView& v, int p) {
    return {readAt<T>(v, p, 0), readAt<T>(v, p, 1), readAt<T>(v, p, 2)};
}
template <class T> inline void writeVec3(const StrandView& v, int p, Vec3<T> value) {
    writeAt(v, p, 0, value.x);
    writeAt(v, p, 1, value.y);
    writeAt(v, p, 2, value.z);
}
template <class T> inline Quat<T> readQuat(const StrandView& v, int p) {
    return {readAt<T>(v, p, 0), readAt<T>(v, p, 1), readAt<T>(v, p, 2), readAt<T>(v, p, 3)};
}
template <class T> inline void writeQuat(const StrandView& v, int p, Quat<T> q) {
    writeAt(v, p, 0, q.x);
    writeAt(v, p, 1, q.y);
    writeAt(v, p, 2, q.z);
    writeAt(v, p, 3, q.w);
}

// Rows of four floats, one a lane and `stride` floats apart, as four columns; lanes
// from `count` on are padding: they read 0 and write nothing.
inline void readRows(const float* rows, size_t, int, float* columns) {
    for (int c = 0; c < 4; ++c) columns[c] = rows[c];
}
inline void writeRows(float* rows, size_t, int, const float* columns) {
    for (int c = 0; c < 4; ++c) rows[c] = columns[c];
}
// Four rows of four floats, turned.
inline void turnFour(const float* const* from, float* const* to) {
    typedef Lanes<4>::Vector Vector;
    Vector r[4];
    for (int i = 0; i < 4; ++i) std::memcpy(&r[i], from[i], sizeof r[i]);
    const Vector a = __builtin_shufflevector(r[0], r[1], 0, 4, 1, 5), b = __builtin_shufflevector(r[2], r[3], 0, 4, 1, 5);
    const Vector c = __builtin_shufflevector(r[0], r[1], 2, 6, 3, 7), d = __builtin_shufflevector(r[2], r[3], 2, 6, 3, 7);
    const Vector t[4] = {__builtin_shufflevector(a, b, 0, 1, 4, 5), __builtin_shufflevector(a, b, 2, 3, 6, 7),
                         __builtin_shufflevector(c, d, 0, 1, 4, 5), __builtin_shufflevector(c, d, 2, 3, 6, 7)};
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

// A row of a tile's own table.
template <class T> inline T readRow(const float* table, int row) {
    T value;
    readNumber(table + row * LanesOf<T>::value, value);
    return value;
}
template <class T> inline void writeRow(float* table, int row, T value) {
    writeNumber(table + row * LanesOf<T>::value, value);
}
template <class T> inline Vec3<T> readRow3(const float* table, int row) {
    return {readRow<T>(table, row), readRow<T>(table, row + 1), readRow<T>(table, row + 2)};
}
template <class T> inline void writeRow3(float* table, int row, Vec3<T> v) {
    writeRow(table, row, v.x);
    writeRow(table, row + 1, v.y);
    writeRow(table, row + 2, v.z);
}
template <class T> inline Quat<T> readRow4(const float* table, int row) {
    return {readRow<T>(table, row), readRow<T>(table, row + 1), readRow<T>(table, row + 2), readRow<T>(table, row + 3)};
}
template <class T> inline void writeRow4(float* table, int row, Quat<T> q) {
    writeRow3(table, row, Vec3<T>{q.x, q.y, q.z});
    writeRow(table, row + 3, q.w);
}

}  // namespace RINGLET_ISA
}  // namespace ringlet
