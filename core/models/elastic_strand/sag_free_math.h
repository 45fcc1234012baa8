// Which rest turns make a given strand hang as it is: the inverse of statics for
// the model's energy (chain_math.h), tip to root, in closed form.
//
// At rest, the joint at the beginning of segment s carries the moment of all
// forces beyond it, M = sum_i (x_i - x_s) x F_i. The joint's torque on its child
// is 2 k times the vector part of its error rotation e, turned to the world:
//   2 k P vec(e) P* = M,   e = P* C R*   =>   R = e* P* C
// with P and C the frames of parent and child, as given. So each joint's rest turn
// R follows from what lies beyond it, and a strand takes one pass (the discrete,
// quaternion form of Derouet-Jourdan, Bertails-Descoubes, Daviet, Thollot 2013,
// "Inverse dynamic hair modeling with frictional contact"). A torque is at most
// 2 k: a joint that must carry more cannot hold.
//
// An equilibrium is of use only if it is a minimum of energy: a pencil can stand
// on its tip. The second variation is eliminated along the strand as the step
// does, but with its indefinite parts, and the shape is stable if and only if
// every pivot is positive definite.
#pragma once

#include "core/models/chain_math.h"
#include "core/models/tile_io.h"

namespace ringlet::elastic_strand {
inline namespace RINGLET_ISA {

// A particle nearer to a surface than this (m) leans on it.
constexpr float leaningDistance = 2e-5f;
// A contact carries at most so many times the weight of what lies beyond it.
constexpr float mostLeaning = 4.0f;
// sin(phi/2) of the most turned joint that is asked for.
constexpr float mostTurned = 0.99f;
// Moments below this part of what the strand beyond would exert if it stuck out
// level do not count: a chain that hangs straight has only rounding errors.
constexpr float negligibleMoment = 1e-4f;
// The least pivot, as a part of its matrix' trace, that counts as positive.
constexpr float leastPivot = 1e-5f;

// Uniform quantities; everything is per linear density, so moments are m^3/s^2.
template <class T>
struct HoldingLoad {
    Vec3<T> gravity;  // m/s^2, in the frames' space
    T weight;         // its length
    T bending;        // bending stiffness over density, N m^2 / (kg/m)
    T contact;        // contact stiffness over density, (N/m^2) / (kg/m)
};

// What lies beyond a joint.
template <class T>
struct HoldingState {
    BeyondJoint<T> second;  // second variation: A, B, C alone
    Vec3<T> force, moment;  // on everything beyond; the moment about its first particle
    T mass, reach;          // length of strand beyond, and its first moment about that particle
    T holds;                // 1, or 0 from the first joint on that cannot
    T turned;               // the largest sin(phi/2) that a joint's moment asks for
};

template <class T> RINGLET_HD HoldingState<T> nothingHeld() {
    Vec3<T> z{T(0), T(0), T(0)};
    return {nothingBeyond<T>(), z, z, T(0), T(0), T(1), T(0)};
}

// Gravity on a particle of `mass` (m of strand), and what the surface it leans on
// can carry: the force along the normal that leaves the least moment about the
// segment's beginning, `arm` (m) before it.
template <class T>
RINGLET_HD void holdParticle(HoldingState<T>& h, const HoldingLoad<T>& load, T mass, Vec3<T> arm,
                             SurfacePointT<T> surface) {
    h.force = h.force + mass * load.gravity;
    h.mass = h.mass + mass;
    auto leans = surface.distance < T(leaningDistance);
    if (!anyLane(leans)) return;
    Vec3<T> n = surface.normal;
    Vec3<T> lever = cross(arm, n);
    T wanted = -dot(h.moment + cross(arm, h.force), lever) / maximum(dot(lever, lever), T(1e-20f));
    T press = clamped(wanted, T(0), T(mostLeaning) * load.weight * h.mass);
    press = select(leans, press, T(0));
    h.force = h.force + press * n;
    h.second.A = plusOuter(h.second.A, select(press > T(0), load.contact * mass, T(0)), n);
}

// From the segment's end to its beginning: forces, and the second variation with
// the whole geometric stiffness of the force F that the segment carries,
// 1/2 y.((F.l) I - (F l^T + l F^T)/2) y for a rotation y of the segment l.
template <class T>
RINGLET_HD void shiftHeld(HoldingState<T>& h, Vec3<T> direction, T length) {
    Vec3<T> arm = length * direction, F = h.force;
    shiftAlongSegment(h.second, direction, length, T(0));
    T along = dot(F, arm);
    Sym3<T>& C = h.second.C;
    C = {C.xx + along - F.x * arm.x, C.yy + along - F.y * arm.y, C.zz + along - F.z * arm.z,
         C.xy - T(0.5f) * (F.x * arm.y + F.y * arm.x), C.xz - T(0.5f) * (F.x * arm.z + F.z * arm.x),
         C.yz - T(0.5f) * (F.y * arm.z + F.z * arm.y)};
    h.moment = h.moment + cross(arm, F);
    h.reach = h.reach + length * h.mass;
}

// The joint's rest turn; and the second variation beyond it in terms of its
// parent's rotation y and its particle's displacement. With r the relative
// rotation, the joint adds 1/2 k cos(phi/2) |r|^2 - 1/2 M.(y x r).
template <class T>
RINGLET_HD Quat<T> holdJoint(HoldingState<T>& h, const HoldingLoad<T>& load, Quat<T> parent, Quat<T> child, T span) {
    T k = load.bending / span;
    Vec3<T> M = h.moment;
    T most = T(2 * mostTurned) * k;
    T size = lengthOf(M);
    T negligible = T(negligibleMoment) * load.weight * h.reach;
    auto tooMuch = size > most + negligible;
    h.turned = maximum(h.turned, size / maximum(k + k, T(1e-30f)));
    T part = select(size > most, most / maximum(size, T(1e-30f)), T(1)) / maximum(k + k, T(1e-30f));
    Vec3<T> axis = rotate(conjugate(parent), part * M);
    T cosine = squareRoot(maximum(T(1) - dot(axis, axis), T(0)));
    Quat<T> error{axis.x, axis.y, axis.z, cosine};

    BeyondJoint<T>& b = h.second;
    T stiff = k * cosine;
    T least = T(leastPivot) * (absolute(b.C.xx) + absolute(b.C.yy) + absolute(b.C.zz) + k);
    Sym3<T> pivot = plusDiagonal(b.C, stiff + least);
    auto stands = isPositive(pivot);
    h.holds = select(tooMuch, T(0), select(stands, h.holds, T(0)));
    // What stands no longer matters beyond a joint that falls; the numbers stay finite.
    Sym3<T> S = inverse(Sym3<T>{select(stands, pivot.xx, T(1)), select(stands, pivot.yy, T(1)),
                                select(stands, pivot.zz, T(1)), select(stands, pivot.xy, T(0)),
                                select(stands, pivot.xz, T(0)), select(stands, pivot.yz, T(0))});
    // D = C - [M]/2, by columns; the form in y and dx is what is left of r's minimum.
    Vec3<T> half = T(0.5f) * M;
    Vec3<T> d0{b.C.xx, b.C.xy - half.z, b.C.xz + half.y};
    Vec3<T> d1{b.C.xy + half.z, b.C.yy, b.C.yz - half.x};
    Vec3<T> d2{b.C.xz - half.y, b.C.yz + half.x, b.C.zz};
    Vec3<T> s0 = S * d0, s1 = S * d1, s2 = S * d2;
    const Vec3<T> B[3] = {b.B[0], b.B[1], b.B[2]};
    Vec3<T> q[3] = {S * B[0], S * B[1], S * B[2]};
    for (int row = 0; row < 3; ++row)
        b.B[row] = B[row] - Vec3<T>{dot(B[row], s0), dot(B[row], s1), dot(B[row], s2)};
    b.A = {b.A.xx - dot(q[0], B[0]), b.A.yy - dot(q[1], B[1]), b.A.zz - dot(q[2], B[2]),
           b.A.xy - dot(q[0], B[1]), b.A.xz - dot(q[0], B[2]), b.A.yz - dot(q[1], B[2])};
    b.C = {b.C.xx - dot(d0, s0), b.C.yy - dot(d1, s1), b.C.zz - dot(d2, s2),
           b.C.xy - dot(d0, s1), b.C.xz - dot(d0, s2), b.C.yz - dot(d1, s2)};
    return normalized(conjugate(error) * conjugate(parent) * child);
}

}  // namespace RINGLET_ISA
}  // namespace ringlet::elastic_strand
