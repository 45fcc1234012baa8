// The stages of a frame: what strands find around them, and a step of the chosen method.
#pragma once

#include "core/models/dftl/grid_response.h"
#include "core/models/dftl/peers_step.h"
#include "core/models/dftl/strands_meet.h"
#include "core/models/stage_list.h"

namespace ringlet::dftl {
inline namespace RINGLET_ISA {

// Puts the lanes of `which` back into their rest shape at the head's pose, at rest.
template <class T, class M>
RINGLET_HD void restStrand(const DftlTile& t, const Substep& last, M which) {
    Quat<T> head = splat<T>(last.headAfter);
    Vec3<T> x = rotate(head, loadRow3<T>(t.root, 0));
    StrandBasis<T> basis = basisOfRoot<T>(t, head);
    Vec3<T> zero{T(0), T(0), T(0)};
    for (int p = 0; p < t.particles; ++p) {
        if (p > 0) {
            Vec3<T> along = fromBasis(basis, loadVec3<T>(t.target, p));
            x = x + along;
            basis = basisAtRest(t.material.method, basis, along);
        }
        storeVec3(t.position, p, select(which, x, loadVec3<T>(t.position, p)));
        storeVec3(t.velocity, p, select(which, zero, loadVec3<T>(t.velocity, p)));
    }
}

// One tile through all substeps of a frame. step(views): through them, with strands that lie as those views say; returns what
// is no number where a strand's state is none.
template <class T, class Step>
RINGLET_HD void playTile(const DftlTile& t, const Step& step) {
    if (t.flow->grid.nodes != nullptr) followGrid<T>(t);
    const bool rows = LaneCount<T>::value > 1 && t.position.lane == 1 && t.velocity.lane == 1 && t.target.lane == 1;
    T watch;
    if (rows)
        watch = step(PublishedViews<RowView>{t.position, t.velocity, t.target});
    else
        watch = step(PublishedViews<StrandView>{t.position, t.velocity, t.target});
    auto lost = lostLanes(watch);
    if (anyLane(lost)) {
        restStrand<T>(t, t.substep[t.substeps - 1], lost);
        countLanes(t.resets, lost);
    }
}

template <class T> RINGLET_HD void playFrame(const DftlTile& t) {
    playTile<T>(t, [&](const auto& views) { return publishedSubsteps<T>(t, views); });
}
template <class T> RINGLET_HD void playPeer(const DftlTile& t) {
    playTile<T>(t, [&](const auto& views) { return peerSubsteps<T>(t, views); });
}

// As a device runs them.
struct DftlStages : StageList<DftlFields, DftlArgs, 5> {
    static constexpr const char* name = "dftl";
    template <int stage, class T, class At>
    static RINGLET_HD void run(const At& at, const Args& args, const ColliderArgs& colliders) {
        const DftlTile tile = dftlTile(at, args, colliders);
        if constexpr (stage == PlayStage) playFrame<T>(tile);
        else if constexpr (stage == PeerStage) playPeer<T>(tile);
        else if constexpr (stage == PressStage) pressApart<T>(tile);
        else if constexpr (stage == ClearStage) clearAround<T>(tile, at.lanes());
        else addToFlow<T>(tile, at.lanes());
    }
};

}  // namespace RINGLET_ISA
}  // namespace ringlet::dftl
