// Lengths of a strand's segments: the write-up's relaxation, and the default's solve.
#pragma once

#include "core/models/verlet/lane_io.h"
#include "core/models/verlet/verlet_kernels.h"

namespace ringlet {
inline namespace RINGLET_ISA {

// Jakobsen's rule as Barnes 2006 has it, one pass from root to tip: the first
// segment moves its far end alone, every other both ends by half of what it is off.
template <class T>
inline void relaxLengths(const VerletTile& t) {
    Vec3<T> a = readVec3<T>(t.next, 0);
    for (int i = 1; i < t.particles; ++i) {
        Vec3<T> b = readVec3<T>(t.next, i), d = b - a;
        T length = maximum(lengthOf(d), T(1e-9f));
        Vec3<T> off = d * ((length - readAt<T>(t.restLength, i)) / length);
        if (i == 1) {
            b = b - off;
        } else {
            writeVec3(t.next, i - 1, a + T(0.5f) * off);
            b = b - T(0.5f) * off;
        }
        writeVec3(t.next, i, b);
        a = b;
    }
}

// Lanes whose segments are all this close to their length are left alone, as shares. What is left is
// mended from root to tip, which keeps no momentum: with 2e-4 curls fed on it and never came to rest.
constexpr float lengthTolerance = 1e-5f;

// Newton's method on all lengths of a strand at once: with unit directions n_i and
// inverse masses w_i, one tridiagonal system a pass,
//   (w_{i-1} + w_i) k_i - w_{i-1} (n_{i-1}.n_i) k_{i-1} - w_i (n_i.n_{i+1}) k_{i+1} = |d_i| - l_i
//   y_i += w_i (k_{i+1} n_{i+1} - k_i n_i)
// (fast projection: Goldenthal et al. 2007). Momentum is kept along the strand: every
// particle feels what the others need. At most `passes`; a lane stops on its own.
template <class T>
inline void solveLengths(const VerletTile& t, int passes) {
    const int n = t.particles;
    const T zero = T(0), one = T(1);
    for (int pass = 0; pass < passes; ++pass) {
        T worst = zero;
        Vec3<T> a = readVec3<T>(t.next, 0), nBefore{zero, zero, zero};
        T wBefore = zero, offBefore = zero, valueBefore = zero;
        T here = readAt<T>(t.restLength, 1);
        Vec3<T> b = readVec3<T>(t.next, 1), d = b - a;
        T length = maximum(lengthOf(d), T(1e-9f));
        Vec3<T> direction = d * (one / length);
        for (int i = 1; i < n; ++i) {
            T next = i + 1 < n ? readAt<T>(t.restLength, i + 1) : zero;
            T w = T(2) / (here + next);
            T error = length - here;
            worst = maximum(worst, absolute(error) / here);
            T across = -(wBefore * dot(nBefore, direction));  // to the row before; 0 at the root
            T diagonal = wBefore + w - across * offBefore;
            T inverse = one / diagonal;
            T value = (error - across * valueBefore) * inverse;
            // What the next row will find: (its coefficient to this one) / diagonal.
            writeRow3(t.scratch, 6 * i, direction);
            writeRow(t.scratch, 6 * i + 3, value);
            writeRow(t.scratch, 6 * i + 4, inverse);
            writeRow(t.scratch, 6 * i + 5, w);
            // The system is symmetric: off-diagonal over diagonal, for the next row.
            if (i + 1 < n) {
                a = b;
                b = readVec3<T>(t.next, i + 1);
                d = b - a;
            }
            length = maximum(lengthOf(d), T(1e-9f));
            nBefore = direction;
            direction = d * (one / length);
            offBefore = -(w * dot(nBefore, direction)) * inverse;
            wBefore = w;
            valueBefore = value;
            here = next;
        }
        auto off = worst > T(lengthTolerance);
        if (!anyLane(off)) return;
        T k = zero;
        direction = {zero, zero, zero};
        for (int i = n - 1; i > 0; --i) {
            Vec3<T> mine = readRow3<T>(t.scratch, 6 * i);
            T w = readRow<T>(t.scratch, 6 * i + 5);
            T own = readRow<T>(t.scratch, 6 * i + 3) +
                    (w * dot(mine, direction)) * readRow<T>(t.scratch, 6 * i + 4) * k;
            Vec3<T> move = w * (k * direction - own * mine);
            writeVec3(t.next, i, readVec3<T>(t.next, i) + select(off, move, Vec3<T>{zero, zero, zero}));
            k = own;
            direction = mine;
        }
    }
}

}  // namespace RINGLET_ISA
}  // namespace ringlet
