// Distances in a grid, written once for float, CUDA threads and Lanes<W>: trilinear, smoothed, and bounds of blocks. Everything is
// in the grid's own (head) space, metres.
#pragma once

#include "core/collide/collide_math.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

namespace ringlet {
inline namespace RINGLET_ISA {

// A DistanceGrid as the kernels see it: nx * ny * nz node distances (m), x
// fastest, each of nx, ny, nz at least 2 and their product below 2^31.
struct GridView {
    const float* distance;
    Vec3f origin;              // node (0, 0, 0), m
    float inverseCell, cell;   // 1/m, m
    int nx, ny, nz;            // nodes
    const uint32_t* bound = nullptr;  // gridBounds(); null: not known
};
// Blocks of two cells along each axis, and what is left of one at the end, have a bound each: a plane in a word. Nowhere in the
// block, f cells from the node between its cells, is a distance less than b boundStep - boundBelow + (s - slopeZero) slopeStep . f
// cells. From the low bits on the three s and b; a b of 0 says nothing.
RINGLET_HD int blocksAlong(int nodes) { return nodes / 2; }
constexpr int slopeBits = 7, boundBits = 32 - 3 * slopeBits;
constexpr float slopeStep = 1.0f / 64, slopeZero = 64, boundStep = 1.0f / 32, boundBelow = 4;

// The eight nodes around a point and where it lies between them.
template <class T>
struct GridCell {
    T d000, d100, d010, d110, d001, d101, d011, d111;  // digits: x y z
    Vec3<T> fraction;                                  // [0, 1]
};

// `at` is in cells from node 0, already clamped to [0, n - 1] (NaN too).
RINGLET_HD GridCell<float> gridCell(const GridView& g, Vec3<float> at) {
    int i = static_cast<int>(minimum(at.x, static_cast<float>(g.nx - 2)));
    int j = static_cast<int>(minimum(at.y, static_cast<float>(g.ny - 2)));
    int k = static_cast<int>(minimum(at.z, static_cast<float>(g.nz - 2)));
    const float* q = g.distance + ((k * g.ny + j) * g.nx + i);
    const float* r = q + g.nx * g.ny;
    return {q[0], q[1], q[g.nx], q[g.nx + 1], r[0], r[1], r[g.nx], r[g.nx + 1],
            {at.x - static_cast<float>(i), at.y - static_cast<float>(j), at.z - static_cast<float>(k)}};
}

#if !defined(__CUDACC__)
typedef float FourFloats __attribute__((vector_size(16)));
typedef int64_t TwoWords __attribute__((vector_size(16)));

RINGLET_HD int64_t twoFloats(const float* from) {
    int64_t bits;
    std::memcpy(&bits, from, sizeof bits);
    return bits;
}

// Four lanes' neighbours in x: low = from[i][0], high = from[i][1]. Pairs are
// loaded as one word and taken apart by two shuffles, half the loads of a gather.
RINGLET_HD void loadPairs4(const float* base, const int32_t* offset, FourFloats& low, FourFloats& high) {
    FourFloats a = (FourFloats)TwoWords{twoFloats(base + offset[0]), twoFloats(base + offset[1])};
    FourFloats b = (FourFloats)TwoWords{twoFloats(base + offset[2]), twoFloats(base + offset[3])};
    low = shuffle<0, 2, 4, 6>(a, b);
    high = shuffle<1, 3, 5, 7>(a, b);
}

template <int W>
RINGLET_HD void loadPairs(const float* base, const int32_t* offset, Lanes<W>& low, Lanes<W>& high) {
    if constexpr (W == 4) {
        loadPairs4(base, offset, low.v, high.v);
    } else if constexpr (W == 8 || W == 16) {
        Lanes<W / 2> l[2], h[2];
        for (int i = 0; i < 2; ++i) loadPairs<W / 2>(base, offset + i * (W / 2), l[i], h[i]);
        low = joined(l[0], l[1]), high = joined(h[0], h[1]);
    } else {
        for (int i = 0; i < W; ++i) {
            low.set(i, base[offset[i]]);
            high.set(i, base[offset[i] + 1]);
        }
    }
}

template <int W> RINGLET_HD GridCell<Lanes<W>> gridCell(const GridView& g, Vec3<Lanes<W>> at) {
    typedef typename Mask<W>::Bits Bits;
    typedef typename Lanes<W>::Vector Vector;
    Bits i = __builtin_convertvector(minimum(at.x, Lanes<W>(static_cast<float>(g.nx - 2))).v, Bits);
    Bits j = __builtin_convertvector(minimum(at.y, Lanes<W>(static_cast<float>(g.ny - 2))).v, Bits);
    Bits k = __builtin_convertvector(minimum(at.z, Lanes<W>(static_cast<float>(g.nz - 2))).v, Bits);
    Bits index = (k * g.ny + j) * g.nx + i;
    alignas(W * 4) int32_t offset[W];
    std::memcpy(offset, &index, sizeof offset);
    const float* layer = g.distance + g.nx * g.ny;
    GridCell<Lanes<W>> cell;
    loadPairs<W>(g.distance, offset, cell.d000, cell.d100);
    loadPairs<W>(g.distance + g.nx, offset, cell.d010, cell.d110);
    loadPairs<W>(layer, offset, cell.d001, cell.d101);
    loadPairs<W>(layer + g.nx, offset, cell.d011, cell.d111);
    cell.fraction = {Lanes<W>(at.x.v - __builtin_convertvector(i, Vector)),
                     Lanes<W>(at.y.v - __builtin_convertvector(j, Vector)),
                     Lanes<W>(at.z.v - __builtin_convertvector(k, Vector))};
    return cell;
}
#endif

template <class T> RINGLET_HD Vec3<T> cellsFromNode0(const GridView& g, Vec3<T> p) {
    return (p - Vec3<T>{T(g.origin.x), T(g.origin.y), T(g.origin.z)}) * T(g.inverseCell);
}
// The nearest in the grid's box, in cells; NaN: 0.
template <class T> RINGLET_HD Vec3<T> insideGrid(const GridView& g, Vec3<T> at) {
    return {clamped(at.x, T(0), T(static_cast<float>(g.nx - 1))), clamped(at.y, T(0), T(static_cast<float>(g.ny - 1))),
            clamped(at.z, T(0), T(static_cast<float>(g.nz - 1)))};
}

// The trilinear interpolant of a grid and its exact gradient, normalised (up
// where it vanishes). Outside, the value at the nearest point of the grid's box
// plus the distance to the box, and again the exact gradient of that. A NaN in
// p gives a NaN distance and reads nothing outside the grid.
template <class T> RINGLET_HD SurfacePointT<T> gridSurface(const GridView& g, Vec3<T> p) {
    const Vec3<T> at = cellsFromNode0(g, p), in = insideGrid(g, at);
    Vec3<T> beyond = at - in;
    GridCell<T> c = gridCell(g, in);
    Vec3<T> f = c.fraction;

    T dx00 = c.d100 - c.d000, dx10 = c.d110 - c.d010, dx01 = c.d101 - c.d001, dx11 = c.d111 - c.d011;
    T x00 = c.d000 + f.x * dx00, x10 = c.d010 + f.x * dx10;
    T x01 = c.d001 + f.x * dx01, x11 = c.d011 + f.x * dx11;
    T dy0 = x10 - x00, dy1 = x11 - x01;
    T y0 = x00 + f.y * dy0, y1 = x01 + f.y * dy1;
    T dz = y1 - y0;
    T value = y0 + f.z * dz;
    T dx0 = dx00 + f.y * (dx10 - dx00), dx1 = dx01 + f.y * (dx11 - dx01);
    Vec3<T> gradient{dx0 + f.z * (dx1 - dx0), dy0 + f.z * (dy1 - dy0), dz};  // m a cell

    T beyondCells = lengthOf(beyond);
    Vec3<T> away = normalizedOr(beyond, Vec3<T>{T(0), T(0), T(0)}) * T(g.cell);
    gradient.x = select(beyond.x == T(0), gradient.x, away.x);
    gradient.y = select(beyond.y == T(0), gradient.y, away.y);
    gradient.z = select(beyond.z == T(0), gradient.z, away.z);
    return {value + beyondCells * T(g.cell), normalizedOr(gradient, Vec3<T>{T(0), T(1), T(0)})};
}

// The 3 x 3 x 3 nodes around the one nearest to a point, and where the point lies from it in cells, [-1/2, 1/2] inside the
// grid. row(c, b) gives three neighbours in x. A grid of two nodes along an axis repeats its second there (stencilSteps).
template <class T> struct GridStencil;

template <class T> RINGLET_HD T stencilMiddle(T at, int nodes) {
    return clamped(at + T(0.5f), T(1), T(maximum(static_cast<float>(nodes - 2), 1.0f)));
}

// Whole numbers, one or a lane each: of x, cut; and as numbers.
RINGLET_HD int wholeOf(float x) { return static_cast<int>(x); }
template <class T> RINGLET_HD T numberOf(int whole) { return static_cast<float>(whole); }
#if !defined(__CUDACC__)
template <int W> RINGLET_HD auto wholeOf(Lanes<W> x) { return __builtin_convertvector(x.v, typename Mask<W>::Bits); }
template <class T, class Whole> RINGLET_HD T numberOf(const Whole& whole) { return T(__builtin_convertvector(whole, typename T::Vector)); }
#endif

// A node: in whole cells from node 0, and its number, or its block's.
template <class T>
struct NodeOf {
    Vec3<T> node;
    decltype(wholeOf(T())) index;
};
// The stencil's middle. `at` is in cells from node 0, already clamped to [0, n - 1] (NaN too).
template <class T> RINGLET_HD NodeOf<T> middleNode(const GridView& g, Vec3<T> at) {
    const auto i = wholeOf(stencilMiddle(at.x, g.nx)), j = wholeOf(stencilMiddle(at.y, g.ny)), k = wholeOf(stencilMiddle(at.z, g.nz));
    return {{numberOf<T>(i), numberOf<T>(j), numberOf<T>(k)}, (k * g.ny + j) * g.nx + i};
}
// The node between the cells of the block that `at` lies in.
template <class T> RINGLET_HD NodeOf<T> blockNode(const GridView& g, Vec3<T> at) {
    const auto block = [](T x, int nodes) { return wholeOf(minimum(T(0.5f) * x, T(static_cast<float>(blocksAlong(nodes) - 1)))); };
    const auto node = [](const auto& whole) { return T(2) * numberOf<T>(whole) + T(1); };
    const auto i = block(at.x, g.nx), j = block(at.y, g.ny), k = block(at.z, g.nz);
    return {{node(i), node(j), node(k)}, (k * blocksAlong(g.ny) + j) * blocksAlong(g.nx) + i};
}
RINGLET_HD uint32_t boundAt(const GridView& g, int index) { return g.bound[index]; }
// A part of a word, from bit `first` on.
template <class T> RINGLET_HD T wordPart(uint32_t word, int first, int bits) {
    return static_cast<float>(static_cast<int>(word >> first & ((1u << bits) - 1)));
}

// Steps in the array to the stencil's neighbours along an axis; a grid of two
// nodes repeats its second.
struct StencilSteps {
    int x[3], y[3], z[3];
};
RINGLET_HD StencilSteps stencilSteps(const GridView& g) {
    int row = g.nx, layer = g.nx * g.ny;
    return {{0, 1, g.nx > 2 ? 2 : 1}, {0, row, g.ny > 2 ? 2 * row : row}, {0, layer, g.nz > 2 ? 2 * layer : layer}};
}

// One thread reads all nodes at once: their addresses would take its registers.
template <> struct GridStencil<float> {
    float node[27];
    Vec3<float> offset;
    RINGLET_HD Vec3<float> row(int c, int b) const {
        const float* at = node + (c * 3 + b) * 3;
        return {at[0], at[1], at[2]};
    }
};

RINGLET_HD GridStencil<float> gridStencil(const GridView& g, Vec3<float> at, const NodeOf<float>& middle) {
    const StencilSteps steps = stencilSteps(g);
    const float* first = g.distance + (middle.index - (g.ny + 1) * g.nx - 1);
    GridStencil<float> s;
    for (int n = 0; n < 27; ++n) s.node[n] = first[steps.z[n / 9] + steps.y[n / 3 % 3] + steps.x[n % 3]];
    s.offset = at - middle.node;
    return s;
}

#if !defined(__CUDACC__)
// In every four lanes those of a (0 to 3) and b (4 to 7) that K says.
template <int W, int... K, int... lane>
RINGLET_HD Lanes<W> shuffled(Lanes<W> a, Lanes<W> b, std::integer_sequence<int, K...>, std::integer_sequence<int, lane...>) {
    constexpr int of[] = {K...};
    return Lanes<W>(shuffle<(lane / 4 * 4 + of[lane % 4] % 4 + of[lane % 4] / 4 * W)...>(a.v, b.v));
}
template <int... K, int W> RINGLET_HD Lanes<W> shuffled(Lanes<W> a, Lanes<W> b) {
    return shuffled(a, b, std::integer_sequence<int, K...>{}, std::make_integer_sequence<int, W>{});
}

RINGLET_HD FourFloats fourFloats(const float* from) {
    FourFloats four;
    std::memcpy(&four, from, sizeof four);
    return four;
}

// Four floats each of every fourth lane, `first` at the lane's and as far on.
template <int W> RINGLET_HD Lanes<W> everyFourth(const float* const* first, std::ptrdiff_t on) {
    if constexpr (W == 4) return Lanes<4>(fourFloats(first[0] + on));
    else return joined(everyFourth<W / 2>(first, on), everyFourth<W / 2>(first + W / 2, on));
}
#if defined(__AVX512F__)
// What the compiler does not find: into a register's parts straight from memory.
template <> RINGLET_HD Lanes<16> everyFourth<16>(const float* const* first, std::ptrdiff_t on) {
    __m512 all = _mm512_castps128_ps512(_mm_loadu_ps(first[0] + on));
    all = _mm512_mask_broadcast_f32x4(all, 0x00f0, _mm_loadu_ps(first[4] + on));
    all = _mm512_mask_broadcast_f32x4(all, 0x0f00, _mm_loadu_ps(first[8] + on));
    return Lanes<16>(_mm512_mask_broadcast_f32x4(all, 0xf000, _mm_loadu_ps(first[12] + on)));
}
#endif

// Three neighbours in x of W lanes. Reads four.
template <int W> RINGLET_HD Vec3<Lanes<W>> loadTriples(const float* const* first, std::ptrdiff_t on) {
    const Lanes<W> r0 = everyFourth<W>(first, on), r1 = everyFourth<W>(first + 1, on);
    const Lanes<W> r2 = everyFourth<W>(first + 2, on), r3 = everyFourth<W>(first + 3, on);
    const Lanes<W> low01 = shuffled<0, 4, 1, 5>(r0, r1), low23 = shuffled<0, 4, 1, 5>(r2, r3);
    const Lanes<W> high01 = shuffled<2, 6, 3, 7>(r0, r1), high23 = shuffled<2, 6, 3, 7>(r2, r3);
    return {shuffled<0, 1, 4, 5>(low01, low23), shuffled<2, 3, 6, 7>(low01, low23), shuffled<0, 1, 4, 5>(high01, high23)};
}

template <int W> struct GridStencil<Lanes<W>> {
    const float* first[W];
    int rowStep, layerStep;
    Vec3<Lanes<W>> offset;
    RINGLET_HD Vec3<Lanes<W>> row(int c, int b) const { return loadTriples<W>(first, c * layerStep + b * rowStep); }
};

// Lanes that a compiler would take apart one by one come faster from memory.
template <class Of> RINGLET_HD void fromMemory(Of& stored) {
#if defined(__AVX__)
    asm("" : "+m"(stored));
#else
    static_cast<void>(stored);
#endif
}
// Word by word: gathers are slower.
template <int W, int... lane> RINGLET_HD auto wordsAt(const uint32_t* from, const int32_t* index, std::integer_sequence<int, lane...>) {
    typedef uint32_t Words __attribute__((vector_size(W * 4)));
    return Words{from[index[lane]]...};
}
template <class Bits> RINGLET_HD auto boundAt(const GridView& g, const Bits& index) {
    constexpr int W = sizeof(Bits) / 4;
    alignas(W * 4) int32_t at[W];
    std::memcpy(at, &index, sizeof at);
    fromMemory(at);
    return wordsAt<W>(g.bound, at, std::make_integer_sequence<int, W>{});
}
template <class T, class Words> RINGLET_HD T wordPart(const Words& words, int first, int bits) {
    typedef typename Mask<sizeof(Words) / 4>::Bits Bits;
    return T(__builtin_convertvector((Bits)(words >> first & ((1u << bits) - 1)), typename T::Vector));
}

// Of more than two nodes along every axis, and none of the array's last rows, whose fourth neighbours would lie behind it.
template <int W> RINGLET_HD GridStencil<Lanes<W>> gridStencil(const GridView& g, Vec3<Lanes<W>> at, const NodeOf<Lanes<W>>& middle) {
    GridStencil<Lanes<W>> s;
    alignas(W * 4) int32_t index[W];
    std::memcpy(index, &middle.index, sizeof index);
    const int toCorner = (g.ny + 1) * g.nx + 1;
    for (int lane = 0; lane < W; ++lane) s.first[lane] = g.distance + (index[lane] - toCorner);
    s.rowStep = g.nx;
    s.layerStep = g.nx * g.ny;
    s.offset = at - middle.node;
    return s;
}
#endif

// A lower bound of what gridSurface() and smoothGridSurface() find at `in` (insideGrid()), m; of a grid whose bounds are known.
template <class T> RINGLET_HD T boundInside(const GridView& g, Vec3<T> in) {
    const NodeOf<T> block = blockNode(g, in);
    const auto word = boundAt(g, block.index);
    const Vec3<T> off = in - block.node;
    const auto slope = [&](int axis) { return wordPart<T>(word, axis * slopeBits, slopeBits) - T(slopeZero); };
    const T value = wordPart<T>(word, 3 * slopeBits, boundBits);
    const T rise = slope(0) * off.x + slope(1) * off.y + slope(2) * off.z;  // slopeSteps
    return select(value > T(0), value * T(boundStep * g.cell) - T(boundBelow * g.cell) + rise * T(slopeStep * g.cell), T(-1e9f));
}
template <class T> RINGLET_HD T gridBound(const GridView& g, Vec3<T> p) { return boundInside(g, insideGrid(g, cellsFromNode0(g, p))); }

// Quadratic B-spline weights of three neighbours, and their derivatives.
template <class T>
struct SplineWeights {
    T w[3], d[3];
};
template <class T> RINGLET_HD SplineWeights<T> splineWeights(T f) {
    T low = T(0.5f) - f, high = T(0.5f) + f;
    return {{T(0.5f) * low * low, T(0.75f) - f * f, T(0.5f) * high * high}, {-low, T(-2) * f, high}};
}

// A field's value, m, and its gradient, m a cell.
template <class T>
struct FieldAt {
    T value;
    Vec3<T> gradient;
};

template <class T> RINGLET_HD_CALL FieldAt<T> splineField(const GridStencil<T>& s) {
    SplineWeights<T> x = splineWeights(s.offset.x), y = splineWeights(s.offset.y), z = splineWeights(s.offset.z);
    FieldAt<T> field{T(0), {T(0), T(0), T(0)}};
    for (int c = 0; c < 3; ++c) {
        T plane = T(0), planeX = T(0), planeY = T(0);
        for (int b = 0; b < 3; ++b) {
            const Vec3<T> row = s.row(c, b);
            T along = x.w[0] * row.x + x.w[1] * row.y + x.w[2] * row.z;
            T slope = x.d[0] * row.x + x.d[1] * row.y + x.d[2] * row.z;
            plane = plane + y.w[b] * along;
            planeX = planeX + y.w[b] * slope;
            planeY = planeY + y.d[b] * along;
        }
        field.value = field.value + z.w[c] * plane;
        field.gradient = field.gradient + Vec3<T>{z.w[c] * planeX, z.w[c] * planeY, z.d[c] * plane};
    }
    return field;
}

// `in`: insideGrid().
RINGLET_HD FieldAt<float> splineFieldAt(const GridView& g, Vec3<float> in, const NodeOf<float>& middle) {
    return splineField(gridStencil(g, in, middle));
}
#if !defined(__CUDACC__)
template <int W> RINGLET_HD FieldAt<Lanes<W>> splineFieldAt(const GridView& g, Vec3<Lanes<W>> in, const NodeOf<Lanes<W>>& middle) {
    const int32_t last = (g.nz - 2) * g.ny * g.nx + (g.ny - 2) * g.nx + g.nx - 3;
    const bool whole = g.nx > 2 && g.ny > 2 && g.nz > 2 && !anyLane(Mask<W>{(typename Mask<W>::Bits)(middle.index > last)});
    if (whole) return splineField(gridStencil(g, in, middle));
    FieldAt<Lanes<W>> field;
    for (int lane = 0; lane < W; ++lane) {
        const Vec3<float> at{in.x[lane], in.y[lane], in.z[lane]};
        const FieldAt<float> one = splineFieldAt(g, at, middleNode(g, at));
        field.value.set(lane, one.value);
        field.gradient.x.set(lane, one.gradient.x), field.gradient.y.set(lane, one.gradient.y), field.gradient.z.set(lane, one.gradient.z);
    }
    return field;
}
#endif

// The grid's distances smoothed by quadratic B-splines: value and gradient are
// continuous and belong together, which forces need. It rounds creases by about
// a quarter of a cell. Only for points in the grid's box and near the surface;
// elsewhere gridSurface().
template <class T, class Middle> RINGLET_HD SurfacePointT<T> smoothGridSurface(const GridView& g, Vec3<T> in, const Middle& middle) {
    const FieldAt<T> field = splineFieldAt(g, in, middle);
    return {field.value, normalizedOr(field.gradient, Vec3<T>{T(0), T(1), T(0)})};
}
template <class T> RINGLET_HD SurfacePointT<T> smoothGridSurface(const GridView& g, Vec3<T> p) {
    const Vec3<T> in = insideGrid(g, cellsFromNode0(g, p));
    return smoothGridSurface(g, in, middleNode(g, in));
}

}  // namespace RINGLET_ISA
}  // namespace ringlet
