// A minimal demonstration of curls that find their shape again (Cavazotti 2025,
// figure 7.10): big ringlets on a small sphere.
#include "core/math/elementary.h"
#include "core/math/random.h"
#include "core/scenes/full_head.h"

namespace ringlet::scene_ringlets {
namespace {

constexpr float sphereRadius = 0.06f;  // m

// The ringlets' own roots first, evenly over the sphere's upper part, then the
// hairs around each of them in turn.
std::vector<GroomRoot> ringletRoots(int strands, int ringlets, uint64_t seed) {
    Random random(seed);
    std::vector<GroomRoot> roots;
    for (int i = 0; i < strands; ++i) {
        Vec3f n;
        if (i < ringlets) {
            // Fibonacci's spiral from the top down to a little below the equator.
            float height = 1.0f - 1.15f * (static_cast<float>(i) + 0.5f) / static_cast<float>(ringlets);
            float angle = 2.39996323f * static_cast<float>(i);
            float across = squareRoot(maximum(1.0f - height * height, 0.0f));
            n = {across * cosine(angle), height, across * sine(angle)};
        } else {
            Vec3f center = roots[static_cast<size_t>(i % ringlets)].normal;
            float x = random.normal(), y = random.normal(), z = random.normal();
            n = normalizedOr(center + Vec3f{x, y, z} * 0.05f, center);
        }
        roots.push_back({n * (sphereRadius + 2e-5f), n});
    }
    return roots;
}

Result<SceneContent> make(const Params& params, const SceneFiles&) {
    SceneContent content;
    content.head = sphereMesh(sphereRadius);
    content.colliders.spheres.push_back({{0, 0, 0}, sphereRadius});
    uint64_t seed = static_cast<uint64_t>(params.integer("seed"));
    auto roots = ringletRoots(params.integer("strands"), params.integer("clumps"), seed);
    content.groom = proceduralGroom(roots, params, [](Vec3f p) {
        float r = lengthOf(p);
        return Clearance{r - sphereRadius, r > 0 ? p * (1.0f / r) : Vec3f{0, 1, 0}};
    });
    return content;
}

const RegisterScene here{{"ringlets", "Ringlets",
                          "Big ringlets on a small sphere, which find their shape again after any shaking",
                          SceneKind::Ball, "chestnut",
                          "elastic-strand", &proceduralGroomParams(),
                          fullHeadDefaults({{"strands", 720}, {"particles", 48}, {"length", 0.42},
                                            {"lengthVariation", 0.1}, {"curl", 2}, {"curlRadius", 0.014},
                                            {"curlPitch", 0.045}, {"clumping", 0.85}, {"clumps", 36}, {"noise", 0.002},
                                            {"parted", 0}, {"back", 0}, {"lift", 0.004}, {"stiffness", 3e-8}}),
                          make}};

}  // namespace
}  // namespace ringlet::scene_ringlets
