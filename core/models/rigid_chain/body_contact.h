// A segment and the body: the three modes of contact and what passes between them (Choe 2005, 3.1 to 3.3, figure 3).
#pragma once

#include "core/models/chain_terms.h"

namespace ringlet::rigid_chain {
inline namespace RINGLET_ISA {

enum BodyMode : int { Free = 0, Colliding = 1, Contacting = 2 };

// The print's thresholds of distance (m), to which segments are brought as well, and of speed (m/s).
constexpr float bodyDistance = 2e-4f, bodySpeed = 0.05f;

// A segment's middle as it comes to the body.
template <class T>
struct BodyApproach {
    T mode;          // so far
    Vec3<T> normal;  // where it now stands
    T distance;      // from there to the body where that will be, m
    T old;           // what of it was there before, m
    T predicted;     // where it will be, m
    T speed;         // that it will have along the normal beside the body, m/s
    T ownSpeed;      // that it has, beside the body, m/s
    T carried;       // the way that the body goes along the normal, m
};
template <class T>
struct BodyConstraint {
    T mode, way;     // the way along the normal that is prescribed, m; in a mode that is not Free
};

// Whatever is far or leaves is Free. What comes fast collides; what comes slowly is in contact, and so is what was, as
// hard as it may be pressed.
template <class T>
RINGLET_HD T nextMode(const BodyApproach<T>& at) {
    auto near = both(at.predicted < T(bodyDistance), at.speed < T(bodySpeed));
    auto fast = both(at.speed < T(-bodySpeed), at.mode < T(1.5f));
    return select(near, select(fast, T(Colliding), T(Contacting)), T(Free));
}

// Equations 7 to 9, in ways instead of changes of velocity. What was deep before leaves at no more than recoverySpeed.
template <class T>
RINGLET_HD BodyConstraint<T> bodyConstraint(const BodyApproach<T>& at, T h, T restitution) {
    const T mode = nextMode(at);
    const T deeper = maximum(at.old - at.distance, T(0)) + T(recoverySpeed) * h;
    const T outside = minimum(T(bodyDistance) - at.distance, maximum(deeper, T(bodyDistance)));
    const T bounced = at.carried - restitution * h * at.ownSpeed;
    return {mode, select(mode < T(1.5f), maximum(bounced, outside), outside)};
}

}  // namespace RINGLET_ISA
}  // namespace ringlet::rigid_chain
