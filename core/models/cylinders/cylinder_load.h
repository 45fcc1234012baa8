// What other strands do to a segment, as kernels take it up. `Tile` has loads, see LoadRow.
#pragma once

#include "core/models/chain_terms.h"
#include "core/models/cylinders/cylinder_kernels.h"

namespace ringlet::cylinders {
inline namespace RINGLET_ISA {

template <class T, class Tile>
RINGLET_HD float* segmentLoad(const Tile& t, int segment) {
    return t.loads + segment * (loadRows * RowStride<T>::value);
}
// Adds it to what acts there.
template <class T, class Tile>
RINGLET_HD void addLoad(BeyondJoint<T>& to, const Tile& t, int segment, T inverseScale) {
    const float* row = segmentLoad<T>(t, segment);
    const Vec3<T> a = inverseScale * loadRow3<T>(row, LoadMatrix), b = inverseScale * loadRow3<T>(row, LoadMatrix + 3);
    const Sym3<T> C{a.x, a.y, a.z, b.x, b.y, b.z};
    const Vec3<T> gradient = inverseScale * loadRow3<T>(row, LoadVector);
    to.A = to.A + C;
    to.a = to.a + gradient;
}

// Tells them where a segment's end would go in the step, m, beside the head's move.
template <class T, class Tile>
RINGLET_HD void tellWay(const Tile& t, int segment, Vec3<T> way) { storeRow3(segmentLoad<T>(t, segment), LoadWay, way); }

// What others press a segment's end by that goes `way` (m) by itself.
template <class T, class Tile>
RINGLET_HD T pressOf(const Tile& t, int segment, T inverseScale, Vec3<T> way) {
    BeyondJoint<T> load = nothingBeyond<T>();
    addLoad(load, t, segment, inverseScale);
    return lengthOf(load.a + load.A * way);
}

}  // namespace RINGLET_ISA
}  // namespace ringlet::cylinders
