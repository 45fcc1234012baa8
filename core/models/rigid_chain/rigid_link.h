// A segment as a rigid rod: its inertia, and how it turns where nothing acts on it.
#pragma once

#include "core/models/chain_terms.h"

namespace ringlet::rigid_chain {
inline namespace RINGLET_ISA {

// Moments of inertia about a segment's middle, over the mass of a mean segment and l0^2.
template <class T>
struct LinkInertia {
    T across, along;
    Vec3<T> direction;
    // Times a vector; as a matrix.
    RINGLET_HD Vec3<T> of(Vec3<T> w) const { return across * w + ((along - across) * dot(direction, w)) * direction; }
    RINGLET_HD Sym3<T> matrix(T factor) const {
        const T d = factor * across;
        return plusOuter(Sym3<T>{d, d, d, T(0), T(0), T(0)}, factor * (along - across), direction);
    }
};

// Of a round rod as long as `ratio` l0, `radius` over l0 thick, of one density: m (L^2 / 12 + r^2 / 4) and m r^2 / 2.
template <class T>
RINGLET_HD LinkInertia<T> linkInertia(T ratio, T radius, Vec3<T> direction) {
    const T square = radius * radius;
    return {ratio * (ratio * ratio * T(1.0f / 12) + T(0.25f) * square), ratio * T(0.5f) * square, direction};
}

// `w`, across `d`, turned about it by `angle` (rad, by Cayley's map): as long as before, whatever the angle.
template <class T>
RINGLET_HD Vec3<T> precessed(Vec3<T> w, Vec3<T> d, T angle) {
    const T t = T(0.5f) * angle, over = T(1) / (T(1) + t * t);
    return ((T(1) - t * t) * over) * w + (T(2) * t * over) * cross(d, w);
}

// Of a segment's rotation y, scaled by l0: 1/2 y.C y + c.y for its inertia and the drag of the air that turns with the head.
// `w`: how it turns by itself, rad/s.
template <class T>
RINGLET_HD void turningTerms(Sym3<T>& C, Vec3<T>& c, const ChainSubstep<T>& s, const LinkInertia<T>& inertia, T scale, Vec3<T> w) {
    C = C + inertia.matrix(T(1) + s.drag);
    c = c - scale * inertia.of(s.h * w + s.drag * s.airTurn);
}

}  // namespace RINGLET_ISA
}  // namespace ringlet::rigid_chain
