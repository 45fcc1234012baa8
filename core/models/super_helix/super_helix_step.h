// One substep of a tile of Super-Helices: reconstruct, eliminate from tip to
// root, recover from root to tip. Super_helix_math.h has the quadratic model.
#pragma once

#include "core/models/super_helix/rod_contact_math.h"
#include "core/models/super_helix/rod_rows.h"
#include "core/models/super_helix/super_helix_kernels.h"
#include "core/models/super_helix/super_helix_math.h"

namespace ringlet {
inline namespace RINGLET_ISA {

// Scaled stiffnesses beyond this are rigid already; more would overflow float.
constexpr float stiffestRod = 1e8f;
// Motion beyond this times what the linear solution foresaw is taken back. Exactly 1
// would brake small steps as well, which gain and lose in turn.
constexpr float excessAllowed = 1.01f;
// A step turns an element's Darboux vector by at most so much (rad over the
// element), so that a wild step cannot wind it up.
constexpr float largestTurn = 2.5f;

// A substep's uniform quantities in the number type.
template <class T>
struct RodStep {
    T h, inverseH;
    T drag;                    // c h, still air
    Quat<T> before, after;     // the head
    Vec3<T> move, gravity, air;  // the head's displacement; h^2 g; h times the wind
    T across, along;           // brush's drag times h
    Vec3<T> brush, brushMove;  // centre; h times its velocity
    T brushRadius;
};

template <class T> RINGLET_HD Mat3<T> matrixOf(Quat<T> q) {
    T o = T(0), l = T(1);
    return {rotate(q, Vec3<T>{l, o, o}), rotate(q, Vec3<T>{o, l, o}), rotate(q, Vec3<T>{o, o, l})};
}
template <class T> RINGLET_HD Quat<T> spreadQuat(const ScalarOf<T>* q) { return {T(q[0]), T(q[1]), T(q[2]), T(q[3])}; }

template <class T>
RINGLET_HD RodStep<T> rodStep(const RodTileT<ScalarOf<T>>& t) {
    typedef ScalarOf<T> S;
    const RodSubstepT<S>& s = t.substep;
    RodStep<T> r;
    r.h = T(s.h);
    r.inverseH = T(S(1) / s.h);
    r.drag = T(t.material.drag * s.h);
    r.before = spreadQuat<T>(s.headBefore);
    r.after = spreadQuat<T>(s.headAfter);
    r.move = spread3<T>(s.headMove);
    r.gravity = (r.h * r.h) * spread3<T>(s.gravity);
    r.air = r.h * spread3<T>(s.wind);
    r.across = T(s.brushAcross * s.h);
    r.along = T(s.brushAlong * s.h);
    r.brush = spread3<T>(s.brushPosition);
    r.brushMove = r.h * spread3<T>(s.brushVelocity);
    r.brushRadius = T(s.brushRadius);
    return r;
}

// Where an element begins: its frame (columns n1, n2, n0) and place, m.
template <class T>
struct ElementPlace {
    Mat3<T> frame;
    Vec3<T> at;
};
template <class T> RINGLET_HD ElementPlace<T> rootPlace(const RodTileT<ScalarOf<T>>& t, const RodStep<T>& s) {
    Quat<T> frame{rowAt<T>(t.root, 3), rowAt<T>(t.root, 4), rowAt<T>(t.root, 5), rowAt<T>(t.root, 6)};
    return {matrixOf(s.after * frame), rotate(s.after, row3At<T>(t.root, 0))};
}
template <class T>
RINGLET_HD ElementPlace<T> nextPlace(const ElementPlace<T>& p, const Helix<T>& h, const HelixPoint<T>& end, T scale) {
    return {p.frame * turnAt(h, end), p.at + scale * (p.frame * lineAt(h, end))};
}

// An element's rows of scratch, and a point's (index n: the element's end).
template <class T> RINGLET_HD ScalarOf<T>* elementScratch(const RodTileT<ScalarOf<T>>& t, int Q) {
    return t.scratch + Q * (rodElementRows + (t.points + 1) * rodPointRows) * RowOf<T>::lanes;
}
template <class T> RINGLET_HD void storePlace(ScalarOf<T>* rows, const ElementPlace<T>& p) {
    setRow3(rows, 0, p.frame.x);
    setRow3(rows, 3, p.frame.y);
    setRow3(rows, 6, p.frame.z);
    setRow3(rows, 9, p.at);
}
template <class T> RINGLET_HD ElementPlace<T> loadPlace(const ScalarOf<T>* rows) {
    return {{row3At<T>(rows, 0), row3At<T>(rows, 3), row3At<T>(rows, 6)}, row3At<T>(rows, 9)};
}
template <class T> RINGLET_HD void storePoint(ScalarOf<T>* rows, int point, const HelixPoint<T>& a) {
    int row = rodElementRows + point * rodPointRows;
    setRow(rows, row, a.s);
    setRow(rows, row + 1, a.s1);
    setRow(rows, row + 2, a.s2);
    setRow(rows, row + 3, a.s3);
    setRow(rows, row + 4, a.g2);
    setRow(rows, row + 5, a.g3);
}
template <class T> RINGLET_HD HelixPoint<T> loadPoint(const ScalarOf<T>* rows, int point) {
    int row = rodElementRows + point * rodPointRows;
    return {rowAt<T>(rows, row), rowAt<T>(rows, row + 1), rowAt<T>(rows, row + 2),
            rowAt<T>(rows, row + 3), rowAt<T>(rows, row + 4), rowAt<T>(rows, row + 5)};
}
template <class T, int D> RINGLET_HD void storeGain(ScalarOf<T>* rows, const ElementGain<T, D>& g) {
    for (int i = 0; i < D; ++i) {
        setRow(rows, 12 + 7 * i, g.constant[i]);
        setRow3(rows, 13 + 7 * i, g.byU[i]);
        setRow3(rows, 16 + 7 * i, g.byTheta[i]);
    }
}

// The present shape, carried along with the head to the substep's end.
template <class T>
RINGLET_HD void reconstruct(const RodTileT<ScalarOf<T>>& t, const RodStep<T>& s) {
    T scale = rowAt<T>(t.scale, 0);
    ElementPlace<T> place = rootPlace(t, s);
    for (int Q = 0; Q < t.elements; ++Q) {
        ScalarOf<T>* rows = elementScratch<T>(t, Q);
        storePlace(rows, place);
        Helix<T> helix = helixOf(row3At<T>(t.darboux, 3 * Q));
        HelixPoint<T> end = helixPoint(helix, rowAt<T>(t.ratio, Q));
        storePoint(rows, t.points, end);
        place = nextPlace(place, helix, end, scale);
    }
}

// What acts on one point: w (isotropic, with drag and friction), a gradient g in
// world axes (m), and what depends on direction (C, b).
template <class T>
struct PointLoad {
    T w;
    Vec3<T> g;
    Vec3<T> pull;   // force of inertia, weight and air, for the tension
};

// All of an element's points, from its tip to its root.
template <class T, int D>
RINGLET_HD void addPoints(ElementForm<T, D>& form, const RodTileT<ScalarOf<T>>& t, const RodStep<T>& s, int Q,
                          const Helix<T>& helix, const ElementPlace<T>& place, T scale, bool first) {
    const T inverseScale = T(1) / scale;
    const T ratio = rowAt<T>(t.ratio, Q);
    const Mat3<T> rows = transposeOf(place.frame);
    const ColliderView& c = *t.colliders;
    const bool touching = c.spheres + c.capsules > 0 || c.grid.distance != nullptr, brushed = t.substep.brushRadius > 0;
    ScalarOf<T>* scratch = elementScratch<T>(t, Q);
    for (int i = t.points - 1; i >= 0; --i) {
        HelixPoint<T> a = helixPoint(helix, T(t.node[i]) * ratio);
        storePoint(scratch, i, a);
        Vec3<T> d = lineAt(helix, a), tangent = tangentAt(helix, a);
        Columns<T, D> B = columnsOf<D>(lineDerivative(helix, a));
        Vec3<T> x = place.at + scale * (place.frame * d);
        Vec3<T> v = row3At<T>(t.velocity, 3 * (Q * t.points + i));
        T mass = T(t.weight[i]) * ratio;

        // From where it stands to where it was, to where it would be.
        Vec3<T> drift = row3At<T>(t.position, 3 * (Q * t.points + i)) - s.move - x;
        Vec3<T> free = drift + s.h * v + s.gravity;
        Vec3<T> load = free + s.drag * (drift + s.air);
        T w = mass + mass * s.drag;
        form.base.pull = form.base.pull + (T(0.5f) * mass * inverseScale) * transposed(place.frame, load);
        T tension = maximum(dot(form.base.pull, tangent), T(0)) * (T(t.weight[i]) * ratio);
        form.base.pull = form.base.pull + (T(0.5f) * mass * inverseScale) * transposed(place.frame, load);
        Vec3<T> g = (-mass) * load;
        if (touching) {
            ColliderContact<T> touch = colliderContact(t, s.after, x, drift + s.h * v, free, place.frame * tangent);
            // The first linearisation is at where the point stood against the collider.
            int row = rodElementRows + i * rodPointRows + 6;
            if (first) setRow(scratch, row, touch.distance);
            touch = pushed(touch, t, rowAt<T>(scratch, row));
            w = w + mass * touch.friction;
            g = g + (mass * touch.push) * touch.normal;
            if (anyLane(touch.active)) {
                Vec3<T> n = transposed(place.frame, touch.normal);
                T o = T(0);
                addStiffness(form, plusOuter(Sym3<T>{o, o, o, o, o, o}, mass * (touch.stiffness - touch.friction), n), d, B);
            }
        }
        if (brushed) {
            BrushPull<T> b = brushPull(s.brush, s.brushRadius, x);
            if (anyLane(b.share > T(0))) {
                // Drag towards the brush, stronger across the hair than along it (Kmoch 2018, eq. 3.44).
                T across = b.share * s.across, along = b.share * s.along;
                Vec3<T> target = drift + s.brushMove, way = place.frame * tangent;
                w = w + mass * across;
                g = g - mass * (across * target + ((along - across) * dot(way, target)) * way);
                T o = T(0);
                addStiffness(form, plusOuter(Sym3<T>{o, o, o, o, o, o}, mass * (along - across), tangent), d, B);
            }
        }
        if (t.link != nullptr) {
            int row = 9 * (Q * t.points + i);
            Sym3<T> C{rowAt<T>(t.link, row), rowAt<T>(t.link, row + 1), rowAt<T>(t.link, row + 2),
                      rowAt<T>(t.link, row + 3), rowAt<T>(t.link, row + 4), rowAt<T>(t.link, row + 5)};
            if (anyLane(C.xx + C.yy + C.zz > T(0))) {
                g = g - mass * (C * drift + row3At<T>(t.link, row + 6));
                Sym3<T> local = outOf(place.frame, C);
                addStiffness(form, Sym3<T>{mass * local.xx, mass * local.yy, mass * local.zz, mass * local.xy,
                                           mass * local.xz, mass * local.yz}, d, B);
            }
        }
        addPoint(form, w, inverseScale * (rows * g), d, B);
        if (anyLane(tension > T(0))) addTension(form, tension, tangent, columnsOf<D>(frameDerivative(helix, a)));
    }
}

// Tip to root.
template <class T, int D>
RINGLET_HD void eliminateRod(const RodTileT<ScalarOf<T>>& t, const RodStep<T>& s, bool first) {
    typedef ScalarOf<T> S;
    const S h = t.substep.h;
    T scale = rowAt<T>(t.scale, 0);
    T inverse = T(1) / scale, inverse2 = inverse * inverse;
    T inverse4 = inverse2 * inverse2;
    BeyondEnd<T> beyond = nothingBeyondEnd<T>();
    for (int Q = t.elements - 1; Q >= 0; --Q) {
        S* rows = elementScratch<T>(t, Q);
        ElementPlace<T> place = loadPlace<T>(rows);
        Vec3<T> K = row3At<T>(t.darboux, 3 * Q), rest = row3At<T>(t.rest, 3 * Q);
        Vec3<T> start = row3At<T>(rows, rodStartRow);
        T ratio = rowAt<T>(t.ratio, Q);
        Helix<T> helix = helixOf(K);
        HelixPoint<T> end = loadPoint<T>(rows, t.points);
        ElementForm<T, D> form =
            elementWithEnd(beyond, turnAt(helix, end), lineAt(helix, end), columnsOf<D>(lineDerivative(helix, end)),
                           columnsOf<D>(frameDerivative(helix, end)));
        addPoints(form, t, s, Q, helix, place, scale, first);

        T trace = T(0);
        for (int i = 0; i < D; ++i) trace = trace + form.KK.m[symIndex(i, i)];
        T held = T(t.material.relativeInertia) * (trace + ratio * ratio * ratio * ratio * ratio);
        T friction = ratio * minimum(T(t.material.internalFriction * h) * inverse4, T(stiffestRod));
        for (int i = 0; i < D; ++i) {
            T k = ratio * minimum(T(t.material.stiffness[i] * h * h) * inverse4, T(stiffestRod));
            form.KK.m[symIndex(i, i)] = form.KK.m[symIndex(i, i)] + (k + friction + held);
            form.gK[i] = form.gK[i] + k * (freedom(K, i) - freedom(rest, i)) +
                         (friction + held) * (freedom(K, i) - freedom(start, i));
        }
        ElementGain<T, D> gain = eliminateElement(form, beyond);
        storeGain<T, D>(rows, gain);
    }
}

// Root to tip: recovers the changes, places the points; velocities are
// displacements. Returns a number that is not finite where the strand's state is not.
template <class T, int D>
RINGLET_HD T recoverRod(const RodTileT<ScalarOf<T>>& t, const RodStep<T>& s, bool last) {
    typedef ScalarOf<T> S;
    T scale = rowAt<T>(t.scale, 0);
    T o = T(0);
    Vec3<T> u{o, o, o}, theta{o, o, o};  // of the element's beginning, in its own axes
    ElementPlace<T> place = rootPlace(t, s);
    T watch = o, motion = o, foreseen = o;
    for (int Q = 0; Q < t.elements; ++Q) {
        S* rows = elementScratch<T>(t, Q);
        ElementPlace<T> old = loadPlace<T>(rows);
        T change[D], ratio = rowAt<T>(t.ratio, Q), largest = o;
        for (int i = 0; i < D; ++i) {
            change[i] = -(rowAt<T>(rows, 12 + 7 * i) + dot(row3At<T>(rows, 13 + 7 * i), u) +
                          dot(row3At<T>(rows, 16 + 7 * i), theta));
            largest = largest + change[i] * change[i];
        }
        Vec3<T> K = row3At<T>(t.darboux, 3 * Q), dK = darboux<T, D>(change);
        T turn = squareRoot(largest) * ratio;
        dK = select(turn > T(largestTurn), (T(largestTurn) / maximum(turn, T(1e-30f))) * dK, dK);
        Helix<T> before = helixOf(K), after = helixOf(K + dK);
        setRow3(t.darboux, 3 * Q, K + dK);
        for (int i = 0; i < t.points && last; ++i) {
            HelixPoint<T> a = loadPoint<T>(rows, i);
            Vec3<T> d = lineAt(before, a);
            Vec3<T> x = old.at + scale * (old.frame * d);
            Vec3<T> was = row3At<T>(t.position, 3 * (Q * t.points + i)) - s.move;
            Vec3<T> linear = x + scale * (old.frame * (u + cross(theta, d) + lineChange(before, a, dK))) - was;
            x = place.at + scale * (place.frame * lineAt(after, helixPoint(after, T(t.node[i]) * ratio)));
            Vec3<T> way = x - was;
            Vec3<T> v = s.inverseH * way;
            auto still = dot(v, v) < T(1e-24f);
            int point = 3 * (Q * t.points + i);
            setRow3(t.velocity, point, select(still, Vec3<T>{o, o, o}, v));
            setRow3(t.position, point, x);
            T mass = T(t.weight[i]) * ratio;
            motion = motion + mass * dot(way, way);
            foreseen = foreseen + mass * dot(linear, linear);
            watch = watch + dot(v, v) + dot(x, x);
        }
        HelixPoint<T> end = loadPoint<T>(rows, t.points);
        Mat3<T> across = turnAt(before, end);
        Vec3<T> du = u + cross(theta, lineAt(before, end)) + lineChange(before, end, dK);
        Vec3<T> dtheta = theta + frameChange(before, end, dK);
        u = transposed(across, du);
        theta = transposed(across, dtheta);
        storePlace(rows, place);
        place = nextPlace(place, after, helixPoint(after, ratio), scale);
    }
    // The bent path can leave more motion than the linear solution, which never
    // gains energy, foresaw; the excess is taken back.
    auto excess = motion > T(excessAllowed) * foreseen;
    if (last && anyLane(excess)) {
        T slow = select(excess, squareRoot(foreseen / maximum(motion, T(1e-30f))), T(1));
        for (int p = 0; p < t.elements * t.points; ++p)
            setRow3(t.velocity, 3 * p, slow * row3At<T>(t.velocity, 3 * p));
    }
    return watch;
}

// Puts the lanes of `which` back to rest at the head's pose.
template <class T, class M>
RINGLET_HD void restRod(const RodTileT<ScalarOf<T>>& t, M which) {
    T o = T(0);
    for (int Q = 0; Q < t.elements; ++Q)
        setRow3(t.darboux, 3 * Q, select(which, row3At<T>(t.rest, 3 * Q), row3At<T>(t.darboux, 3 * Q)));
    for (int p = 0; p < t.elements * t.points; ++p)
        setRow3(t.velocity, 3 * p, select(which, Vec3<T>{o, o, o}, row3At<T>(t.velocity, 3 * p)));
}

// Points and drawn particles of the state as it stands, at the substep's end.
template <class T>
RINGLET_HD void placeRod(const RodTileT<ScalarOf<T>>& t) {
    RodStep<T> s = rodStep<T>(t);
    T scale = rowAt<T>(t.scale, 0);
    ElementPlace<T> place = rootPlace(t, s);
    int particle = 0;
    for (int Q = 0; Q < t.elements; ++Q) {
        Helix<T> helix = helixOf(row3At<T>(t.darboux, 3 * Q));
        T ratio = rowAt<T>(t.ratio, Q);
        for (int i = 0; i < t.points; ++i)
            setRow3(t.position, 3 * (Q * t.points + i),
                    place.at + scale * (place.frame * lineAt(helix, helixPoint(helix, T(t.node[i]) * ratio))));
        for (; particle < t.particles && t.drawnElement[particle] == Q; ++particle)
            setRow3(t.drawn, 3 * particle,
                    place.at + scale * (place.frame * lineAt(helix, helixPoint(helix, T(t.drawnFraction[particle]) * ratio))));
        place = nextPlace(place, helix, helixPoint(helix, ratio), scale);
    }
}

// One tile through one substep.
template <class T, int D>
RINGLET_HD void stepRod(const RodTileT<ScalarOf<T>>& t) {
    RodStep<T> s = rodStep<T>(t);
    for (int Q = 0; Q < t.elements; ++Q)
        setRow3(elementScratch<T>(t, Q), rodStartRow, row3At<T>(t.darboux, 3 * Q));
    T watch = T(0);
    for (int pass = 0; pass < t.passes; ++pass) {
        reconstruct(t, s);
        eliminateRod<T, D>(t, s, pass == 0);
        watch = recoverRod<T, D>(t, s, pass + 1 == t.passes);
    }
    auto lost = lostRows(watch);
    if (anyLane(lost)) {
        restRod<T>(t, lost);
        countRows(t.resets, lost);
    }
    if (t.drawn != nullptr || anyLane(lost)) placeRod<T>(t);
}

}  // namespace RINGLET_ISA
}  // namespace ringlet
