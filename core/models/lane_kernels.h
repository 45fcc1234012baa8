// Lane kernels: one source, compiled once per instruction set (see
// cmake/RingletKernels.cmake), and the choice among them when the program runs.
//
// A model with the plain struct `XKernels {const char* name; int lanes; ...}` of
// function pointers writes, in the source that is compiled so,
//     RINGLET_LANE_KERNELS(XKernels, xLaneKernels, firstKernel<LaneNumber>, ...);
// and, in one that is not,
//     RINGLET_LANE_KERNELS_OF_ALL(XKernels, xLaneKernels, 4)
// which defines `const XKernels* xLaneKernelsOf(int lanes, int browserLanes)`. The
// number is the widest that WebAssembly takes by itself, 4 or 8: a page is smaller
// without the others.
#pragma once

#include "core/math/lanes.h"

#include <cstddef>

namespace ringlet {

#if defined(RINGLET_LANES)
inline namespace RINGLET_ISA {
template <int W> struct NumberOfLanes { typedef Lanes<W> Type; };
template <> struct NumberOfLanes<1> { typedef float Type; };
// What a kernel of this instruction set computes with.
typedef NumberOfLanes<RINGLET_LANES>::Type LaneNumber;
}  // namespace RINGLET_ISA

#define RINGLET_TEXT_OF(x) #x
#define RINGLET_TEXT(x) RINGLET_TEXT_OF(x)
#define RINGLET_LANE_KERNELS(Kernels, object, ...) \
    extern const Kernels object;                   \
    const Kernels object = {RINGLET_TEXT(RINGLET_ISA), RINGLET_LANES, __VA_ARGS__}
#endif

// Whether this CPU runs tiles of so many lanes.
inline bool runsLanes(int lanes) {
#if defined(__x86_64__)
    return lanes == 16 ? __builtin_cpu_supports("avx512f") != 0 : lanes != 8 || __builtin_cpu_supports("avx2") != 0;
#else
    (void)lanes;
    return true;
#endif
}

// The kernels of `lanes` lanes (0: the widest, of which WebAssembly takes
// `browserLanes`); null where this build or this CPU has none. Sorted by lanes.
template <class Kernels, std::size_t count>
const Kernels* chooseKernels(const Kernels* const (&all)[count], int lanes, int browserLanes) {
#if defined(__EMSCRIPTEN__)
    if (lanes == 0) lanes = browserLanes;
#else
    (void)browserLanes;
#endif
    for (std::size_t i = count; i-- > 0;)
        if (all[i] != nullptr && runsLanes(all[i]->lanes) && (lanes == 0 || all[i]->lanes == lanes)) return all[i];
    return nullptr;
}

// What a page may leave out has the address 0 there.
#if defined(__EMSCRIPTEN__)
#define RINGLET_OPTIONAL __attribute__((weak))
#define RINGLET_OPTIONAL_BEYOND_4 RINGLET_OPTIONAL
#define RINGLET_OPTIONAL_BEYOND_8
#define RINGLET_WIDER_LANES(Kernels, object, widest) \
    namespace lanes8 { extern const Kernels object RINGLET_OPTIONAL_BEYOND_##widest; }
#define RINGLET_WIDER_OBJECTS(object) , &lanes8::object
#elif defined(__x86_64__) && !defined(RINGLET_NARROW_LANES)
#define RINGLET_WIDER_LANES(Kernels, object, widest)  \
    namespace avx2 { extern const Kernels object; }   \
    namespace avx512 { extern const Kernels object; }
#define RINGLET_WIDER_OBJECTS(object) , &avx2::object, &avx512::object
#else
#define RINGLET_WIDER_LANES(Kernels, object, widest)
#define RINGLET_WIDER_OBJECTS(object)
#endif
#if !defined(RINGLET_OPTIONAL)
#define RINGLET_OPTIONAL
#endif

#define RINGLET_LANE_KERNELS_OF_ALL(Kernels, object, widest)                                                 \
    namespace scalar { extern const Kernels object RINGLET_OPTIONAL; }                                       \
    namespace lanes4 { extern const Kernels object; }                                                        \
    RINGLET_WIDER_LANES(Kernels, object, widest)                                                             \
    static const Kernels* object##Of(int lanes, int browserLanes) {                                          \
        const Kernels* const all[] = {&scalar::object, &lanes4::object RINGLET_WIDER_OBJECTS(object)};       \
        return chooseKernels(all, lanes, browserLanes < widest ? browserLanes : widest);                     \
    }

}  // namespace ringlet
