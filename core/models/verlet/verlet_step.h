// A substep over one tile, in two halves with hair-hair contacts between them.
#pragma once

#include "core/models/verlet/head_contact.h"
#include "core/models/verlet/lengths.h"
#include "core/models/verlet/restoring.h"
#include "core/models/verlet/restoring_curved.h"

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
    const size_t stride = 4 * static_cast<size_t>(t.particles);
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
        if (t.moves == nullptr) continue;
        const T next = i + 1 < t.particles ? readAt<T>(t.restLength, i + 1) : T(0);
        const T inverseMass = i == 0 ? T(0) : T(2 * t.meanSegment) / (readAt<T>(t.restLength, i) + next);
        const T now[4] = {y.x, y.y, y.z, inverseMass}, before[4] = {old.x, old.y, old.z, inverseMass};
        writeRows(&t.now[i].x, stride, t.strands, now);
        writeRows(&t.before[i].x, stride, t.strands, before);
    }
}

// Adds what contacts and links push, and sums up the strand's grip.
template <class T>
inline T addMoves(const VerletTile& t) {
    T sum = T(0);
    for (int i = 1; i < t.particles; ++i) {
        T move[4];  // and grip
        readRows(&t.moves[i].by.x, 4 * static_cast<size_t>(t.particles), t.strands, move);
        writeVec3(t.next, i, readVec3<T>(t.next, i) + Vec3<T>{move[0], move[1], move[2]});
        sum = sum + move[3];
    }
    return sum;
}

// Strands that all their particles' speeds, as means over two substeps, leave below this (m/s) may be
// held by friction; above twice this, friction acts at the contacts alone. Of a single substep's speeds
// a strand that a contact throws to and fro would be held in every other one, and never rest.
constexpr float gripSpeed = 0.02f;

// Dry friction of a slow strand as a whole. Friction at single contacts is undone by
// what lengths and bends ask for afterwards, and so lets hair creep for ever. Here all
// that friction may hold on the strand is set against all its motion beside the head,
// after everything else has had its say: too little motion ends, more is lessened.
template <class T>
inline void holdStrand(const VerletTile& t, T grip) {
    const VerletSubstep& s = *t.substep;
    const Quat<T> turn = splat<T>(normalized(s.headAfter * conjugate(s.headBefore)));
    const Vec3<T> move = splat<T>(s.headMove);
    T motion = T(0), fastest = T(0), here = readAt<T>(t.restLength, 1);
    for (int i = 1; i < t.particles; ++i) {
        T next = i + 1 < t.particles ? readAt<T>(t.restLength, i + 1) : T(0);
        const Vec3<T> old = readVec3<T>(t.position, i), stay = rotate(turn, old), way = readVec3<T>(t.next, i) - stay;
        const Vec3<T> wayBefore = T(s.h) * readVec3<T>(t.velocity, i) - move - (stay - old);
        motion = motion + lengthOf(way) * (T(0.5f * (1 / t.meanSegment)) * (here + next));
        fastest = maximum(fastest, T(0.5f) * lengthOf(way + wayBefore));
        here = next;
    }
    T slow = clamped(T(2) - fastest * T(1 / (gripSpeed * s.h)), T(0), T(1));
    T part = maximum(T(1) - slow * grip / maximum(motion, T(1e-30f)), T(0));
    auto held = part < T(1);
    if (!anyLane(held)) return;
    // What lies between two shapes of right lengths has them only where they are near: they are mended.
    const auto between = part > T(0);
    Vec3<T> base = readVec3<T>(t.next, 0), mixedBefore = base;
    for (int i = 1; i < t.particles; ++i) {
        const Vec3<T> stay = rotate(turn, readVec3<T>(t.position, i)), y = readVec3<T>(t.next, i);
        const Vec3<T> mixed = stay + part * (y - stay);
        const Vec3<T> direction = normalizedOrElse(
            mixed - mixedBefore, [&] { return rotate(splat<T>(s.headAfter), readVec3<T>(t.restDirection, i)); });
        base = base + readAt<T>(t.restLength, i) * direction;
        mixedBefore = mixed;
        writeVec3(t.next, i, select(held, select(between, base, stay), y));
    }
}

// The default step's constraints.
template <class T>
inline void solveDefault(const VerletTile& t, const HeadTurn<T>& turn, T grip) {
    if (t.material->bending > 0 && t.curved) restoreCurls<T>(t, lengthPasses);
    else if (t.material->bending > 0) restore<T>(t);
    solveLengths<T>(t, lengthPasses);
    if (t.colliders->any()) {
        grip = grip + pushSegmentsOut(t, turn, t.material->friction);
        solveLengths<T>(t, lengthPasses);
    }
    finishStrand(t, turn);
    holdStrand(t, grip);
}

template <class T>
inline void solveTile(const VerletTile& t) {
    const HeadTurn<T> turn = headTurn<T>(*t.substep);
    T grip = T(0);
    if (t.moves != nullptr) grip = addMoves<T>(t);
    if (t.material->published) {
        for (int pass = 0; pass < t.material->passes; ++pass) {
            relaxLengths<T>(t);
            if (t.colliders->any()) pushSegmentsOut(t, turn, 0);
        }
    } else {
        solveDefault(t, turn, grip);
    }
    const T inverseH = T(1.0f / t.substep->h);
    const Vec3<T> move = splat<T>(t.substep->headMove);
    for (int i = 0; i < t.particles; ++i) {
        const Vec3<T> y = readVec3<T>(t.next, i), v = (y - readVec3<T>(t.position, i) + move) * inverseH;
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
