// Roots on the procedural head.
#include "core/collide/head.h"
#include "core/math/elementary.h"
#include "core/math/random.h"

namespace ringlet {
namespace {

constexpr float deepestRoot = 0.003f;  // in the collider, m: hair must come out within a particle

// Where the ray from the skull's centre along `direction` leaves the head.
Vec3f seenFromCenter(Vec3f direction) {
    // Outside the skull in every direction that the scalp lies in.
    float t = 0.16f;
    for (int i = 0; i < 24; ++i) {
        float d = headDistance(direction * t);
        if (d < 1e-5f) break;
        t -= d;
    }
    return onHeadSurface(direction * t);
}

}  // namespace

std::vector<ScalpRoot> scalpRoots(int count, uint64_t seed) {
    std::vector<ScalpRoot> roots;
    if (count <= 0) return roots;
    roots.reserve(static_cast<size_t>(count));
    Random random(seed, 0x5CA1Bu);
    uint32_t u = random.bits(), v = random.bits();
    // The spacing between neighbouring roots; a part of it is jitter, which
    // breaks up the rows of the sequence.
    const float spacing = squareRoot(0.06f / static_cast<float>(count));
    while (roots.size() < static_cast<size_t>(count)) {
        // Additive sequence with the plastic number's two ratios in 32-bit
        // fixed point: every prefix is spread evenly over the square (Roberts
        // 2018), which an equal-area map takes to the sphere.
        u += 3242174889u;
        v += 2447445414u;
        float height = -0.82f + 1.82f * (static_cast<float>(u >> 8) * (1.0f / 16777216.0f));
        float angle = static_cast<float>(2 * pi) * (static_cast<float>(v >> 8) * (1.0f / 16777216.0f));
        float across = squareRoot(maximum(1.0f - height * height, 0.0f));
        Vec3f direction{across * sine(angle), height, across * cosine(angle)};
        float jx = random.between(-1, 1), jy = random.between(-1, 1), jz = random.between(-1, 1);
        float ragged = random.between(-0.003f, 0.003f);  // a hair line is no sharp edge
        Vec3f start = direction + Vec3f{jx, jy, jz} * (4.0f * spacing);
        Vec3f p = seenFromCenter(normalizedOr(start, direction));
        if (aboveHairLine(p) < ragged || headColliderDistance(p) < -deepestRoot) continue;
        Vec3f n = headNormal(p);
        // 0.02 mm of air, so that rounding never puts a root inside.
        roots.push_back({p + n * 2e-5f, n});
    }
    return roots;
}

std::vector<ScalpRoot> beardRoots(int count) {
    std::vector<ScalpRoot> roots;
    uint32_t u = 0, v = 0;
    while (roots.size() < static_cast<size_t>(count < 0 ? 0 : count)) {
        u += 3242174889u;
        v += 2447445414u;
        const float height = -0.86f + 0.6f * (static_cast<float>(u >> 8) * (1.0f / 16777216.0f));
        const float angle = static_cast<float>(pi) * (static_cast<float>(v >> 8) * (1.0f / 16777216.0f) - 0.5f);
        const float across = squareRoot(1.0f - height * height);
        const Vec3f p = seenFromCenter({across * sine(angle), height, across * cosine(angle)});
        const bool cheek = p.y < -0.046f - 0.18f * p.z && p.y > -0.128f && p.z > -0.005f;
        const bool lips = absolute(p.x) < 0.024f && p.y > -0.088f && p.y < -0.070f;
        if (cheek && !lips) roots.push_back({p, headNormal(p)});
    }
    return roots;
}

}  // namespace ringlet
