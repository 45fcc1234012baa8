// What wisps' contacts compute with.
#pragma once

#include "core/math/vec.h"

#include <cstdint>

namespace ringlet::discrete_rod {

inline Sym3<float> plus(const Sym3<float>& a, const Sym3<float>& b) {
    return {a.xx + b.xx, a.yy + b.yy, a.zz + b.zz, a.xy + b.xy, a.xz + b.xz, a.yz + b.yz};
}
// across I + (along - across) n n^T
inline Sym3<float> springMatrix(float along, float across, Vec3f n) {
    return plusOuter(Sym3<float>{across, across, across, 0, 0, 0}, along - across, n);
}

// Whether the pair a, b comes before c, d.
inline bool before(uint32_t a, uint32_t b, uint32_t c, uint32_t d) { return a < c || (a == c && b < d); }

// A tangle of `length`, `rest` at rest (m): what it pulls, what that is over its stretch, and one over its length. Its energy is
//   s^2 (sqrt(1 + (e / s)^2) - 1),  e = length - rest,  s = the rest length or, where that is more, a wisp's thickness,
// a spring that weakens as 1 / e where it is stretched far (the thesis, 4.2.3: by its elongation); pressed ones do not.
template <class T>
struct TanglePull {
    T force, stiffness, inverse, energy;
};
template <class T>
TanglePull<T> tanglePull(T length, T rest, T thickness) {
    const T off = length - rest, soft = maximum(rest, thickness), share = maximum(off, T(0)) / soft;
    const T root = squareRoot(T(1) + share * share), inverse = T(1) / maximum(length, T(1e-6f));
    const T energy = off < T(0) ? T(0.5f) * off * off : off * off / (T(1) + root);
    return {off / root, T(1) / root, inverse, energy};
}

}  // namespace ringlet::discrete_rod
