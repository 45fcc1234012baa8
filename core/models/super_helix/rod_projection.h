// How deep points are in colliders after a linearisation: which strands need another, now that
// it is known where they touch, and what is left of the way of those that it does not help.
#pragma once

#include "core/models/super_helix/rod_scratch.h"

namespace ringlet::super_helix {
inline namespace RINGLET_ISA {

// Depth (m) that the contacts' stiffness may use: no strand is taken up again for it.
constexpr float contactSlack = 3e-4f;
// Further linearisations at most: surfaces and strands are curved.
constexpr int mostReturns = 3;
// Points deeper than allowed by no more than this (m) stay, after the first: strands
// that get all of them in every substep would never rest.
constexpr float roundingDepth = 1e-6f, laterDepth = 5e-5f;
// Strands with points that are then still deeper than this (m), and deeper than they
// began, take but a part of the substep's way, in the end none: then they are no deeper.
constexpr float mostDepth = 7e-4f;
constexpr int shorterWays = 3;
// Of several colliders one may be moved, and cover a strand. One with points deeper than this may go so much deeper in a substep (m): the way
// out takes some points through where they are deeper, and a strand that took none of it would stay there for good.
constexpr float coveredDepth = 2e-3f, coveredWay = 1e-3f;

// Lanes to take up again, and lanes with points deeper than they may be.
template <class M>
struct RodDepths {
    M inside, deep;
};

// Where the points are now, into scratch; and, in the lanes of `which`, whether one is deeper
// than allowed by more than `tolerance` (m). Of other lanes `deep` stays, and none is `inside`.
template <class T, class M>
RINGLET_HD_CALL void scanRod(const RodTileT<ScalarOf<T>>& t, const RodStep<T>& s, M which, float tolerance,
                        RodDepths<M>& depths) {
    const bool touching = anyLane(which);
    T scale = loadRow<T>(t.scale, 0), o = T(0);
    ElementPlace<T> place = rootPlace(t, s);
    T deepest = o, deeper = T(-1e9f), covered = o;
    for (int Q = 0; Q < t.elements; ++Q) {
        ScalarOf<T>* rows = elementScratch<T>(t, Q);
        Helix<T> helix = helixOf(loadRow3<T>(t.darboux, 3 * Q));
        T ratio = loadRow<T>(t.ratio, Q);
        storePlace(rows, place);
        const int count = heldPoints(t, Q);
        for (int i = 0; i < count; ++i) {
            HelixPoint<T> a = helixPoint(helix, i < t.points ? T(t.node[i]) * ratio : ratio);
            storePoint(rows, i, a);
            Vec3<T> x = place.at + scale * (place.frame * lineAt(helix, a));
            int row = pointRow(i);
            storeRow3(rows, row + rodPlaceRow, x);
            if (!touching) continue;
            // Most points have not come near enough to need a look.
            T begin = loadRow<T>(rows, row + rodDistanceRow);
            auto near = both(which, mayTouch(begin, x - loadRow3<T>(rows, row + rodCarriedRow), o));
            if (anyLane(near)) {
                SurfacePointT<T> surface = nearestOf(*t.colliders, s.after, select(near, x, Vec3<T>{o, o, o}));
                // Nothing goes deeper than it was.
                T allowed = minimum(begin, T(-contactSlack));
                deepest = maximum(deepest, select(near, allowed - T(tolerance) - surface.distance, o));
                covered = maximum(covered, T(0) - begin);
                T most = minimum(begin - T(1e-5f), T(-mostDepth));
                deeper = maximum(deeper, select(near, most - surface.distance, T(-1e9f)));
            }
        }
        HelixPoint<T> end = helixPoint(helix, ratio);
        storePoint(rows, t.points, end);
        place = nextPlace(place, helix, end, scale);
    }
    depths.inside = deepest > o;  // other lanes are changed no more
    if (t.colliders->several()) deeper = deeper - select(covered > T(coveredDepth), T(coveredWay), o);
    depths.deep = select(which, deeper, select(depths.deep, T(1), o)) > o;
}

// Takes the lanes of `which` back, to this share of the way from the substep's begin.
template <class T, class M>
RINGLET_HD void shorten(const RodTileT<ScalarOf<T>>& t, M which, T share) {
    for (int Q = 0; Q < t.elements; ++Q) {
        Vec3<T> start = loadRow3<T>(elementScratch<T>(t, Q), rodStartRow), K = loadRow3<T>(t.darboux, 3 * Q);
        storeRow3(t.darboux, 3 * Q, select(which, start + share * (K - start), K));
    }
}

}  // namespace RINGLET_ISA
}  // namespace ringlet::super_helix
