// The lane kernels of both steps, compiled once per instruction set (see
// cmake/RingletKernels.cmake): a tile of RINGLET_LANES strands through a frame.
#include "core/models/dftl/implicit_step.h"
#include "core/models/dftl/published_step.h"

#ifndef RINGLET_LANES
#error "RINGLET_LANES and RINGLET_ISA are set by the build"
#endif

namespace ringlet {
inline namespace RINGLET_ISA {
namespace {

template <int W> struct NumberOf { typedef Lanes<W> Type; };
template <> struct NumberOf<1> { typedef float Type; };
typedef NumberOf<RINGLET_LANES>::Type Number;

}  // namespace

#define RINGLET_TEXT(x) #x
#define RINGLET_NAME(x) RINGLET_TEXT(x)

extern const DftlKernels kernels;
const DftlKernels kernels = {RINGLET_NAME(RINGLET_ISA), RINGLET_LANES, implicitFrame<Number>, publishedFrame<Number>};

}  // namespace RINGLET_ISA
}  // namespace ringlet
