// What ties guides to their neighbours on the scalp: layers and static links.
#pragma once

#include "core/contact/layer_contacts.h"
#include "core/contact/static_links.h"
#include "core/groom/groom.h"

namespace ringlet::verlet {

enum class LayerKind { None, Horizontal, Vertical, Both };

// Quads between each strand and its neighbour to the east (horizontal) and to the
// north (vertical) on the scalp (core/groom/guide_cells.h), segment by segment.
// Point p of strand s is point firstPoint(s) + p.
std::vector<Quad> layerQuads(const Groom& groom, LayerKind kind);

// Links from every particle to the `each` (1 to 4) nearest of the particles that
// neighbouring strands have one segment farther out, no longer than `reach` (m).
std::vector<StaticLink> styleLinks(const Groom& groom, int each, float reach);

}  // namespace ringlet::verlet
