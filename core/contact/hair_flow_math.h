// How the hair around a point moves: mass and momentum of all particles, added up at the nodes of a grid that stays with the
// head. Friction of hair in hair draws each particle towards that, as in particle-in-cell methods (McAdams et al. 2009).
//
// Sums are whole numbers, so that neither threads nor the order of strands change a bit.
#pragma once

#include "core/math/vec.h"
#if !defined(__CUDACC__)
#include "core/math/lanes.h"
#endif

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace ringlet {

// Node (0, 0, 0) and cells a metre, in head space; x runs fastest. A node has four numbers: mass and momentum. At most 2^24 nodes,
// whose numbers a float holds.
struct FlowGrid {
    Vec3f origin{0, 0, 0};
    float perMetre = 0;
    int nx = 0, ny = 0, nz = 0;
    float scale = 0;           // of what a particle has, to whole numbers
    float usual = 0;           // particles a cell, where the groom's are: their mean
    int32_t* nodes = nullptr;  // null: there is none
};

// What a frame tells of it. Velocities are beside the head's rigid motion at the frame's begin.
struct FlowArgs {
    FlowGrid grid;
    float share = 0;            // of what particles take on in a frame, [0, 1)
    Quatf toHead{0, 0, 0, 1};   // from world axes
    Vec3f velocity{0, 0, 0};    // m/s, world
    Vec3f turning{0, 0, 0};     // rad/s, world
};

// Whole numbers have an end: particles that are faster beside the head take no part (m/s), and none counts for more than so many of mean
// mass.
constexpr float fastestFlow = 20, heaviestFlow = 12;
// At most so many units to a mean particle's mass, so that what it adds at once is below 2^22, which nearestInteger() takes.
constexpr float finestFlow = 1 << 14;
static_assert(finestFlow * heaviestFlow * fastestFlow < 1 << 22, "a product is a whole number of float");

inline namespace RINGLET_ISA {

// Numbers of 0 and more, without what is behind the point.
RINGLET_HD float wholePart(float x) { return static_cast<float>(static_cast<int32_t>(x)); }
RINGLET_HD void storeWhole(float x, int32_t* to) { *to = static_cast<int32_t>(x); }
#if !defined(__CUDACC__)
template <int W> RINGLET_HD Lanes<W> wholePart(Lanes<W> x) {
    return Lanes<W>(__builtin_convertvector(__builtin_convertvector(x.v, typename Mask<W>::Bits), typename Lanes<W>::Vector));
}
template <int W> RINGLET_HD void storeWhole(Lanes<W> x, int32_t* to) {
    const typename Mask<W>::Bits whole = __builtin_convertvector(x.v, typename Mask<W>::Bits);
    std::memcpy(to, &whole, sizeof whole);
}
#endif

// The cell that a point of head space is in, and the weights of its corners. What is outside, or no number, has weights of 0.
template <class T>
struct FlowCell {
    T node;       // of the lowest corner
    T weight[8];  // of x, x + 1; then of y + 1; then of z + 1
};
template <class T>
RINGLET_HD FlowCell<T> flowCell(const FlowGrid& g, Vec3<T> p) {
    const T zero(0.0f), one(1.0f);
    Vec3<T> at = T(g.perMetre) * (p - splat<T>(g.origin));
    const T last[3] = {T(static_cast<float>(g.nx - 1)), T(static_cast<float>(g.ny - 1)), T(static_cast<float>(g.nz - 1))};
    const auto above = both(both(at.x > zero, at.y > zero), at.z > zero);
    const auto inside = both(above, both(both(at.x < last[0], at.y < last[1]), at.z < last[2]));
    at = select(inside, at, Vec3<T>{zero, zero, zero});
    const Vec3<T> low{wholePart(at.x), wholePart(at.y), wholePart(at.z)}, f = at - low;
    FlowCell<T> cell;
    cell.node = (low.z * T(static_cast<float>(g.ny)) + low.y) * T(static_cast<float>(g.nx)) + low.x;
    const T whole = select(inside, one, zero), x[2] = {whole * (one - f.x), whole * f.x};
    const T yz[4] = {(one - f.y) * (one - f.z), f.y * (one - f.z), (one - f.y) * f.z, f.y * f.z};
    for (int corner = 0; corner < 8; ++corner) cell.weight[corner] = x[corner & 1] * yz[corner >> 1];
    return cell;
}

// From the lowest corner's node.
RINGLET_HD ptrdiff_t cornerOffset(const FlowGrid& g, int corner) {
    return 4 * (((corner >> 2) * static_cast<ptrdiff_t>(g.ny) + (corner >> 1 & 1)) * g.nx + (corner & 1));
}

// The bits of a float of 2^23 and a half more, whose last one counts 1: added to it, a number is rounded to a whole one. A conversion of its
// own takes several operations where numbers have no end (WebAssembly).
constexpr float wholeBits = 12582912.0f;
constexpr int32_t wholeBitsAre = 0x4B400000;

RINGLET_HD int32_t nearestInteger(float x) {
    const float sum = x + wholeBits;
    int32_t bits;
    std::memcpy(&bits, &sum, sizeof bits);
    return bits - wholeBitsAre;
}

#if defined(__CUDACC__)
struct FlowNumbers {
    float of[4];
};
RINGLET_HD void addToNode(int32_t* node, const FlowNumbers& what, float weight) {
    for (int n = 0; n < 4; ++n) {
        const int32_t whole = nearestInteger(weight * what.of[n]);
#if defined(__CUDA_ARCH__)
        atomicAdd(node + n, whole);
#else
        node[n] = static_cast<int32_t>(static_cast<uint32_t>(node[n]) + static_cast<uint32_t>(whole));
#endif
    }
}
RINGLET_HD void addNode(FlowNumbers& sum, const int32_t* node, float weight) {
    for (int n = 0; n < 4; ++n) sum.of[n] = sum.of[n] + weight * static_cast<float>(node[n]);
}
#else
// Four numbers at once: the same arithmetic.
struct FlowNumbers {
    float of __attribute__((vector_size(16)));
};
typedef int32_t FourWholes __attribute__((vector_size(16)));
typedef uint32_t Wrapping __attribute__((vector_size(16)));  // a sum that leaves its number comes round again, on every target
RINGLET_HD FourWholes wholesAt(const int32_t* node) {
    FourWholes wholes;
    std::memcpy(&wholes, node, sizeof wholes);
    return wholes;
}
RINGLET_HD void addToNode(int32_t* node, const FlowNumbers& what, float weight) {
    const Wrapping sum = (Wrapping)wholesAt(node) + ((Wrapping)(what.of * weight + wholeBits) - static_cast<uint32_t>(wholeBitsAre));
    std::memcpy(node, &sum, sizeof sum);
}
RINGLET_HD void addNode(FlowNumbers& sum, const int32_t* node, float weight) {
    sum.of = sum.of + weight * __builtin_convertvector(wholesAt(node), decltype(sum.of));
}
#endif

}  // namespace RINGLET_ISA
}  // namespace ringlet
