// Angular restoring that does not oscillate: all joints of a strand at once,
// implicitly.
//
// With segment i of length l_i from particle i - 1 to i, the bending of joint i is
// the change of direction across it less that at rest, in the frame of the segment
// before it (turned there from the head's by the shortest rotation R_i; straight hair
// has none at rest, curved hair is solved in restoring_curved.h):
//
//   b_i = (y_{i+1} - y_i) / l_{i+1} - (y_i - y_{i-1}) / l_i - R_i c_i,   c_i = 0 here
//   b_0 = (y_1 - y_0) / l_1 - (the first segment's direction at rest)
//   E   = sum_i B / (2 L_i) |b_i|^2,   L_i = (l_i + l_{i+1}) / 2,  L_0 = l_1 / 2
//
// The write-up's springs failed because each looked at its joint alone: one that
// bent too far had its neighbours answer with forces that bent it farther. Here y
// becomes the minimum of |y - y*|^2_M / (2 h^2) + E, which is one banded system along the
// strand (two neighbours on either side), positive definite for any stiffness, solved exactly
// from root to tip and back. Backward Euler: modes faster than the step decay without swinging
// over, and nothing else is needed to damp them.
#pragma once

#include "core/models/verlet/lane_io.h"
#include "core/models/verlet/verlet_kernels.h"

namespace ringlet {
inline namespace RINGLET_ISA {

// A spring counts as no stiffer than this times the inertia that it moves: rounding takes what is more.
constexpr float stiffest = 4e5f;

// The stiffness of the joint between segments of these lengths (0: of the root), times h^2 over the
// mass of a metre. spring: B h^2 over that mass, m^4.
template <class T>
inline T jointStiffness(float spring, T length, T behind) {
    const T shorter = select(length > T(0), minimum(length, behind), behind);
    return minimum(T(2 * spring) / (length + behind), T(stiffest) * (shorter * shorter * shorter));
}

// Solves for the particles in t.next. Scratch: 9 rows a particle.
template <class T>
inline void restore(const VerletTile& t) {
    const VerletSubstep& s = *t.substep;
    const VerletMaterial& m = *t.material;
    const int n = t.particles;
    const Quat<T> head = splat<T>(s.headAfter);
    const float spring = m.bending * s.h * s.h;
    float* const scratch = t.scratch;

    // Rows 0 .. 2 of joint i: the impulse of its spring; row 3: its stiffness.
    Vec3<T> before = rotate(head, readVec3<T>(t.restDirection, 1));
    T length = T(0);
    for (int i = 0; i + 1 < n; ++i) {
        T behind = readAt<T>(t.restLength, i + 1);
        Vec3<T> after = (readVec3<T>(t.next, i + 1) - readVec3<T>(t.next, i)) * (T(1) / behind);
        Vec3<T> b = after - before;
        T stiffness = jointStiffness(spring, length, behind);
        writeRow3(scratch, 9 * i, stiffness * b);
        writeRow(scratch, 9 * i + 3, stiffness);
        before = after;
        length = behind;
    }
    for (int row = 9 * (n - 1); row < 9 * (n + 1); ++row) writeRow(scratch, row, T(0));

    // Elimination from the root: d y_i + e y_{i+1} + f y_{i+2} = r, rows 4 .. 8 after division by d.
    const T zero = T(0), one = T(1);
    T e1 = zero, f1 = zero, d1 = one, f2 = zero, d2 = one;  // of the rows before
    Vec3<T> r1{zero, zero, zero}, r2 = r1;                  // divided by d
    T here = readAt<T>(t.restLength, 1), inverse = one / here;
    for (int i = 1; i < n; ++i) {
        const bool last = i + 1 == n;
        T next = last ? zero : readAt<T>(t.restLength, i + 1);
        T inverseNext = last ? zero : one / next;
        T inverseLater = i + 2 < n ? one / readAt<T>(t.restLength, i + 2) : zero;
        T w0 = readRow<T>(scratch, 9 * (i - 1) + 3), w1 = readRow<T>(scratch, 9 * i + 3);
        T w2 = readRow<T>(scratch, 9 * (i + 1) + 3);
        T middle = inverse + inverseNext, middleNext = inverseNext + inverseLater;
        T d = T(0.5f) * (here + next) + w0 * inverse * inverse + w1 * middle * middle + w2 * inverseNext * inverseNext;
        T e = -(w1 * middle * inverseNext + w2 * inverseNext * middleNext);
        T f = w2 * inverseNext * inverseLater;
        Vec3<T> r = middle * readRow3<T>(scratch, 9 * i) - inverse * readRow3<T>(scratch, 9 * (i - 1)) -
                    inverseNext * readRow3<T>(scratch, 9 * (i + 1));
        d = d - e1 * e1 * d1 - f2 * f2 * d2;
        e = e - e1 * f1 * d1;
        r = r - e1 * r1 - f2 * r2;
        T inverseD = one / d;
        r2 = r1;
        r1 = r * inverseD;
        f2 = f1;
        d2 = d1;
        e1 = e;
        f1 = f;
        d1 = inverseD;
        writeRow3(scratch, 9 * i + 4, r1);
        writeRow(scratch, 9 * i + 7, e * inverseD);
        writeRow(scratch, 9 * i + 8, f * inverseD);
        here = next;
        inverse = inverseNext;
    }
    Vec3<T> m1{zero, zero, zero}, m2 = m1;
    for (int i = n - 1; i > 0; --i) {
        Vec3<T> move = readRow3<T>(scratch, 9 * i + 4) - readRow<T>(scratch, 9 * i + 7) * m1 -
                       readRow<T>(scratch, 9 * i + 8) * m2;
        writeVec3(t.next, i, readVec3<T>(t.next, i) + move);
        m2 = m1;
        m1 = move;
    }
}

}  // namespace RINGLET_ISA
}  // namespace ringlet
