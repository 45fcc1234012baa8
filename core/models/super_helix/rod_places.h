// Where a rod's points and drawn particles are, and a rod that is put back to rest.
#pragma once

#include "core/models/super_helix/rod_scratch.h"

namespace ringlet::super_helix {
inline namespace RINGLET_ISA {

// Where nothing can press the lanes of `which`, what pressed them is forgotten.
template <class T, class M>
RINGLET_HD void forgetGrips(const RodTileT<ScalarOf<T>>& t, M which) {
    for (int row = 0; t.grip != nullptr && row < rodGripRows * (t.elements * t.points + 1); ++row)
        storeRow(t.grip, row, select(which, T(0), loadRow<T>(t.grip, row)));
}

// Puts the lanes of `which` back to rest at the head's pose.
template <class T, class M>
RINGLET_HD_CALL void restRod(const RodTileT<ScalarOf<T>>& t, M which) {
    T o = T(0);
    for (int Q = 0; Q < t.elements; ++Q) {
        storeRow3(t.darboux, 3 * Q, select(which, loadRow3<T>(t.rest, 3 * Q), loadRow3<T>(t.darboux, 3 * Q)));
        storeRow3(t.rate, 3 * Q, select(which, Vec3<T>{o, o, o}, loadRow3<T>(t.rate, 3 * Q)));
    }
    for (int p = 0; p < t.elements * t.points; ++p)
        storeRow3(t.velocity, 3 * p, select(which, Vec3<T>{o, o, o}, loadRow3<T>(t.velocity, 3 * p)));
    forgetGrips<T>(t, which);
    if (t.comb != nullptr) storeRow(t.comb, 0, select(which, T(combFree), loadRow<T>(t.comb, 0)));
}

// Points and drawn particles of the state as it stands, at the substep's end.
template <class T>
RINGLET_HD void placeRod(const RodTileT<ScalarOf<T>>& t) {
    RodStep<T> s = rodStep<T>(t);
    T scale = loadRow<T>(t.scale, 0);
    ElementPlace<T> place = rootPlace(t, s);
    int particle = 0;
    for (int Q = 0; Q < t.elements; ++Q) {
        Helix<T> helix = helixOf(loadRow3<T>(t.darboux, 3 * Q));
        T ratio = loadRow<T>(t.ratio, Q);
        for (int i = 0; i < t.points; ++i)
            storeRow3(t.position, 3 * (Q * t.points + i),
                    place.at + scale * (place.frame * lineAt(helix, helixPoint(helix, T(t.node[i]) * ratio))));
        for (; t.drawn != nullptr && particle < t.particles && t.drawnElement[particle] == Q; ++particle)
            storeRow3(t.drawn, 3 * particle,
                    place.at + scale * (place.frame * lineAt(helix, helixPoint(helix, T(t.drawnFraction[particle]) * ratio))));
        place = nextPlace(place, helix, helixPoint(helix, ratio), scale);
    }
}

}  // namespace RINGLET_ISA
}  // namespace ringlet::super_helix
