#include "core/groom/follow_wisps.h"

#include "core/groom/even_walk.h"
#include "core/groom/root_neighbours.h"
#include "core/math/elementary.h"
#include "core/math/random.h"

namespace ringlet {
namespace {

constexpr float goldenShare = 0.618034f;  // of the width from strand to strand: any first ones lie evenly
constexpr float tipWander = 0.06f;          // of the width, from a strand's root to its tip

struct Rim {
    Vec3f root, tip, normal;
};

std::vector<Rim> rimStrandsOf(const Groom& groom) {
    std::vector<Rim> rims;
    for (const StrandGroup& g : groom.groups)
        for (uint32_t s = 0; s < g.strandCount; ++s) {
            const Vec3f* p = groom.points.data() + g.firstPoint + size_t{s} * g.points;
            rims.push_back({p[0], p[g.points - 1], groom.rootNormals[g.firstStrand + s]});
        }
    return rims;
}

void weighRims(float s, float* weights) {
    weights[0] = 1 - s;
    weights[1] = s;
    weights[2] = weights[3] = 0;
}

// How far the wisps' middles stand apart, m.
float wispSpacing(const std::vector<Wisp>& wisps, const std::vector<Rim>& rims) {
    std::vector<Vec3f> middles;
    for (const Wisp& w : wisps) middles.push_back(0.5f * (rims[w.left].root + rims[w.right].root));
    return RootNeighbours(middles).spacing();
}

// What strands are made from.
struct Wisps {
    const std::vector<Rim>& rims;
    const WispFollowOptions& options;
    float spread;   // of roots up and down the scalp, m
};

// A strand at `across` of the way from the left rim to the right one.
Follower strandBetween(const Wisps& all, const Wisp& wisp, float across, Random& random) {
    const Rim &left = all.rims[wisp.left], &right = all.rims[wisp.right];
    const WispFollowOptions& options = all.options;
    Follower f;
    f.guides[0] = f.guides[2] = f.guides[3] = wisp.left;
    f.guides[1] = wisp.right;
    weighRims(across, f.atRoot);
    weighRims(clamped(across + tipWander * random.between(-1.0f, 1.0f), 0.0f, 1.0f), f.atTip);
    // The root lies up or down the scalp from the line between the rims' roots, on to where their tangent planes have
    // it (Phong tessellation: Boubekeur and Alexa 2008).
    const Vec3f normal = normalizedOr(left.normal * (1 - across) + right.normal * across, left.normal);
    const Vec3f up = normalizedOr(cross(right.root - left.root, normal), acrossOf(normal));
    const Vec3f between = left.root * (1 - across) + right.root * across;
    const float aside = maximum(all.spread - lengthOf(right.root - left.root), 0.0f);
    const float higher = all.spread * random.between(-0.5f, 0.5f);  // one number a statement: compilers choose their order
    const float sideways = aside * random.between(-0.5f, 0.5f);
    const Vec3f root = between + up * higher + cross(normal, up) * sideways;
    auto lift = [&](const Rim& rim) { return root - rim.normal * dot(rim.normal, root - rim.root); };
    const Vec3f lifted = lift(left) * (1 - across) + lift(right) * across;
    f.rootOffset = root + (lifted - root) * 0.75f - between;
    const Vec3f run = (left.tip - left.root) + (right.tip - right.root);
    const Vec3f out = normalizedOr(cross(right.tip - left.tip, run), acrossOf(normal));
    f.tipOffset = out * (options.thickness * random.between(-0.5f, 0.5f));
    const float cut = random.unit() * random.unit();
    f.reach = 1 - (1 - options.shortest) * cut;
    const float stray = random.unit() * random.unit();
    f.jitter = options.jitter * (0.2f + 0.8f * stray);
    f.phase = random.between(0.0f, static_cast<float>(2 * pi));
    return f;
}

}  // namespace

FollowTable followWisps(const WispGroom& gathered, const WispFollowOptions& options) {
    FollowTable table;
    const std::vector<Rim> rims = rimStrandsOf(gathered.groom);
    const uint32_t guides = static_cast<uint32_t>(rims.size()), wisps = static_cast<uint32_t>(gathered.wisps.size());
    const uint32_t guideStep = evenStep(guides), wispStep = evenStep(wisps);
    for (uint32_t i = 0, guide = 0; i < guides; ++i, guide = (guide + guideStep) % guides) {
        Follower itself;
        for (uint32_t& slot : itself.guides) slot = guide;
        table.followers.push_back(itself);
    }
    const float spread = minimum(wispSpacing(gathered.wisps, rims), options.widest);
    const Wisps all{rims, options, maximum(spread, options.thickness)};
    for (uint32_t round = 0; round < options.each; ++round)
        for (uint32_t i = 0, wisp = 0; i < wisps; ++i, wisp = (wisp + wispStep) % wisps) {
            Random random(options.seed, uint64_t{wisp} * options.each + round);
            const float place = goldenShare * static_cast<float>(round + 1);
            const float across = place - static_cast<float>(static_cast<uint32_t>(place));
            table.followers.push_back(strandBetween(all, gathered.wisps[wisp], across, random));
        }
    return table;
}

}  // namespace ringlet
