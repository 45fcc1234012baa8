// Both steps over a tile of wisps, or what that tells of their particles. Default: both rims' joints are eliminated together from tip to root and back, springs
// implicit and in the balance of energy (implicit_rod.h, wisp_form.h). Published: springs are forces like others (3.174).
// Without springs each rim is a strand by itself, to the bit.
#pragma once

#include "core/models/discrete_rod/implicit_rod.h"
#include "core/models/discrete_rod/published_rod.h"
#include "core/models/discrete_rod/wisp_form.h"
#include "core/models/discrete_rod/wisp_springs.h"

namespace ringlet::discrete_rod {
inline namespace RINGLET_ISA {

// What rounding may make of a spring's length, m.
constexpr float roundingOfSpring = 1e-7f;

// Length of a rim's segment before particle p, the mean of both rims, m; and of what particle p stands for.
template <class T>
RINGLET_HD T cellLength(const WispTile& w, int p) {
    return T(0.5f) * (loadAt<T>(w.rim[0].restLength, p - 1) + loadAt<T>(w.rim[1].restLength, p - 1));
}
template <class T>
RINGLET_HD T pointLength(const WispTile& w, int p) {
    return T(0.5f) * (cellLength<T>(w, p) + (p + 1 < w.rim[0].particles ? cellLength<T>(w, p + 1) : T(0)));
}

// The spring across at particle p, whose ends are `d` apart.
template <class T>
RINGLET_HD SpringTerms<T> acrossTerms(const WispTile& w, const WispSprings<T>& springs, int p, Vec3<T> d) {
    return springTerms<T>(springState(d, loadAt<T>(w.restAcross[0], p)), springs.across(pointLength<T>(w, p)));
}
// The diagonals of the cell before particle p: of the left rim's p against the right one's p - 1, and the other.
template <class T>
RINGLET_HD SpringTerms<T> diagonalTerms(const WispTile& w, const WispSprings<T>& springs, int p, Vec3<T> d1, Vec3<T> d2) {
    const T r1 = loadAt<T>(w.restAcross[0], p, 1), r2 = loadAt<T>(w.restAcross[1], p, 1);
    return springTerms(springState(d1, r1), springState(d2, r2), springs.diagonal(cellLength<T>(w, p), r1, r2));
}

static_assert(wispRows == joinedGainRows + 1, "a segment's gains, and one for the pair");
// A row of scratch behind both rims' own.
template <class T>
RINGLET_HD float* pairRow(const WispTile& w, int segment) {
    return w.rim[0].scratch + (2 * rodScratchFloats(w.rim[0].particles) + wispRows * segment) * RowStride<T>::value;
}

template <class T>
RINGLET_HD DiagonalForm<T> diagonalForm(const SpringTerms<T>& e) {
    const Vec3<T> n1 = e.k.beta * e.first.n, n2 = e.second.n;
    return {springCurvature(e.first, e.k, e.force1), springCurvature(e.second, e.k, e.force2),
            {n1.x * n2, n1.y * n2, n1.z * n2}, e.force1 * e.first.n, e.force2 * e.second.n};
}

// Takes the form from the ends of both rims' segments to their beginnings, with the diagonals between.
template <class T>
RINGLET_HD void passCell(const WispTile& w, const RodSubstep<T>& s, const WispSprings<T>& springs, int segment, RodSweep<T>* at,
                         WispForm<T>& form) {
    const Vec3<T> arm0 = at[0].ratio * axisZ(at[0].frame), arm1 = at[1].ratio * axisZ(at[1].frame);
    const bool diagonal = hasDiagonal(springs.pattern);
    DiagonalForm<T> d{};
    if (diagonal) {
        const int p = segment + 1;
        const RowView &left = w.rim[0].position, &right = w.rim[1].position;
        d = diagonalForm(diagonalTerms(w, springs, p, loadVec3<T>(left, p) - loadVec3<T>(right, p - 1),
                                       loadVec3<T>(right, p) - loadVec3<T>(left, p - 1)));
        form.rim[0].pull = form.rim[0].pull - d.g1;
        form.rim[1].pull = form.rim[1].pull - d.g2;
    }
    shiftJoined(form, arm0, arm1);
    RINGLET_BOTH
    for (int i = 0; i < 2; ++i) passSegment(w.rim[i], s, segment, at[i], form.rim[i]);
    if (!diagonal) return;
    addDiagonals(form, d, arm0, arm1);
    form.rim[0].pull = form.rim[0].pull + d.g2;
    form.rim[1].pull = form.rim[1].pull + d.g1;
}

// Rim i's joint, once the form is one of its segment's beginning. As eliminateStrand() it tells whether that could be done.
template <int i, class T>
RINGLET_HD T eliminateJoint(const WispTile& w, const RodSubstep<T>& s, int segment, RodSweep<T>& at, WispForm<T>& form) {
    float* row = rodRow<T>(w.rim[i], segment);
    const Sym3<T> K = storeJoint(row, s, at, form.rim[i]);
    const bool exact = anyLane(s.share > T(0));
    const T firm = exact ? jointFirmness(s, form.rim[i].C + K, at.reserve) : T(1);
    const RimGain<T> gain = eliminateRim<i>(form, K, at.joint.gradient);
    storeRimGain<i>(row, pairRow<T>(w, segment), gain);
    if (exact) addRimCoupling<i>(form, gain, K, jointCoupling(s, at.inverseScale, row));
    return firm;
}

// Tip to root: eliminates pair of joints after pair of joints. As eliminateStrand() it tells whether that could be done.
template <class T>
RINGLET_HD_CALL T eliminateWisp(const WispTile& w, const RodSubstep<T>& s, const WispSprings<T>& springs) {
    WispForm<T> form = noWispBeyond<T>();
    T firm = T(1);
    RodSweep<T> at[2] = {sweepFromTip<T>(w.rim[0]), sweepFromTip<T>(w.rim[1])};
    for (int segment = w.rim[0].particles - 2; segment >= 0; --segment) {
        const int p = segment + 1;
        RINGLET_BOTH
        for (int i = 0; i < 2; ++i) enterSegment(w.rim[i], s, segment, at[i], form.rim[i]);
        if (hasHorizontal(springs.pattern)) {
            const SpringTerms<T> e =
                acrossTerms(w, springs, p, loadVec3<T>(w.rim[0].position, p) - loadVec3<T>(w.rim[1].position, p));
            addAcross(form, springCurvature(e.first, e.k, e.force1), e.force1 * e.first.n);
        }
        passCell(w, s, springs, segment, at, form);
        firm = minimum(firm, eliminateJoint<1>(w, s, segment, at[1], form));
        firm = minimum(firm, eliminateJoint<0>(w, s, segment, at[0], form));
    }
    return firm;
}

// The turns of both rims' segments, from those of their parents.
template <class T>
RINGLET_HD void recoverTurns(const WispTile& w, const RodSubstep<T>& s, int segment, const Vec3<T>* dx, Vec3<T>* turn) {
    const float *left = rodRow<T>(w.rim[0], segment), *right = rodRow<T>(w.rim[1], segment), *joined = pairRow<T>(w, segment);
    const T inverseScale = T(1) / loadRow<T>(w.rim[0].scale, 0);
    const RimJoint<T> joint[2] = {{loadSym<T>(left, RowK), jointCoupling(s, inverseScale, left)},
                                  {loadSym<T>(right, RowK), jointCoupling(s, inverseScale, right)}};
    const RimGain<T> gain[2] = {loadRimGain<0, T>(left, joined), loadRimGain<1, T>(right, joined)};
    recoverPair(gain, joint, dx, turn);
}

// As eachWay() in chain_exact.h, of both rims: visit(rim, segment, way), in place where that changes it, and of no segment from the one on
// of which goesOn(segment) is false.
template <class T, class GoesOn, class Visit>
RINGLET_HD void eachRimsWay(const WispTile& w, const RodSubstep<T>& s, const GoesOn& goesOn, const Visit& visit) {
    const T scale = loadRow<T>(w.rim[0].scale, 0), inverseScale = T(1) / scale;
    Vec3<T> dx[2], turn[2];
    RINGLET_BOTH
    for (int i = 0; i < 2; ++i) {
        dx[i] = rotate(s.after, loadRow3<T>(w.rim[i].root, 0)) - loadVec3<T>(w.rim[i].position, 0);
        turn[i] = scale * s.headTurn;
    }
    for (int segment = 0; segment < w.rim[0].particles - 1 && goesOn(segment); ++segment) {
        recoverTurns(w, s, segment, dx, turn);
        RINGLET_BOTH
        for (int i = 0; i < 2; ++i) {
            const RodTile& t = w.rim[i];
            const Vec3<T> arm = (loadAt<T>(t.restLength, segment) * inverseScale) * axisZ(loadQuat<T>(t.frame, segment));
            dx[i] = dx[i] + cross(turn[i], arm);
            visit(i, segment, dx[i]);
        }
    }
}

// As changeContacts() in chain_solve.h, of both rims.
template <class T>
RINGLET_HD bool changeWispContacts(const WispTile& w, const RodSubstep<T>& s, const T* last) {
    const bool tells = w.rim[0].tells;
    RINGLET_BOTH
    for (int i = 0; i < 2; ++i)
        if (tells) tellWay(w.rim[i], 0, rotate(s.after, loadRow3<T>(w.rim[i].root, 0)) - loadVec3<T>(w.rim[i].position, 0));
    T changed = T(0);
    const auto near = [&](int segment) { return tells || anyLane(beyondLast(segment, maximum(last[0], last[1])) < T(0)); };
    eachRimsWay(w, s, near, [&](int i, int segment, Vec3<T>& way) {
        if (tells) tellWay(w.rim[i], segment + 1, way);
        changed = maximum(changed, changeContact(contactRow<T>(w.rim[i], segment), beyondLast(segment, last[i]), way));
    });
    return anyLane(changed > T(0));
}

// As areThrown() in chain_exact.h, of both rims.
template <class T>
RINGLET_HD auto rimsThrown(const WispTile& w, const RodSubstep<T>& s) {
    T fastest = T(0);
    if (anyLane(s.share > T(0)))
        eachRimsWay(w, s, [](int) { return true; },
                    [&](int i, int segment, Vec3<T> way) { fastest = fasterOf(w.rim[i], s, segment, way, fastest); });
    return areThrown(s, s.share, s.speed, fastest);
}

// As RodSolver's.
template <class T>
RINGLET_HD void eliminateFirm(const WispTile& w, RodSubstep<T>& s, WispSprings<T>& springs) {
    for (;;) {
        auto without = eliminateWisp(w, s, springs) < T(0);
        if (!anyLane(without)) without = rimsThrown(w, s);
        s.known = !anyLane(without);
        if (s.known) return;
        springs.share = s.share = select(without, T(0), s.share);
    }
}

// As solveChain(); `lower`: buriedRoot() of each rim. The solution that is told of closes contacts for the one after, which goes on from there.
template <class T>
RINGLET_HD void solveWisp(const WispTile& w, RodSubstep<T>& s, WispSprings<T>& springs, T* lower) {
    const NearContacts<T> near[2] = {contactsOf(w.rim[0], s), contactsOf(w.rim[1], s)};
    clingWhereNear(s, minimum(near[0].distance, near[1].distance));
    const T last[2] = {near[0].last, near[1].last};
    lower[0] = near[0].buried;
    lower[1] = near[1].buried;
    eliminateFirm(w, s, springs);
    for (int pass = 0; pass < mostChanges && changeWispContacts(w, s, last) && !w.rim[0].tells; ++pass)
        eliminateFirm(w, s, springs);
}

// What the linear problem foresaw of springs less what they now have; `now`: as they are placed.
template <class T>
RINGLET_HD T springSurplus(const SpringTerms<T>& before, const SpringTerms<T>& now, Vec3<T> by1, Vec3<T> by2) {
    const T rounding = T(roundingOfSpring), off = absolute(before.first.off) + absolute(before.second.off) + rounding;
    return foreseenOf(before, by1, by2) - (now.energy() - before.energy()) + before.k.alpha * off * rounding;
}
// Of the springs at and before particle p; `begin`: the rims at p - 1, `end`: at p.
template <class T>
RINGLET_HD T wispSurplus(const WispTile& w, const WispSprings<T>& springs, int p, const RodPlacing<T>* begin, const RodPlacing<T>* end) {
    T surplus = T(0);
    if (hasHorizontal(springs.pattern))
        surplus = springSurplus(acrossTerms(w, springs, p, end[0].old - end[1].old),
                                acrossTerms(w, springs, p, end[0].x - end[1].x), end[0].dx - end[1].dx,
                                Vec3<T>{T(0), T(0), T(0)});
    if (!hasDiagonal(springs.pattern)) return surplus;
    return surplus + springSurplus(diagonalTerms(w, springs, p, end[0].old - begin[1].old, end[1].old - begin[0].old),
                                   diagonalTerms(w, springs, p, end[0].x - begin[1].x, end[1].x - begin[0].x),
                                   end[0].dx - begin[1].dx, end[1].dx - begin[0].dx);
}

// As placeStrand(), of both rims.
template <class T>
RINGLET_HD T placeWisp(const WispTile& w, const RodSubstep<T>& s, const WispSprings<T>& springs, const T* lower) {
    RodPlacing<T> at[2] = {placeRoot(w.rim[0], s, lower[0]), placeRoot(w.rim[1], s, lower[1])};
    T surplus = T(0);
    for (int segment = 0; segment < w.rim[0].particles - 1; ++segment) {
        const RodPlacing<T> begin[2] = {at[0], at[1]};
        const Vec3<T> dx[2] = {at[0].dx, at[1].dx};
        Vec3<T> turn[2] = {at[0].turn, at[1].turn};
        recoverTurns(w, s, segment, dx, turn);
        RINGLET_BOTH
        for (int i = 0; i < 2; ++i) placeSegment(w.rim[i], s, segment, turn[i], at[i]);
        surplus = surplus + wispSurplus(w, springs, segment + 1, begin, at);
    }
    const RodBalance<T>&a = at[0].balance, &b = at[1].balance;
    const RodBalance<T> balance{a.motion + b.motion, a.foreseen + b.foreseen, a.left + b.left + surplus};
    RINGLET_BOTH
    for (int i = 0; i < 2; ++i) takeExcess(w.rim[i], balance);
    return at[0].watch + at[1].watch;
}

// The second rim's scratch lies behind the first one's.
template <class T>
RINGLET_HD WispTile withScratch(WispTile w) {
    const int particles = w.rim[0].particles;
    w.rim[1].scratch = w.rim[0].scratch + rodScratchFloats(particles) * RowStride<T>::value;
    if (w.rim[0].told != nullptr) w.rim[1].told = w.rim[0].told + toldRows * particles * RowStride<T>::value;
    return w;
}

template <class T>
RINGLET_HD void implicitWisp(const WispTile& given) {
    WispTile w = withScratch<T>(given);
    const Material& m = w.rim[0].material;
    if (!(m.wisp > 0)) {
        implicitSubstep<T>(w.rim[0]);
        implicitSubstep<T>(w.rim[1]);
        return;
    }
    // Both rims in the units of their mean segment.
    float* const scaleRow = pairRow<T>(w, 0) + joinedGainRows * RowStride<T>::value;
    const T scale = T(0.5f) * (loadRow<T>(w.rim[0].scale, 0) + loadRow<T>(w.rim[1].scale, 0));
    storeRow(scaleRow, 0, scale);
    w.rim[0].scale = w.rim[1].scale = scaleRow;
    const float h = w.rim[0].substep.h;
    RodSubstep<T> s = rodSubstep<T>(w.rim[0]);
    s.speed = maximum(speedOf<T>(w.rim[0], s), speedOf<T>(w.rim[1], s));
    s.share = shareOfSpeed(s.speed);
    WispSprings<T> springs{T(carriedStiffness(m.wisp, h, true) * h * h), T(1) / scale, static_cast<WispPattern>(m.wispPattern), true, s.share};
    T lower[2];
    solveWisp(w, s, springs, lower);
    if (w.rim[0].tells) return;
    auto lost = lostLanes(placeWisp(w, s, springs, lower));
    if (!anyLane(lost)) return;
    RINGLET_BOTH
    for (int i = 0; i < 2; ++i) {
        restChain<T>(w.rim[i], w.rim[i].substep.headAfter, lost);
        countLanes(w.rim[i].resets, lost);
    }
}

// Adds the springs' forces over the linear density (3.174) to those of the rims' particles, m^2/s^2.
template <class T>
RINGLET_HD void addSpringForces(const WispTile& w, const WispSprings<T>& springs) {
    const RodTile &left = w.rim[0], &right = w.rim[1];
    auto pull = [](const RodTile& t, int p, Vec3<T> force) {
        if (p == 0) return;
        float* row = twistRow<T>(t, p - 1);
        storeRow3(row, RowBishop, loadRow3<T>(row, RowBishop) + force);
    };
    for (int p = 1; p < left.particles; ++p) {
        const Vec3<T> l = loadVec3<T>(left.position, p), r = loadVec3<T>(right.position, p);
        if (hasHorizontal(springs.pattern)) {
            const SpringTerms<T> e = acrossTerms(w, springs, p, l - r);
            pull(left, p, -(e.force1 * e.first.n));
            pull(right, p, e.force1 * e.first.n);
        }
        if (!hasDiagonal(springs.pattern)) continue;
        const SpringTerms<T> e = diagonalTerms(w, springs, p, l - loadVec3<T>(right.position, p - 1),
                                               r - loadVec3<T>(left.position, p - 1));
        pull(left, p, -(e.force1 * e.first.n));
        pull(right, p - 1, e.force1 * e.first.n);
        pull(right, p, -(e.force2 * e.second.n));
        pull(left, p - 1, e.force2 * e.second.n);
    }
}

template <class T>
RINGLET_HD void publishedWisp(const WispTile& given) {
    const WispTile w = withScratch<T>(given);
    const Material& m = w.rim[0].material;
    const ChainSubstep<T> s = chainSubstep<T>(w.rim[0].substep, m, *w.rim[0].colliders);
    const float h = w.rim[0].substep.h;
    RINGLET_BOTH
    for (int i = 0; i < 2; ++i) findForces(w.rim[i], s);
    if (m.wisp > 0)
        addSpringForces(w, WispSprings<T>{T(carriedStiffness(m.wisp, h, false)), T(1),
                                          static_cast<WispPattern>(m.wispPattern), false});
    RINGLET_BOTH
    for (int i = 0; i < 2; ++i) takeForces(w.rim[i], s);
}

// The steps of a model with wisps as a device runs them; it may have single strands too.
struct ImplicitWispStages : StageList<WispFields<ImplicitFields>, RodArgs, 1> {
    static constexpr const char* name = "discrete-rod default wisps";
    static constexpr bool groupsAlone = true;
    template <int stage, class T, class At>
    static RINGLET_HD void run(const At& at, const Args& args, const ColliderArgs& colliders) {
        if (at.together() == 2) implicitWisp<T>(implicitWispTile(at, args, colliders));
        else implicitSubstep<T>(implicitTile(at, args, colliders));
    }
};
struct PublishedWispStages : StageList<WispFields<PublishedFields>, RodArgs, 1> {
    static constexpr const char* name = "discrete-rod published wisps";
    template <int stage, class T, class At>
    static RINGLET_HD void run(const At& at, const Args& args, const ColliderArgs& colliders) {
        if (at.together() == 2) publishedWisp<T>(publishedWispTile(at, args, colliders));
        else publishedSubstep<T>(publishedTile(at, args, colliders));
    }
};

}  // namespace RINGLET_ISA
}  // namespace ringlet::discrete_rod
