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

}  // namespace RINGLET_ISA
}  // namespace ringlet
