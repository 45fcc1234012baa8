// Layers: the shape of a quad between two strands, how deep points are in it, and what they touch it by; of one, or a lane
// each of many.
#pragma once

#include "core/contact/contact.h"
#include "core/contact/hair_point.h"
#include "core/contact/segment_math.h"

namespace ringlet {

// Between two strands: corners[0], [1] on one, root side first, and [2], [3] on the other.
struct Quad {
    uint32_t corners[4];
};

constexpr int mostLayers = 3;  // quads that one point touches
// A point near a quad.
struct NearLayer {
    float distance, depth;  // of the point to the quad and in its thickness, m
    float u, v;             // where on the quad
    uint32_t point, quad;
    // Of equally near quads the first comes first.
    RINGLET_HD bool before(const NearLayer& o) const { return distance < o.distance || (distance == o.distance && quad < o.quad); }
};

inline namespace RINGLET_ISA {

constexpr float thinsFrom = 0.75f;  // of the width
constexpr float farAway = 1e30f;    // m

// Corners' middle at rest; inverseMass: the farthest of them from it, m.
RINGLET_HD_CALL HairPoint restOfQuad(const HairPoint* rest, const Quad& quad) {
    Vec3f middle{0, 0, 0};
    for (uint32_t c : quad.corners) middle = middle + 0.25f * positionOf(rest[c]);
    float reach = 0;
    for (uint32_t c : quad.corners) reach = maximum(reach, lengthOf(positionOf(rest[c]) - middle));
    return {middle.x, middle.y, middle.z, reach};
}

// A quad's box, and the slab in which it lies.
template <class T>
struct QuadShape {
    Vec3<T> low, high, normal;
    T offset, half;
};
template <class T>
RINGLET_HD QuadShape<T> quadShape(const Vec3<T>* c, const LayerSettings& settings) {
    const T open(settings.width * settings.width), zero(0.0f);
    const Vec3<T> none = splat<T>(Vec3f{farAway, farAway, farAway}), r = splat<T>(Vec3f{1, 1, 1} * (settings.thickness * 1.001f));
    const auto lowest = [](Vec3<T> a, Vec3<T> b) { return Vec3<T>{minimum(a.x, b.x), minimum(a.y, b.y), minimum(a.z, b.z)}; };
    const auto highest = [](Vec3<T> a, Vec3<T> b) { return Vec3<T>{maximum(a.x, b.x), maximum(a.y, b.y), maximum(a.z, b.z)}; };
    // A quad that is open at both ends is none.
    const Vec3<T> begin = c[2] - c[0], end = c[3] - c[1];
    const auto there = either(either(dot(begin, begin) < open, dot(end, end) < open), dot(begin, end) < zero);
    QuadShape<T> shape;
    shape.low = select(there, lowest(lowest(c[0], c[1]), lowest(c[2], c[3])) - r, none);
    shape.high = select(there, highest(highest(c[0], c[1]), highest(c[2], c[3])) + r, -none);
    // The plane of the diagonals' directions: all four corners are as far from it, on either
    // side, and the quad lies between.
    shape.normal = normalizedOr(cross(c[3] - c[0], c[2] - c[1]), Vec3<T>{zero, zero, zero});
    const Vec3<T> middle = T(0.25f) * ((c[0] + c[1]) + (c[2] + c[3]));
    shape.half = absolute(dot(c[0] - middle, shape.normal)) + T(settings.thickness * 1.01f);
    shape.offset = dot(middle, shape.normal);
    return shape;
}

// A point and the corners of a quad.
template <class T>
struct LayerPlaces {
    Vec3<T> x, c[4];
};
RINGLET_HD LayerPlaces<float> layerPlaces(const HairPoint* points, const Quad& quad, uint32_t point) {
    LayerPlaces<float> p;
    p.x = positionOf(points[point]);
    for (int k = 0; k < 4; ++k) p.c[k] = positionOf(points[quad.corners[k]]);
    return p;
}

// From the point (u, v) of the quad to x, m.
template <class T>
RINGLET_HD Vec3<T> betweenAt(const LayerPlaces<T>& p, T u, T v) {
    return p.x - pointOnQuad({u, v}, p.c[0], p.c[1], p.c[2], p.c[3]);
}

// Whether a point may rest nearer to a quad than its thickness. fromMiddle, reach: from and of the quad's corners' middle at rest.
template <class T>
RINGLET_HD auto mayRestNear(Vec3<T> fromMiddle, T reach, float thickness) {
    const T within = reach + T(thickness) * T(1 / restShare);
    return dot(fromMiddle, fromMiddle) < within * within;
}
// Where it rests nearer than that to the quad, it counts from there.
template <class T>
RINGLET_HD T restingAt(const LayerPlaces<T>& rest) {
    const NearestOnQuad<T> at = nearestOnQuad(rest.x, rest.c[0], rest.c[1], rest.c[2], rest.c[3]);
    return T(restShare) * lengthOf(betweenAt(rest, at.u, at.v));
}
// How deep a point is in the thickness of its quad, which touches below `least`, m. It thins and ends where its guides are too
// far apart.
template <class T>
RINGLET_HD T layerDepth(const LayerPlaces<T>& p, T u, T least, T distance, float width) {
    const Vec3<T> begin = p.c[2] - p.c[0], end = p.c[3] - p.c[1];
    const T opening = lengthOf(begin + u * (end - begin)), thins(1 / ((1 - thinsFrom) * width));
    return least * clamped((T(width) - opening) * thins, T(0), T(1)) - distance;
}

// The contact of a point and a quad; see Contact.
template <class T>
struct LayerTouch {
    Vec3<T> normal, slip;
    T weight[4];
};
template <class T>
RINGLET_HD LayerTouch<T> layerTouch(const LayerPlaces<T>& p, const LayerPlaces<T>& was, T u, T v) {
    const T one(1.0f);
    const Vec3<T> along = p.c[1] - p.c[0], across = p.c[2] - p.c[0], up = splat<T>(Vec3f{0, 1, 0});
    LayerTouch<T> touch;
    touch.normal = normalizedOrElse(betweenAt(p, u, v), [&] { return normalizedOr(cross(along, across), up); });
    const T weights[4] = {(one - u) * (one - v), u * (one - v), (one - u) * v, u * v};
    Vec3<T> way = p.x - was.x;
    for (int k = 0; k < 4; ++k) way = way - weights[k] * (p.c[k] - was.c[k]), touch.weight[k] = weights[k];
    touch.slip = way - dot(way, touch.normal) * touch.normal;
    return touch;
}

}  // namespace RINGLET_ISA
}  // namespace ringlet
