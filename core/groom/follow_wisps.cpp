#include "core/groom/follow_wisps.h"

#include "core/groom/even_walk.h"
#include "core/groom/root_neighbours.h"
#include "core/math/elementary.h"
#include "core/math/random.h"

namespace ringlet {
namespace {

constexpr float goldenShare = 0.618034f;  // of the width from strand to strand: any first ones lie evenly
constexpr float tipWander = 0.06f;          // of the width, from a strand's root to its tip
constexpr float narrowestDrawn = 0.008f, widestDrawn = 0.05f;  // m, of wisps that nothing says the width of

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

float spreadOf(const std::vector<Wisp>& wisps, const std::vector<Rim>& rims, const WispFollowOptions& options) {
    return maximum(minimum(wispSpacing(wisps, rims), options.widest), options.thickness);
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
    const Vec3f flat = normalizedOr(cross(run, normal), acrossOf(normal));  // of a single strand's wisp, along the scalp
    const Vec3f wide = wisp.left == wisp.right ? flat : right.tip - left.tip;
    const Vec3f out = normalizedOr(cross(wide, run), acrossOf(normal));
    f.tipOffset = out * (options.thickness * random.between(-0.5f, 0.5f));
    if (wisp.left == wisp.right) {
        const Vec3f place = flat * (options.singleWidth * (across - 0.5f));
        f.rootOffset = f.rootOffset + place;
        f.tipOffset = f.tipOffset + place;
    }
    const float cut = random.unit() * random.unit();
    f.reach = 1 - (1 - options.shortest) * cut;
    const float stray = random.unit() * random.unit();
    f.jitter = options.jitter * (0.2f + 0.8f * stray);
    f.phase = random.between(0.0f, static_cast<float>(2 * pi));
    return f;
}

}  // namespace

float wispWidthOf(const Params& params) { return params.find("wispWidth") ? params.real("wispWidth") : 0.0f; }

float drawnWispWidth(const Groom& groom, float ofModel) {
    return ofModel > 0 ? ofModel : clamped(rootSpacing(groom), narrowestDrawn, widestDrawn);
}

std::vector<Wisp> wispsAndSingles(const WispGroom& gathered) {
    std::vector<Wisp> all = gathered.wisps;
    std::vector<uint8_t> paired(gathered.groom.strands(), 0);
    for (const Wisp& w : gathered.wisps) paired[w.left] = paired[w.right] = 1;
    for (uint32_t s = 0; s < paired.size(); ++s)
        if (!paired[s]) all.push_back({s, s});
    return all;
}

float wispSpread(const WispGroom& gathered, const WispFollowOptions& options) {
    return spreadOf(wispsAndSingles(gathered), rimStrandsOf(gathered.groom), options);
}

FollowTable followWisps(const WispGroom& gathered, const WispFollowOptions& options) {
    FollowTable table;
    const std::vector<Rim> rims = rimStrandsOf(gathered.groom);
    const std::vector<Wisp> drawn = options.singleWidth > 0 ? wispsAndSingles(gathered) : gathered.wisps;
    const uint32_t guides = static_cast<uint32_t>(rims.size()), wisps = static_cast<uint32_t>(drawn.size());
    const uint32_t guideStep = evenStep(guides), wispStep = evenStep(wisps);
    for (uint32_t i = 0, guide = 0; i < guides; ++i, guide = (guide + guideStep) % guides) {
        Follower itself;
        for (uint32_t& slot : itself.guides) slot = guide;
        table.followers.push_back(itself);
    }
    const Wisps all{rims, options, spreadOf(drawn, rims, options)};
    for (uint32_t round = 0; round < options.each; ++round)
        for (uint32_t i = 0, wisp = 0; i < wisps; ++i, wisp = (wisp + wispStep) % wisps) {
            // Whatever the number of rounds, so that a table of fewer is the beginning of one of more.
            Random random(options.seed, uint64_t{round} * wisps + wisp);
            const float place = goldenShare * static_cast<float>(round + 1);
            const float across = place - static_cast<float>(static_cast<uint32_t>(place));
            table.followers.push_back(strandBetween(all, drawn[wisp], across, random));
        }
    return table;
}

FollowTable followFlatWisps(const Groom& groom, float ofModel, uint32_t each, uint64_t seed) {
    WispFollowOptions options;
    options.each = each;
    options.singleWidth = drawnWispWidth(groom, ofModel);
    options.seed = seed;
    return followWisps(gatherWisps(groom, options.singleWidth), options);
}

}  // namespace ringlet
