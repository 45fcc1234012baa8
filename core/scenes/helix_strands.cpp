#include "core/scenes/helix_strands.h"

#include "core/groom/roots.h"
#include "core/math/elementary.h"
#include "core/math/random.h"

namespace ringlet {

void addHangingStrand(Groom& groom, const HangingStrand& strand, int particles) {
    // hangingHelix() starts at the origin and turns about a vertical axis; the axis
    // is moved to where the clump's is.
    const Groom one = hangingHelix({strand.length, strand.radius, strand.radius > 0 ? strand.pitch : 1.0f}, particles,
                                   hairRadius);
    const float c = cosine(strand.phase), s = sine(strand.phase);
    std::vector<Vec3f> points;
    for (Vec3f p : one.points) points.push_back(strand.root + Vec3f{c * p.x + s * p.z, p.y, c * p.z - s * p.x});
    addStrand(groom, points, normalizedOr(points[1] - points[0], Vec3f{0, -1, 0}), hairRadius);
}

Groom hangingClump(int count, float clumpRadius, const HangingStrand& middle, int particles, uint64_t seed) {
    Groom groom;
    for (int i = 0; i < count; ++i) {
        Random random(seed, static_cast<uint64_t>(i));
        // A sunflower's spiral fills the disc evenly.
        const float r = clumpRadius * squareRoot(static_cast<float>(i) / static_cast<float>(count));
        const float angle = 2.39996323f * static_cast<float>(i);
        HangingStrand strand = middle;
        strand.root = middle.root + Vec3f{r * cosine(angle), 0, r * sine(angle)};
        strand.phase += 0.4f * random.normal();
        strand.radius *= 1 + 0.08f * random.normal();
        strand.length *= 1 + 0.04f * random.normal();
        addHangingStrand(groom, strand, particles);
    }
    return groom;
}

const ParamTable& clumpParams() {
    static const ParamTable table = {
        {"strands", "", 24, 1, 1000, "strands of the clump", ParamChange::Rebuild, ParamKind::Integer},
        {"particles", "", 48, 2, 500, "points a strand, root included", ParamChange::Rebuild, ParamKind::Integer},
        {"length", "m", 0.2, 0.02, 1, "length along the hair", ParamChange::Rebuild},
        {"clumpRadius", "m", 0.006, 0, 0.1, "radius of the disc that the roots fill", ParamChange::Rebuild},
        {"curlRadius", "m", 0.006, 0, 0.05, "radius of the natural helix; 0 is straight", ParamChange::Rebuild},
        {"curlPitch", "m", 0.03, 0.001, 0.2, "rise of the natural helix a turn", ParamChange::Rebuild},
        {"seed", "", 1, 0, 1e6, "another seed varies the strands differently", ParamChange::Rebuild, ParamKind::Integer},
    };
    return table;
}

Result<SceneContent> makeClump(const Params& params, const SceneFiles&) {
    SceneContent content;
    const HangingStrand middle{{0, 0, 0}, params.real("length"), params.real("curlRadius"), params.real("curlPitch"), 0};
    content.groom = hangingClump(params.integer("strands"), params.real("clumpRadius"), middle,
                                 params.integer("particles"), static_cast<uint64_t>(params.integer("seed")));
    return content;
}

}  // namespace ringlet
