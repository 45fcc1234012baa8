// What one static link pulls, or a lane each; static_links.h says what links are.
#pragma once

#include "core/math/vec.h"

namespace ringlet {

struct LinkSettings {
    float stiffness = 0;   // force over length, times h^2 over the mean mass of a point; pure number
    float weakens = 0, breaks = 0;  // m, weakens <= breaks
    Quatf head{0, 0, 0, 1};
};

constexpr float drawingLink = 2;  // the strength of a renewed link, until it holds

inline namespace RINGLET_ISA {

// The points that a link is between, and the one before its base; how it rests, in head space.
template <class T>
struct LinkEnds {
    Vec3<T> base, tip, before;
    Vec3<T> offset, direction;
};

template <class T>
struct LinkPull {
    T left;           // its strength from now on
    T strength;       // with which it pulls in this step
    Vec3<T> by;       // on the base; on the tip the opposite
    Vec3<T> lever;    // on the base as well; on the point before it the opposite
};

// load: see StaticLinks. Where no lane pulls, by and lever are not told.
template <class T>
RINGLET_HD LinkPull<T> pullOf(const LinkEnds<T>& ends, T left, T load, const LinkSettings& settings) {
    const T k = T(settings.stiffness), one = T(1), zero = T(0);
    const T weakens = T(settings.weakens), span = T(1.0f / maximum(settings.breaks - settings.weakens, 1e-9f));
    const Quat<T> head = splat<T>(settings.head);
    const Vec3<T> segment = ends.base - ends.before;
    const Vec3<T> was = rotate(head, ends.direction);
    Vec3<T> o = rotate(head, ends.offset);
    const T square = dot(segment, segment);
    const auto straight = square > T(1e-16f);  // a link at a root has no segment before it
    const Vec3<T> d = select(straight, segment * (one / squareRoot(select(straight, square, one))), was);
    // The shortest rotation from `was` to d, applied to o; half a turn has none and is left out.
    const Vec3<T> axis = cross(was, d), turned = cross(axis, o);
    o = o + turned + cross(axis, turned) * (one / maximum(one + dot(was, d), T(0.05f)));
    const Vec3<T> e = (ends.tip - ends.base) - o;
    const T length = lengthOf(e);
    const auto draws = both(left > one, length > weakens);
    const T strength = minimum(minimum(left, one), clamped(one - (length - weakens) * span, zero, one));
    LinkPull<T> pull;
    const auto sound = length < T(1e30f);  // else a strand is lost, and will be back
    pull.left = select(sound, select(draws, T(drawingLink), strength), left);
    pull.strength = select(sound, select(draws, minimum(T(settings.breaks) / length, one), strength), zero);
    if (!anyLane(pull.strength > zero)) return pull;
    pull.by = (k * pull.strength / (one + k * load)) * e;
    pull.lever = select(straight, cross(cross(o, pull.by), d) * (one / squareRoot(select(straight, square, one))),
                        Vec3<T>{zero, zero, zero});
    return pull;
}

}  // namespace RINGLET_ISA
}  // namespace ringlet
