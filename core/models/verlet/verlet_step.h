// A substep over one tile, in two halves with hair-hair contacts between them.
#pragma once

#include "core/models/stage_list.h"
#include "core/models/verlet/lengths.h"
#include "core/models/verlet/point_rows.h"
#include "core/models/verlet/strand_solve.h"

namespace ringlet::verlet {
inline namespace RINGLET_ISA {

// The head carries the strand; then inertia, y = x + h v + h^2 a with v the last substep's
// displacement over its time (so that substeps may differ). Drag, which grows with speed, and
// brush are implicit: of a mass that is greater by them.
template <class T>
RINGLET_HD_CALL void predictTile(const VerletTile& t) {
    const Substep& s = *t.substep;
    const HeadTurn<T> head = headTurn<T>(s);
    const T h = T(s.h), drag = T(t.material->drag * s.h), one = T(1);
    const Vec3<T> fall = splat<T>(s.h * s.gravity), wind = splat<T>(s.wind);
    const Vec3<T> brush = splat<T>(s.brush.position), brushVelocity = splat<T>(s.brush.velocity);
    const bool brushed = s.brush.radius > 0;
    const T inverseSquare = T(brushed ? 1.0f / (s.brush.radius * s.brush.radius) : 0.0f), rate = T(s.brush.rate * s.h);
    const size_t stride = 4 * static_cast<size_t>(t.particles);
    for (int i = 0; i < t.particles; ++i) {
        const Vec3<T> old = loadVec3<T>(t.position, i);
        Vec3<T> x = head.turning ? rotate(head.turn, old) : old, y;
        T all = one;
        if (i == 0) {
            x = y = rotate(head.after, loadRow3<T>(t.root, 0));
        } else {
            const Vec3<T> v = loadVec3<T>(t.velocity, i);
            const T held = drag * (one + T(1 / dragSpeed) * lengthOf(v - wind));
            Vec3<T> sum = v + fall + held * wind;
            all = one + held;
            if (brushed) {
                const Vec3<T> from = old - head.move - brush;
                const T hold = rate * maximum(one - dot(from, from) * inverseSquare, T(0));
                sum = sum + hold * brushVelocity;
                all = all + hold;
            }
            y = old - head.move + sum * (h / all);
            if (head.turning) storeQuat(t.frame, i, normalized(head.turn * loadQuat<T>(t.frame, i)));
        }
        storeVec3(t.position, i, x);
        storeVec3(t.next, i, y);
        storeAt(t.next, i, 3, all);
        if (t.moves == nullptr) continue;
        const T next = i + 1 < t.particles ? loadAt<T>(t.restLength, i + 1) : T(0);
        const T inverseMass = i == 0 ? T(0) : T(2 * t.meanSegment) / (loadAt<T>(t.restLength, i) + next);
        // Contacts see where it was in the world: hair that the head turns under goes no way of its own.
        const Vec3<T> was = old - head.move;
        const T now[4] = {y.x, y.y, y.z, inverseMass}, before[4] = {was.x, was.y, was.z, inverseMass};
        writeRows(&t.now[i].x, stride, t.strands, now);
        writeRows(&t.before[i].x, stride, t.strands, before);
    }
}

// Adds what contacts and links push, and sums up the strand's grip.
template <class T>
RINGLET_HD_CALL T addMoves(const VerletTile& t) {
    T sum = T(0);
    for (int i = 1; i < t.particles; ++i) {
        T move[4];  // and grip
        readRows(&t.moves[i].by.x, 4 * static_cast<size_t>(t.particles), t.strands, move);
        storeVec3(t.next, i, loadVec3<T>(t.next, i) + Vec3<T>{move[0], move[1], move[2]});
        sum = sum + move[3];
    }
    return sum;
}

// Strands that all their particles' speeds, as means over two substeps, leave below this (m/s) may be
// held by friction; above twice this, friction acts at the contacts alone. Of a single substep's speeds
// a strand that a contact throws to and fro would be held in every other one, and never rest.
constexpr float gripSpeed = 0.02f;

// Dry friction of a slow strand as a whole: the part of its motion that is left. Friction at single
// contacts is undone by what lengths and bends ask for afterwards, and so lets hair creep for ever.
// Here all that friction may hold on the strand is set against all its motion beside the head,
// after everything else has had its say: too little motion ends, more is lessened.
template <class T>
RINGLET_HD_CALL T partLeft(const VerletTile& t, const HeadTurn<T>& head, T grip) {
    T motion = T(0), fastest = T(0), here = loadAt<T>(t.restLength, 1);
    for (int i = 1; i < t.particles; ++i) {
        const T next = i + 1 < t.particles ? loadAt<T>(t.restLength, i + 1) : T(0);
        const Vec3<T> x = loadVec3<T>(t.position, i);
        const Vec3<T> way = loadRow3<T>(t.scratch + i * strandRows * RowStride<T>::value, RowPosition) - x;
        const Vec3<T> wayBefore = T(t.substep->h) * loadVec3<T>(t.velocity, i) - carriedBy(head, x);
        motion = motion + lengthOf(way) * (T(0.5f * (1 / t.meanSegment)) * (here + next));
        fastest = maximum(fastest, T(0.5f) * lengthOf(way + wayBefore));
        here = next;
    }
    const T slow = clamped(T(2) - fastest * T(1 / (gripSpeed * t.substep->h)), T(0), T(1));
    return maximum(T(1) - slow * grip / maximum(motion, T(1e-30f)), T(0));
}

// Tries for less of the way, each a quarter of the last, before a strand stays where it is.
constexpr int mostTries = 4;

// The default step's constraints: places the strand in scratch. Gives the share of its motion that energy allows.
template <class T>
RINGLET_HD_CALL T solveStrand(const VerletTile& t, const HeadTurn<T>& head, T grip) {
    const T zero = T(0), one = T(1);
    StrandSolution<T> solved{unitsOf<T>(t), shareOfSlowStrand<T>(t)};
    NearContacts<T> near;
    if (t.colliders->any()) near = findContacts(t, head);
    clingWhereNear(t, head, near.distance);
    eliminateStrand(t, solved.units, solved.share);
    for (int pass = 0; pass < mostChanges && changeContacts(t, solved.units, solved.share, near.last); ++pass)
        eliminateStrand(t, solved.units, solved.share);
    T part = one;
    Placement<T> placed = placeStrand(t, head, solved, part);
    for (int pass = 1; pass <= mostTries; ++pass) {
        const auto worse = placed.change > placed.rounding;
        if (!anyLane(worse)) break;
        part = select(worse, pass < mostTries ? T(0.25f) * part : zero, part);
        placed = placeStrand(t, head, solved, part);
    }
    if (anyLane(grip > zero)) {
        const T left = partLeft(t, head, grip);
        const auto held = left < one;
        if (anyLane(held)) {
            part = select(held, part * left, part);
            placed = placeStrand(t, head, solved, part);
        }
    }
    return squareRoot(clamped(placed.allowed / maximum(placed.motion, T(1e-30f)), zero, one));
}

template <class T>
RINGLET_HD_CALL void solveTile(const VerletTile& t) {
    const HeadTurn<T> head = headTurn<T>(*t.substep);
    T grip = T(0), share = T(1);
    if (t.moves != nullptr) grip = addMoves<T>(t);
    if (t.material->published) {
        for (int pass = 0; pass < t.material->passes; ++pass) {
            relaxLengths<T>(t);
            if (t.colliders->any()) pushSegmentsOut(t, head);
        }
    } else {
        share = solveStrand(t, head, grip);
    }
    const T inverseH = T(1.0f / t.substep->h);
    for (int i = 0; i < t.particles; ++i) {
        const float* const row = t.scratch + i * strandRows * RowStride<T>::value;
        const bool placed = i > 0 && !t.material->published;
        const Vec3<T> x = loadVec3<T>(t.position, i), y = placed ? loadRow3<T>(row, RowPosition) : loadVec3<T>(t.next, i);
        const Vec3<T> v = (share * (y - x) + carriedBy(head, x)) * inverseH;
        auto still = dot(v, v) < T(1e-24f);
        storeVec3(t.velocity, i, select(still, Vec3<T>{T(0), T(0), T(0)}, v));
        storeVec3(t.position, i, y);
        if (placed) storeQuat(t.frame, i, loadRow4<T>(row, RowFrame));
    }
}

// Strands with a state that is no number, or beyond all size, return to rest.
template <class T>
RINGLET_HD_CALL void rescueTile(const VerletTile& t) {
    T watch = T(0);
    for (int i = 0; i < t.particles; ++i) {
        Vec3<T> x = loadVec3<T>(t.position, i), v = loadVec3<T>(t.velocity, i);
        watch = watch + dot(x, x) + dot(v, v);
    }
    const auto lost = lostLanes(watch);
    if (!anyLane(lost)) return;
    Vec3<T> x = rotate(splat<T>(t.substep->headAfter), loadRow3<T>(t.root, 0));
    Quat<T> frame = rootFrame<T>(t);
    for (int i = 0; i < t.particles; ++i) {
        if (i > 0) {
            frame = normalized(frame * loadQuat<T>(t.restTurn, i));
            x = x + loadAt<T>(t.restLength, i) * axisZ(frame);
        }
        storeQuat(t.frame, i, select(lost, frame, loadQuat<T>(t.frame, i)));
        storeVec3(t.position, i, select(lost, x, loadVec3<T>(t.position, i)));
        storeVec3(t.velocity, i, select(lost, Vec3<T>{T(0), T(0), T(0)}, loadVec3<T>(t.velocity, i)));
    }
    countLanes(t.resets, lost);
}

// The stages as a device runs them.
struct VerletStages : StageList<VerletFields, VerletArgs, 3> {
    static constexpr const char* name = "verlet";
    template <int stage, class T, class At>
    static RINGLET_HD void run(const At& at, const Args& args, const ColliderView& colliders) {
        const VerletTile tile = verletTile(at, args, colliders);
        if constexpr (stage == VerletPredict) predictTile<T>(tile);
        if constexpr (stage == VerletSolve) solveTile<T>(tile);
        if constexpr (stage == VerletRescue) rescueTile<T>(tile);
    }
};

}  // namespace RINGLET_ISA
}  // namespace ringlet::verlet
