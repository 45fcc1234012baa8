#include "core/collide/head.h"

#include "core/collide/shape_distance.h"

namespace ringlet {
namespace {

// Groups of shapes are skipped where they cannot matter: `bound` is never above
// the true distance to any of the group, which blends with the rest over at
// most k. A group that is not skipped is held above its bound as well, since
// ellipsoids seem too close from afar: so nothing jumps.
bool reaches(float bound, float distance, float k) { return bound < distance + k; }

float skullDistance(Vec3f p) {
    float d = ellipsoid(p, {0, 0.014f, -0.022f}, {0.0745f, 0.0825f, 0.0775f});
    d = smoothUnion(d, ellipsoid(p, {0, 0.010f, 0.020f}, {0.0640f, 0.0820f, 0.0665f}), 0.030f);
    // Lower face: cheeks narrowing to the jaw and the chin.
    d = smoothUnion(d, ellipsoid(p, {0, -0.048f, 0.028f}, {0.0575f, 0.0680f, 0.0570f}), 0.030f);
    float jaw = taperedCapsule(p, {0.038f, -0.070f, 0.004f}, {0.008f, -0.112f, 0.060f}, 0.0180f, 0.0150f);
    d = smoothUnion(d, jaw, 0.034f);
    return d;
}

// 1 at 0, falling smoothly to 0 at |t| = 1 (given squared).
float bump(float tSquared) {
    float rest = maximum(1.0f - tSquared, 0.0f);
    return rest * rest;
}
float squared(float a) { return a * a; }

// How far the lips stand out of the face, m; they meet in the mouth's line.
float lips(Vec3f p) {
    if (p.z < 0.04f) return 0.0f;
    float arch = 9.0f * squared(maximum(p.x - 0.004f, 0.0f));  // corners lie lower than the bow
    float upper = 0.0028f * bump(squared(p.x / 0.0250f) + squared((p.y + 0.0735f + arch) / 0.0060f));
    float lower = 0.0036f * bump(squared(p.x / 0.0220f) + squared((p.y + 0.0845f) / 0.0078f));
    return upper + lower;
}

// Shapes below use the mirrored half p.x >= 0.
float faceFeatures(Vec3f p, float d) {
    // Brow and cheekbones, then the sockets between them.
    float brow = taperedCapsule(p, {0.004f, 0.004f, 0.0765f}, {0.044f, 0.009f, 0.0570f}, 0.0075f, 0.0065f);
    d = smoothUnion(d, brow, 0.024f);
    d = smoothUnion(d, ball(p, {0.0360f, -0.044f, 0.0520f}, 0.0230f), 0.028f);
    d = smoothWithout(d, ellipsoid(p, {0.0305f, -0.0170f, 0.0945f}, {0.0175f, 0.0115f, 0.0125f}), 0.020f);
    // Closed lids over the eyeballs.
    d = smoothUnion(d, ellipsoid(p, {0.0300f, -0.0175f, 0.0655f}, {0.0155f, 0.0120f, 0.0155f}), 0.006f);
    // Nose: bridge, tip, wings.
    d = smoothUnion(d, taperedCapsule(p, {0, -0.004f, 0.0800f}, {0, -0.042f, 0.0960f}, 0.0055f, 0.0068f), 0.016f);
    d = smoothUnion(d, ball(p, {0, -0.0465f, 0.0975f}, 0.0078f), 0.008f);
    d = smoothUnion(d, ellipsoid(p, {0.0085f, -0.0495f, 0.0890f}, {0.0058f, 0.0052f, 0.0075f}), 0.007f);
    // Mouth: a soft muzzle, the chin, the lips.
    d = smoothUnion(d, ellipsoid(p, {0, -0.078f, 0.0625f}, {0.0330f, 0.0210f, 0.0240f}), 0.026f);
    d = smoothUnion(d, ball(p, {0, -0.1080f, 0.0700f}, 0.0160f), 0.026f);
    return d - lips(p);
}

// The auricle: a tilted shell, hollow towards the outside.
float earDistance(Vec3f p) {
    Vec3f q = p - Vec3f{0.0745f, -0.0260f, -0.0060f};
    // Leans back (about X) and stands off behind (about Y).
    Vec3f r{q.x, 0.966f * q.y - 0.259f * q.z, 0.259f * q.y + 0.966f * q.z};
    Vec3f s{0.906f * r.x + 0.423f * r.z, r.y, -0.423f * r.x + 0.906f * r.z};
    float d = ellipsoid(s, {0, 0.006f, 0}, {0.0085f, 0.0250f, 0.0165f});
    d = smoothUnion(d, ellipsoid(s, {0.0005f, -0.0190f, 0.0040f}, {0.0060f, 0.0110f, 0.0085f}), 0.010f);
    return smoothWithout(d, ellipsoid(s, {0.0110f, 0.0030f, 0.0020f}, {0.0075f, 0.0170f, 0.0100f}), 0.005f);
}

float torsoDistance(Vec3f p) {
    float chest = ellipsoid(p, {0, -0.325f, -0.022f}, {0.1350f, 0.1350f, 0.0840f});
    float shoulder = taperedCapsule(p, {0.030f, -0.203f, -0.042f}, {0.140f, -0.250f, -0.036f}, 0.034f, 0.045f);
    float d = smoothUnion(chest, shoulder, 0.060f);
    // A bust's cut: rounded below and at the arms.
    float cut = ellipsoid(p, {0, -0.180f, -0.020f}, {0.1740f, 0.1500f, 0.3000f});
    return smoothCommon(d, cut, 0.020f);
}

}  // namespace

float headDistance(Vec3f p) {
    Vec3f m{absolute(p.x), p.y, p.z};
    float d = skullDistance(m);
    float face = ball(m, {0.015f, -0.053f, 0.070f}, 0.090f);
    if (reaches(face, d, 0.028f)) d = maximum(faceFeatures(m, d), smoothUnion(d, face, 0.028f));
    float ear = ball(m, {0.078f, -0.030f, -0.006f}, 0.040f);
    if (reaches(ear, d, 0.008f)) d = smoothUnion(d, maximum(earDistance(m), ear), 0.008f);
    float belowSkull = p.y + 0.035f;
    if (reaches(belowSkull, d, 0.028f)) {
        float neck = taperedCapsule(m, {0, -0.080f, -0.020f}, {0, -0.220f, -0.040f}, 0.0445f, 0.0520f);
        d = smoothUnion(d, maximum(neck, belowSkull), 0.028f);
    }
    float belowNeck = p.y + 0.150f;
    if (reaches(belowNeck, d, 0.055f)) d = smoothUnion(d, maximum(torsoDistance(m), belowNeck), 0.055f);
    return d;
}

Vec3f headNormal(Vec3f p) {
    // Differences over the corners of a tetrahedron; h trades the rounding of
    // float distances against the smallest feature (about 4 mm).
    const float h = 0.0005f;
    float a = headDistance({p.x + h, p.y - h, p.z - h});
    float b = headDistance({p.x - h, p.y - h, p.z + h});
    float c = headDistance({p.x - h, p.y + h, p.z - h});
    float e = headDistance({p.x + h, p.y + h, p.z + h});
    return normalizedOr(Vec3f{a - b - c + e, c - a - b + e, b - a - c + e}, Vec3f{0, 1, 0});
}

float aboveHairLine(Vec3f p) {
    // Height of the line (m) over the cosine of the azimuth, 1 at the face and
    // -1 at the nape: brow, temple, side lock, over the ear, behind it, nape.
    const float azimuth[] = {-1.0f, -0.72f, -0.50f, -0.34f, -0.12f, 0.12f, 0.24f, 0.34f, 0.52f, 0.72f, 0.90f, 1.0f};
    const float height[] = {-0.088f, -0.085f, -0.070f, -0.030f, 0.008f, 0.004f,
                            -0.026f, -0.016f, 0.026f, 0.054f, 0.062f, 0.060f};
    const int last = sizeof azimuth / sizeof azimuth[0] - 1;
    float across = squareRoot(p.x * p.x + p.z * p.z);
    float c = across > 1e-6f ? clamped(p.z / across, -1.0f, 1.0f) : 0.0f;
    int i = 0;
    while (i + 1 < last && c > azimuth[i + 1]) ++i;
    float t = (c - azimuth[i]) / (azimuth[i + 1] - azimuth[i]);
    float line = height[i] + (height[i + 1] - height[i]) * t;
    return minimum(p.y - line, earDistance({absolute(p.x), p.y, p.z}) - 0.007f);
}

Vec3f onHeadSurface(Vec3f p) {
    for (int i = 0; i < 6; ++i) {
        float d = headDistance(p);
        if (absolute(d) < 2e-6f) break;
        p = p - headNormal(p) * d;
    }
    return p;
}

HeadBox headBox() { return {{-0.205f, -0.372f, -0.148f}, {0.205f, 0.140f, 0.148f}}; }

DistanceGrid headGrid(float cell) {
    DistanceGrid grid;
    HeadBox box = headBox();
    grid.origin = box.low;
    grid.cell = clamped(cell, 0.002f, 0.02f);
    Vec3f size = box.high - box.low;
    grid.nx = static_cast<int>(size.x / grid.cell) + 2;
    grid.ny = static_cast<int>(size.y / grid.cell) + 2;
    grid.nz = static_cast<int>(size.z / grid.cell) + 2;
    grid.distance.resize(static_cast<size_t>(grid.nx) * grid.ny * grid.nz);
    size_t node = 0;
    for (int k = 0; k < grid.nz; ++k)
        for (int j = 0; j < grid.ny; ++j)
            for (int i = 0; i < grid.nx; ++i)
                grid.distance[node++] = headColliderDistance({grid.origin.x + static_cast<float>(i) * grid.cell,
                                                              grid.origin.y + static_cast<float>(j) * grid.cell,
                                                              grid.origin.z + static_cast<float>(k) * grid.cell});
    return grid;
}

}  // namespace ringlet
