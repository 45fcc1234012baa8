// Two locks over a ball that cross at right angles: the upper one falls on the lower, and is to stay above it.
#include "core/math/elementary.h"
#include "core/math/random.h"
#include "core/scenes/scalp_sphere.h"

namespace ringlet::scene_crossing {
namespace {

constexpr float lockRadius = 5e-3f;   // of a lock's section, m
constexpr float clearOfSkin = 1e-3f;  // m, of its lowest strand
constexpr double rootAngle = -0.35;   // rad from the ball's top, on its way over which a lock rises from the skin
constexpr double risesOver = 0.3;     // rad

const ParamTable table = {
    {"strands", "", 200, 2, 10000, "number of strands, half of them in each lock", ParamChange::Rebuild, ParamKind::Integer},
    {"particles", "", 20, 4, 200, "points a strand, root included", ParamChange::Rebuild, ParamKind::Integer},
    {"length", "m", 0.2, 0.05, 1, "length of the strands", ParamChange::Rebuild},
    {"drop", "m", 0.01, 0, 0.1, "how far above the lower lock the upper one starts", ParamChange::Rebuild},
    {"seed", "", 1, 0, 1e6, "where in its lock a strand lies", ParamChange::Rebuild, ParamKind::Integer},
};

// Where in the section of a lock a strand lies, of the unit disc.
Vec3f inDisc(Random& random) {
    for (;;) {
        const Vec3f at{2 * random.unit() - 1, 2 * random.unit() - 1, 0};
        if (at.x * at.x + at.y * at.y <= 1) return at;
    }
}

// A strand over the ball along X, `aside` from that along Z and `high` above the skin; evenly by arc length.
std::vector<Vec3f> overBall(float aside, float high, float length, int particles) {
    std::vector<Vec3f> way;
    const double end = rootAngle + 1.2 * double{length} / double{scalpRadius};
    constexpr int fine = 400;
    float along = 0;
    for (int i = 0; i <= fine && along < length; ++i) {
        const double angle = rootAngle + (end - rootAngle) * i / fine, rise = (angle - rootAngle) / risesOver;
        const double share = rise < 1 ? rise * rise * (3 - 2 * rise) : 1;
        const float r = scalpRadius + clearOfSkin * 0.1f + high * static_cast<float>(share);
        const Vec3f x{r * static_cast<float>(sine(angle)), r * static_cast<float>(cosine(angle)), aside};
        if (!way.empty()) along += lengthOf(x - way.back());
        way.push_back(x);
    }
    return resampledByLength(way, particles);
}

Result<SceneContent> make(const Params& params, const SceneFiles&) {
    SceneContent content = scalpSphere();
    Random random(static_cast<uint64_t>(params.integer("seed")));
    const int strands = params.integer("strands"), particles = params.integer("particles");
    for (int i = 0; i < strands; ++i) {
        const bool upper = i >= strands / 2;
        const Vec3f at = lockRadius * inDisc(random);
        const float high = clearOfSkin + lockRadius + at.y + (upper ? 2 * lockRadius + params.real("drop") : 0);
        std::vector<Vec3f> points = overBall(at.x, high, params.real("length"), particles);
        if (upper)
            for (Vec3f& x : points) x = {-x.z, x.y, x.x};
        addStrand(content.groom, points, normalizedOr(points[0], Vec3f{0, 1, 0}), hairRadius);
    }
    return content;
}

const RegisterScene here{{"crossing", "Crossing locks", "A lock that falls across another and stays above it",
                          SceneKind::Ball, "auburn", "elastic-strand", &table, {{"stiffness", 2e-10}, {"hairContact", 0.05}, {"hairDiameter", 0.002}}, make}};

}  // namespace
}  // namespace ringlet::scene_crossing
