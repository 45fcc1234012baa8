// What other wisps do to a segment, as kernels take it up.
#pragma once

#include "core/models/chain_terms.h"
#include "core/models/rigid_chain/rigid_chain_kernels.h"

namespace ringlet::rigid_chain {
inline namespace RINGLET_ISA {

template <class T>
RINGLET_HD float* segmentLoad(const RigidTile& t, int segment) {
    return t.loads + segment * (loadRows * RowStride<T>::value);
}
// Adds it to what acts there.
template <class T>
RINGLET_HD void addLoad(BeyondJoint<T>& to, const RigidTile& t, int segment, T inverseScale) {
    const float* row = segmentLoad<T>(t, segment);
    const Vec3<T> a = inverseScale * loadRow3<T>(row, LoadMatrix), b = inverseScale * loadRow3<T>(row, LoadMatrix + 3);
    const Sym3<T> C{a.x, a.y, a.z, b.x, b.y, b.z};
    const Vec3<T> gradient = inverseScale * loadRow3<T>(row, LoadVector);
    to.A = {to.A.xx + C.xx, to.A.yy + C.yy, to.A.zz + C.zz, to.A.xy + C.xy, to.A.xz + C.xz, to.A.yz + C.yz};
    to.a = to.a + gradient;
}

// What others press a segment's end by that goes `way` (m) by itself.
template <class T>
RINGLET_HD T pressOf(const RigidTile& t, int segment, T inverseScale, Vec3<T> way) {
    BeyondJoint<T> load = nothingBeyond<T>();
    addLoad(load, t, segment, inverseScale);
    return lengthOf(load.a + load.A * way);
}

}  // namespace RINGLET_ISA
}  // namespace ringlet::rigid_chain
