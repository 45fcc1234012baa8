// What a substep may leave of a strand's motion so that its energy does not rise: beside a head at rest in still
// air, away from whatever touches it, a strand has nothing to gain from.
#pragma once

#include "core/models/super_helix/rod_projection.h"

namespace ringlet::super_helix {
inline namespace RINGLET_ISA {

// Of energies and of places (m), what rounding may take: braked by it, a slow strand would stop in mid-air.
constexpr float roundingOfEnergy = 1e-6f, roundingOfPlace = 3e-8f;
// Tries for less of the way, each a quarter of the last, before a strand stays where it is.
constexpr int mostWays = 3;

// Whether nothing but gravity and the strands' own bends does any work.
template <class S>
RINGLET_HD bool nothingWorks(const SubstepT<S>& s) {
    const auto &a = s.headBefore, &b = s.headAfter;
    const bool turns = a.x != b.x || a.y != b.y || a.z != b.z || a.w != b.w;
    return !turns && dot(s.headMove, s.headMove) == S(0) && dot(s.wind, s.wind) == S(0) && !(s.brush.radius > 0);
}

// What an element's elastic energy gains from the substep's begin on, times h^2 over the mass of the mean
// element and the square of its length; and what of that may be rounding.
template <class T>
struct ElasticGain {
    T gain, rounding;
};
template <class T, int D>
RINGLET_HD ElasticGain<T> elasticGain(const RodTileT<ScalarOf<T>>& t, int Q) {
    const ScalarOf<T> h = t.substep.h;
    const T o = T(0), inverse = T(1) / loadRow<T>(t.scale, 0), inverse2 = inverse * inverse, ratio = loadRow<T>(t.ratio, Q);
    const T stiffer = inverse2 * inverse2 * loadRow<T>(t.thickness, 0), free = T(freeTurn * freeTurn);
    const Vec3<T> rest = loadRow3<T>(t.rest, 3 * Q), from = loadRow3<T>(elementScratch<T>(t, Q), rodStartRow) - rest;
    const Vec3<T> to = loadRow3<T>(t.darboux, 3 * Q) - rest, way = to - from, both = to + from;
    ElasticGain<T> e{o, o};
    T first = o;
    for (int i = 0; i < D; ++i) {
        const T stiffness = ratio * minimum(T(t.material.stiffness[i] * h * h) * stiffer, T(stiffestRod));
        const T gain = T(0.5f) * stiffness * freedom(way, i) * freedom(both, i);
        e.gain = e.gain + gain;
        e.rounding = e.rounding + absolute(gain);
        if (i == 0) first = stiffness;
    }
    const T square = ratio * ratio;
    const T coiledFrom = maximum(square * dot(from, from) / free - T(1), o), coiledTo = maximum(square * dot(to, to) / free - T(1), o);
    const T coil = T(0.25f * t.material.coiling) * first * free / square * (coiledTo - coiledFrom) * (coiledTo + coiledFrom);
    return {e.gain + coil, T(roundingOfEnergy) * (e.rounding + absolute(coil))};
}

// Half the sum of mass times displacement squared, and what of it energy allows, m^2 of the mean element's mass.
template <class T>
struct RodBudget {
    T motion, allowed;
};
template <class T, int D>
RINGLET_HD_CALL RodBudget<T> budgetOf(const RodTileT<ScalarOf<T>>& t, const RodStep<T>& s) {
    const T o = T(0), half = T(0.5f), scale = loadRow<T>(t.scale, 0), blur = T(roundingOfPlace) * lengthOf(s.gravity);
    T motion = o, allowed = o;
    for (int Q = 0; Q < t.elements; ++Q) {
        const ScalarOf<T>* rows = elementScratch<T>(t, Q);
        const T ratio = loadRow<T>(t.ratio, Q);
        for (int i = 0; i < t.points; ++i) {
            const int point = 3 * (Q * t.points + i);
            const Vec3<T> place = loadRow3<T>(rows, pointRow(i) + rodPlaceRow), way = place - loadRow3<T>(t.position, point);
            const Vec3<T> free = s.h * loadRow3<T>(t.velocity, point);
            const T mass = T(t.weight[i]) * ratio;
            motion = motion + mass * (half * dot(way, way));
            allowed = allowed + mass * (half * dot(free, free) + dot(s.gravity, way) + blur * maximum(T(1), T(8) * lengthOf(place)));
        }
        const ElasticGain<T> elastic = elasticGain<T, D>(t, Q);
        allowed = allowed - (scale * scale) * (elastic.gain - elastic.rounding);
    }
    return {motion, allowed};
}

// More than 0 in lanes that touch a collider or another strand: their contacts' energy is not in the budget.
template <class T>
RINGLET_HD T touchOf(const RodTileT<ScalarOf<T>>& t) {
    T most = T(0);
    for (int Q = 0; Q < t.elements; ++Q) {
        for (int i = 0; t.colliders->any() && i < heldPoints(t, Q); ++i)
            most = maximum(most, loadRow<T>(elementScratch<T>(t, Q), pointRow(i) + rodFirmRow));
        for (int i = 0; t.link != nullptr && i < t.points; ++i)
            for (int k = 0; k < 3; ++k) most = maximum(most, loadRow<T>(t.link, 9 * (Q * t.points + i) + k));
    }
    return most;
}

// Shortens the ways of strands whose bends would have gained more than there was, and gives the share of their
// velocities that energy allows.
template <class T, int D>
RINGLET_HD T guardEnergy(const RodTileT<ScalarOf<T>>& t, const RodStep<T>& s) {
    const T o = T(0), one = T(1);
    if (!nothingWorks(t.substep)) return one;
    const T touch = touchOf<T>(t);
    const auto free = touch < T(1e-30f);
    RodBudget<T> budget = budgetOf<T, D>(t, s);
    for (int i = 1; i <= mostWays; ++i) {
        const auto over = both(budget.allowed < o, free);
        if (!anyLane(over)) break;
        shorten(t, over, T(i < mostWays ? 0.25f : 0.0f));
        RodDepths<decltype(o < o)> unused{o < o, o < o};
        scanRod<T>(t, s, o < o, laterDepth, unused);
        budget = budgetOf<T, D>(t, s);
    }
    const T share = squareRoot(clamped(budget.allowed / maximum(budget.motion, T(1e-30f)), o, one));
    return select(free, share, one);
}

}  // namespace RINGLET_ISA
}  // namespace ringlet::super_helix
