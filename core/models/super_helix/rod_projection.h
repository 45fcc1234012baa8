// What remains inside a collider after a step is turned out of it: the least change, in
// the measure that the step minimises, that leaves no point deeper than it may be.
#pragma once

#include "core/models/super_helix/rod_scratch.h"

namespace ringlet {
inline namespace RINGLET_ISA {

// Depth (m) that the contacts' stiffness may use before points are turned out, to just
// there: farther out they would sink in again, and never rest.
constexpr float contactSlack = 3e-4f;
// A point is held out this much more firmly than its mass holds it in place.
constexpr float projectionStiffness = 1e4f;
// Linearisations at most: surfaces and strands are curved.
constexpr int mostProjections = 3;
// What the first one leaves deeper than allowed by no more than this (m) stays: strands
// that get all of them in every substep would never rest.
constexpr float roundingDepth = 1e-6f, laterDepth = 5e-5f;
// Strands with points that are then still deeper than this (m), and deeper than they
// began, take but a part of the substep's way, in the end none: then they are no deeper.
constexpr float mostDepth = 7e-4f;
constexpr int shorterWays = 3;

// Lanes with points to turn out, and with points deeper than they may be.
template <class M>
struct RodDepths {
    M inside, deep;
};

// Where the points are now; and, in the lanes of `which`, how far each that is deeper than
// allowed by more than `tolerance` must come out (m) and the normal there, into scratch.
// `depths` of other lanes stay.
template <class T, class M>
RINGLET_HD void scanRod(const RodTileT<ScalarOf<T>>& t, const RodStep<T>& s, M which, float tolerance,
                        RodDepths<M>& depths) {
    const bool touching = anyLane(which);
    T scale = rowAt<T>(t.scale, 0), o = T(0);
    ElementPlace<T> place = rootPlace(t, s);
    T deepest = o, deeper = o;
    for (int Q = 0; Q < t.elements; ++Q) {
        ScalarOf<T>* rows = elementScratch<T>(t, Q);
        Helix<T> helix = helixOf(row3At<T>(t.darboux, 3 * Q));
        T ratio = rowAt<T>(t.ratio, Q);
        storePlace(rows, place);
        const int count = heldPoints(t, Q);
        for (int i = 0; i < count; ++i) {
            HelixPoint<T> a = helixPoint(helix, i < t.points ? T(t.node[i]) * ratio : ratio);
            storePoint(rows, i, a);
            Vec3<T> x = place.at + scale * (place.frame * lineAt(helix, a));
            int row = pointRow(i);
            setRow3(rows, row + rodPlaceRow, x);
            if (!touching) continue;
            // Most points have not come near enough to need a look.
            T begin = rowAt<T>(rows, row + rodDistanceRow);
            auto near = both(which, mayTouch(begin, x - row3At<T>(rows, row + rodCarriedRow), o));
            T out = o;
            if (anyLane(near)) {
                SurfacePointT<T> surface = nearestOf(*t.colliders, s.after, select(near, x, Vec3<T>{o, o, o}));
                // Nothing goes deeper than it was.
                T allowed = minimum(begin, T(-contactSlack));
                auto inside = both(near, surface.distance < allowed - T(tolerance));
                out = select(inside, allowed - surface.distance, o);
                setRow3(rows, row + rodNormalRow, select(near, surface.normal, row3At<T>(rows, row + rodNormalRow)));
                T most = minimum(begin - T(1e-5f), T(-mostDepth));
                deeper = maximum(deeper, select(near, most - surface.distance, o));
            }
            setRow(rows, row + rodOutRow, out);
            deepest = maximum(deepest, out);
        }
        HelixPoint<T> end = helixPoint(helix, ratio);
        storePoint(rows, t.points, end);
        place = nextPlace(place, helix, end, scale);
    }
    depths.inside = deepest > o;  // other lanes are changed no more
    depths.deep = select(which, deeper, select(depths.deep, T(1), o)) > o;
}

// The least change of the present shape, to first order: it works against the mass, the
// rod's resistance and the contacts that the step solved for, as if that had known of the
// points to turn out. Exactly none in lanes that have no such point.
template <class T, int D>
RINGLET_HD void turnOut(const RodTileT<ScalarOf<T>>& t) {
    T scale = rowAt<T>(t.scale, 0), o = T(0);
    T inverseScale = T(1) / scale;
    BeyondEnd<T> beyond = nothingBeyondEnd<T>();
    for (int Q = t.elements - 1; Q >= 0; --Q) {
        ScalarOf<T>* rows = elementScratch<T>(t, Q);
        ElementPlace<T> place = loadPlace<T>(rows);
        Helix<T> helix = helixOf(row3At<T>(t.darboux, 3 * Q));
        HelixPoint<T> end = loadPoint<T>(rows, t.points);
        T ratio = rowAt<T>(t.ratio, Q);
        ElementForm<T, D> form =
            elementWithEnd(beyond, turnAt(helix, end), lineAt(helix, end), columnsOf<D>(lineDerivative(helix, end)),
                           columnsOf<D>(frameDerivative(helix, end)));
        const int count = heldPoints(t, Q);
        for (int i = 0; i < count; ++i) {
            HelixPoint<T> a = loadPoint<T>(rows, i);
            Vec3<T> d = lineAt(helix, a), g{o, o, o};
            Columns<T, D> B = columnsOf<D>(lineDerivative(helix, a));
            T mass = T(t.weight[i < t.points ? i : t.points - 1]) * ratio;
            T out = rowAt<T>(rows, pointRow(i) + rodOutRow);
            auto inside = out > o;
            T firm = rowAt<T>(rows, pointRow(i) + rodFirmRow);
            auto pushed = either(inside, firm > o);
            if (anyLane(pushed)) {
                T K = mass * select(inside, T(projectionStiffness), firm);
                Vec3<T> n = transposed(place.frame, row3At<T>(rows, pointRow(i) + rodNormalRow));
                n = select(pushed, n, Vec3<T>{o, o, T(1)});
                g = (-(K * out * inverseScale)) * n;
                addStiffness(form, plusOuter(Sym3<T>{o, o, o, o, o, o}, K, n), d, B);
            }
            addPoint(form, i < t.points ? mass : o, g, d, B);
        }
        const RodResistance<T, D> r = resistanceOf<T, D>(t, Q, row3At<T>(t.darboux, 3 * Q), form.KK);
        for (int i = 0; i < D; ++i)
            form.KK.m[symIndex(i, i)] = form.KK.m[symIndex(i, i)] + (r.stiffness[i] + r.held);
        ElementGain<T, D> gain = eliminateElement(form, beyond);
        storeGain<T, D>(rows, gain);
    }
    RodChange<T> change = rootChange<T>();
    for (int Q = 0; Q < t.elements; ++Q) {
        const ScalarOf<T>* rows = elementScratch<T>(t, Q);
        Vec3<T> K = row3At<T>(t.darboux, 3 * Q), dK;
        dK = elementChange<T, D>(rows, rowAt<T>(t.ratio, Q), T(t.material.mostTurn), change);
        // What rounding has spoilt is left alone.
        T square = dot(dK, dK);
        auto some = both(square > T(1e-30f), square < T(1e6f));
        dK = select(some, dK, Vec3<T>{o, o, o});
        setRow3(t.darboux, 3 * Q, select(some, K + dK, K));
        change = changeAtEnd(helixOf(K), loadPoint<T>(rows, t.points), change, dK);
    }
}

// Takes the lanes of `which` back, to this share of the way from the substep's begin.
template <class T, class M>
RINGLET_HD void shorten(const RodTileT<ScalarOf<T>>& t, M which, T share) {
    for (int Q = 0; Q < t.elements; ++Q) {
        Vec3<T> start = row3At<T>(elementScratch<T>(t, Q), rodStartRow), K = row3At<T>(t.darboux, 3 * Q);
        setRow3(t.darboux, 3 * Q, select(which, start + share * (K - start), K));
    }
}

// Leaves the points' places in scratch.
template <class T, int D>
RINGLET_HD void projectRod(const RodTileT<ScalarOf<T>>& t, const RodStep<T>& s) {
    typedef decltype(T(0) < T(0)) M;
    const M none = T(1) < T(0), all = T(0) < T(t.colliders->any() ? 1.0f : 0.0f);
    RodDepths<M> depths{none, none};
    scanRod<T>(t, s, all, roundingDepth, depths);
    for (int pass = 0; anyLane(depths.inside) && pass < mostProjections; ++pass) {
        turnOut<T, D>(t);
        scanRod<T>(t, s, depths.inside, laterDepth, depths);
    }
    // With none of the way left, they are where they were.
    for (int part = 0; anyLane(depths.deep) && part < shorterWays; ++part) {
        const bool last = part + 1 == shorterWays;
        shorten(t, depths.deep, T(last ? 0.0f : 0.5f));
        scanRod<T>(t, s, last ? none : depths.deep, laterDepth, depths);
        if (last) break;
    }
}

}  // namespace RINGLET_ISA
}  // namespace ringlet
