// What hair is kept out of: the drawn bust without its hollows and thin ridges.
#include "core/collide/head.h"
#include "core/collide/shape_distance.h"

namespace ringlet {
namespace {

// How far the collider lies off the drawn skin, m.
constexpr float offScalp = 0.0003f;
constexpr float offSkin = 0.0025f;
constexpr float fade = 0.015f;  // over which the one becomes the other below the hair line

float smoothRise(float t) {
    t = clamped(t, 0.0f, 1.0f);
    return t * t * (3.0f - 2.0f * t);
}

// A mound that holds the ear and fills what lies behind it.
float earPad(Vec3f p) {
    float shell = ellipsoid(p, {0.0600f, -0.0250f, -0.0080f}, {0.0280f, 0.0370f, 0.0300f});
    return smoothUnion(shell, ball(p, {0.0620f, -0.0430f, 0.0020f}, 0.0200f), 0.020f);
}

// Sockets, the sides of the nose, the mouth.
float facePad(Vec3f p) {
    float d = ellipsoid(p, {0, -0.0400f, 0.0300f}, {0.0600f, 0.0750f, 0.0660f});
    float nose = taperedCapsule(p, {0, -0.0050f, 0.0740f}, {0, -0.0430f, 0.0900f}, 0.0160f, 0.0180f);
    d = smoothUnion(d, nose, 0.030f);
    float chin = taperedCapsule(p, {0, -0.0780f, 0.0720f}, {0, -0.1080f, 0.0680f}, 0.0240f, 0.0200f);
    return smoothUnion(d, chin, 0.030f);
}

// From the chin and the jaw down to the chest.
float throatPad(Vec3f p) {
    return taperedCapsule(p, {0, -0.1000f, 0.0220f}, {0, -0.1900f, -0.0200f}, 0.0400f, 0.0460f);
}

}  // namespace

float headColliderDistance(Vec3f p) {
    Vec3f m{absolute(p.x), p.y, p.z};
    float skin = smoothRise(-aboveHairLine(p) / fade);
    float d = headDistance(p) - (offScalp + (offSkin - offScalp) * skin);
    d = smoothUnion(d, earPad(m), 0.020f);
    d = smoothUnion(d, facePad(m), 0.024f);
    return smoothUnion(d, throatPad(m), 0.040f);
}

}  // namespace ringlet
