// Quasi-static twist of the published step: Bishop frames, and the angles of material frames against them, by the
// direct algorithm or by Newton's method (Kmoch 2018, 3.5.3 and 3.6.1).
#pragma once

#include "core/math/elementary.h"
#include "core/models/discrete_rod/discrete_rod_kernels.h"
#include "core/models/discrete_rod/rod_joint.h"
#include "core/models/tile_io.h"

namespace ringlet::discrete_rod {
inline namespace RINGLET_ISA {

// Rows of scratch a segment: of the joint at its beginning. Curvature as both Bishop frames see it, rad; stiffnesses
// over the joint's length; curvatures at rest; what the sweeps leave, that of the direct one beside what it reads; the twist of the
// other way.
enum TwistRow : int { RowBishop = 0, RowStep = 2, RowStiffness = 3, RowRest = 6, RowPivot = 8, RowUnbent = 9, RowTheta = 10,
                     RowKept = 17 };

// A joint that bends by less than this, rad, says less about twist, and at last nothing. A power of two: what is as straight as can
// be changes no bit of what else says where.
constexpr float leastTwistingBend = 1.0f / 8192;
// Newton's method: most steps, what a step may turn an edge by, rad, and below what it has arrived.
constexpr int mostNewtonSteps = 20;
constexpr float mostNewtonTurn = 0.5f, newtonArrived = 1e-5f;

RINGLET_HD float* twistRow(const RodTile& t, int segment, int stride) { return t.scratch + segment * rodScratchFloats(1) * stride; }
template <class T>
RINGLET_HD float* twistRow(const RodTile& t, int segment) { return twistRow(t, segment, RowStride<T>::value); }

template <class T>
RINGLET_HD Quat<T> spinBy(T angle) {
    const T half = T(0.5f) * angle;
    return {T(0), T(0), sine(half), cosine(half)};
}

// Bishop frames of all segments, transported along the strand from the root's frame (3.61 to 3.63), into `frame`, and
// the curvature binormals in them (3.75), into scratch. `head` turns the root.
template <class T>
RINGLET_HD void bishopFrames(const RodTile& t, Quat<T> head) {
    Quat<T> frame = head * loadRow4<T>(t.root, 3);
    Vec3<T> along = axisZ(frame), x = loadVec3<T>(t.position, 0);
    for (int segment = 0; segment < t.particles - 1; ++segment) {
        const Vec3<T> end = loadVec3<T>(t.position, segment + 1), d = normalizedOr(end - x, along);
        const Quat<T> turn = rotationBetween(along, d), next = normalized(turn * frame);
        // The turn is about the binormal, in whose direction both frames see the same.
        const Vec3<T> axis = rotate(conjugate(frame), Vec3<T>{turn.x, turn.y, turn.z});
        const T f = bendOver<Measure::Binormal>(bendCosine(turn));
        float* row = twistRow<T>(t, segment);
        storeRow(row, RowBishop, f * axis.x);
        storeRow(row, RowBishop + 1, f * axis.y);
        storeQuat(t.frame, segment, next);
        frame = next;
        along = d;
        x = end;
    }
}

// The line that a joint's curvature binormal lies on in its Bishop frames, as the cosine and sine of twice its angle, both
// times `weight`; smaller than that, and at last 0, where it hardly bends.
template <class T>
struct BinormalLine {
    T cosine, sine, weight;
};
// Curvatures times this, so that the fourth powers of small ones, squared, are numbers that processors are fast with.
constexpr float lineScale = 1024;
constexpr float leastWeight = (lineScale * leastTwistingBend) * (lineScale * leastTwistingBend);
template <class T>
RINGLET_HD BinormalLine<T> binormalLine(const RodTile& t, int joint) {
    if (joint + 1 == t.particles) return {T(0), T(0), T(leastWeight)};  // the tip
    const float* row = twistRow<T>(t, joint);
    const T x = T(lineScale) * loadRow<T>(row, RowBishop), y = T(lineScale) * loadRow<T>(row, RowBishop + 1);
    const T squareX = x * x, squareY = y * y;
    return {squareX - squareY, T(2) * x * y, maximum(squareX + squareY, T(leastWeight))};
}
template <class T>
RINGLET_HD auto bendsBetween(const BinormalLine<T>& a, const BinormalLine<T>& b) { return maximum(a.weight, b.weight) > T(leastWeight); }

// Twice the angle of a segment's direction, as its cosine and the tangent of half of it or, where the cosine is below 0, of half of
// what it is short of a half turn: one root and no choice of octants. Of a sum that is 0: the angle 0.
template <class T>
struct DoubledDirection {
    T cosine, tangent;
    // The direction's angle in [-pi/2, pi/2].
    RINGLET_HD T angle() const {
        const T angle = arcTangent(tangent), right = select(tangent < T(0), T(-1.57079633f), T(1.57079633f));
        return select(cosine < T(0), right - angle, angle);
    }
};
// A segment's major axis has the direction in which it bends least about the minor one (3.137 to 3.139): the binormals of
// both its ends, as lines, halve the smaller angle between them. Twice the angle of a line does not know its orientation.
template <class T>
RINGLET_HD DoubledDirection<T> directionBetween(const BinormalLine<T>& a, const BinormalLine<T>& b) {
    // The sum of both lines' unit vectors, times both weights: no division.
    const T cosine = a.cosine * b.weight + b.cosine * a.weight, sine = a.sine * b.weight + b.sine * a.weight;
    return {cosine, sine / (squareRoot(cosine * cosine + sine * sine) + absolute(cosine) + T(1e-30f))};
}

// The angle of a segment on the way from root to tip: `line` and so many half turns. From segment to segment their number alone
// is waited for.
template <class T>
struct TwistAngle {
    T line, halves;
    RINGLET_HD T whole() const { return line + T(3.14159265f) * halves; }
};
// Half turns that `direction` is off from what is wanted, the nearest number.
template <class T>
RINGLET_HD T halvesTo(T wanted, T direction) { return nearestWhole((wanted - direction) * T(1 / 3.14159265f)); }

// From segment `first` on, where a strand does not bend all along: the twist that is left over where a segment bends is shared among
// those before it that do not.
template <class T>
RINGLET_HD_CALL void shareTwist(const RodTile& t, int first, TwistAngle<T> angle) {
    const T o = T(0), one = T(1);
    T unbent = o, shift = o, step = o;
    for (int j = first; j < t.particles - 1; ++j) {
        const BinormalLine<T> begin = binormalLine<T>(t, j), end = binormalLine<T>(t, j + 1);
        const auto bends = bendsBetween(begin, end);
        const T wanted = angle.line + loadAt<T>(t.restTwist, j);
        const T direction = anyLane(bends) ? directionBetween(begin, end).angle() : wanted, more = halvesTo(wanted, direction);
        float* row = twistRow<T>(t, j);
        storeRow(row, RowStep, select(bends, (direction - wanted) + T(3.14159265f) * more, o));
        storeRow(row, RowUnbent, select(bends, unbent, -one));
        angle = {select(bends, direction, wanted), angle.halves + select(bends, more, o)};
        storeAt(t.twist, j, 0, angle.whole());
        unbent = select(bends, o, unbent + one);
    }
    for (int j = t.particles - 2; j >= first; --j) {
        const float* row = twistRow<T>(t, j);
        const T before = loadRow<T>(row, RowUnbent), left = loadRow<T>(row, RowStep);
        const auto bends = before > T(-0.5f);
        storeAt(t.twist, j, 0, loadAt<T>(t.twist, j) + select(bends, o, shift));
        step = select(bends, left / (before + one), step);
        shift = select(bends, left - step, shift - step);
    }
}

// Directions from the root to the first segment that does not bend, whose number is given: tangents in place of twist, cosines in
// scratch. Apart from what follows, for a processor looks no farther ahead than one segment's roots and quotients take.
template <class T>
RINGLET_HD int findDirections(const RodTile& t) {
    BinormalLine<T> begin = binormalLine<T>(t, 0);
    for (int j = 0; j < t.particles - 1; ++j) {
        const BinormalLine<T> end = binormalLine<T>(t, j + 1);
        if (!allLanes(bendsBetween(begin, end))) return j;
        const DoubledDirection<T> direction = directionBetween(begin, end);
        storeAt(t.twist, j, 0, direction.tangent);
        storeRow(twistRow<T>(t, j), RowStep, direction.cosine);
        begin = end;
    }
    return t.particles - 1;
}

// The direct algorithm: directions, then orientations from root to tip so that each joint is twisted as little as
// can be against its rest (3.141); segments that do not bend share what is left over evenly (3.143 to 3.145).
template <class T>
RINGLET_HD void directTwist(const RodTile& t) {
    const int bent = findDirections<T>(t);
    TwistAngle<T> angle{T(0), T(0)};
    for (int j = 0; j < bent; ++j) {
        const T direction = DoubledDirection<T>{loadRow<T>(twistRow<T>(t, j), RowStep), loadAt<T>(t.twist, j)}.angle();
        const T wanted = angle.line + loadAt<T>(t.restTwist, j);
        angle = {direction, angle.halves + halvesTo(wanted, direction)};
        storeAt(t.twist, j, 0, angle.whole());
    }
    if (bent < t.particles - 1) shareTwist(t, bent, angle);
}

// A joint's energy as a function of the angles of its two frames: by their mean, `about`, its curvature turns, and
// by their difference it twists. First and second derivatives.
template <class T>
struct TwistTerms {
    T energy, byMean, byMean2, byTwist;
};
template <class T>
RINGLET_HD TwistTerms<T> twistTerms(const float* row, T restTwist, T parent, T child) {
    const T about = T(0.5f) * (parent + child), c = cosine(about), s = sine(about);
    const T x = loadRow<T>(row, RowBishop), y = loadRow<T>(row, RowBishop + 1);
    const T k1 = c * x + s * y, k2 = c * y - s * x;
    const Vec3<T> B = loadRow3<T>(row, RowStiffness);
    const T e1 = B.x * (k1 - loadRow<T>(row, RowRest)), e2 = B.y * (k2 - loadRow<T>(row, RowRest + 1));
    const T m = child - parent - restTwist;
    return {T(0.5f) * (e1 * (k1 - loadRow<T>(row, RowRest)) + e2 * (k2 - loadRow<T>(row, RowRest + 1)) + B.z * m * m),
            e1 * k2 - e2 * k1, B.x * k2 * k2 + B.y * k1 * k1 - e1 * k1 - e2 * k2, B.z * m};
}

// Newton's method for the twist of least energy (3.90 to 3.101): tridiagonal, each step no greater than some
// turn, with the second derivative held from below so that it leads down.
template <class T>
RINGLET_HD void newtonTwist(const RodTile& t) {
    const T o = T(0), quarter = T(0.25f), half = T(0.5f);
    const int n = t.particles - 1;
    for (int pass = 0; pass < mostNewtonSteps; ++pass) {
        // From tip to root: gradient and matrix of segment j are of the joints at its two ends.
        T gradient = o, diagonal = o, pivot = T(1), right = o, coupling = o, most = o;
        for (int j = n - 1; j >= 0; --j) {
            float* row = twistRow<T>(t, j);
            const T parent = j > 0 ? loadAt<T>(t.twist, j - 1) : o, child = loadAt<T>(t.twist, j);
            const TwistTerms<T> e = twistTerms(row, loadAt<T>(t.restTwist, j), parent, child);
            const T C = loadRow<T>(row, RowStiffness + 2), bend = quarter * maximum(e.byMean2, T(0.2f) * absolute(e.byMean2));
            const T g = gradient + half * e.byMean + e.byTwist, d = diagonal + bend + C;
            const T ratio = coupling / pivot;
            pivot = maximum(d - coupling * ratio, T(1e-12f));
            right = -g - ratio * right;
            coupling = bend - C;
            storeRow(row, RowPivot, pivot);
            storeRow(row, RowStep, right);
            storeRow(row, RowUnbent, coupling);
            gradient = half * e.byMean - e.byTwist;
            diagonal = bend + C;
        }
        T before = o;
        for (int j = 0; j < n; ++j) {
            const float* row = twistRow<T>(t, j);
            before = (loadRow<T>(row, RowStep) - loadRow<T>(row, RowUnbent) * before) / loadRow<T>(row, RowPivot);
            storeRow(twistRow<T>(t, j), RowTheta, before);
            most = maximum(most, absolute(before));
        }
        // Lanes that have arrived stay.
        const T part = select(most < T(newtonArrived), o, minimum(T(1), T(mostNewtonTurn) / maximum(most, T(1e-30f))));
        if (!anyLane(part > o)) return;
        for (int j = 0; j < n; ++j) {
            const T theta = loadAt<T>(t.twist, j), further = theta + part * loadRow<T>(twistRow<T>(t, j), RowTheta);
            storeAt(t.twist, j, 0, select(part > o, further, theta));
        }
    }
}

// By what the material asks for; both ways side by side: by Newton's method where hair grows on the head's left.
template <class T>
RINGLET_HD void findTwist(const RodTile& t) {
    const int way = t.material.twistWay, segments = t.particles - 1;
    if (way == TwistSides)
        for (int j = 0; j < segments; ++j) storeRow(twistRow<T>(t, j), RowKept, loadAt<T>(t.twist, j));
    if (way != TwistNewton) directTwist<T>(t);
    if (way == TwistDirect) return;
    for (int j = 0; way == TwistSides && j < segments; ++j) {
        float* row = twistRow<T>(t, j);
        const T direct = loadAt<T>(t.twist, j);
        storeAt(t.twist, j, 0, loadRow<T>(row, RowKept));
        storeRow(row, RowKept, direct);
    }
    newtonTwist<T>(t);
    const auto left = loadRow3<T>(t.root, 0).x > T(0);
    for (int j = 0; way == TwistSides && j < segments; ++j)
        storeAt(t.twist, j, 0, select(left, loadAt<T>(t.twist, j), loadRow<T>(twistRow<T>(t, j), RowKept)));
}

// Material frames from Bishop frames and twist (3.59, 3.60).
template <class T>
RINGLET_HD void materialFrames(const RodTile& t) {
    for (int j = 0; j < t.particles - 1; ++j)
        storeQuat(t.frame, j, normalized(loadQuat<T>(t.frame, j) * spinBy(loadAt<T>(t.twist, j))));
}

}  // namespace RINGLET_ISA
}  // namespace ringlet::discrete_rod
