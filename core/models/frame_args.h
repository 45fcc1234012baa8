// What a stage is told that takes strands through all substeps of a frame.
#pragma once

#include "core/collide/collider_view.h"
#include "core/models/substep.h"

namespace ringlet {

// Most substeps a frame is divided into by such a stage.
constexpr int maxSubsteps = 8;

template <class OwnMaterial>
struct FrameArgs {
    Substep substep[maxSubsteps];
    int substeps;
    ColliderArgs colliders;
    OwnMaterial material;
};

}  // namespace ringlet
