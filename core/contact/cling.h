// Dry friction with a memory (Cundall and Strack 1979, "A discrete numerical model for granular assemblies"): what presses clings
// by a spring where it met, and slips where that would pull more than friction holds. Unlike viscous friction it lets nothing creep.
#pragma once

#include "core/math/number.h"
#include "core/math/vec.h"

namespace ringlet {
inline namespace RINGLET_ISA {

// Takes off the strain, by how far one side has slipped beside the other since they met (m), what is along the normal n and what
// pulls more than `most`; gives the stiffness for the step to come, in which they are expected to slip by `expected`, m. `most` is in
// units of the stiffness times m.
template <class T>
RINGLET_HD T cling(T stiffness, T most, Vec3<T> n, Vec3<T> expected, Vec3<T>& strain) {
    const T tiny(1e-20f);
    strain = strain - dot(n, strain) * n;
    strain = minimum(T(1), most / maximum(stiffness * lengthOf(strain), tiny)) * strain;
    return minimum(stiffness, most / maximum(lengthOf(strain + expected), tiny));
}

}  // namespace RINGLET_ISA
}  // namespace ringlet
