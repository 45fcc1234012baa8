// The lane kernels, compiled once per instruction set (see cmake/RingletKernels.cmake).
#include "core/models/verlet/verlet_step.h"

#ifndef RINGLET_LANES
#error "RINGLET_LANES and RINGLET_ISA are set by the build"
#endif

namespace ringlet {
inline namespace RINGLET_ISA {
namespace {

template <int W> struct VerletNumber { typedef Lanes<W> Type; };
template <> struct VerletNumber<1> { typedef float Type; };
typedef VerletNumber<RINGLET_LANES>::Type Number;

}  // namespace

#define RINGLET_TEXT(x) #x
#define RINGLET_NAME(x) RINGLET_TEXT(x)

extern const VerletKernels verletLaneKernels;
const VerletKernels verletLaneKernels = {RINGLET_NAME(RINGLET_ISA), RINGLET_LANES, predictTile<Number>,
                                         solveTile<Number>, rescueTile<Number>};

}  // namespace RINGLET_ISA
}  // namespace ringlet
