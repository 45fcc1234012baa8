// The springs between two segments, with their first and second derivatives (Choe 2005, 2.1, 2.2 and appendix A).
//
// Unknowns are displacements dx of the segments' middles (m) and their rotations y about the world's axes, scaled by the mean
// segment l0. Energies are times h^2 over the mass of a mean segment. Derivatives are those of the energy along
// exp(y / l0) R: symmetric, so that of the paper's torques they have the symmetric parts.
#pragma once

#include "core/math/elementary.h"
#include "core/models/tile_io.h"

namespace ringlet::rigid_chain {
inline namespace RINGLET_ISA {

// A 6 x 6 matrix; rows and columns are dx, y.
template <class T>
struct Block {
    T at[6][6];
};

template <class T>
RINGLET_HD void clear(Block<T>& m) {
    for (auto& row : m.at)
        for (T& x : row) x = T(0);
}
// Adds s I, s [a]x or s a b^T to the 3 x 3 part that begins at a row and a column.
template <class T>
RINGLET_HD void addDiagonal(Block<T>& m, int row, int column, T s) {
    for (int i = 0; i < 3; ++i) m.at[row + i][column + i] = m.at[row + i][column + i] + s;
}
template <class T>
RINGLET_HD void addCross(Block<T>& m, int row, int column, T s, Vec3<T> a) {
    const Vec3<T> v = s * a;
    T(&x)[6][6] = m.at;
    x[row][column + 1] = x[row][column + 1] - v.z, x[row][column + 2] = x[row][column + 2] + v.y;
    x[row + 1][column] = x[row + 1][column] + v.z, x[row + 1][column + 2] = x[row + 1][column + 2] - v.x;
    x[row + 2][column] = x[row + 2][column] - v.y, x[row + 2][column + 1] = x[row + 2][column + 1] + v.x;
}
template <class T>
RINGLET_HD void addOuter(Block<T>& m, int row, int column, T s, Vec3<T> a, Vec3<T> b) {
    const T left[3] = {s * a.x, s * a.y, s * a.z}, right[3] = {b.x, b.y, b.z};
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) m.at[row + i][column + j] = m.at[row + i][column + j] + left[i] * right[j];
}

// What two segments' springs add: gradients of force and torque, and the second derivatives of child and child, parent
// and parent, child and parent.
template <class T>
struct SpringTerms {
    Vec3<T> childForce, childTorque, parentForce, parentTorque;
    Block<T> child, parent, mixed;
};

// A linear spring 1/2 k |gap|^2 from the parent's end to the child's beginning; `childArm` and `parentArm` from the
// segments' middles to their ends, over l0.
template <class T>
struct LinearSpring {
    T stiffness;
    Vec3<T> gap, childArm, parentArm;  // gap: m
};
// A segment's part of its geometric stiffness, of gap and arm, over l0.
template <class T>
RINGLET_HD void addGeometric(Block<T>& m, T s, Vec3<T> gap, Vec3<T> arm) {
    addDiagonal(m, 3, 3, s * dot(gap, arm));
    addOuter(m, 3, 3, T(-0.5f) * s, gap, arm);
    addOuter(m, 3, 3, T(-0.5f) * s, arm, gap);
}
// Adds the spring's terms. `whole` lanes get all of the second derivative, the others what cannot be negative: of the
// geometric stiffness that of tension.
template <class T, class M>
RINGLET_HD void addLinear(SpringTerms<T>& to, const LinearSpring<T>& spring, T inverseScale, M whole) {
    const T k = spring.stiffness;
    const Vec3<T> e = spring.gap, a = spring.childArm, b = spring.parentArm, force = k * e;
    to.childForce = to.childForce + force;
    to.parentForce = to.parentForce - force;
    to.childTorque = to.childTorque - cross(a, force);
    to.parentTorque = to.parentTorque - cross(b, force);
    addDiagonal(to.child, 0, 0, k), addDiagonal(to.parent, 0, 0, k), addDiagonal(to.mixed, 0, 0, -k);
    addCross(to.child, 0, 3, k, a), addCross(to.child, 3, 0, -k, a);
    addCross(to.parent, 0, 3, -k, b), addCross(to.parent, 3, 0, k, b);
    addCross(to.mixed, 0, 3, k, b), addCross(to.mixed, 3, 0, k, a);
    addDiagonal(to.child, 3, 3, k * dot(a, a)), addOuter(to.child, 3, 3, -k, a, a);
    addDiagonal(to.parent, 3, 3, k * dot(b, b)), addOuter(to.parent, 3, 3, -k, b, b);
    addDiagonal(to.mixed, 3, 3, k * dot(a, b)), addOuter(to.mixed, 3, 3, -k, b, a);
    const Vec3<T> none{T(0), T(0), T(0)};
    const Vec3<T> alongA = normalizedOr(a, none), alongB = normalizedOr(b, none);
    addGeometric(to.child, k * inverseScale, select(whole, e, maximum(dot(e, alongA), T(0)) * alongA), a);
    addGeometric(to.parent, k * inverseScale, select(whole, e, maximum(dot(e, alongB), T(0)) * alongB), b);
}

// The rotation vector of a unit quaternion, rad, the shorter way round (twice the logarithm, which is half of it), and
// (phi / 2) cot(phi / 2).
template <class T>
RINGLET_HD Vec3<T> rotationVector(Quat<T> q, T& cotangent) {
    const Vec3<T> axis{q.x, q.y, q.z};
    const T sine = lengthOf(axis), cosine = absolute(q.w);
    auto small = sine < T(1e-3f);
    const T half = arcTangent2(sine, cosine);
    const T over = select(small, T(1) + T(1.0f / 6) * sine * sine, half / select(small, T(1), sine));
    cotangent = over * cosine;
    return select(q.w < T(0), T(-2), T(2)) * over * axis;
}

// An angular spring 1/2 k |theta|^2 and its internal friction.
template <class T>
struct AngularSpring {
    T stiffness, friction;
    Vec3<T> theta;      // the rotation from where the parent wants the child to where it is, rad, world axes
    T cotangent;        // of rotationVector()
};
template <class T, class M>
RINGLET_HD void addAngular(SpringTerms<T>& to, const AngularSpring<T>& spring, T scale, M whole) {
    const T k = spring.stiffness, straight = k * spring.cotangent + spring.friction;
    const Vec3<T> torque = (k * scale) * spring.theta, theta = spring.theta;
    const T square = dot(theta, theta);
    const T along = k * (T(1) - spring.cotangent) / maximum(square, T(1e-12f));
    to.childTorque = to.childTorque + torque;
    to.parentTorque = to.parentTorque - torque;
    addDiagonal(to.child, 3, 3, straight), addOuter(to.child, 3, 3, along, theta, theta);
    addDiagonal(to.parent, 3, 3, straight), addOuter(to.parent, 3, 3, along, theta, theta);
    addDiagonal(to.mixed, 3, 3, -straight), addOuter(to.mixed, 3, 3, -along, theta, theta);
    addCross(to.mixed, 3, 3, select(whole, T(-0.5f) * k, T(0)), theta);
}

}  // namespace RINGLET_ISA
}  // namespace ringlet::rigid_chain
