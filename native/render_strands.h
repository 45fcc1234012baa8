// The strands that the page draws, as a path tracer takes them.
#pragma once

#include "core/light/tracer.h"
#include "core/scenes/simulation.h"
#include "core/view/hair_look.h"

namespace ringlet::cli {

// m, along world axes, the head's origin at `head`. Courses, widths and pigments are those of core/view's textures, by
// the same text (drawn_strands.h, strand_formula.h, follow_formula.h, hair_formula.h), for look.drawn strands.
light::TracedHair drawnHair(const Simulation& simulation, const view::HairLook& look, Vec3f head);

// The head with its scalp as head_drawing.cpp colours it, without what is painted on a face.
light::TracedSurface drawnHead(const Simulation& simulation, const view::HairLook& look, Vec3f head);

}  // namespace ringlet::cli
