// Where a drawn strand leaves the skin and how wide it is, written once in what C++ and GLSL have in common:
// shaders/embed.cmake hands this very text to the shaders too. Drawn strands are mixed from simulated ones by
// core/groom/follow_formula.h; what is said here makes hair of them.
//
// reach: the share of its guides' way that a strand has, (0, 1]; along: [0, 1] of what it has; v: [0, 1] of its guides' way.
// A strand has `samples` places on its guides' way, of which it needs those up to strandEnd(); the rest fall together there.
#ifdef __cplusplus
#pragma once
#include "core/view/shader_words.h"
#define STRAND_FUNCTION inline
namespace ringlet {
namespace view {
#else
#define STRAND_FUNCTION
#endif

const float ribbonShare = 1.2f;  // of a strand's radius: a ribbon is as wide as hairs that lie beside each other look
const float strandBehind = 0.005f;  // m, from an added strand's root to where it begins, lying on the skin
const float strandLies = 0.09f;     // of the guides' way: from there on an added strand lies over the hair below it
const float strandDepth = 0.0008f, strandHeight = 0.0006f;  // m: a long one may be so deep in the skin at its root; over it beyond

// A fixed value in [0, 1) for a whole number. Each strand has sixteen.
STRAND_FUNCTION float scatter(int n) {
    uint h = uint(n) * 747796405u + 2891336453u;
    h = ((h >> ((h >> 28u) + 4u)) ^ h) * 277803737u;
    h = (h >> 22u) ^ h;
    return float(h & 0xFFFFFFu) / 16777216.0f;
}
STRAND_FUNCTION float strandSeed(int strand) { return scatter(strand * 16 + 5); }

// In shares of the radius of all. Strands are not alike, and short ones are fine.
STRAND_FUNCTION float strandWidth(int strand, float reach) {
    return (0.7f + 0.3f * scatter(strand * 16 + 7)) * mix(0.3f, 1.0f, smoothstep(0.1f, 0.6f, reach));
}
STRAND_FUNCTION float strandTaper(float along, float reach) {
    return mix(0.6f, 1.0f, smoothstep(0.0f, 0.06f, along * reach)) * (1.0f - 0.9f * along * along * along);
}

// Its last place, and the place from which an added one lies over the hair below.
STRAND_FUNCTION int strandEnd(float reach, int samples) { return max(int(reach * float(samples - 1) + 0.5f), 1); }
STRAND_FUNCTION int strandOver(int last, int samples) { return min(max(int(strandLies * float(samples - 1)), 2), last); }

// Simulated strands leave the skin along its normal for a segment; a hair leaves it aslant. Added ones go straight to where
// their guides lie over, so that no row of them stands up at a parting. They begin a little behind their roots, lying on the
// skin, and their hairs (hair.frag.glsl) one after the other on the way: so partings are narrow, and the edge of the hair is
// soft. root, ahead: the mixture of guides at the root and at strandOver(), from the head's origin.
STRAND_FUNCTION vec3 strandBegin(vec3 root, vec3 ahead) {
    vec3 flat_ = ahead - root, out_ = normalize(root);
    flat_ = flat_ - out_ * dot(flat_, out_);
    return root - flat_ * min(strandBehind / max(length(flat_), 1e-6f), 0.4f);
}
// How much of that way is in a strand at that part of it.
STRAND_FUNCTION float strandLying(float part) { return 0.9f * (1.0f - part * part); }

// How far it is kept off what is solid, m: near its root, which grows on it, less is asked of long ones.
STRAND_FUNCTION float strandClear(float v, float reach) {
    return mix(-strandDepth * reach * reach, strandHeight, smoothstep(0.0f, 0.02f, v));
}

#ifdef __cplusplus
}  // namespace view
}  // namespace ringlet
#endif
