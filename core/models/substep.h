// What a model's kernels are told of one substep: how the head moves in it, and what
// acts on hair. One struct for all models, and for a strand in double precision (tests).
#pragma once

#include "core/math/vec.h"

namespace ringlet {

// A ball that drags hair along: what is inside takes up the ball's velocity at
// `rate`, like a current of a thick liquid, most at its centre.
template <class S>
struct BrushT {
    Vec3<S> position{0, 0, 0};  // centre at the end of the frame or substep, relative to the head's origin there, world axes, m
    Vec3<S> velocity{0, 0, 0};  // m/s, world
    S radius = 0;               // m, [0, 1]; 0: no brush
    S rate = 200;               // 1/s at the centre, [0, 1000]
};
using Brush = BrushT<float>;

// All positions are relative to the head's origin, along world axes.
template <class S>
struct SubstepT {
    S h = 0;                             // s
    Quat<S> headBefore{0, 0, 0, 1};      // head space to world at the substep's begin, unit
    Quat<S> headAfter{0, 0, 0, 1};       // the same at its end
    Vec3<S> headMove{0, 0, 0};           // the head's displacement, m
    Vec3<S> gravity{0, 0, 0};            // m/s^2
    Vec3<S> wind{0, 0, 0};               // m/s
    BrushT<S> brush{};
};
using Substep = SubstepT<float>;

// Hair on a head is among other hair, whose dry friction holds it, and a strand here has no neighbours. So much of it,
// m/s^2 (0.3 % of its weight), takes strands to rest that would else creep for seconds through shapes which hardly differ
// in energy; viscous below the speed, m/s. It holds strands that come so near to something, m: not where they are alone.
constexpr float clingingForce = 3e-2f, clingingSpeed = 3e-5f, clingingWithin = 0.02f;

inline namespace RINGLET_ISA {

// The drag by which a strand clings that moves so fast beside the head, m/s: 1/s.
template <class T>
RINGLET_HD T clingingRate(T speed) { return T(clingingForce) / (speed + T(clingingSpeed)); }

// The head's turn in a substep as a rotation vector by Cayley's map, rad for small
// turns: a rigid strand that takes it up turns exactly with its root.
RINGLET_HD Vec3f headTurnOf(const Substep& s) {
    const Quatf turn = s.headAfter * conjugate(s.headBefore);
    const float twice = 2.0f / (absolute(turn.w) < 1e-3f ? 1e-3f : turn.w);
    return Vec3f{turn.x, turn.y, turn.z} * twice;
}

}  // namespace RINGLET_ISA
}  // namespace ringlet
