// The strands that the page draws, as a path tracer takes them.
#pragma once

#include "core/light/tracer.h"
#include "core/scenes/simulation.h"
#include "core/view/hair_look.h"

namespace ringlet::cli {

// m, along world axes, the head's origin at `head`. Courses, widths and pigments are those of core/view's textures
// (guides.frag.glsl, strands.frag.glsl, shade.frag.glsl), for look.drawn strands.
light::TracedHair drawnHair(const Simulation& simulation, const view::HairLook& look, Vec3f head);

// The head with its scalp as head_drawing.cpp colours it, without what is painted on a face.
light::TracedSurface drawnHead(const Simulation& simulation, const view::HairLook& look, Vec3f head);

}  // namespace ringlet::cli
