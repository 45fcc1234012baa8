// The angular restoring of curved hair: as restoring.h, but R_i turns with the segment
// before joint i, and what that does is part of forces and matrix:
//
//   d b_i = d a_{i+1} - (I + D_i) d a_i,   a_i = (y_i - y_{i-1}) / l_i,   D_i = d(R_i c_i) / d a_i
//
// Without it hair would drive itself and never rest; with forces alone and a simpler
// matrix, the projection onto the lengths would feed what the matrix leaves out. Gauss and
// Newton's matrix, in blocks of three, two neighbours on either side: positive definite.
#pragma once

#include "core/models/verlet/lengths.h"
#include "core/models/verlet/restoring.h"

namespace ringlet {
inline namespace RINGLET_ISA {

// A matrix by its columns.
template <class T>
struct Block {
    Vec3<T> column[3];
};
template <class T> inline Vec3<T> operator*(const Block<T>& m, Vec3<T> v) {
    return v.x * m.column[0] + v.y * m.column[1] + v.z * m.column[2];
}
template <class T> inline Vec3<T> transposedTimes(const Block<T>& m, Vec3<T> v) {
    return {dot(m.column[0], v), dot(m.column[1], v), dot(m.column[2], v)};
}
template <class T> inline Block<T> transposedTimes(const Block<T>& a, const Block<T>& b) {
    return {transposedTimes(a, b.column[0]), transposedTimes(a, b.column[1]), transposedTimes(a, b.column[2])};
}
template <class T> inline Block<T> operator*(Sym3<T> s, const Block<T>& m) {
    return {s * m.column[0], s * m.column[1], s * m.column[2]};
}
template <class T> inline Block<T> operator*(T s, const Block<T>& m) {
    return {s * m.column[0], s * m.column[1], s * m.column[2]};
}
template <class T> inline Block<T> operator-(const Block<T>& a, const Block<T>& b) {
    return {a.column[0] - b.column[0], a.column[1] - b.column[1], a.column[2] - b.column[2]};
}
template <class T> inline Block<T> transposed(const Block<T>& m) {
    const Vec3<T>&a = m.column[0], &b = m.column[1], &c = m.column[2];
    return {Vec3<T>{a.x, b.x, c.x}, Vec3<T>{a.y, b.y, c.y}, Vec3<T>{a.z, b.z, c.z}};
}
// s + f m^T n, which is symmetric.
template <class T> inline Sym3<T> plusProduct(Sym3<T> s, T f, const Block<T>& m, const Block<T>& n) {
    return {s.xx + f * dot(m.column[0], n.column[0]), s.yy + f * dot(m.column[1], n.column[1]),
            s.zz + f * dot(m.column[2], n.column[2]), s.xy + f * dot(m.column[0], n.column[1]),
            s.xz + f * dot(m.column[0], n.column[2]), s.yz + f * dot(m.column[1], n.column[2])};
}
template <class T> inline Block<T> identityBlock() {
    const T zero = T(0), one = T(1);
    return {Vec3<T>{one, zero, zero}, Vec3<T>{zero, one, zero}, Vec3<T>{zero, zero, one}};
}

// A joint: its stiffness (times h^2 over the mass of a metre), bending, and I + D of the
// segment before it.
template <class T>
struct CurvedJoint {
    T stiffness;
    Vec3<T> bending;
    Block<T> before;
};

// Joint i of `n` particles, 0 <= i; beyond the last but one it is none.
template <class T>
inline CurvedJoint<T> curvedJoint(const VerletTile& t, Quat<T> head, float spring, int i) {
    const T zero = T(0), one = T(1);
    CurvedJoint<T> joint{zero, {zero, zero, zero}, identityBlock<T>()};
    if (i + 1 >= t.particles) return joint;
    const T behind = readAt<T>(t.restLength, i + 1), length = i == 0 ? zero : readAt<T>(t.restLength, i);
    const Vec3<T> y = readVec3<T>(t.next, i), after = (readVec3<T>(t.next, i + 1) - y) * (one / behind);
    const Vec3<T> restAfter = rotate(head, readVec3<T>(t.restDirection, i + 1));
    joint.stiffness = jointStiffness(spring, length, behind);
    joint.bending = after - restAfter;
    if (i == 0) return joint;
    // R c = c + a x c + a x (a x c) / (1 + cos), a = was x u: the shortest rotation from `was` to u,
    // and fading (1 + cos) / fadesBelow of it.
    const Vec3<T> before = (y - readVec3<T>(t.next, i - 1)) * (one / length);
    const Vec3<T> was = rotate(head, readVec3<T>(t.restDirection, i)), u = normalizedOr(before, was);
    const Vec3<T> c = restAfter - was;
    const Vec3<T> a = cross(was, u), once = cross(a, c), twice = cross(a, once);
    const T cosine = one + dot(was, u), inverse = one / maximum(cosine, T(fadesBelow));
    const auto whole = cosine > T(fadesBelow);
    const T share = select(whole, one, cosine * inverse);
    joint.bending = after - before - (share * (c + once) + inverse * twice);
    const Vec3<T> byCosine = select(whole, (-(inverse * inverse)) * twice, inverse * (c + once));
    for (Vec3<T>& column : joint.before.column) {
        const Vec3<T> along = column - dot(column, u) * u, turn = cross(was, along);
        column = column + share * cross(turn, c) + inverse * (cross(turn, once) + cross(a, cross(turn, c))) +
                 dot(was, along) * byCosine;
    }
    return joint;
}

template <class T> inline Block<T> readBlock(const float* table, int row) {
    return {readRow3<T>(table, row), readRow3<T>(table, row + 3), readRow3<T>(table, row + 6)};
}
template <class T> inline void writeBlock(float* table, int row, const Block<T>& m) {
    for (int k = 0; k < 3; ++k) writeRow3(table, row + 3 * k, m.column[k]);
}

// Inertia turns a segment by no more than this (rad, about) in a substep: what is solved is linear in
// the turn, and a curl thrown farther jumps between shapes for ever.
constexpr float mostTurn = 0.5f;

// Holds the segments' turns in t.next within that.
template <class T>
inline void holdTurns(const VerletTile& t) {
    Vec3<T> from = readVec3<T>(t.next, 0), was = from, old = readVec3<T>(t.position, 0);
    for (int i = 1; i < t.particles; ++i) {
        const Vec3<T> to = readVec3<T>(t.next, i), then = readVec3<T>(t.position, i);
        const Vec3<T> segment = then - old, change = (to - was) - segment;
        const T most = T(mostTurn) * readAt<T>(t.restLength, i);
        from = from + segment + change * minimum(T(1), most / maximum(lengthOf(change), T(1e-12f)));
        writeVec3(t.next, i, from);
        was = to, old = then;
    }
}

constexpr int curvedRows = 21;  // of scratch a particle

// One pass of Newton's method for the particles in t.next.
template <class T>
inline void restoreCurved(const VerletTile& t) {
    const int n = t.particles;
    const T zero = T(0), one = T(1);
    const Vec3<T> none{zero, zero, zero};
    const Quat<T> head = splat<T>(t.substep->headAfter);
    const float spring = t.material->bending * t.substep->h * t.substep->h;

    // Elimination from the root: D y_i + E y_{i+1} + F y_{i+2} = r.
    CurvedJoint<T> last = curvedJoint<T>(t, head, spring, 0), here = curvedJoint<T>(t, head, spring, 1);
    Block<T> e1{none, none, none}, f1 = e1, f2 = e1;              // of the rows before
    Block<T> e1OverD = e1, f1OverD = e1, f2OverD = e1;
    Vec3<T> r1 = none, r2 = none;                                 // over D
    T length = readAt<T>(t.restLength, 1), inverse = one / length;
    for (int i = 1; i < n; ++i) {
        const CurvedJoint<T> next = curvedJoint<T>(t, head, spring, i + 1);
        const T nextLength = i + 1 < n ? readAt<T>(t.restLength, i + 1) : zero;
        const T inverseNext = i + 1 < n ? one / nextLength : zero;
        const T inverseLater = i + 2 < n ? one / readAt<T>(t.restLength, i + 2) : zero;
        // Joint i + 1 hears of y_i by A, joint i by -Q, joint i - 1 by 1 / l.
        Block<T> q = inverse * here.before, qNext = inverseNext * next.before;
        const Block<T> aNext = qNext;
        for (int k = 0; k < 3; ++k) {
            const Vec3<T> axis = identityBlock<T>().column[k];
            q.column[k] = q.column[k] + inverseNext * axis;
            qNext.column[k] = qNext.column[k] + inverseLater * axis;
        }
        const T mass = T(0.5f) * (length + nextLength) + last.stiffness * inverse * inverse;
        Sym3<T> d{mass, mass, mass, zero, zero, zero};
        d = plusProduct(plusProduct(d, here.stiffness, q, q), next.stiffness, aNext, aNext);
        Block<T> e = (-(here.stiffness * inverseNext)) * transposed(q) - next.stiffness * transposedTimes(aNext, qNext);
        const Block<T> f = (next.stiffness * inverseLater) * transposed(aNext);
        Vec3<T> r = here.stiffness * transposedTimes(q, here.bending) - (last.stiffness * inverse) * last.bending -
                    next.stiffness * transposedTimes(aNext, next.bending);
        d = plusProduct(plusProduct(d, -one, e1, e1OverD), -one, f2, f2OverD);
        e = e - transposedTimes(e1, f1OverD);
        r = r - transposedTimes(e1, r1) - transposedTimes(f2, r2);
        const Sym3<T> over = ringlet::inverse(d);
        r2 = r1, r1 = over * r;
        f2 = f1, f2OverD = f1OverD;
        e1 = e, e1OverD = over * e;
        f1 = f, f1OverD = over * f;
        writeRow3(t.scratch, curvedRows * i, r1);
        writeBlock(t.scratch, curvedRows * i + 3, e1OverD);
        writeBlock(t.scratch, curvedRows * i + 12, f1OverD);
        last = here, here = next;
        length = nextLength, inverse = inverseNext;
    }
    Vec3<T> m1 = none, m2 = none;
    for (int i = n - 1; i > 0; --i) {
        const Vec3<T> move = readRow3<T>(t.scratch, curvedRows * i) -
                             readBlock<T>(t.scratch, curvedRows * i + 3) * m1 -
                             readBlock<T>(t.scratch, curvedRows * i + 12) * m2;
        writeVec3(t.next, i, readVec3<T>(t.next, i) + move);
        m2 = m1, m1 = move;
    }
}

// With one pass alone some strands of coily hair never rest after violent motion.
constexpr int curvedPasses = 2;

// The restoring of curved hair in a substep.
template <class T>
inline void restoreCurls(const VerletTile& t, int lengthPasses) {
    holdTurns<T>(t);
    for (int pass = 0; pass < curvedPasses; ++pass) {
        if (pass > 0) solveLengths<T>(t, lengthPasses);
        restoreCurved<T>(t);
    }
}

}  // namespace RINGLET_ISA
}  // namespace ringlet
