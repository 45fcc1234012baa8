// The write-up's relaxation of lengths.
#pragma once

#include "core/models/tile_io.h"
#include "core/models/verlet/verlet_kernels.h"

namespace ringlet::verlet {
inline namespace RINGLET_ISA {

// Jakobsen's rule as Barnes 2006 has it, one pass from root to tip: the first
// segment moves its far end alone, every other both ends by half of what it is off.
template <class T>
RINGLET_HD_CALL void relaxLengths(const VerletTile& t) {
    Vec3<T> a = loadVec3<T>(t.next, 0);
    for (int i = 1; i < t.particles; ++i) {
        Vec3<T> b = loadVec3<T>(t.next, i), d = b - a;
        T length = maximum(lengthOf(d), T(1e-9f));
        Vec3<T> off = d * ((length - loadAt<T>(t.restLength, i)) / length);
        if (i == 1) {
            b = b - off;
        } else {
            storeVec3(t.next, i - 1, a + T(0.5f) * off);
            b = b - T(0.5f) * off;
        }
        storeVec3(t.next, i, b);
        a = b;
    }
}

}  // namespace RINGLET_ISA
}  // namespace ringlet::verlet
