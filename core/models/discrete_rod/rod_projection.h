// Step and project (Kmoch 2018, 3.5.4 and 3.6.2): where the unconstrained step has taken the particles, the least
// displacement in kinetic energy after which segments have their lengths and particles near the head are outside.
//
//   minimise  sum m |d|^2 / 2 - w sum ln s   with  C = |e| - l = 0  and  D - s = 0
//
// C is the length's error and not that of its square (3.126): both vanish together, but from far away a step for the
// square overshoots. Where the method still has not arrived, segments get their lengths one by one from root to tip.
// D is the distance to the nearest surface (the thesis: of a sphere), so that any collider will do. By Newton's
// method on what is to be solved, primal and dual, s u = w, while w goes to 0. A particle's matrix is a multiple of
// the identity and of n n^T, and of the lengths' multipliers there is one a segment: all is linear in a strand's length.
// Second derivatives of C and D are left out, as the thesis does.
#pragma once

#include "core/models/chain_terms.h"
#include "core/models/discrete_rod/implicit_rod.h"

namespace ringlet::discrete_rod {
inline namespace RINGLET_ISA {

// Newton steps at most; of segments' lengths what may be left; the barrier's weight at first and how it falls, m^2.
constexpr int mostProjections = 20;
constexpr float lengthArrived = 2e-5f, firstBarrier = 1e-8f, barrierFall = 0.1f, lastBarrier = 1e-13f;
// The share of the way to the barrier that a step may go, and the least slack to begin with, m.
constexpr float wayToBarrier = 0.95f, leastSlack = 1e-5f;

// Rows of scratch of the segment that ends in a particle.
enum ProjectionRow : int {
    RowMoved = 18, RowSlack = 21, RowPush = 22, RowNormal = 23, RowDistance = 26, RowSolved = 27, RowPivotOf = 30, RowMultiplier = 31,
    RowFloor = 32, RowSlackStep = 33, RowPushStep = 34, RowNear = 35
};

// How deep each particle may be after the substep: what is outside stays there, and what is inside, as roots' neighbours
// often are at rest, leaves at no more than recoverySpeed.
template <class T>
RINGLET_HD void findFloors(const RodTile& t, const ChainSubstep<T>& s) {
    for (int p = 1; p < t.particles; ++p) {
        const T distance = nearestCollider(*t.colliders, s.before, loadVec3<T>(t.position, p)).distance;
        storeRow(rodRow<T>(t, p - 1), RowFloor, minimum(distance + T(recoverySpeed) * s.h, T(0)));
    }
}

// The barrier's parameters of particle p: distance above its floor, and out of the surface.
template <class T>
RINGLET_HD void lookUpParticle(const RodTile& t, const ChainSubstep<T>& s, int p) {
    float* row = rodRow<T>(t, p - 1);
    auto near = loadRow<T>(row, RowNear) > T(0);
    if (!anyLane(near)) return;
    const Vec3<T> zero{T(0), T(0), T(0)};
    const SurfacePointT<T> at = nearestCollider(*t.colliders, s.after, loadVec3<T>(t.position, p));
    storeRow3(row, RowNormal, select(near, at.normal, zero));
    storeRow(row, RowDistance, select(near, at.distance - loadRow<T>(row, RowFloor), T(0)));
}

// Particles nearer than half a mean segment count (3.164). 1 for strands that have one. Others are solved for as if
// there were none, whatever lies beside them in the tile.
template <class T>
RINGLET_HD T beginBarrier(const RodTile& t, const ChainSubstep<T>& s) {
    const bool touching = t.colliders->any();
    const T zone = T(0.5f) * loadRow<T>(t.scale, 0), o = T(0);
    const Vec3<T> zero{o, o, o};
    T any = o;
    for (int p = 1; p < t.particles; ++p) {
        float* row = rodRow<T>(t, p - 1);
        storeRow3(row, RowMoved, zero);
        storeRow3(row, RowNormal, zero);
        storeRow(row, RowDistance, o);
        T near = o;
        if (touching) {
            const T distance = nearestCollider(*t.colliders, s.after, loadVec3<T>(t.position, p)).distance;
            near = select(distance - loadRow<T>(row, RowFloor) < zone, T(1), o);
        }
        storeRow(row, RowNear, near);
        lookUpParticle(t, s, p);
        const T slack = maximum(loadRow<T>(row, RowDistance), T(leastSlack));
        storeRow(row, RowSlack, slack);
        storeRow(row, RowPush, select(near > o, T(firstBarrier) / slack, o));
        any = maximum(any, near);
    }
    return any;
}

// The inverse of a particle's matrix, m + stiffness n n^T, applied.
template <class T>
struct ParticleInverse {
    T inverseMass, along;  // along: what is taken off along n
    Vec3<T> n;
    RINGLET_HD Vec3<T> of(Vec3<T> v) const { return inverseMass * (v - (along * dot(n, v)) * n); }
};

template <class T>
RINGLET_HD ParticleInverse<T> particleInverse(const RodTile& t, int p) {
    const T next = p + 1 < t.particles ? loadAt<T>(t.restLength, p) : T(0);
    const T mass = T(0.5f) * (loadAt<T>(t.restLength, p - 1) + next) / loadRow<T>(t.scale, 0);
    const float* row = rodRow<T>(t, p - 1);
    const T stiffness = loadRow<T>(row, RowPush) / loadRow<T>(row, RowSlack);
    return {T(1) / mass, stiffness / (mass + stiffness), loadRow3<T>(row, RowNormal)};
}

// What drives particle p: back to where it was, and off the surface.
template <class T>
RINGLET_HD Vec3<T> driving(const RodTile& t, int p, T inverseMass, T weight) {
    const float* row = rodRow<T>(t, p - 1);
    const T s = loadRow<T>(row, RowSlack), u = loadRow<T>(row, RowPush), D = loadRow<T>(row, RowDistance);
    return ((weight - u * (D - s)) / s) * loadRow3<T>(row, RowNormal) - (T(1) / inverseMass) * loadRow3<T>(row, RowMoved);
}

// The derivative of a segment's length.
template <class T>
RINGLET_HD Vec3<T> lengthSlope(Vec3<T> segment) { return normalizedOr(segment, Vec3<T>{T(1), T(0), T(0)}); }

// Root to tip: eliminates the multipliers of lengths. Leaves their pivots and right sides; gives how much the worst
// segment is off, as a share of its length.
template <class T>
RINGLET_HD T eliminateLengths(const RodTile& t, T weight) {
    const T o = T(0);
    Vec3<T> x = loadVec3<T>(t.position, 0), free{o, o, o}, slope{o, o, o};
    ParticleInverse<T> before{o, o, Vec3<T>{o, o, o}};
    T pivot = T(1), right = o, worst = o;
    for (int j = 0; j < t.particles - 1; ++j) {
        float* row = rodRow<T>(t, j);
        const T length = loadAt<T>(t.restLength, j);
        const Vec3<T> end = loadVec3<T>(t.position, j + 1), e = end - x, g = lengthSlope(e);
        const T off = dot(g, e) - length;
        const ParticleInverse<T> here = particleInverse<T>(t, j + 1);
        const Vec3<T> driven = here.of(driving<T>(t, j + 1, here.inverseMass, weight)), ownSide = before.of(g);
        const T coupling = -dot(slope, ownSide), ratio = coupling / pivot;
        const T diagonal = dot(g, ownSide) + dot(g, here.of(g));
        right = dot(g, driven - free) + off - ratio * right;
        pivot = maximum(diagonal - coupling * ratio, T(1e-6f));
        storeRow(row, RowPivotOf, pivot);
        storeRow(row, RowMultiplier, right);
        storeRow3(row, RowSolved, driven);
        worst = maximum(worst, absolute(off) / length);
        x = end;
        free = driven;
        slope = g;
        before = here;
    }
    return worst;
}

// Tip to root: the multipliers, and each particle's step into RowSolved.
template <class T>
RINGLET_HD void solveLengths(const RodTile& t) {
    T beyond = T(0);
    Vec3<T> pullBeyond{T(0), T(0), T(0)};
    for (int j = t.particles - 2; j >= 0; --j) {
        float* row = rodRow<T>(t, j);
        const ParticleInverse<T> here = particleInverse<T>(t, j + 1);
        const Vec3<T> x = loadVec3<T>(t.position, j + 1), g = lengthSlope(x - loadVec3<T>(t.position, j));
        T coupling = T(0);
        if (j + 2 < t.particles) coupling = -dot(g, here.of(lengthSlope(loadVec3<T>(t.position, j + 2) - x)));
        const T multiplier = (loadRow<T>(row, RowMultiplier) - coupling * beyond) / loadRow<T>(row, RowPivotOf);
        const Vec3<T> pull = multiplier * g;
        storeRow3(row, RowSolved, loadRow3<T>(row, RowSolved) - here.of(pull - pullBeyond));
        pullBeyond = pull;
        beyond = multiplier;
    }
}

// The steps of slacks and pushes, and the greatest share of them that leaves all of them positive.
template <class T>
RINGLET_HD T barrierStep(const RodTile& t, T weight) {
    T share = T(1);
    for (int p = 1; p < t.particles; ++p) {
        float* row = rodRow<T>(t, p - 1);
        const T s = loadRow<T>(row, RowSlack), u = loadRow<T>(row, RowPush), D = loadRow<T>(row, RowDistance);
        const T slackStep = dot(loadRow3<T>(row, RowNormal), loadRow3<T>(row, RowSolved)) + D - s;
        const T pushStep = (weight - u * slackStep) / s - u;
        auto near = loadRow<T>(row, RowNear) > T(0);
        const T ofSlack = select(slackStep < T(0), T(-wayToBarrier) * s / minimum(slackStep, T(-1e-30f)), T(1));
        const T ofPush = select(pushStep < T(0), T(-wayToBarrier) * u / minimum(pushStep, T(-1e-30f)), T(1));
        share = select(near, minimum(share, minimum(ofSlack, ofPush)), share);
        storeRow(row, RowSlackStep, slackStep);
        storeRow(row, RowPushStep, pushStep);
    }
    return share;
}

// The lanes of `going` take their steps.
template <class T>
RINGLET_HD void advance(const RodTile& t, const ChainSubstep<T>& s, T share, T going) {
    auto moves = going > T(0);
    for (int p = 1; p < t.particles; ++p) {
        float* row = rodRow<T>(t, p - 1);
        const Vec3<T> step = share * loadRow3<T>(row, RowSolved), x = loadVec3<T>(t.position, p), moved = loadRow3<T>(row, RowMoved);
        storeVec3(t.position, p, select(moves, x + step, x));
        storeRow3(row, RowMoved, select(moves, moved + step, moved));
        auto near = both(moves, loadRow<T>(row, RowNear) > T(0));
        if (!anyLane(near)) continue;
        const T slack = loadRow<T>(row, RowSlack), push = loadRow<T>(row, RowPush);
        storeRow(row, RowSlack, select(near, slack + share * loadRow<T>(row, RowSlackStep), slack));
        storeRow(row, RowPush, select(near, push + share * loadRow<T>(row, RowPushStep), push));
        lookUpParticle(t, s, p);
    }
}

// Gives the segments of the lanes of `going` their lengths, from root to tip.
template <class T>
RINGLET_HD void giveLengths(const RodTile& t, T going) {
    Vec3<T> x = loadVec3<T>(t.position, 0), old = x;
    auto which = going > T(0);
    for (int p = 1; p < t.particles; ++p) {
        float* row = rodRow<T>(t, p - 1);
        const Vec3<T> end = loadVec3<T>(t.position, p), moved = loadRow3<T>(row, RowMoved);
        x = select(which, x + loadAt<T>(t.restLength, p - 1) * lengthSlope(end - old), end);
        storeVec3(t.position, p, x);
        storeRow3(row, RowMoved, select(which, moved + (x - end), moved));
        old = end;
    }
}

// Moves the particles to where the constraints hold, and their velocities by as much over h (3.172).
template <class T>
RINGLET_HD void project(const RodTile& t, const ChainSubstep<T>& s) {
    const T near = beginBarrier(t, s), o = T(0);
    const bool touching = anyLane(near > o);
    T weight = T(firstBarrier) * near, going = T(1);
    for (int pass = 0; pass < mostProjections; ++pass) {
        const T worst = eliminateLengths(t, weight);
        // A strand is through where its lengths are right and its barrier is as low as it goes: it moves no more.
        going = select(both(worst < T(lengthArrived), weight < T(lastBarrier)), o, going);
        if (!anyLane(going > o)) break;
        solveLengths<T>(t);
        advance(t, s, touching ? barrierStep(t, weight) : T(1), going);
        weight = weight * T(barrierFall);
    }
    if (anyLane(going > o)) giveLengths(t, going);
    for (int p = 1; p < t.particles; ++p)
        storeVec3(t.velocity, p, loadVec3<T>(t.velocity, p) + s.inverseH * loadRow3<T>(rodRow<T>(t, p - 1), RowMoved));
}

}  // namespace RINGLET_ISA
}  // namespace ringlet::discrete_rod
