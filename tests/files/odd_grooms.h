// Grooms of many kinds for tests, made here: metres, Y up, +Z out of the face, on heads that
// are not quite Ringlet's own, or on no head at all.
#pragma once

#include "core/collide/head.h"
#include "core/files/formats.h"
#include "core/files/placement.h"
#include "core/math/elementary.h"
#include "core/math/random.h"

#include <functional>

namespace ringlet::test {

inline void addHair(FileStrands& out, Vec3f root, Vec3f leaves, Vec3f then, float length, int points = 12) {
    out.counts.push_back(static_cast<uint32_t>(points));
    Vec3f p = root;
    const float step = length / static_cast<float>(points - 1);
    for (int i = 0; i < points; ++i) {
        out.points.push_back(p);
        const float t = minimum(static_cast<float>(i) / (0.35f * static_cast<float>(points)), 1.0f);
        p = p + normalizedOr(leaves * (1 - t) + then * t, leaves) * step;
    }
}

// Somebody else's head: longer, narrower, a bit nodding.
inline Vec3f onOtherHead(Vec3f p) {
    const Vec3f q{0.94f * p.x, 1.05f * p.y, 1.04f * p.z};
    return {q.x, 0.995f * q.y - 0.0998f * q.z, 0.0998f * q.y + 0.995f * q.z};
}

struct HeadHair {
    int strands = 1500;
    float length = 0.25f;
    Vec3f falls{0, -1, -0.1f};  // where hair goes in the end
    std::function<bool(Vec3f)> grows = [](Vec3f) { return true; };
    bool beard = false;
};
inline FileStrands headHair(const HeadHair& hair) {
    FileStrands out;
    Random random(7, 1);
    for (const ScalpRoot& root : hair.beard ? beardRoots(hair.strands) : scalpRoots(hair.strands, 11)) {
        if (!hair.grows(root.position)) continue;
        const Vec3f p = onOtherHead(root.position);
        const Vec3f aside{random.between(-0.3f, 0.3f), random.between(-0.3f, 0.3f), random.between(-0.3f, 0.3f)};
        // Beside the head, not through it.
        const Vec3f out_{root.normal.x, 0, root.normal.z};
        addHair(out, p, normalizedOr(root.normal + aside, root.normal), hair.falls + out_ * 0.35f, hair.length);
    }
    return out;
}
inline FileStrands wholeHead() { return headHair({}); }
inline FileStrands shortHair() { return headHair({2000, 0.03f, {0, -0.4f, -0.3f}}); }
inline FileStrands standingHair() { return headHair({1500, 0.12f, {0, 0.6f, 0}}); }
inline FileStrands oneSide() { return headHair({1500, 0.2f, {0, -1, -0.1f}, [](Vec3f p) { return p.x > 0.01f; }}); }
inline FileStrands topOnly() { return headHair({2000, 0.15f, {0.3f, -0.8f, 0.4f}, [](Vec3f p) { return p.y > 0.055f; }}); }
inline FileStrands fringe() { return headHair({3000, 0.07f, {0, -1, 0.3f}, [](Vec3f p) { return p.z > 0.03f; }}); }
inline FileStrands mohawkOnHead() { return headHair({6000, 0.1f, {0, 0.3f, -0.5f}, [](Vec3f p) { return absolute(p.x) < 0.015f; }}); }
inline FileStrands beard() { return headHair({600, 0.08f, {0, -1, 0.3f}, [](Vec3f) { return true; }, true}); }
// As somebody draws one without a head at hand: on a part of an upright tube, m of it to the sides and forward, rad around.
inline FileStrands drawnBeard(float wide, float deep, float around) {
    FileStrands out;
    Random random(3, 1);
    for (int i = 0; i < 1200; ++i) {
        const float angle = around * random.between(-0.5f, 0.5f), down = random.between(0, 1), narrow = 1 - 0.3f * down;
        const Vec3f root{wide * sine(angle), -0.06f - 0.05f * down, 0.02f + deep * cosine(angle) * narrow};
        addHair(out, root, normalizedOr(Vec3f{0.3f * sine(angle), -0.8f, 0.5f}, {0, -1, 0}), {0, -1, -0.2f}, random.between(0.05f, 0.08f), 8);
    }
    return out;
}
// The same on the lower front of an ellipsoid, with a bare chin's middle: as who models a head as one would draw it.
inline FileStrands roundBeard(float lowest) {
    FileStrands out;
    Random random(5, 1);
    while (out.counts.size() < 600) {
        const Vec3f d = normalizedOr(Vec3f{random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)}, {0, 1, 0});
        if (d.y > -0.2f || d.y < lowest || d.z < 0.2f || (d.y > -0.45f && absolute(d.x) < 0.35f)) continue;
        addHair(out, {0.068f * d.x, 0.11f * d.y, 0.095f * d.z}, d, {0, -1, 0}, 0.05f, 10);
    }
    return out;
}
inline FileStrands nape() { return headHair({9000, 0.1f, {0, -1, -0.3f}, [](Vec3f p) { return p.y < -0.03f && p.z < 0; }}); }
inline FileStrands ponyTail() {
    return headHair({9000, 0.35f, {0, -1, -0.4f}, [](Vec3f p) { return p.y < 0.045f && p.y > 0.005f && absolute(p.x) < 0.02f && p.z < 0; }});
}

// A curve of the middle plane with a surface around it: a creature's back. Strands in a strip
// along it, that leave it backwards: a mohawk from brow to tail, Y from 0.22 to 0.91 m.
inline FileStrands ratMohawk() {
    FileStrands out;
    Random random(3, 2);
    for (int s = 0; s < 2200; ++s) {
        const float t = random.between(0, 1), aside = random.between(-0.02f, 0.02f);
        // From the brow over the skull, then down a hunched back.
        const float bend = 2.1f * t;
        const Vec3f p{aside, 0.22f + 0.69f * cosine(0.7f * bend * bend / 1.93f), 0.16f - 0.55f * t + 0.1f * sine(3 * t)};
        const float u = t + 0.001f, bendU = 2.1f * u;
        const Vec3f q{aside, 0.22f + 0.69f * cosine(0.7f * bendU * bendU / 1.93f), 0.16f - 0.55f * u + 0.1f * sine(3 * u)};
        const Vec3f along = normalizedOr(q - p, Vec3f{0, 0, -1});
        const Vec3f normal = normalizedOr(Vec3f{aside * 8, -along.z, along.y}, Vec3f{0, 1, 0});
        addHair(out, p, normal, normal * 0.6f + along * 0.8f, 0.16f);
    }
    return out;
}

// Fur all over a body of ellipsoids: trunk, head, four legs, tail; it lies backwards.
inline FileStrands animalFur() {
    struct Part { Vec3f center, radii; int strands; };
    const Part parts[] = {{{0, 0.5f, 0}, {0.14f, 0.15f, 0.34f}, 2200}, {{0, 0.72f, 0.36f}, {0.09f, 0.1f, 0.13f}, 800},
                          {{0.09f, 0.22f, 0.22f}, {0.04f, 0.22f, 0.045f}, 300}, {{-0.09f, 0.22f, 0.22f}, {0.04f, 0.22f, 0.045f}, 300},
                          {{0.09f, 0.22f, -0.24f}, {0.04f, 0.22f, 0.045f}, 300}, {{-0.09f, 0.22f, -0.24f}, {0.04f, 0.22f, 0.045f}, 300},
                          {{0, 0.62f, -0.48f}, {0.035f, 0.04f, 0.2f}, 400}};
    FileStrands out;
    Random random(5, 3);
    const auto inside = [&](Vec3f p, const Part& part) {
        const Vec3f q = p - part.center;
        const Vec3f r{q.x / part.radii.x, q.y / part.radii.y, q.z / part.radii.z};
        return dot(r, r) < 0.98f;
    };
    for (const Part& part : parts) {
        for (int s = 0; s < part.strands; ++s) {
            const float height = random.between(-1, 1), angle = random.between(0, 6.2831853f);
            const float across = squareRoot(1 - height * height);
            const Vec3f n{across * sine(angle), height, across * cosine(angle)};
            const Vec3f p = part.center + Vec3f{n.x * part.radii.x, n.y * part.radii.y, n.z * part.radii.z};
            bool hidden = false;
            for (const Part& other : parts) hidden = hidden || inside(p, other);
            const Vec3f normal = normalizedOr(Vec3f{n.x / part.radii.x, n.y / part.radii.y, n.z / part.radii.z}, n);
            if (!hidden) addHair(out, p, normal, normal * 0.3f + Vec3f{0, -0.5f, -0.8f}, 0.04f, 6);
        }
    }
    return out;
}

// A horse's tail: from a small patch that faces backwards.
inline FileStrands horseTail() {
    FileStrands out;
    Random random(9, 4);
    for (int s = 0; s < 500; ++s) {
        const Vec3f p{random.between(-0.03f, 0.03f), 1.3f + random.between(-0.04f, 0.04f), -0.8f + random.between(-0.01f, 0.01f)};
        addHair(out, p, {p.x * 4, 0.2f, -1}, {p.x * 4, -1, -0.1f}, 0.8f, 16);
    }
    return out;
}

// Bristles of a flat brush, a mat.
inline FileStrands mat() {
    FileStrands out;
    Random random(2, 5);
    for (int s = 0; s < 1200; ++s) addHair(out, {random.between(-0.4f, 0.4f), 0, random.between(-0.3f, 0.3f)}, {0, 1, 0}, {0.2f, 1, 0}, 0.03f, 6);
    return out;
}

// As a file of that unit and axis would hold it, moved by `origin` (m) first.
inline FileStrands inFile(FileStrands strands, float unit, UpAxis up, Vec3f origin = {0, 0, 0}) {
    for (Vec3f& p : strands.points) {
        const Vec3f q = (p + origin) * (1 / unit);
        switch (up) {
        case UpAxis::Z: p = {q.x, -q.z, q.y}; break;
        case UpAxis::X: p = {q.y, -q.x, q.z}; break;
        case UpAxis::MinusY: p = {q.x, -q.y, -q.z}; break;
        case UpAxis::MinusZ: p = {q.x, q.z, -q.y}; break;
        case UpAxis::MinusX: p = {-q.y, q.x, q.z}; break;
        default: p = q;
        }
    }
    return strands;
}

}  // namespace ringlet::test
