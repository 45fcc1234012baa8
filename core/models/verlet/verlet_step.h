// A substep over one tile, in two halves with hair-hair contacts between them.
#pragma once

#include "core/models/verlet/head_contact.h"
#include "core/models/verlet/lengths.h"
#include "core/models/verlet/restoring.h"

namespace ringlet {
inline namespace RINGLET_ISA {

// Newton passes before and after the head is heard. Fewer: lengths are left to the
// last pass, which keeps no momentum.
constexpr int lengthPasses = 3;

// Verlet integration: y = x + h v + h^2 a, with v the last substep's displacement
// over its time (so that substeps may differ), drag and brush implicit.
template <class T>
inline void predictTile(const VerletTile& t) {
    const VerletSubstep& s = *t.substep;
    const T h = T(s.h), drag = T(t.material->drag * s.h);
    const Vec3<T> move = splat<T>(s.headMove), steady = splat<T>(s.h * s.gravity + (t.material->drag * s.h) * s.wind);
    const Vec3<T> brush = splat<T>(s.brush), brushVelocity = splat<T>(s.brushVelocity);
    const bool brushed = s.brushRadius > 0;
    const T inverseSquare = T(brushed ? 1.0f / (s.brushRadius * s.brushRadius) : 0.0f), rate = T(s.brushRate * s.h);
    for (int i = 0; i < t.particles; ++i) {
        Vec3<T> old = readVec3<T>(t.position, i) - move, y;
        if (i == 0) {
            y = rotate(splat<T>(s.headAfter), readRow3<T>(t.root, 0));
        } else {
            Vec3<T> v = readVec3<T>(t.velocity, i) + steady;
            T all = T(1) + drag;
            if (brushed) {
                Vec3<T> from = old - brush;
                T hold = rate * maximum(T(1) - dot(from, from) * inverseSquare, T(0));
                v = v + hold * brushVelocity;
                all = all + hold;
            }
            y = old + v * (h / all);
        }
        writeVec3(t.next, i, y);
        for (int lane = 0; lane < t.strands; ++lane) {
            const size_t at = static_cast<size_t>(lane) * static_cast<size_t>(t.particles) + static_cast<size_t>(i);
            HairPoint& now = t.now[at];
            HairPoint& before = t.before[at];
            now.x = laneOf(y.x, lane), now.y = laneOf(y.y, lane), now.z = laneOf(y.z, lane);
            before.x = laneOf(old.x, lane), before.y = laneOf(old.y, lane), before.z = laneOf(old.z, lane);
        }
    }
}

template <class T>
inline void addMoves(const VerletTile& t) {
    for (int i = 1; i < t.particles; ++i) {
        Vec3<T> move{T(0), T(0), T(0)};
        for (int lane = 0; lane < t.strands; ++lane) {
            const Vec3f m = t.moves[static_cast<size_t>(lane) * static_cast<size_t>(t.particles) + static_cast<size_t>(i)];
            setLane(move.x, lane, m.x);
            setLane(move.y, lane, m.y);
            setLane(move.z, lane, m.z);
        }
        writeVec3(t.next, i, readVec3<T>(t.next, i) + move);
    }
}

template <class T>
inline void solveTile(const VerletTile& t) {
    const HeadTurn<T> turn = headTurn<T>(*t.substep);
    const bool touching = t.colliders->any();
    if (t.moves != nullptr) addMoves<T>(t);
    if (t.material->published) {
        for (int pass = 0; pass < t.material->passes; ++pass) {
            relaxLengths<T>(t);
            if (touching) pushSegmentsOut(t, turn, 0);
        }
    } else {
        if (t.material->bending > 0) restore<T>(t);
        solveLengths<T>(t, lengthPasses);
        if (touching) {
            pushSegmentsOut(t, turn, t.material->friction);
            solveLengths<T>(t, lengthPasses);
        }
        finishStrand(t, turn);
    }
    const T inverseH = T(1.0f / t.substep->h);
    const Vec3<T> move = splat<T>(t.substep->headMove);
    for (int i = 0; i < t.particles; ++i) {
        Vec3<T> y = readVec3<T>(t.next, i), v = (y - readVec3<T>(t.position, i) + move) * inverseH;
        auto still = dot(v, v) < T(1e-24f);
        writeVec3(t.velocity, i, select(still, Vec3<T>{T(0), T(0), T(0)}, v));
        writeVec3(t.position, i, y);
    }
}

// Strands with a state that is no number, or beyond all size, return to rest.
template <class T>
inline void rescueTile(const VerletTile& t) {
    T watch = T(0);
    for (int i = 0; i < t.particles; ++i) {
        Vec3<T> x = readVec3<T>(t.position, i), v = readVec3<T>(t.velocity, i);
        watch = watch + dot(x, x) + dot(v, v);
    }
    auto lost = select(watch < T(1e12f), T(0), T(1)) > T(0);
    if (!anyLane(lost)) return;
    const Quat<T> head = splat<T>(t.substep->headAfter);
    Vec3<T> x = rotate(head, readRow3<T>(t.root, 0));
    for (int i = 0; i < t.particles; ++i) {
        if (i > 0) x = x + readAt<T>(t.restLength, i) * rotate(head, readVec3<T>(t.restDirection, i));
        writeVec3(t.position, i, select(lost, x, readVec3<T>(t.position, i)));
        writeVec3(t.velocity, i, select(lost, Vec3<T>{T(0), T(0), T(0)}, readVec3<T>(t.velocity, i)));
    }
    for (int lane = 0; lane < t.strands; ++lane) t.resets[lane] += laneSet(lost, lane) ? 1 : 0;
}

}  // namespace RINGLET_ISA
}  // namespace ringlet
