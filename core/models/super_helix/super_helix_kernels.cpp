// The lane kernels, compiled once per instruction set (see
// cmake/RingletKernels.cmake): a tile of RINGLET_LANES strands through a substep.
#include "core/models/super_helix/super_helix_step.h"

#ifndef RINGLET_LANES
#error "RINGLET_LANES and RINGLET_ISA are set by the build"
#endif

namespace ringlet {
inline namespace RINGLET_ISA {
namespace {

template <int W> struct RodNumber { typedef Lanes<W> Type; };
template <> struct RodNumber<1> { typedef float Type; };
typedef RodNumber<RINGLET_LANES>::Type Number;

}  // namespace

#define RINGLET_TEXT(x) #x
#define RINGLET_NAME(x) RINGLET_TEXT(x)

extern const RodKernels rods;
const RodKernels rods = {RINGLET_NAME(RINGLET_ISA), RINGLET_LANES, stepRod<Number, 3>, stepRod<Number, 2>,
                         placeRod<Number>};

}  // namespace RINGLET_ISA
}  // namespace ringlet
