// One substep of a tile of Super-Helices: reconstruct, eliminate from tip to
// root, recover from root to tip. The quadratic model is in super_helix_math.h.
#pragma once

#include "core/models/stage_list.h"
#include "core/models/super_helix/rod_energy.h"
#include "core/models/super_helix/rod_places.h"

namespace ringlet::super_helix {
inline namespace RINGLET_ISA {

// Motion beyond this times what the linear solution foresaw is taken back. Exactly 1
// would brake small steps as well, which gain and lose in turn.
constexpr float excessAllowed = 1.01f;

// A strand is linearised anew while its points may leave the linear solution by more than this
// acceleration (m/s^2) makes of them, so many times at most.
constexpr float mayMiss = 0.1f;
constexpr int mostPasses = 3;

// What acts on one point alike in all directions: w, and a gradient g in world axes (m).
template <class T>
struct PointLoad {
    T w;
    Vec3<T> g;
};

// A point that loads act on: number i of element Q, with the hair's mass that it stands for. `at` and the tangent
// are in the element's axes; B is how it moves with the Darboux vector; x is where it is in the world.
template <class T, int D>
struct RodPoint {
    int Q, i;
    T mass;
    Vec3<T> at, tangent;
    Columns<T, D> B;
    Vec3<T> x;
};
template <class T, int D>
RINGLET_HD RodPoint<T, D> rodPoint(const Helix<T>& helix, const HelixPoint<T>& a, const ElementPlace<T>& place, T scale,
                                   int Q, int i, T mass) {
    const Vec3<T> at = lineAt(helix, a);
    return {Q, i, mass, at, tangentAt(helix, a), columnsOf<D>(lineDerivative(helix, a)), place.at + scale * (place.frame * at)};
}

// What a point's contact with the colliders leaves for the scans and for friction, of the lanes that take part: of the first
// linearisation all, and before it nothing is there.
template <class T>
RINGLET_HD void keepTouch(ScalarOf<T>* rows, const ColliderContact<T>& touch, Vec3<T> moved, const RodPass<T>& pass) {
    const auto keep = [&](int row, T now) {
        storeRow(rows, row, pass.first ? now : select(pass.which, now, loadRow<T>(rows, row)));
    };
    keep(rodPushRow, touch.push - touch.stiffness * dot(touch.normal, moved));
    keep(rodFirmRow, touch.stiffness);
    keep(rodNormalRow, touch.normal.x);
    keep(rodNormalRow + 1, touch.normal.y);
    keep(rodNormalRow + 2, touch.normal.z);
    keep(rodMostRow, touch.most);
}

// The contact of a point with the colliders. What depends on direction goes to the form.
template <class T, int D>
RINGLET_HD_CALL PointLoad<T> addContact(ElementForm<T, D>& form, const RodTileT<ScalarOf<T>>& t, const RodStep<T>& s,
                                   const ElementPlace<T>& place, const RodPoint<T, D>& p, Vec3<T> slip,
                                   const RodPass<T>& pass) {
    const bool first = pass.first;
    ScalarOf<T>* rows = elementScratch<T>(t, p.Q) + pointRow(p.i) * RowStride<T>::value;
    const T o = T(0);
    const ScalarOf<T>* held =
        t.grip == nullptr ? nullptr : t.grip + rodGripRows * (p.Q * t.points + p.i) * RowStride<T>::value;
    // What pressed the point last: in the substep before, or the linearisation before, m. The first
    // linearisation is at where the point stood against the collider.
    T pressed = o;
    auto near = o < T(1);
    if (first) {
        if (held != nullptr) pressed = T(t.substep.h * t.substep.h) * loadRow<T>(held, 3);
    } else {
        pressed = pressOf<T>(rows, p.x);
        near = either(mayTouch(loadRow<T>(rows, rodDistanceRow), p.x - loadRow3<T>(rows, rodCarriedRow), o), pressed > o);
    }
    ColliderContact<T> touch = colliderContact(t, s.after, {p.x, slip, place.frame * p.tangent}, pressed, first, near);
    if (first) storeRow(rows, rodDistanceRow, touch.distance);
    // Friction counts from where the point stood, and from where it was held before.
    const Vec3<T> none{o, o, o}, moved = first ? none : p.x - loadRow3<T>(rows, rodCarriedRow);
    const Vec3<T> grip = held == nullptr ? none : rotate(s.after, loadRow3<T>(held, 0));
    auto across = [&](Vec3<T> v) { return v - dot(v, touch.normal) * touch.normal; };
    touch = pushed(touch, t, loadRow<T>(rows, rodDistanceRow), across(moved + slip), across(grip), pressed);
    keepTouch(rows, touch, moved, pass);
    Vec3<T> g = (p.mass * touch.push) * touch.normal;
    if (anyLane(touch.active)) {
        Vec3<T> n = transposed(place.frame, touch.normal);
        g = g + p.mass * across(touch.friction * moved + touch.held * grip);
        addStiffness(form, plusOuter(Sym3<T>{o, o, o, o, o, o}, p.mass * (touch.stiffness - touch.friction), n), p.at, p.B);
    }
    return {p.mass * touch.friction, g};
}

// Drag towards the brush, stronger across the hair than along it (Kmoch 2018, eq. 3.44). `drift`: from
// where the point stands to where it was.
template <class T, int D>
RINGLET_HD void addBrush(ElementForm<T, D>& form, PointLoad<T>& sum, const RodStep<T>& s, const ElementPlace<T>& place,
                         const RodPoint<T, D>& p, Vec3<T> drift) {
    BrushPull<T> b = brushPull(s.brush, s.brushRadius, s.brushSlack, p.x);
    if (!anyLane(b.share > T(0))) return;
    T across = b.share * s.across, along = b.share * s.along;
    Vec3<T> target = drift + s.brushMove + (T(combCatchUp) * s.h) * b.behind;
    Vec3<T> way = place.frame * p.tangent;
    sum.w = sum.w + p.mass * across;
    sum.g = sum.g - p.mass * (across * target + ((along - across) * dot(way, target)) * way);
    T o = T(0);
    addStiffness(form, plusOuter(Sym3<T>{o, o, o, o, o, o}, p.mass * (along - across), p.tangent), p.at, p.B);
}

// Contacts with other strands, see RodTileT::link.
template <class T, int D>
RINGLET_HD void addLinks(ElementForm<T, D>& form, PointLoad<T>& sum, const RodTileT<ScalarOf<T>>& t,
                         const ElementPlace<T>& place, const RodPoint<T, D>& p, Vec3<T> drift) {
    int row = 9 * (p.Q * t.points + p.i);
    Sym3<T> C{loadRow<T>(t.link, row), loadRow<T>(t.link, row + 1), loadRow<T>(t.link, row + 2),
              loadRow<T>(t.link, row + 3), loadRow<T>(t.link, row + 4), loadRow<T>(t.link, row + 5)};
    if (!anyLane(C.xx + C.yy + C.zz > T(0))) return;
    sum.g = sum.g - p.mass * (C * drift + loadRow3<T>(t.link, row + 6));
    Sym3<T> local = outOf(place.frame, C);
    addStiffness(form, Sym3<T>{p.mass * local.xx, p.mass * local.yy, p.mass * local.zz, p.mass * local.xy,
                               p.mass * local.xz, p.mass * local.yz}, p.at, p.B);
}

// The tip has no mass of its own; it touches with that of the point next to it, and moves like it.
template <class T, int D>
RINGLET_HD void addTip(ElementForm<T, D>& form, const RodTileT<ScalarOf<T>>& t, const RodStep<T>& s, int Q,
                       const Helix<T>& helix, const ElementPlace<T>& place, const RodPass<T>& pass) {
    const T scale = loadRow<T>(t.scale, 0), ratio = loadRow<T>(t.ratio, Q);
    ScalarOf<T>* scratch = elementScratch<T>(t, Q);
    const int last = t.points - 1, point = 3 * (Q * t.points + last);
    Vec3<T> beside = place.at + scale * (place.frame * lineAt(helix, helixPoint(helix, T(t.node[last]) * ratio)));
    Vec3<T> slip = loadRow3<T>(t.position, point) - s.move - beside + s.h * loadRow3<T>(t.velocity, point);
    const RodPoint<T, D> p =
        rodPoint<T, D>(helix, loadPoint<T>(scratch, t.points), place, scale, Q, t.points, T(t.weight[last]) * ratio);
    if (pass.first) storeRow3(scratch, pointRow(t.points) + rodCarriedRow, p.x);
    PointLoad<T> load = addContact(form, t, s, place, p, slip, pass);
    addPoint(form, load.w, (T(1) / scale) * (transposeOf(place.frame) * load.g), p.at, p.B);
}

// All of an element's points, from its tip to its root.
template <class T, int D>
RINGLET_HD void addPoints(ElementForm<T, D>& form, const RodTileT<ScalarOf<T>>& t, const RodStep<T>& s, int Q,
                          const Helix<T>& helix, const ElementPlace<T>& place, const RodPass<T>& pass) {
    const T scale = loadRow<T>(t.scale, 0), inverseScale = T(1) / scale, ratio = loadRow<T>(t.ratio, Q);
    const Mat3<T> rows = transposeOf(place.frame);
    const bool touching = t.colliders->any(), brushed = t.substep.brush.radius > 0;
    ScalarOf<T>* scratch = elementScratch<T>(t, Q);
    if (touching && heldPoints(t, Q) > t.points) addTip(form, t, s, Q, helix, place, pass);
    for (int i = t.points - 1; i >= 0; --i) {
        HelixPoint<T> a = helixPoint(helix, T(t.node[i]) * ratio);
        storePoint(scratch, i, a);
        T mass = T(t.weight[i]) * ratio;
        const RodPoint<T, D> p = rodPoint<T, D>(helix, a, place, scale, Q, i, mass);
        Vec3<T> v = loadRow3<T>(t.velocity, 3 * (Q * t.points + i));

        if (pass.first) storeRow3(scratch, pointRow(i) + rodCarriedRow, p.x);
        // From where it stands to where it was, to where it would be.
        Vec3<T> was = loadRow3<T>(t.position, 3 * (Q * t.points + i)) - s.move;
        Vec3<T> drift = was - p.x, free = drift + s.h * v + s.gravity;
        // The air that the head takes along does not drift against the point as the head carries it.
        Vec3<T> carried = loadRow3<T>(scratch, pointRow(i) + rodCarriedRow) - was;
        Vec3<T> air = drift + T(t.material.entrainment) * carried + s.air;
        T drag = s.drag * (T(1) + T(t.material.dragGrowth) * s.inverseH * lengthOf(drift + s.h * v - air));
        Vec3<T> load = free + drag * air;
        if (anyLane(s.clings > T(0))) {  // to where the head carries it
            const T dry = s.clings * (s.h * clingingRate(s.inverseH * lengthOf(s.h * v - carried)));
            load = load + dry * (drift + carried);
            drag = drag + dry;
        }
        // What pulls at the strand is what is left of the load once the point goes the way foreseen of it.
        Vec3<T> pull = load;
        if (pass.first) {
            pull = load - (T(1) + drag) * loadRow3<T>(scratch, pointRow(i) + rodWayRow);
            load = load - (T(1) + drag) * loadRow3<T>(scratch, pointRow(i) + rodBendRow);
        }
        form.base.pull = form.base.pull + (T(0.5f) * mass * inverseScale) * transposed(place.frame, pull);
        T tension = maximum(dot(form.base.pull, p.tangent), T(0)) * (T(t.weight[i]) * ratio);
        form.base.pull = form.base.pull + (T(0.5f) * mass * inverseScale) * transposed(place.frame, pull);
        PointLoad<T> sum{mass + mass * drag, (-mass) * load};
        if (touching) {
            PointLoad<T> contact = addContact(form, t, s, place, p, drift + s.h * v, pass);
            sum = {sum.w + contact.w, sum.g + contact.g};
        }
        if (brushed) addBrush(form, sum, s, place, p, drift);
        if (t.link != nullptr) addLinks(form, sum, t, place, p, drift);
        addPoint(form, sum.w, inverseScale * (rows * sum.g), p.at, p.B);
        if (anyLane(tension > T(0))) addTension(form, tension, p.tangent, columnsOf<D>(frameDerivative(helix, a)));
    }
}

// Tip to root.
template <class T, int D>
RINGLET_HD_CALL void eliminateRod(const RodTileT<ScalarOf<T>>& t, const RodStep<T>& s, const RodPass<T>& pass) {
    typedef ScalarOf<T> S;
    BeyondEnd<T> beyond = nothingBeyondEnd<T>();
    for (int Q = t.elements - 1; Q >= 0; --Q) {
        S* rows = elementScratch<T>(t, Q);
        ElementPlace<T> place = loadPlace<T>(rows);
        Vec3<T> K = loadRow3<T>(t.darboux, 3 * Q), rest = loadRow3<T>(t.rest, 3 * Q);
        Vec3<T> start = loadRow3<T>(rows, rodStartRow);
        Helix<T> helix = helixOf(K);
        HelixPoint<T> end = loadPoint<T>(rows, t.points);
        ElementForm<T, D> form =
            elementWithEnd(beyond, turnAt(helix, end), lineAt(helix, end), columnsOf<D>(lineDerivative(helix, end)),
                           columnsOf<D>(frameDerivative(helix, end)));
        addPoints(form, t, s, Q, helix, place, pass);

        const RodResistance<T, D> r = resistanceOf<T, D>(t, Q, K, form.KK);
        for (int i = 0; i < D; ++i) {
            form.KK.m[symIndex(i, i)] = form.KK.m[symIndex(i, i)] + (r.stiffness[i] + r.held);
            for (int j = 0; j <= i; ++j) form.KK.m[symIndex(i, j)] = form.KK.m[symIndex(i, j)] + r.coil[i] * r.coil[j];
            form.gK[i] = form.gK[i] + r.stiffness[i] * (freedom(K, i) - freedom(rest, i)) +
                         r.held * (freedom(K, i) - freedom(start, i));
        }
        ElementGain<T, D> gain = eliminateElement(form, beyond);
        storeGain<T, D>(rows, gain);
    }
}

// What came of a linearisation: the motion that the linear solution has, mass times displacement
// squared; and how far a strand's points may have left it, m.
template <class T>
struct RodOutcome {
    T foreseen, missed;
};

// Root to tip: recovers the changes.
template <class T, int D>
RINGLET_HD_CALL RodOutcome<T> recoverRod(const RodTileT<ScalarOf<T>>& t, const RodStep<T>& s, const RodPass<T>& pass) {
    typedef ScalarOf<T> S;
    const T scale = loadRow<T>(t.scale, 0);
    RodChange<T> change = rootChange<T>();
    T foreseen = T(0), turned = T(0), unexpected = T(0);
    for (int Q = 0; Q < t.elements; ++Q) {
        S* rows = elementScratch<T>(t, Q);
        const T ratio = loadRow<T>(t.ratio, Q);
        Vec3<T> K = loadRow3<T>(t.darboux, 3 * Q);
        Vec3<T> dK = elementChange<T, D>(rows, ratio, T(t.material.mostTurn), change);
        turned = turned + ratio * lengthOf(dK);
        unexpected = unexpected + ratio * lengthOf(pass.first ? dK - expectedChange(t, s, Q) : dK);
        Helix<T> before = helixOf(K);
        storeRow3(t.darboux, 3 * Q, select(pass.which, K + dK, K));
        ElementPlace<T> old = loadPlace<T>(rows);
        for (int i = 0; i < t.points; ++i) {
            HelixPoint<T> a = loadPoint<T>(rows, i);
            Vec3<T> d = lineAt(before, a);
            Vec3<T> moved = d + change.u + cross(change.theta, d) + lineChange(before, a, dK);
            Vec3<T> x = old.at + scale * (old.frame * moved);
            if (pass.first) x = x + loadRow3<T>(rows, pointRow(i) + rodBendRow);
            Vec3<T> linear = x - (loadRow3<T>(t.position, 3 * (Q * t.points + i)) - s.move);
            foreseen = foreseen + (T(t.weight[i]) * ratio) * dot(linear, linear);
        }
        change = changeAtEnd(before, loadPoint<T>(rows, t.points), change, dK);
    }
    return {foreseen, turned * unexpected * scale * T(static_cast<S>(t.elements))};
}

// Where friction holds the points from now on.
template <class T>
RINGLET_HD_CALL void keepGrips(const RodTileT<ScalarOf<T>>& t, const RodStep<T>& s) {
    for (int Q = 0; Q < t.elements; ++Q)
        for (int i = 0; i < heldPoints(t, Q); ++i) {
            const ScalarOf<T>* rows = elementScratch<T>(t, Q) + pointRow(i) * RowStride<T>::value;
            T most = loadRow<T>(rows, rodMostRow);
            Vec3<T> grip{T(0), T(0), T(0)};
            if (anyLane(most > T(0))) {
                grip = rotate(s.after, loadRow3<T>(t.grip, rodGripRows * (Q * t.points + i)));
                Vec3<T> way = loadRow3<T>(rows, rodPlaceRow) - loadRow3<T>(rows, rodCarriedRow);
                grip = nextGrip(grip, way, loadRow3<T>(rows, rodNormalRow), most, t.substep.h);
                grip = rotate(conjugate(s.after), grip);
            }
            ScalarOf<T>* held = t.grip + rodGripRows * (Q * t.points + i) * RowStride<T>::value;
            storeRow3(held, 0, grip);
            storeRow(held, 3, T(1 / (t.substep.h * t.substep.h)) * pressOf<T>(rows, loadRow3<T>(rows, rodPlaceRow)));
        }
}

// Moves the points to where scanRod() found them; velocities are displacements, no more than the share `allowed` of them.
// Returns a number that is not finite where the strand's state is not.
template <class T>
RINGLET_HD_CALL T finishRod(const RodTileT<ScalarOf<T>>& t, const RodStep<T>& s, T foreseen, T allowed) {
    T o = T(0);
    T watch = o, motion = o;
    for (int Q = 0; Q < t.elements; ++Q) {
        const ScalarOf<T>* rows = elementScratch<T>(t, Q);
        T ratio = loadRow<T>(t.ratio, Q);
        for (int i = 0; i < t.points; ++i) {
            int point = 3 * (Q * t.points + i);
            Vec3<T> x = loadRow3<T>(rows, pointRow(i) + rodPlaceRow);
            Vec3<T> way = x - (loadRow3<T>(t.position, point) - s.move);
            Vec3<T> v = s.inverseH * way;
            auto still = dot(v, v) < T(1e-24f);
            storeRow3(t.velocity, point, select(still, Vec3<T>{o, o, o}, v));
            storeRow3(t.position, point, x);
            motion = motion + (T(t.weight[i]) * ratio) * dot(way, way);
            watch = watch + dot(v, v) + dot(x, x);
        }
    }
    // The bent path can leave more motion than the linear solution, which never
    // gains energy, foresaw; the excess is taken back.
    auto excess = motion > T(excessAllowed) * foreseen;
    T slow = allowed;
    if (anyLane(excess)) slow = minimum(slow, select(excess, squareRoot(foreseen / maximum(motion, T(1e-30f))), T(1)));
    if (anyLane(slow < T(1))) {
        for (int p = 0; p < t.elements * t.points; ++p)
            storeRow3(t.velocity, 3 * p, slow * loadRow3<T>(t.velocity, 3 * p));
    }
    slow = slow * s.inverseH;
    for (int Q = 0; Q < t.elements; ++Q)
        storeRow3(t.rate, 3 * Q, slow * (loadRow3<T>(t.darboux, 3 * Q) - loadRow3<T>(elementScratch<T>(t, Q), rodStartRow)));
    return watch;
}

// The change of the Darboux vectors: linearisations of all lanes, then of those that came into a
// collider where it had not been foreseen, now with the contacts there. Leaves the points' places
// in scratch, and gives the motion that was foreseen, see RodOutcome.
template <class T, int D>
RINGLET_HD T solveRod(const RodTileT<ScalarOf<T>>& t, const RodStep<T>& s) {
    typedef decltype(T(0) < T(0)) M;
    const M none = T(1) < T(0), all = T(0) < T(1);
    T foreseen = T(0);
    M which = all;
    for (int i = 0; i < (t.passes > 0 ? t.passes : mostPasses) && anyLane(which); ++i) {
        reconstruct(t, s);
        if (i == 0) foreseeBends(t, s);
        const RodPass<T> pass{i == 0, which};
        eliminateRod<T, D>(t, s, pass);
        const RodOutcome<T> outcome = recoverRod<T, D>(t, s, pass);
        foreseen = select(which, outcome.foreseen, foreseen);
        if (t.passes == 0) which = both(which, outcome.missed > T(mayMiss) * s.h * s.h);
    }
    RodDepths<M> depths{none, none};
    scanRod<T>(t, s, t.colliders->any() ? all : none, roundingDepth, depths);
    for (int i = 0; anyLane(depths.inside) && i < mostReturns; ++i) {
        const RodPass<T> pass{false, depths.inside};
        eliminateRod<T, D>(t, s, pass);
        foreseen = select(pass.which, recoverRod<T, D>(t, s, pass).foreseen, foreseen);
        scanRod<T>(t, s, depths.inside, laterDepth, depths);
    }
    // With none of the way left, they are where they were.
    for (int part = 0; anyLane(depths.deep) && part < shorterWays; ++part) {
        const bool last = part + 1 == shorterWays;
        shorten(t, depths.deep, T(last ? 0.0f : 0.5f));
        scanRod<T>(t, s, last ? none : depths.deep, laterDepth, depths);
        if (last) break;
    }
    return foreseen;
}

// One tile through one substep.
template <class T, int D>
RINGLET_HD void stepRod(const RodTileT<ScalarOf<T>>& t) {
    RodStep<T> s = rodStep<T>(t);
    for (int Q = 0; Q < t.elements; ++Q)
        storeRow3(elementScratch<T>(t, Q), rodStartRow, loadRow3<T>(t.darboux, 3 * Q));
    if (t.substep.brush.radius > 0) s.brushSlack = holdBrush(t, s.brush, s.brushRadius, s.move);
    else if (t.comb != nullptr) storeRow(t.comb, 0, T(combFree));
    T foreseen = solveRod<T, D>(t, s);
    if (!t.colliders->any()) forgetGrips<T>(t, T(0) < T(1));
    else if (t.grip != nullptr) keepGrips<T>(t, s);
    T watch = finishRod(t, s, foreseen, guardEnergy<T, D>(t, s));
    auto lost = lostLanes(watch);
    if (anyLane(lost)) {
        restRod<T>(t, lost);
        countLanes(t.resets, lost);
    }
    if (t.drawn != nullptr || anyLane(lost)) placeRod<T>(t);
}

// The stages as a device runs them.
struct RodStages : StageList<RodFields, RodArgs, 3> {
    static constexpr const char* name = "super-helix";
    template <int stage, class T, class At>
    static RINGLET_HD void run(const At& at, const Args& args, const ColliderView& colliders) {
        const RodTile tile = rodTile(at, args, colliders);
        if constexpr (stage == RodFull) stepRod<T, 3>(tile);
        if constexpr (stage == RodReduced) stepRod<T, 2>(tile);
        if constexpr (stage == RodDraw) placeRod<T>(tile);
    }
};

}  // namespace RINGLET_ISA
}  // namespace ringlet::super_helix
