// Segments against the head and other colliders.
#pragma once

#include "core/models/verlet/lane_io.h"
#include "core/models/verlet/verlet_kernels.h"

namespace ringlet {
inline namespace RINGLET_ISA {

// Particles that begin deeper than they may leave the collider no faster: m/s.
constexpr float recoverySpeed = 0.2f;
// How deep (m) a particle may be before its segment is turned out of the collider.
constexpr float depthAllowed = 2e-4f;

template <class T>
struct HeadTurn {
    Quat<T> before, after;
    Vec3<T> vector;  // rad, over the substep
};

template <class T>
inline HeadTurn<T> headTurn(const VerletSubstep& s) {
    Quatf turn = s.headAfter * conjugate(s.headBefore);
    float twice = 2.0f / (absolute(turn.w) < 1e-3f ? 1e-3f : turn.w);
    return {splat<T>(s.headBefore), splat<T>(s.headAfter), splat<T>(Vec3f{turn.x, turn.y, turn.z} * twice)};
}

// How far out of the collider a point must be: outside, but where it began the
// substep deep inside, no farther than it can come at recoverySpeed.
template <class T>
inline T distanceWanted(const VerletTile& t, const HeadTurn<T>& turn, Vec3<T> old) {
    T before = nearestCollider(*t.colliders, turn.before, old).distance;
    return minimum(T(0), before + T(recoverySpeed * t.substep->h));
}

// Barnes 2006: the point of each segment nearest to the head is pushed to its
// surface, and both ends with it; the root stays. Where that point is follows from
// the distance's slopes at the ends. `friction` 0: as published. Gives the strand's
// grip: what friction may hold, relative mass times m.
template <class T>
inline T pushSegmentsOut(const VerletTile& t, const HeadTurn<T>& turn, float friction) {
    const Vec3<T> move = splat<T>(t.substep->headMove);
    const T zero = T(0), one = T(1);
    T grip = zero;
    Vec3<T> a = readVec3<T>(t.next, 0);
    SurfacePointT<T> atA = nearestCollider(*t.colliders, turn.after, a);
    for (int i = 1; i < t.particles; ++i) {
        Vec3<T> b = readVec3<T>(t.next, i), along = b - a;
        SurfacePointT<T> atB = nearestCollider(*t.colliders, turn.after, b);
        T length = lengthOf(along);
        // Nothing of a segment is nearer than its ends less half its length.
        auto near = minimum(atA.distance, atB.distance) < T(0.5f) * length;
        if (anyLane(near)) {
            T slopeA = dot(atA.normal, along), slopeB = dot(atB.normal, along), bent = slopeB - slopeA;
            T share = select(bent > T(1e-12f), clamped(-slopeA / maximum(bent, T(1e-12f)), zero, one),
                             select(atB.distance < atA.distance, one, zero));
            if (i == 1) share = one;
            SurfacePointT<T> at = nearestCollider(*t.colliders, turn.after, a + share * along);
            auto inside = both(near, at.distance < zero);
            if (anyLane(inside)) {
                Vec3<T> oldA = readVec3<T>(t.position, i - 1), oldB = readVec3<T>(t.position, i);
                Vec3<T> old = oldA + share * (oldB - oldA);
                T push = maximum(distanceWanted(t, turn, old) - at.distance, zero);
                Vec3<T> slip = a + share * along - old + move - cross(turn.vector, old);
                slip = slip - dot(slip, at.normal) * at.normal;
                T held = minimum(one, T(friction) * push / maximum(lengthOf(slip), T(1e-12f)));
                Vec3<T> out = select(inside, push * at.normal - held * slip, Vec3<T>{zero, zero, zero});
                if (i > 1) writeVec3(t.next, i - 1, a + out);
                b = b + out;
                grip = grip + select(inside, T(friction * (1 / t.meanSegment)) * length * push, zero);
                writeVec3(t.next, i, b);
                atB = nearestCollider(*t.colliders, turn.after, b);
            }
        }
        a = b;
        atA = atB;
    }
    return grip;
}

// The last word, from root to tip: every segment gets its length exactly, in the
// direction it has, and turns as little as possible where its end would be in a
// collider. A strand is left stretched or deep by nothing that came before.
template <class T>
inline void finishStrand(const VerletTile& t, const HeadTurn<T>& turn) {
    const bool touching = t.colliders->any();
    const T zero = T(0), one = T(1);
    Vec3<T> base = readVec3<T>(t.next, 0), unmended = base;
    T watch = zero;
    for (int i = 1; i < t.particles; ++i) {
        Vec3<T> y = readVec3<T>(t.next, i), fallback = rotate(turn.after, readVec3<T>(t.restDirection, i));
        T length = readAt<T>(t.restLength, i);
        Vec3<T> d = normalizedOr(y - unmended, fallback);
        unmended = y;
        watch = watch + dot(y, y);
        for (int pass = 0; touching && pass < 3; ++pass) {  // the surface is curved
            SurfacePointT<T> at = nearestCollider(*t.colliders, turn.after, base + length * d);
            auto deep = at.distance < T(-depthAllowed);
            if (!anyLane(deep)) break;
            T allowed = minimum(T(-depthAllowed), distanceWanted(t, turn, readVec3<T>(t.position, i)));
            Vec3<T> n = at.normal;
            T rise = dot(d, n), wanted = minimum(rise + maximum(allowed - at.distance, zero) / length, T(0.999f));
            Vec3<T> across = normalizedOr(d - rise * n, Vec3<T>{n.y, n.z, n.x});
            across = normalizedOr(across - dot(across, n) * n, Vec3<T>{n.z, n.x, n.y});
            Vec3<T> out = wanted * n + squareRoot(maximum(one - wanted * wanted, zero)) * across;
            d = select(deep, normalizedOr(out, d), d);
        }
        base = base + length * d;
        writeVec3(t.next, i, base);
    }
    // What was no number must stay one, to be seen and rescued: 0 times it is none.
    const T trace = watch * zero;
    writeVec3(t.next, t.particles - 1, base + Vec3<T>{trace, trace, trace});
}

}  // namespace RINGLET_ISA
}  // namespace ringlet
