// Which strands of a groom are drawn and how thick, decided once for whoever draws them and for the path tracer.
#pragma once

#include "core/groom/follow.h"
#include "core/view/hair_look.h"

namespace ringlet {
namespace view {

class DrawnStrands {
public:
    // own: whether it has strands that are not simulated. wispWidth: of the flat wisps that the model gathers, m; 0: none.
    void setGroom(const Groom& groom, bool own, float wispWidth);

    bool cords() const { return cords_; }  // so few that they are drawn thick and smooth
    // Else simulated strands are drawn alone: so few, or all from one place.
    bool between() const { return !cords_ && spacing_ > 0; }
    float spacing() const { return spacing_; }      // of roots, m
    float length() const { return length_; }        // of the first strand, m
    float wispWidth() const { return wispWidth_; }  // of flat wisps that they are drawn as, m
    bool asWisps(const HairLook& look) const { return look.wispsAs != WispsAs::Strands && between(); }
    FollowScheme schemeOf(const HairLook& look) const;
    size_t all(const HairLook& look) const { return between() ? look.drawn : guides_; }
    // m, before ribbonShare and a strand's own width. drawn: of so many, as if no strip stood for any.
    float radiusOf(const HairLook& look, size_t drawn) const;
    // Pieces of a segment; mostSegments: that a simulated strand has.
    int smoothnessOf(const HairLook& look, int mostSegments) const;

private:
    size_t guides_ = 0;
    float spacing_ = 0, radius_ = 5e-4f, length_ = 0, wispWidth_ = 0;
    bool cords_ = false, gathered_ = false;  // gathered: the model gathers wisps, and no strands are given
};

// The first strands of that table, `own` before any that are made. Of `options` those that the look decides.
FollowTable drawnTable(const Groom& groom, const FollowTable& own, FollowOptions options);

}  // namespace view
}  // namespace ringlet
