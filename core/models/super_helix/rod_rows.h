// Rows of a tile: W numbers side by side, for lanes, a scalar strand, or a strand
// in double precision (tests and fitting).
#pragma once

#include "core/math/lanes.h"
#include "core/math/vec.h"

#include <cstdint>

namespace ringlet {
inline namespace RINGLET_ISA {

template <class T> struct RowOf { typedef T Scalar; static constexpr int lanes = 1; };
template <int W> struct RowOf<Lanes<W>> { typedef float Scalar; static constexpr int lanes = W; };
template <class T> using ScalarOf = typename RowOf<T>::Scalar;

RINGLET_HD void readRow(const float* from, float& to) { to = *from; }
RINGLET_HD void readRow(const double* from, double& to) { to = *from; }
RINGLET_HD void writeRow(float* to, float from) { *to = from; }
RINGLET_HD void writeRow(double* to, double from) { *to = from; }
template <int W> RINGLET_HD void readRow(const float* from, Lanes<W>& to) { to = loadLanes<W>(from); }
template <int W> RINGLET_HD void writeRow(float* to, Lanes<W> from) { storeLanes(to, from); }

template <class T> RINGLET_HD T rowAt(const ScalarOf<T>* table, int row) {
    T value;
    readRow(table + row * RowOf<T>::lanes, value);
    return value;
}
template <class T> RINGLET_HD void setRow(ScalarOf<T>* table, int row, T value) {
    writeRow(table + row * RowOf<T>::lanes, value);
}
template <class T> RINGLET_HD Vec3<T> row3At(const ScalarOf<T>* table, int row) {
    return {rowAt<T>(table, row), rowAt<T>(table, row + 1), rowAt<T>(table, row + 2)};
}
template <class T> RINGLET_HD void setRow3(ScalarOf<T>* table, int row, Vec3<T> v) {
    setRow(table, row, v.x);
    setRow(table, row + 1, v.y);
    setRow(table, row + 2, v.z);
}
template <class T> RINGLET_HD Vec3<T> spread3(const ScalarOf<T>* v) { return {T(v[0]), T(v[1]), T(v[2])}; }
template <class S> RINGLET_HD Quat<S> quatAt(const S* q) { return {q[0], q[1], q[2], q[3]}; }

// The lanes whose state, summed up in `watch`, is no number or beyond all size.
template <class T> RINGLET_HD auto lostRows(T watch) {
    return select(absolute(watch) < T(1e12f), T(0), T(1)) > T(0);
}
RINGLET_HD void countRows(uint32_t* counts, bool mask) { counts[0] += mask ? 1 : 0; }
template <int W> RINGLET_HD void countRows(uint32_t* counts, Mask<W> mask) {
    for (int i = 0; i < W; ++i) counts[i] += mask.bits[i] != 0 ? 1 : 0;
}

}  // namespace RINGLET_ISA
}  // namespace ringlet
