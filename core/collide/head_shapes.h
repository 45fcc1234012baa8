// The bust's distance function, for one point or for points side by side: the
// drawn head, and what hair is kept out of. head.h says what they mean.
#pragma once

#include "core/collide/shape_distance.h"

namespace ringlet {
inline namespace RINGLET_ISA {
namespace head {

// Groups of shapes are skipped where they cannot matter: `bound` is never above
// the true distance to any of the group, which blends with the rest over at
// most k. A group that is not skipped is held above its bound as well, since
// ellipsoids seem too close from afar: so nothing jumps.
template <class T> auto reaches(T bound, T distance, float k) { return bound < distance + T(k); }

template <class T> T skullDistance(Vec3<T> p) {
    T d = ellipsoid(p, {0, 0.014f, -0.022f}, {0.0745f, 0.0825f, 0.0775f});
    d = smoothUnion(d, ellipsoid(p, {0, 0.010f, 0.020f}, {0.0640f, 0.0820f, 0.0665f}), 0.030f);
    // Lower face: cheeks narrowing to the jaw and the chin.
    d = smoothUnion(d, ellipsoid(p, {0, -0.048f, 0.028f}, {0.0575f, 0.0680f, 0.0570f}), 0.030f);
    T jaw = taperedCapsule(p, {0.038f, -0.070f, 0.004f}, {0.008f, -0.112f, 0.060f}, 0.0180f, 0.0150f);
    d = smoothUnion(d, jaw, 0.034f);
    return d;
}

// 1 at 0, falling smoothly to 0 at |t| = 1 (given squared).
template <class T> T bump(T tSquared) {
    T rest = maximum(T(1) - tSquared, T(0));
    return rest * rest;
}
template <class T> T squared(T a) { return a * a; }

// How far the lips stand out of the face, m; they meet in the mouth's line.
template <class T> T lips(Vec3<T> p) {
    auto behind = p.z < T(0.04f);
    if (allLanes(behind)) return T(0);
    T arch = T(9) * squared(maximum(p.x - T(0.004f), T(0)));  // corners lie lower than the bow
    T upper = T(0.0028f) * bump(squared(p.x / T(0.0250f)) + squared((p.y + T(0.0735f) + arch) / T(0.0060f)));
    T lower = T(0.0036f) * bump(squared(p.x / T(0.0220f)) + squared((p.y + T(0.0845f)) / T(0.0078f)));
    return select(behind, T(0), upper + lower);
}

// Shapes below use the mirrored half p.x >= 0.
template <class T> T faceFeatures(Vec3<T> p, T d) {
    // Brow and cheekbones, then the sockets between them.
    T brow = taperedCapsule(p, {0.004f, 0.004f, 0.0765f}, {0.044f, 0.009f, 0.0570f}, 0.0075f, 0.0065f);
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
template <class T> T earDistance(Vec3<T> p) {
    Vec3<T> q = p - splat<T>(Vec3f{0.0745f, -0.0260f, -0.0060f});
    // Leans back (about X) and stands off behind (about Y).
    Vec3<T> r{q.x, T(0.966f) * q.y - T(0.259f) * q.z, T(0.259f) * q.y + T(0.966f) * q.z};
    Vec3<T> s{T(0.906f) * r.x + T(0.423f) * r.z, r.y, T(-0.423f) * r.x + T(0.906f) * r.z};
    T d = ellipsoid(s, {0, 0.006f, 0}, {0.0085f, 0.0250f, 0.0165f});
    d = smoothUnion(d, ellipsoid(s, {0.0005f, -0.0190f, 0.0040f}, {0.0060f, 0.0110f, 0.0085f}), 0.010f);
    return smoothWithout(d, ellipsoid(s, {0.0110f, 0.0030f, 0.0020f}, {0.0075f, 0.0170f, 0.0100f}), 0.005f);
}

template <class T> T torsoDistance(Vec3<T> p) {
    T chest = ellipsoid(p, {0, -0.325f, -0.022f}, {0.1350f, 0.1350f, 0.0840f});
    T shoulder = taperedCapsule(p, {0.030f, -0.203f, -0.042f}, {0.140f, -0.250f, -0.036f}, 0.034f, 0.045f);
    T d = smoothUnion(chest, shoulder, 0.060f);
    // A bust's cut: rounded below and at the arms.
    T cut = ellipsoid(p, {0, -0.180f, -0.020f}, {0.1740f, 0.1500f, 0.3000f});
    return smoothCommon(d, cut, 0.020f);
}

template <class T> T distance(Vec3<T> p) {
    Vec3<T> m{absolute(p.x), p.y, p.z};
    T d = skullDistance(m);
    T face = ball(m, {0.015f, -0.053f, 0.070f}, 0.090f);
    auto near = reaches(face, d, 0.028f);
    if (anyLane(near)) d = select(near, maximum(faceFeatures(m, d), smoothUnion(d, face, 0.028f)), d);
    T ear = ball(m, {0.078f, -0.030f, -0.006f}, 0.040f);
    near = reaches(ear, d, 0.008f);
    if (anyLane(near)) d = select(near, smoothUnion(d, maximum(earDistance(m), ear), 0.008f), d);
    T belowSkull = p.y + T(0.035f);
    near = reaches(belowSkull, d, 0.028f);
    if (anyLane(near)) {
        T neck = taperedCapsule(m, {0, -0.080f, -0.020f}, {0, -0.220f, -0.040f}, 0.0445f, 0.0520f);
        d = select(near, smoothUnion(d, maximum(neck, belowSkull), 0.028f), d);
    }
    T belowNeck = p.y + T(0.150f);
    near = reaches(belowNeck, d, 0.055f);
    if (anyLane(near)) d = select(near, smoothUnion(d, maximum(torsoDistance(m), belowNeck), 0.055f), d);
    return d;
}

template <class T> T aboveHairLine(Vec3<T> p) {
    // Height of the line (m) over the cosine of the azimuth, 1 at the face and
    // -1 at the nape: brow, temple, side lock, over the ear, behind it, nape.
    const float azimuth[] = {-1.0f, -0.72f, -0.50f, -0.34f, -0.12f, 0.12f, 0.24f, 0.34f, 0.52f, 0.72f, 0.90f, 1.0f};
    const float height[] = {-0.088f, -0.085f, -0.070f, -0.030f, 0.008f, 0.004f,
                            -0.026f, -0.016f, 0.026f, 0.054f, 0.062f, 0.060f};
    const int last = sizeof azimuth / sizeof azimuth[0] - 1;
    T across = squareRoot(p.x * p.x + p.z * p.z);
    auto aside = across > T(1e-6f);
    T c = select(aside, clamped(p.z / select(aside, across, T(1)), T(-1), T(1)), T(0));
    T from(azimuth[0]), width(azimuth[1] - azimuth[0]), low(height[0]), rise(height[1] - height[0]);
    for (int i = 1; i < last; ++i) {
        auto beyond = c > T(azimuth[i]);
        from = select(beyond, T(azimuth[i]), from);
        width = select(beyond, T(azimuth[i + 1] - azimuth[i]), width);
        low = select(beyond, T(height[i]), low);
        rise = select(beyond, T(height[i + 1] - height[i]), rise);
    }
    T line = low + rise * ((c - from) / width);
    return minimum(p.y - line, earDistance(Vec3<T>{absolute(p.x), p.y, p.z}) - T(0.007f));
}

// How far the collider lies off the drawn skin, m.
constexpr float offScalp = 0.0003f;
constexpr float offSkin = 0.0025f;
constexpr float fade = 0.015f;  // over which the one becomes the other below the hair line

template <class T> T smoothRise(T t) {
    t = clamped(t, T(0), T(1));
    return t * t * (T(3) - T(2) * t);
}

// A mound that holds the ear and fills what lies behind it.
template <class T> T earPad(Vec3<T> p) {
    T shell = ellipsoid(p, {0.0600f, -0.0250f, -0.0080f}, {0.0280f, 0.0370f, 0.0300f});
    return smoothUnion(shell, ball(p, {0.0620f, -0.0430f, 0.0020f}, 0.0200f), 0.020f);
}

// Sockets, the sides of the nose, the mouth.
template <class T> T facePad(Vec3<T> p) {
    T d = ellipsoid(p, {0, -0.0400f, 0.0300f}, {0.0600f, 0.0750f, 0.0660f});
    T nose = taperedCapsule(p, {0, -0.0050f, 0.0740f}, {0, -0.0430f, 0.0900f}, 0.0160f, 0.0180f);
    d = smoothUnion(d, nose, 0.030f);
    T chin = taperedCapsule(p, {0, -0.0780f, 0.0720f}, {0, -0.1080f, 0.0680f}, 0.0240f, 0.0200f);
    return smoothUnion(d, chin, 0.030f);
}

// From the chin and the jaw down to the chest.
template <class T> T throatPad(Vec3<T> p) {
    return taperedCapsule(p, {0, -0.1000f, 0.0220f}, {0, -0.1900f, -0.0200f}, 0.0400f, 0.0460f);
}

template <class T> T colliderDistance(Vec3<T> p) {
    Vec3<T> m{absolute(p.x), p.y, p.z};
    T skin = smoothRise(-aboveHairLine(p) / T(fade));
    T d = distance(p) - (T(offScalp) + T(offSkin - offScalp) * skin);
    d = smoothUnion(d, earPad(m), 0.020f);
    d = smoothUnion(d, facePad(m), 0.024f);
    return smoothUnion(d, throatPad(m), 0.040f);
}

}  // namespace head
}  // namespace RINGLET_ISA
}  // namespace ringlet
