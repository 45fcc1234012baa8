// How kernels read and write tiles: particles through views, and a tile's own tables
// row by row. One source for a scalar strand, for lanes, for a device thread, and for
// a strand in double precision (tests and fitting).
#pragma once

#include "core/models/tile_math.h"
#include "core/math/vec.h"
#if !defined(__CUDACC__)
#include "core/math/lanes.h"
#endif

namespace ringlet {
inline namespace RINGLET_ISA {

// How many lanes a number has, and what one of them is.
template <class T> struct LaneCount { static constexpr int value = 1; };
template <class T> struct ScalarIn { typedef T Type; };
#if !defined(__CUDACC__)
template <int W> struct LaneCount<Lanes<W>> { static constexpr int value = W; };
template <int W> struct ScalarIn<Lanes<W>> { typedef float Type; };
#endif
template <class T> using ScalarOf = typename ScalarIn<T>::Type;

RINGLET_HD void loadNumber(const float* from, ptrdiff_t, float& to) { to = *from; }
RINGLET_HD void storeNumber(float* to, ptrdiff_t, float from) { *to = from; }
RINGLET_HD void loadNumber(const double* from, ptrdiff_t, double& to) { to = *from; }
RINGLET_HD void storeNumber(double* to, ptrdiff_t, double from) { *to = from; }

#if !defined(__CUDACC__)
// Lanes that are not neighbours (soa, aos) are gathered one by one.
template <int W> RINGLET_HD void loadNumber(const float* from, ptrdiff_t lane, Lanes<W>& to) {
    if (lane == 1) { to = loadLanes<W>(from); return; }
    for (int i = 0; i < W; ++i) to.set(i, from[i * lane]);
}
template <int W> RINGLET_HD void storeNumber(float* to, ptrdiff_t lane, Lanes<W> from) {
    if (lane == 1) { storeLanes(to, from); return; }
    for (int i = 0; i < W; ++i) to[i * lane] = from[i];
}
#endif

// Floats between the lanes of a view.
RINGLET_HD ptrdiff_t laneStride(const StrandView& view) { return view.lane; }
RINGLET_HD ptrdiff_t laneStride(const RowView&) { return 1; }

template <class T, class View> RINGLET_HD T loadAt(const View& view, int particle, int component = 0) {
    T value;
    loadNumber(view.base + particle * view.particle + component * view.component, laneStride(view), value);
    return value;
}
template <class View, class T> RINGLET_HD void storeAt(const View& view, int particle, int component, T value) {
    storeNumber(view.base + particle * view.particle + component * view.component, laneStride(view), value);
}
template <class T, class View> RINGLET_HD Vec3<T> loadVec3(const View& view, int p) {
    return {loadAt<T>(view, p, 0), loadAt<T>(view, p, 1), loadAt<T>(view, p, 2)};
}
template <class T, class View> RINGLET_HD void storeVec3(const View& view, int p, Vec3<T> v) {
    storeAt(view, p, 0, v.x);
    storeAt(view, p, 1, v.y);
    storeAt(view, p, 2, v.z);
}
template <class T, class View> RINGLET_HD Quat<T> loadQuat(const View& view, int p) {
    return {loadAt<T>(view, p, 0), loadAt<T>(view, p, 1), loadAt<T>(view, p, 2), loadAt<T>(view, p, 3)};
}
template <class T, class View> RINGLET_HD void storeQuat(const View& view, int p, Quat<T> q) {
    storeAt(view, p, 0, q.x);
    storeAt(view, p, 1, q.y);
    storeAt(view, p, 2, q.z);
    storeAt(view, p, 3, q.w);
}

// Floats between the rows of a tile's own tables. A device thread is one lane
// of a tile as wide as the threads that run together, so that they read side by side.
#if defined(RINGLET_DEVICE_LANES)
template <class T> struct RowStride { static constexpr int value = RINGLET_DEVICE_LANES; };
constexpr bool deviceThread = true;
#else
template <class T> struct RowStride { static constexpr int value = LaneCount<T>::value; };
constexpr bool deviceThread = false;
#endif

// A row of a tile's own table.
template <class T> RINGLET_HD T loadRow(const ScalarOf<T>* table, int row) {
    T value;
    loadNumber(table + row * RowStride<T>::value, 1, value);
    return value;
}
template <class T> RINGLET_HD void storeRow(ScalarOf<T>* table, int row, T value) {
    storeNumber(table + row * RowStride<T>::value, 1, value);
}
template <class T> RINGLET_HD Vec3<T> loadRow3(const ScalarOf<T>* table, int row) {
    return {loadRow<T>(table, row), loadRow<T>(table, row + 1), loadRow<T>(table, row + 2)};
}
template <class T> RINGLET_HD void storeRow3(ScalarOf<T>* table, int row, Vec3<T> v) {
    storeRow(table, row, v.x);
    storeRow(table, row + 1, v.y);
    storeRow(table, row + 2, v.z);
}
template <class T> RINGLET_HD Quat<T> loadRow4(const ScalarOf<T>* table, int row) {
    return {loadRow<T>(table, row), loadRow<T>(table, row + 1), loadRow<T>(table, row + 2), loadRow<T>(table, row + 3)};
}
template <class T> RINGLET_HD void storeRow4(ScalarOf<T>* table, int row, Quat<T> q) {
    storeRow3(table, row, Vec3<T>{q.x, q.y, q.z});
    storeRow(table, row + 3, q.w);
}

// The lanes whose state, summed up in `watch`, is no number or beyond all size.
template <class T> RINGLET_HD auto lostLanes(T watch) {
    return select(absolute(watch) < T(1e12f), T(0), T(1)) > T(0);
}

// Adds one to the counter of every lane in the mask.
RINGLET_HD void countLanes(uint32_t* counts, bool mask) { counts[0] += mask ? 1 : 0; }
#if !defined(__CUDACC__)
template <int W> RINGLET_HD void countLanes(uint32_t* counts, Mask<W> mask) {
    for (int i = 0; i < W; ++i) counts[i] += mask.bits[i] != 0 ? 1 : 0;
}
#endif

}  // namespace RINGLET_ISA
}  // namespace ringlet
