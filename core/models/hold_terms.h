// Segments of a chain that are held to the head (holders.h): where a step takes them.
#pragma once

#include "core/models/chain_terms.h"
#include "core/models/hold_rows.h"

namespace ringlet {

// Held hair goes to where it is held no faster than this beside the head: clips may be anywhere at once.
constexpr float holdSpeed = 0.25f, holdTurning = 6;  // m/s, rad/s

inline namespace RINGLET_ISA {

// Scaled stiffness by which the implicit step holds: more would leave too little of float to what is soft beside it.
constexpr float holdStiffness = 1e4f, holdFrameStiffness = 1e3f;

// How a held segment's end (m) and its frame (rad) are to go in the substep.
template <class T>
struct HeldWay {
    T held;  // 1, or 0: it is free
    Vec3<T> way, turn;
};

template <class T>
RINGLET_HD Vec3<T> noLonger(Vec3<T> v, T most) {
    return minimum(T(1), most / maximum(lengthOf(v), T(1e-12f))) * v;
}

// `Tile` has root, position, frame, restLength and `hold`, a view of holdRows.
template <class T, class Tile>
RINGLET_HD HeldWay<T> heldWay(const Tile& t, const ChainSubstep<T>& s, const HoldArgs& args, int segment) {
    auto row3 = [&](int row) { return Vec3<T>{loadAt<T>(t.hold, segment, row), loadAt<T>(t.hold, segment, row + 1), loadAt<T>(t.hold, segment, row + 2)}; };
    const T by = loadAt<T>(t.hold, segment, HeldBy);
    Vec3<T> center = splat<T>(args.center[0]);
    for (size_t i = 1; i < mostHolders; ++i) center = select(by > T(static_cast<float>(i) + 0.5f), splat<T>(args.center[i]), center);
    const Quat<T> inHead{loadAt<T>(t.hold, segment, HeldFrame), loadAt<T>(t.hold, segment, HeldFrame + 1),
                         loadAt<T>(t.hold, segment, HeldFrame + 2), loadAt<T>(t.hold, segment, HeldFrame + 3)};
    // Its beginning no farther from the root than hair goes.
    const Vec3<T> root = loadRow3<T>(t.root, 0), along = loadAt<T>(t.restLength, segment) * axisZ(inHead);
    const Vec3<T> to = root + noLonger(center + row3(HeldAt) - along - root, loadAt<T>(t.hold, segment, HeldReach)) + along;
    const Vec3<T> x = loadVec3<T>(t.position, segment + 1);
    const Quat<T> carries = s.after * conjugate(s.before), frame = loadQuat<T>(t.frame, segment), held = s.after * inHead;
    const Vec3<T> carried = rotate(carries, x);
    const Quat<T> error = held * conjugate(carries * frame);
    const T twice = select(error.w < T(0), T(-2), T(2));
    const Vec3<T> turn = twice * Vec3<T>{error.x, error.y, error.z};
    return {select(by > T(0.5f), T(1), T(0)), carried - x + noLonger(rotate(s.after, to) - carried, T(holdSpeed) * s.h),
            s.headTurn + noLonger(turn, T(holdTurning) * s.h)};
}

// Of the end of a held segment: what lies beyond it hangs on the holder.
template <class T>
RINGLET_HD void holdEnd(BeyondJoint<T>& beyond, const HeldWay<T>& to) {
    const T k = T(holdStiffness) * to.held;
    beyond.A = plusDiagonal(beyond.A, k);
    beyond.a = beyond.a - k * to.way;
    beyond.pull = (T(1) - to.held) * beyond.pull;
}
// Of its rotation, scaled by `scale` (m).
template <class T>
RINGLET_HD void holdFrame(BeyondJoint<T>& beyond, const HeldWay<T>& to, T scale) {
    const T k = T(holdFrameStiffness) * to.held;
    beyond.C = plusDiagonal(beyond.C, k);
    beyond.c = beyond.c - (k * scale) * to.turn;
}

}  // namespace RINGLET_ISA
}  // namespace ringlet
