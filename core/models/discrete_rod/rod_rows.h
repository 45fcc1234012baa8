// What the default step keeps beside the state: rows of scratch a segment, and what is told of particles that others meet.
#pragma once

#include "core/models/chain_solve.h"
#include "core/models/discrete_rod/discrete_rod_kernels.h"

namespace ringlet::discrete_rod {
inline namespace RINGLET_ISA {

// Rows of scratch a segment: of the joint at its beginning and of the contact at its end.
enum RodRow : int { RowK = gainRows, RowGradient = 24, RowEnergy = 27, RowFirm = 28, RowContact = 29, RowTension = 35,
                    RowJoint = 36, RowSoft = 42, RowViscous = 43 };

RINGLET_HD float* rodRow(const RodTile& t, int segment, int stride) { return t.scratch + segment * rodScratchFloats(1) * stride; }
template <class T>
RINGLET_HD float* rodRow(const RodTile& t, int segment) { return rodRow(t, segment, RowStride<T>::value); }

constexpr float farthestTold = 10;  // m: no strand goes farther in a substep

// What is told of a particle, or what others do to it.
template <class T>
RINGLET_HD float* toldRow(const RodTile& t, int p) { return t.told + p * (toldRows * RowStride<T>::value); }

// The contact of the particle that a segment ends in.
template <class T>
RINGLET_HD float* contactRow(const RodTile& t, int segment) {
    if (t.told != nullptr) return toldRow<T>(t, segment + 1) + KeptContact * RowStride<T>::value;
    return rodRow<T>(t, segment) + RowContact * RowStride<T>::value;
}

// Of strands that are lost nothing: others would be lost with them.
template <class T>
RINGLET_HD_CALL void tellWay(const RodTile& t, int p, Vec3<T> way) {
    const T none(0.0f);
    storeRow3(toldRow<T>(t, p), ToldWay, select(dot(way, way) < T(farthestTold * farthestTold), way, Vec3<T>{none, none, none}));
}

// Adds what others do to a particle.
template <class T>
RINGLET_HD_CALL void meetOthers(const RodTile& t, int p, T scale, BeyondJoint<T>& beyond) {
    const float* row = toldRow<T>(t, p);
    const Sym3<T> A = beyond.A;
    const T inverse = T(1) / scale;
    const Vec3<T> d = inverse * loadRow3<T>(row, LoadMatrix), o = inverse * loadRow3<T>(row, LoadMatrix + 3);
    const Vec3<T> b = inverse * loadRow3<T>(row, LoadVector);
    beyond.A = {A.xx + d.x, A.yy + d.y, A.zz + d.z, A.xy + o.x, A.xz + o.y, A.yz + o.z};
    beyond.a = beyond.a + b;
    beyond.pull = beyond.pull - b;
}

}  // namespace RINGLET_ISA
}  // namespace ringlet::discrete_rod
