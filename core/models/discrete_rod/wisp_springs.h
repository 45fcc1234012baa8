// The springs between the rims of a flat wisp (Kmoch 2018, 3.6.3): energy, gradient and second derivative.
//
// A horizontal spring joins a point of the left rim with the same point of the right one, diagonal springs join each
// point with the other rim's point before it (3.173). A spring at distance d, d' at rest, pulls with k (|d| - d');
// the print (3.174) pulls at rest too. Stiffness belongs to a metre of hair, N/m per m, so that k is that times the
// length that the spring stands for, whatever the number of points.
//
// Two diagonals cross in a cell of length l and width w. Left to themselves, as in the thesis, they resist the more
// shear the longer the cell is, and none in the limit of many points. So the default step measures with them
// what they are for: half the sum of what both are off, the cell's change of width, and half the difference, its shear,
// each weighted so that
//     E = l k/2 (change of width)^2 + l k/2 (slide of one rim along the other)^2
// in cells of any shape. In a square cell these are the thesis's two springs.
#pragma once

#include "core/models/tile_io.h"

namespace ringlet::discrete_rod {
inline namespace RINGLET_ISA {

enum class WispPattern : int { Horizontal, Diagonal, Both };
RINGLET_HD constexpr bool hasHorizontal(WispPattern p) { return p != WispPattern::Diagonal; }
RINGLET_HD constexpr bool hasDiagonal(WispPattern p) { return p != WispPattern::Horizontal; }

// Of wisps' stiffness over the linear density, the most that a step of h s carries, times h^2: implicitly, for stiffer springs would leave
// too little of float to the joints, and explicitly.
constexpr float stiffestSpring = 1e3f, stiffestExplicitSpring = 0.1f;
// What of such a stiffness, 1/s^2, a step of h s carries; all of it where h is 0.
template <class T>
RINGLET_HD T carriedStiffness(T stiffness, T h, bool implicitly) {
    return minimum(stiffness, T(implicitly ? stiffestSpring : stiffestExplicitSpring) / (h * h));
}

// Ends nearer than this, m, have no direction to each other.
constexpr float leastSpring = 1e-6f;
// Of the inertia of a point, the most that a spring which ends in it gives way by: a horizontal one and both cells'
// diagonals do, two rims against each other, and with less than 1/6 the linear problem's matrix stays positive definite.
constexpr float mostGiven = 0.15f;
// A cell is taken to be at least this share of its length wide.
constexpr float narrowestCell = 0.1f;

// A spring as it is stretched: from the right end to the left one, unit; by how much it is longer than at rest, m;
// and one over its length.
template <class T>
struct SpringState {
    Vec3<T> n;
    T off, inverse;
};
template <class T>
RINGLET_HD SpringState<T> springState(Vec3<T> d, T rest) {
    const T length = lengthOf(d), inverse = T(1) / maximum(length, T(leastSpring));
    return {inverse * d, length - rest, inverse};
}

// One spring or two that act together: E = alpha/2 (off1^2 + off2^2) + beta off1 off2. `give`: by so much stiffness a spring
// that is pressed may give way across itself in the linear problem, but for `share` of that: see springCurvature().
template <class T>
struct SpringStiffness {
    T alpha, beta, give, share;
};

// Of a cell's diagonals that are r1 and r2 long at rest; `stiffness` times the cell's length.
template <class T>
RINGLET_HD SpringStiffness<T> diagonalStiffness(T stiffness, T length, T r1, T r2) {
    const T long2 = length * length, diagonal2 = T(0.5f) * (r1 * r1 + r2 * r2);
    const T wide2 = maximum(diagonal2 - long2, T(narrowestCell * narrowestCell) * long2);
    const T quarter = T(0.25f) * (long2 + wide2), ofWidth = quarter / wide2, ofSlide = quarter / long2;
    return {stiffness * (ofWidth + ofSlide), stiffness * (ofWidth - ofSlide), T(0), T(0)};
}

// Two springs at once, their energy and forces; of one alone, the second is null.
template <class T>
struct SpringTerms {
    SpringState<T> first, second;
    SpringStiffness<T> k;
    T force1, force2;   // along n, m times the stiffness
    RINGLET_HD T energy() const {
        return T(0.5f) * k.alpha * (first.off * first.off + second.off * second.off) + k.beta * first.off * second.off;
    }
};
template <class T>
RINGLET_HD SpringTerms<T> springTerms(const SpringState<T>& first, const SpringState<T>& second, const SpringStiffness<T>& k) {
    return {first, second, k, k.alpha * first.off + k.beta * second.off, k.alpha * second.off + k.beta * first.off};
}
template <class T>
RINGLET_HD SpringTerms<T> springTerms(const SpringState<T>& only, const SpringStiffness<T>& k) {
    const T o = T(0);
    return springTerms<T>(only, {{o, o, o}, o, o}, k);
}

// A spring's own second derivative. A pressed one gives way across itself: without that part, which is nearly what holds
// against it in a wisp that leans, turning wisps resist as a thick liquid does and take ten seconds to hang still. Slow wisps
// have all of it (../chain_exact.h).
template <class T>
RINGLET_HD Sym3<T> springCurvature(const SpringState<T>& at, const SpringStiffness<T>& k, T force) {
    const T o = T(0), whole = force * at.inverse, some = maximum(whole, -k.give), across = some + k.share * (whole - some);
    return plusOuter(Sym3<T>{across, across, across, o, o, o}, k.alpha - across, at.n);
}

// What the linear problem foresees of the energy when the springs' differences change by `by1` and `by2`.
template <class T>
RINGLET_HD T foreseenOf(const SpringTerms<T>& e, Vec3<T> by1, Vec3<T> by2) {
    const T along1 = dot(e.first.n, by1), along2 = dot(e.second.n, by2);
    return e.force1 * along1 + e.force2 * along2 + e.k.beta * along1 * along2 +
           T(0.5f) * (dot(by1, springCurvature(e.first, e.k, e.force1) * by1) +
                      dot(by2, springCurvature(e.second, e.k, e.force2) * by2));
}

// A wisp's springs: stiffness times `unit` metres of hair, and which of them there are.
template <class T>
struct WispSprings {
    T stiffness, inverseUnit;
    WispPattern pattern;
    bool coupled;    // the default step's diagonals
    T share = T(0);  // of the whole second derivative

    // At a point that stands for `length` of each rim.
    RINGLET_HD SpringStiffness<T> across(T length) const {
        const T mass = length * inverseUnit;
        return {hasHorizontal(pattern) ? stiffness * mass : T(0), T(0), T(mostGiven) * mass, share};
    }
    // Of a cell.
    RINGLET_HD SpringStiffness<T> diagonal(T length, T r1, T r2) const {
        const T mass = length * inverseUnit, k = stiffness * mass;
        SpringStiffness<T> both{k, T(0), T(0), T(0)};
        if (coupled) both = diagonalStiffness(k, length, r1, r2);
        both.give = T(mostGiven) * mass;
        both.share = share;
        return both;
    }
};

}  // namespace RINGLET_ISA
}  // namespace ringlet::discrete_rod
