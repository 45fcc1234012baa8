// The follow table: how drawn strands derive from simulated ones, for the
// shader that draws them, the exporter that writes them and the models that
// need interpolated strands. follow_formula.h has the formula.
#pragma once

#include "core/groom/follow_formula.h"
#include "core/groom/groom.h"

#include <cstdint>
#include <vector>

namespace ringlet {

constexpr int followGuides = 4;

// One drawn strand.
struct Follower {
    uint32_t guides[followGuides] = {0, 0, 0, 0};  // strands of the groom; a slot not in use repeats the first
    float atRoot[followGuides] = {1, 0, 0, 0};     // weights at the root, sum 1; 0 in slots not in use
    float atTip[followGuides] = {1, 0, 0, 0};      // weights from where its wisp has closed to the tip, sum 1
    Vec3f rootOffset{0, 0, 0};                     // m, head space: the drawn root from the mixed one
    Vec3f tipOffset{0, 0, 0};                      // m, head space
    float reach = 1;                               // the share of the guides' way that is drawn, (0, 1]
    float jitter = 0;                              // m, of the wandering at the tip, at most 0.1
    float phase = 0;                               // rad, of the wandering
    float closes = 0.5f;                           // the share of the guides' way over which its wisp closes, (0, 1]
};

struct FollowTable {
    // Any first part of them is spread evenly over the groom: to draw fewer
    // strands, draw the first so many. The guides themselves come first.
    std::vector<Follower> followers;
};

enum class FollowScheme {
    Clumped,  // all strands alike, by `clumping`
    // Each by the curliness of its guide (Bertails et al. 2006, 4.1): smooth hair is
    // mixed up to the tip (figure 4 a), wavy hair near the root alone (b), and tight
    // curls form locks of one guide each (c).
    Semi,
    // Evenly between four guides each (Barnes 2006, follow_grid.h), whatever `clumping`;
    // where guides form no cells of four, as Clumped.
    Grid,
    // Strands about one guide each, the master of their wisp, by what a wisp's strands have in common (Choe and Ko 2005):
    // the section's width at root and tip, its shape, and how far a strand keeps its place in it. `clumping` narrows the tip.
    Masters,
    // Between the rims of flat wisps `wispWidth` wide that guides are gathered into (Kmoch 2018, 3.6.3, follow_wisps.h), and
    // as flat about guides that stay single.
    FlatWisps,
};

struct FollowOptions {
    uint32_t drawn = 0;      // strands in all; at most as many as guides: guides alone
    FollowScheme scheme = FollowScheme::Clumped;
    // [0, 1]. Clumped: 0 interpolates up to the tip, 1 has every strand end in its
    // guide's wisp. Semi: 0.5 takes curliness as it is, more gathers strands more.
    float clumping = 0.5f;
    float wisp = 0.35f;      // radius of a closed wisp at the tip, as a share of the guides' spacing
    float jitter = 0.4f;     // of strands that stray, as a share of the guides' spacing; 2.2 times it where hair is all curls
    float shortest = 0.8f;   // the least share of its guides' way that a strand reaches, (0, 1]
    // Guides that part by more than this share of their length beyond their
    // roots' distance are not mixed (Bertails et al. 2006, figure 4 d).
    float parting = 0.25f;
    float widest = 0.02f;    // m: no strand grows farther than this from its guide
    // Masters: width of a wisp's section over its depth, from 1 on, and how far a strand keeps its place in it, [0, 1].
    float flatness = 1.6f, correlation = 0.7f;
    // [0, 1]. Clumped, Semi, Grid: of the strands about guides at the edge of the hair so many are short ones of the hairline,
    // a little beyond it and in directions of their own.
    float hairline = 0;
    // [0, 1]. Of the same schemes' strands so many fly away from the others, by millimetres, in directions of their own.
    float flyaways = 0;
    float wispWidth = 0;     // m; FlatWisps: 0 takes drawnWispWidth()
    uint64_t seed = 1;
};

// For any groom: every strand as its own guide, then strands between them,
// each mixed from the guides nearest to its root on the scalp. Roots lie on the
// surface that the guides' roots and normals describe. The same bits everywhere
// for the same groom and options. An empty groom gives an empty table. About a
// microsecond a strand, and ten a guide.
FollowTable makeFollowTable(const Groom& groom, const FollowOptions& options);

// The same, but for strands of the groom that are not simulated: they come first, as `own` has them.
FollowTable makeFollowTable(const Groom& groom, const FollowTable& own, const FollowOptions& options);

// How curly a strand is, [0, 1): its turns beyond those of its coarse course over
// themselves and three. 0 where straight, 1/2 at three turns.
float curlinessOf(const Groom& groom, uint32_t strand);

// The middle of the distances from roots to the nearest in another place, m; 0
// for fewer than two roots in different places.
float rootSpacing(const Groom& groom);

// The point at u in [0, 1] of a drawn strand, where guidePoint(strand, v) gives
// the point of a guide at v in [0, 1] along its points, and `head` turns head
// space into that of the guides' points.
template <class GuidePoint>
RINGLET_HD Vec3f followedPoint(const Follower& f, float u, Quatf head, const GuidePoint& guidePoint) {
    float v = u * f.reach, blend = followBlend(f.closes, v);
    Vec3f sum = rotate(head, followOffset(f.rootOffset, f.tipOffset, f.jitter, f.phase, blend, v));
    for (int k = 0; k < followGuides; ++k) {
        float weight = followWeight(f.atRoot[k], f.atTip[k], blend);
        if (weight != 0.0f) sum = sum + guidePoint(f.guides[k], v) * weight;
    }
    return sum;
}

// The drawn strands of a groom as it rests, with `points` (>= 2) points each;
// radii, normals and tangents are those of the first guide.
Groom followedGroom(const Groom& guides, const FollowTable& table, int points);

}  // namespace ringlet
