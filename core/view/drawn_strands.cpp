#include "core/view/drawn_strands.h"

#include "core/groom/follow_wisps.h"

#include <algorithm>
#include <cmath>

namespace ringlet {
namespace view {

namespace {

constexpr float flyaways = 0.02f;        // of all strands
constexpr float hairline = 0.7f;         // of the strands at the edge of the hair: fine ones that let it begin softly
constexpr float coverShare = 0.13f;      // a hair's radius, of the way from one drawn hair to the next
constexpr float thickest = 4e-4f;        // m; beyond this a hair looks like a string
constexpr float mostThickening = 3.2f;   // of hairs that stand for others
constexpr float thickeningOverStrips = 1.7f;  // where strips stand for them
constexpr size_t fewStrands = 8;         // so few are drawn as cords, thick and smooth enough to follow
constexpr float cordRadius = 0.0028f;    // of a strand's length
constexpr int cordSmoothness = 6;
constexpr int smoothest = 5;             // of a picture that is looked at for long

// Along the first strand, m.
float lengthOfStrand(const Groom& groom) {
    float length = 0;
    const StrandGroup& group = groom.groups.front();
    for (uint32_t p = 1; p < group.points; ++p)
        length += lengthOf(groom.points[group.firstPoint + p] - groom.points[group.firstPoint + p - 1]);
    return length;
}

}  // namespace

void DrawnStrands::setGroom(const Groom& groom, bool own, float wispWidth) {
    guides_ = groom.strands();
    gathered_ = wispWidth > 0 && !own;
    wispWidth_ = drawnWispWidth(groom, wispWidth);
    spacing_ = rootSpacing(groom);
    float sum = 0;
    for (float r : groom.radii) sum += r;
    radius_ = groom.radii.empty() ? 5e-4f : sum / float(groom.radii.size());
    cords_ = guides_ <= fewStrands;
    length_ = groom.points.size() > 1 ? lengthOfStrand(groom) : 0;
    if (cords_ && groom.points.size() > 1) radius_ = std::max(radius_, cordRadius * length_);
}

FollowScheme DrawnStrands::schemeOf(const HairLook& look) const {
    const bool flat = gathered_ && look.mixing == FollowScheme::Clumped;
    return flat || asWisps(look) ? FollowScheme::FlatWisps : look.mixing;
}

// A head has a hundred thousand hairs; the fewer that are drawn are thick
// enough to cover it, and stand for those that the viewer asked for.
float DrawnStrands::radiusOf(const HairLook& look, size_t drawn) const {
    const float guides = float(std::max<size_t>(guides_, 1));
    const float between = spacing_ * std::sqrt(guides / float(std::max<size_t>(look.wanted, 1)));
    float covering = std::max(radius_, std::min(coverShare * between, thickest));
    if (cords_) covering = radius_;
    const float fewer = float(std::max<size_t>(look.wanted, 1)) / float(std::max<size_t>(drawn, 1));
    const float most = mostThickening + (thickeningOverStrips - mostThickening) * look.strips;
    return covering * look.thickness * (cords_ ? 1.0f : std::clamp(std::sqrt(fewer), 1.0f, most));
}

int DrawnStrands::smoothnessOf(const HairLook& look, int mostSegments) const {
    const int still = std::min(look.sampling.stillSamples / std::max(mostSegments, 1), smoothest);
    return std::max({look.smoothness, still, cords_ ? cordSmoothness : 1});
}

FollowTable drawnTable(const Groom& groom, const FollowTable& own, FollowOptions options) {
    options.hairline = hairline;
    options.flyaways = flyaways;
    return makeFollowTable(groom, own, options);
}

}  // namespace view
}  // namespace ringlet
