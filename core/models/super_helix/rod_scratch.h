// A substep's uniform quantities, and an element's rows of scratch.
#pragma once

#include "core/models/super_helix/rod_contact_math.h"
#include "core/models/tile_io.h"
#include "core/models/super_helix/super_helix_kernels.h"
#include "core/models/super_helix/super_helix_math.h"

namespace ringlet::super_helix {
inline namespace RINGLET_ISA {

// A substep's uniform quantities in the number type.
template <class T>
struct RodStep {
    T h, inverseH;
    T drag;                    // c h, at rest against the air
    T clings;                  // 1: clingingRate() holds the strand, for it lies on something; 0: it does not
    Quat<T> before, after;     // the head
    Vec3<T> move, gravity, air;  // the head's displacement; h^2 g; h times the wind
    T across, along;           // brush's drag times h
    Vec3<T> brush, brushMove;  // centre; h times its velocity
    T brushRadius, brushSlack;
};

template <class T> RINGLET_HD Mat3<T> matrixOf(Quat<T> q) {
    T o = T(0), l = T(1);
    return {rotate(q, Vec3<T>{l, o, o}), rotate(q, Vec3<T>{o, l, o}), rotate(q, Vec3<T>{o, o, l})};
}

// 1 for strands that something presses since the substep before.
template <class T>
RINGLET_HD_CALL T lyingOn(const RodTileT<ScalarOf<T>>& t) {
    T pressed = T(0);
    if (t.grip == nullptr) return pressed;
    for (int point = 0; point < t.elements * t.points; ++point)
        pressed = maximum(pressed, loadRow<T>(t.grip, rodGripRows * point + 3));
    return select(pressed > T(0), T(1), T(0));
}

template <class T>
RINGLET_HD_CALL RodStep<T> rodStep(const RodTileT<ScalarOf<T>>& t) {
    typedef ScalarOf<T> S;
    const SubstepT<S>& s = t.substep;
    RodStep<T> r;
    r.h = T(s.h);
    r.inverseH = T(S(1) / s.h);
    r.drag = T(t.material.drag * s.h) / loadRow<T>(t.thickness, 0);
    r.clings = lyingOn<T>(t);
    r.before = splat<T>(s.headBefore);
    r.after = splat<T>(s.headAfter);
    r.move = splat<T>(s.headMove);
    r.gravity = (r.h * r.h) * splat<T>(s.gravity);
    r.air = r.h * splat<T>(s.wind);
    r.across = T(s.brush.rate * s.h);
    r.along = T(s.brush.rate * t.material.combing * s.h);
    r.brush = splat<T>(s.brush.position);
    r.brushMove = r.h * splat<T>(s.brush.velocity);
    r.brushRadius = T(s.brush.radius);
    r.brushSlack = T(0);
    return r;
}

// Scaled stiffnesses beyond this are rigid already; more would overflow float.
constexpr float stiffestRod = 1e8f;
// An element that turns farther from its natural shape than this (rad over the
// element) stiffens, so that strands thrown against themselves do not coil up.
constexpr float freeTurn = 3.0f, mostCoiled = 20.0f;

// What an element resists a change of its Darboux vector with, a freedom: stiffness, and
// internal friction with what keeps a massless twist in place.
template <class T, int D>
struct RodResistance {
    T stiffness[D], held;
    T coil[D];  // and 1/2 (coil.dK)^2 in the second order alone
};
template <class T, int D>
RINGLET_HD RodResistance<T, D> resistanceOf(const RodTileT<ScalarOf<T>>& t, int Q, Vec3<T> K,
                                            const SymD<T, D>& inertia) {
    const ScalarOf<T> h = t.substep.h;
    T inverse = T(1) / loadRow<T>(t.scale, 0), inverse2 = inverse * inverse;
    T inverse4 = inverse2 * inverse2, thickness = loadRow<T>(t.thickness, 0);
    // Stiffness over mass grows with the section's area; friction's share falls with it.
    T stiffer = inverse4 * thickness, calmer = inverse4 / thickness;
    T ratio = loadRow<T>(t.ratio, Q), trace = T(0);
    for (int i = 0; i < D; ++i) trace = trace + inertia.m[symIndex(i, i)];
    T held = T(t.material.relativeInertia) * (trace + ratio * ratio * ratio * ratio * ratio);
    T friction = ratio * minimum(T(t.material.internalFriction * h) * calmer, T(stiffestRod));
    Vec3<T> off = ratio * (K - loadRow3<T>(t.rest, 3 * Q));
    T coiled = maximum(dot(off, off) * T(1 / (freeTurn * freeTurn)) - T(1), T(0));
    RodResistance<T, D> r;
    for (int i = 0; i < D; ++i)
        r.stiffness[i] = ratio * minimum(T(t.material.stiffness[i] * h * h) * stiffer, T(stiffestRod));
    // Of the energy 1/4 c freeTurn^2 (off^2 / freeTurn^2 - 1)^2 / ratio^2.
    T c = T(t.material.coiling) * r.stiffness[0], along = c * coiled;
    T bent = select(coiled > T(0), squareRoot(c * T(2 / (freeTurn * freeTurn))), T(0)) *
             minimum(T(mostCoiled) / maximum(lengthOf(off), T(mostCoiled)), T(1));
    for (int i = 0; i < D; ++i) {
        r.stiffness[i] = r.stiffness[i] + along;
        r.coil[i] = bent * freedom(off, i);
    }
    r.held = friction + held;
    return r;
}

// Where an element begins: its frame (columns n1, n2, n0) and place, m.
template <class T>
struct ElementPlace {
    Mat3<T> frame;
    Vec3<T> at;
};
template <class T> RINGLET_HD ElementPlace<T> rootPlace(const RodTileT<ScalarOf<T>>& t, const RodStep<T>& s) {
    Quat<T> frame{loadRow<T>(t.root, 3), loadRow<T>(t.root, 4), loadRow<T>(t.root, 5), loadRow<T>(t.root, 6)};
    return {matrixOf(s.after * frame), rotate(s.after, loadRow3<T>(t.root, 0))};
}
template <class T>
RINGLET_HD ElementPlace<T> nextPlace(const ElementPlace<T>& p, const Helix<T>& h, const HelixPoint<T>& end, T scale) {
    return {p.frame * turnAt(h, end), p.at + scale * (p.frame * lineAt(h, end))};
}

// An element's rows of scratch, and a point's (index n: the element's end).
template <class T> RINGLET_HD ScalarOf<T>* elementScratch(const RodTileT<ScalarOf<T>>& t, int Q) {
    return t.scratch + Q * (rodElementRows + (t.points + 1) * rodPointRows) * RowStride<T>::value;
}
// An element's points that touch colliders: the quadrature's, and the strand's tip.
template <class S> RINGLET_HD int heldPoints(const RodTileT<S>& t, int Q) {
    return Q + 1 < t.elements ? t.points : t.points + 1;
}
RINGLET_HD int pointRow(int point) { return rodElementRows + point * rodPointRows; }
template <class T> RINGLET_HD void storePlace(ScalarOf<T>* rows, const ElementPlace<T>& p) {
    storeRow3(rows, 0, p.frame.x);
    storeRow3(rows, 3, p.frame.y);
    storeRow3(rows, 6, p.frame.z);
    storeRow3(rows, 9, p.at);
}
template <class T> RINGLET_HD ElementPlace<T> loadPlace(const ScalarOf<T>* rows) {
    return {{loadRow3<T>(rows, 0), loadRow3<T>(rows, 3), loadRow3<T>(rows, 6)}, loadRow3<T>(rows, 9)};
}
template <class T> RINGLET_HD void storePoint(ScalarOf<T>* rows, int point, const HelixPoint<T>& a) {
    int row = pointRow(point);
    storeRow(rows, row, a.s);
    storeRow(rows, row + 1, a.s1);
    storeRow(rows, row + 2, a.s2);
    storeRow(rows, row + 3, a.s3);
    storeRow(rows, row + 4, a.g2);
    storeRow(rows, row + 5, a.g3);
}
template <class T> RINGLET_HD HelixPoint<T> loadPoint(const ScalarOf<T>* rows, int point) {
    int row = pointRow(point);
    return {loadRow<T>(rows, row), loadRow<T>(rows, row + 1), loadRow<T>(rows, row + 2),
            loadRow<T>(rows, row + 3), loadRow<T>(rows, row + 4), loadRow<T>(rows, row + 5)};
}
template <class T, int D> RINGLET_HD void storeGain(ScalarOf<T>* rows, const ElementGain<T, D>& g) {
    for (int i = 0; i < D; ++i) {
        storeRow(rows, 12 + 7 * i, g.constant[i]);
        storeRow3(rows, 13 + 7 * i, g.byU[i]);
        storeRow3(rows, 16 + 7 * i, g.byTheta[i]);
    }
}

// The present shape, carried along with the head to the substep's end.
template <class T>
RINGLET_HD void reconstruct(const RodTileT<ScalarOf<T>>& t, const RodStep<T>& s) {
    T scale = loadRow<T>(t.scale, 0);
    ElementPlace<T> place = rootPlace(t, s);
    for (int Q = 0; Q < t.elements; ++Q) {
        ScalarOf<T>* rows = elementScratch<T>(t, Q);
        storePlace(rows, place);
        Helix<T> helix = helixOf(loadRow3<T>(t.darboux, 3 * Q));
        HelixPoint<T> end = helixPoint(helix, loadRow<T>(t.ratio, Q));
        storePoint(rows, t.points, end);
        place = nextPlace(place, helix, end, scale);
    }
}

// Displacement and rotation of an element's beginning, in its own axes; u in mean elements.
template <class T>
struct RodChange {
    Vec3<T> u, theta;
};
template <class T> RINGLET_HD RodChange<T> rootChange() {
    T o = T(0);
    return {{o, o, o}, {o, o, o}};
}

// An element's dK from its gains, turning it by at most mostTurn (rad over the
// element), so that a wild step cannot wind it up; and what that does to the next element's beginning.
template <class T, int D>
RINGLET_HD Vec3<T> elementChange(const ScalarOf<T>* rows, T ratio, T mostTurn, const RodChange<T>& begin) {
    T change[D], largest = T(0);
    for (int i = 0; i < D; ++i) {
        change[i] = -(loadRow<T>(rows, 12 + 7 * i) + dot(loadRow3<T>(rows, 13 + 7 * i), begin.u) +
                      dot(loadRow3<T>(rows, 16 + 7 * i), begin.theta));
        largest = largest + change[i] * change[i];
    }
    Vec3<T> dK = darboux<T, D>(change);
    T turn = squareRoot(largest) * ratio;
    return select(turn > mostTurn, (mostTurn / maximum(turn, T(1e-30f))) * dK, dK);
}
template <class T>
RINGLET_HD RodChange<T> changeAtEnd(const Helix<T>& helix, const HelixPoint<T>& end, const RodChange<T>& begin,
                                    Vec3<T> dK) {
    Mat3<T> across = turnAt(helix, end);
    Vec3<T> u = begin.u + cross(begin.theta, lineAt(helix, end)) + lineChange(helix, end, dK);
    return {transposed(across, u), transposed(across, begin.theta + frameChange(helix, end, dK))};
}

// An element's change of a substep, as far as bends are foreseen from it, rad over its length.
constexpr float mostForeseen = 0.15f;

// The change of an element's Darboux vector in this substep, should it go on as in the one before.
template <class T>
RINGLET_HD Vec3<T> expectedChange(const RodTileT<ScalarOf<T>>& t, const RodStep<T>& s, int Q) {
    Vec3<T> dK = s.h * loadRow3<T>(t.rate, 3 * Q);
    return minimum(T(mostForeseen) / maximum(loadRow<T>(t.ratio, Q) * lengthOf(dK), T(1e-12f)), T(1)) * dK;
}

// The way each point will go, and how far it bends away from its tangent (m), if the Darboux vectors
// go on as in the substep before. A linearisation at where the strand stands misses that, which is of the
// order of h^2 as forces are: without it centrifugal and Coriolis forces come out wrong however
// short the substep is.
template <class T>
RINGLET_HD void foreseeBends(const RodTileT<ScalarOf<T>>& t, const RodStep<T>& s) {
    T scale = loadRow<T>(t.scale, 0);
    RodChange<T> change = rootChange<T>();
    ElementPlace<T> ahead = rootPlace(t, s);
    for (int Q = 0; Q < t.elements; ++Q) {
        ScalarOf<T>* rows = elementScratch<T>(t, Q);
        const ElementPlace<T> place = loadPlace<T>(rows);
        T ratio = loadRow<T>(t.ratio, Q);
        Vec3<T> K = loadRow3<T>(t.darboux, 3 * Q), dK = expectedChange(t, s, Q);
        const Helix<T> now = helixOf(K), next = helixOf(K + dK);
        for (int i = 0; i < t.points; ++i) {
            T at = T(t.node[i]) * ratio;
            HelixPoint<T> a = helixPoint(now, at);
            Vec3<T> d = lineAt(now, a);
            Vec3<T> moved = d + change.u + cross(change.theta, d) + lineChange(now, a, dK);
            Vec3<T> gone = ahead.at + scale * (ahead.frame * lineAt(next, helixPoint(next, at)));
            storeRow3(rows, pointRow(i) + rodBendRow, gone - (place.at + scale * (place.frame * moved)));
            storeRow3(rows, pointRow(i) + rodWayRow, gone - (place.at + scale * (place.frame * d)));
        }
        change = changeAtEnd(now, loadPoint<T>(rows, t.points), change, dK);
        ahead = nextPlace(ahead, next, helixPoint(next, ratio), scale);
    }
}

// A linearisation: the first is at where the strand stood, and is done in the lanes of `which`.
template <class T>
struct RodPass {
    bool first;
    decltype(T(0) < T(0)) which;
};

// What the contact of a point presses it out with at a place x, as it was linearised: force
// per mass times h^2, m.
template <class T> RINGLET_HD T pressOf(const ScalarOf<T>* rows, Vec3<T> x) {
    T way = dot(loadRow3<T>(rows, rodNormalRow), x - loadRow3<T>(rows, rodCarriedRow));
    return maximum(-(loadRow<T>(rows, rodPushRow) + loadRow<T>(rows, rodFirmRow) * way), T(0));
}

}  // namespace RINGLET_ISA
}  // namespace ringlet::super_helix
