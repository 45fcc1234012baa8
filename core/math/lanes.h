// Lanes<W>: W floats that move together, one strand a lane, in the compilers'
// portable vector extension (gcc, clang, Emscripten). Comparisons give a Mask
// for select(); intrinsics serve what the extension lacks (squareRoot, anyLane, laneBits)
// and what compilers do not always find by themselves (minimum, maximum).
#pragma once

#include "core/math/number.h"

#include <cstdint>
#include <cstring>
#include <utility>

#if defined(__wasm_simd128__)
#include <wasm_simd128.h>
#elif defined(__SSE2__)
#include <immintrin.h>
#endif

namespace ringlet {
inline namespace RINGLET_ISA {

template <int W>
struct Mask {
    typedef int32_t Bits __attribute__((vector_size(W * 4)));
    Bits bits;
};

// A type of its own, because gcc takes a dependent vector_size within the class
// for plain float when it declares the constructors.
template <int W>
struct LaneVector {
    typedef float Type __attribute__((vector_size(W * 4)));
};

template <int W>
struct Lanes {
    typedef typename LaneVector<W>::Type Vector;
    Vector v;

    Lanes() = default;
    RINGLET_HD explicit Lanes(float s) : v(s - Vector{}) {}
    RINGLET_HD Lanes(Vector vector) : v(vector) {}

    RINGLET_HD float operator[](int lane) const { return v[lane]; }
    RINGLET_HD void set(int lane, float s) { v[lane] = s; }
};

// The named lanes of two vectors of floats: a's, and counted on, b's.
template <int... lane, class Vector>
RINGLET_HD auto shuffle(Vector a, Vector b) {
#if defined(__clang__) || __GNUC__ >= 12
    return __builtin_shufflevector(a, b, lane...);
#else
    constexpr int count = sizeof...(lane), each = sizeof(Vector) / 4, of[] = {lane...};
    if constexpr (count == each) return __builtin_shuffle(a, b, typename Mask<each>::Bits{lane...});
    typename LaneVector<count>::Type all{};
    for (int i = 0; i < count; ++i) all[i] = of[i] < each ? a[of[i]] : b[of[i] - each];
    return all;
#endif
}

// Twice as many lanes from both halves, in registers: through memory a wide load would wait for narrow stores.
template <int W, int... lane>
RINGLET_HD Lanes<2 * W> joined(Lanes<W> low, Lanes<W> high, std::integer_sequence<int, lane...>) {
    return Lanes<2 * W>(shuffle<lane...>(low.v, high.v));
}
template <int W> RINGLET_HD Lanes<2 * W> joined(Lanes<W> low, Lanes<W> high) {
    return joined(low, high, std::make_integer_sequence<int, 2 * W>{});
}

template <int W> RINGLET_HD Lanes<W> operator+(Lanes<W> a, Lanes<W> b) { return a.v + b.v; }
template <int W> RINGLET_HD Lanes<W> operator-(Lanes<W> a, Lanes<W> b) { return a.v - b.v; }
template <int W> RINGLET_HD Lanes<W> operator*(Lanes<W> a, Lanes<W> b) { return a.v * b.v; }
template <int W> RINGLET_HD Lanes<W> operator/(Lanes<W> a, Lanes<W> b) { return a.v / b.v; }
template <int W> RINGLET_HD Lanes<W> operator-(Lanes<W> a) { return -a.v; }
template <int W> RINGLET_HD Mask<W> operator<(Lanes<W> a, Lanes<W> b) { return {(typename Mask<W>::Bits)(a.v < b.v)}; }
template <int W> RINGLET_HD Mask<W> operator>(Lanes<W> a, Lanes<W> b) { return {(typename Mask<W>::Bits)(a.v > b.v)}; }
template <int W> RINGLET_HD Mask<W> operator==(Lanes<W> a, Lanes<W> b) {
    return {(typename Mask<W>::Bits)(a.v == b.v)};
}
template <int W> RINGLET_HD Mask<W> either(Mask<W> a, Mask<W> b) { return {a.bits | b.bits}; }
template <int W> RINGLET_HD Mask<W> both(Mask<W> a, Mask<W> b) { return {a.bits & b.bits}; }

template <int W> RINGLET_HD Lanes<W> select(Mask<W> mask, Lanes<W> a, Lanes<W> b) {
    return mask.bits ? a.v : b.v;
}

template <int W> RINGLET_HD bool anyLane(Mask<W> mask) {
#if defined(__wasm_simd128__)
    v128_t parts[W / 4];
    std::memcpy(parts, &mask.bits, sizeof parts);
    v128_t all = parts[0];
    for (int i = 1; i < W / 4; ++i) all = wasm_v128_or(all, parts[i]);
    return wasm_v128_any_true(all);
#elif defined(__SSE2__)
#if defined(__AVX512F__)
    if constexpr (W == 16) return _mm512_test_epi32_mask((__m512i)mask.bits, (__m512i)mask.bits) != 0;
#endif
#if defined(__AVX__)
    if constexpr (W == 8) return _mm256_movemask_ps((__m256)mask.bits) != 0;
#endif
    __m128i parts[W / 4];
    std::memcpy(parts, &mask.bits, sizeof parts);
    __m128i all = parts[0];
    for (int i = 1; i < W / 4; ++i) all = _mm_or_si128(all, parts[i]);
    return _mm_movemask_epi8(all) != 0;
#else
    int32_t all = 0;
    for (int i = 0; i < W; ++i) all |= mask.bits[i];
    return all != 0;
#endif
}

// Bit k: lane k is set.
template <int W> RINGLET_HD uint32_t laneBits(Mask<W> mask) {
    uint32_t bits = 0;
#if defined(__wasm_simd128__)
    v128_t parts[W / 4];
    std::memcpy(parts, &mask.bits, sizeof parts);
    for (int i = 0; i < W / 4; ++i) bits |= static_cast<uint32_t>(wasm_i32x4_bitmask(parts[i])) << (4 * i);
#elif defined(__SSE2__)
    __m128 parts[W / 4];
    std::memcpy(parts, &mask.bits, sizeof parts);
    for (int i = 0; i < W / 4; ++i) bits |= static_cast<uint32_t>(_mm_movemask_ps(parts[i])) << (4 * i);
#else
    for (int i = 0; i < W; ++i) bits |= (static_cast<uint32_t>(mask.bits[i]) & 1u) << i;
#endif
    return bits;
}

template <int W> RINGLET_HD bool allLanes(Mask<W> mask) { return !anyLane(Mask<W>{~mask.bits}); }

#if defined(__wasm_simd128__) || defined(__SSE2__)
// The same numbers as in number.h, bit for bit, by one instruction, which compilers do not find for all of them.
template <class Part, int W, class OfParts> RINGLET_HD Lanes<W> byParts(Lanes<W> a, Lanes<W> b, OfParts ofParts) {
    constexpr int parts = static_cast<int>(sizeof a.v / sizeof(Part));
    Part x[parts], y[parts];
    std::memcpy(x, &a.v, sizeof x);
    std::memcpy(y, &b.v, sizeof y);
    for (int i = 0; i < parts; ++i) x[i] = ofParts(x[i], y[i]);
    std::memcpy(&a.v, x, sizeof x);
    return a;
}
#if defined(__wasm_simd128__)
template <int W> RINGLET_HD Lanes<W> minimum(Lanes<W> a, Lanes<W> b) {  // a < b ? a : b
    return byParts<v128_t>(a, b, [](v128_t x, v128_t y) { return wasm_f32x4_pmin(y, x); });
}
template <int W> RINGLET_HD Lanes<W> maximum(Lanes<W> a, Lanes<W> b) {  // b < a ? a : b
    return byParts<v128_t>(a, b, [](v128_t x, v128_t y) { return wasm_f32x4_pmax(y, x); });
}
#else
template <int W> RINGLET_HD Lanes<W> minimum(Lanes<W> a, Lanes<W> b) {
#if defined(__AVX512F__)
    if constexpr (W == 16) return Lanes<W>((typename Lanes<W>::Vector)_mm512_maskz_min_ps(0xFFFF, (__m512)a.v, (__m512)b.v));
#endif
#if defined(__AVX__)
    if constexpr (W == 8) return Lanes<W>((typename Lanes<W>::Vector)_mm256_min_ps((__m256)a.v, (__m256)b.v));
#endif
    return byParts<__m128>(a, b, [](__m128 x, __m128 y) { return _mm_min_ps(x, y); });
}
template <int W> RINGLET_HD Lanes<W> maximum(Lanes<W> a, Lanes<W> b) {
#if defined(__AVX512F__)
    if constexpr (W == 16) return Lanes<W>((typename Lanes<W>::Vector)_mm512_maskz_max_ps(0xFFFF, (__m512)a.v, (__m512)b.v));
#endif
#if defined(__AVX__)
    if constexpr (W == 8) return Lanes<W>((typename Lanes<W>::Vector)_mm256_max_ps((__m256)a.v, (__m256)b.v));
#endif
    return byParts<__m128>(a, b, [](__m128 x, __m128 y) { return _mm_max_ps(x, y); });
}
#endif
#endif

// W consecutive floats at any alignment.
template <int W> RINGLET_HD Lanes<W> loadLanes(const float* from) {
    Lanes<W> a;
    std::memcpy(&a.v, from, sizeof a.v);
    return a;
}
template <int W> RINGLET_HD void storeLanes(float* to, Lanes<W> a) { std::memcpy(to, &a.v, sizeof a.v); }

template <int W> RINGLET_HD Lanes<W> squareRoot(Lanes<W> a) {
#if defined(__wasm_simd128__)
    alignas(W * 4) float f[W];
    storeLanes(f, a);
    for (int i = 0; i < W; i += 4) wasm_v128_store(f + i, wasm_f32x4_sqrt(wasm_v128_load(f + i)));
    return loadLanes<W>(f);
#elif defined(__SSE2__)
#if defined(__AVX512F__)
    if constexpr (W == 16) return Lanes<W>((typename Lanes<W>::Vector)_mm512_maskz_sqrt_ps(0xFFFF, (__m512)a.v));
#endif
#if defined(__AVX__)
    if constexpr (W == 8) return Lanes<W>((typename Lanes<W>::Vector)_mm256_sqrt_ps((__m256)a.v));
#endif
    alignas(W * 4) float f[W];
    storeLanes(f, a);
    for (int i = 0; i < W; i += 4) _mm_store_ps(f + i, _mm_sqrt_ps(_mm_load_ps(f + i)));
    return loadLanes<W>(f);
#else
    for (int i = 0; i < W; ++i) a.v[i] = sqrtf(a.v[i]);
    return a;
#endif
}

// 2^k lane by lane for whole k in [-126, 127]; see powerOfTwo(float) in
// core/math/elementary.h.
template <int W> RINGLET_HD Lanes<W> powerOfTwo(Lanes<W> k) {
    const Lanes<W> sum = k + Lanes<W>(12583039.0f);
    typedef uint32_t Bits __attribute__((vector_size(W * 4)));
    return (typename Lanes<W>::Vector)((Bits)sum.v << 23);
}

}  // namespace RINGLET_ISA
}  // namespace ringlet
