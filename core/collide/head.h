// The procedural head: a stylised bust made by one signed distance function,
// from which come the drawn mesh, the collider and the scalp, so that hair
// touches what is seen. Head space: metres, Y up, +Z out of the face, origin at
// the centre of the skull; the head is about 0.155 m wide, 0.2 m deep and
// 0.24 m high. Everything here is the same bits on every target.
//
// Known limit: smooth unions of ellipsoids are a distance only near the
// surface (within about 2 cm); farther out the value has the right sign and
// grows, but may differ from the true distance by some tens of per cent.
#pragma once

#include "core/collide/colliders.h"

#include <cstdint>
#include <vector>

namespace ringlet {

// Signed distance (m) from p to the bust's surface, negative inside.
float headDistance(Vec3f p);
// The same for `count` points at once, several times as fast; the same bits.
void headDistances(const Vec3f* points, int count, float* distances);

// Unit direction in which headDistance grows fastest at p: the surface's
// normal where p lies on it.
Vec3f headNormal(Vec3f p);

// p moved along the distance's gradient until it lies on the surface (within
// 0.01 mm where p starts within 2 cm of it).
Vec3f onHeadSurface(Vec3f p);

// Signed distance (m) to what hair is kept out of: the drawn bust with the hollows
// behind the ears, beside the nose and under the chin filled and thin ridges
// rounded, since a strand meets it only where its particles are. It holds the
// whole bust: 0.3 mm off the scalp, 2.5 mm and more off face, ears and neck.
float headColliderDistance(Vec3f p);

// The box that holds the whole bust with 4 cm of air around it, m.
struct HeadBox {
    Vec3f low, high;
};
HeadBox headBox();

// The drawn bust: a closed mesh of welded vertices with smooth normals,
// counter-clockwise seen from outside. `resolution` is the number of cells
// along the box's longest edge, clamped to [64, 256]; time grows with its square
// (128: about 25,000 vertices). `tolerance`, of an edge's length: edges whose middles
// lie farther from the surface are halved, up to three times, and those of the face and
// along the hair line down to 3 mm; 0 halves none.
Mesh headMesh(int resolution, float tolerance = 0);

// Where a scene has the bust: its point p stands at p * scale + shift (m). Everything
// that is painted on the bust or measured against it goes by this.
struct BustPlace {
    float scale = 0;  // 0: the scene's head is not the bust
    Vec3f shift{0, 0, 0};
    Vec3f fromBust(Vec3f p) const { return p * scale + shift; }
    Vec3f toBust(Vec3f p) const { return (p - shift) * (1 / scale); }
};

// headColliderDistance at the nodes of a grid over headBox(), spacing `cell` (m),
// clamped to [0.002, 0.02]. Nodes farther than 12 cells from the surface may get what
// lies linearly between the corners of a block of four cells.
DistanceGrid headGrid(float cell);

// Where a hair grows: a point of the surface and its unit normal.
struct ScalpRoot {
    Vec3f position;  // m
    Vec3f normal;    // unit, out of the head
};

// Signed height (m) of a surface point above the hair line: positive where
// hair grows, negative on face, ears and neck.
float aboveHairLine(Vec3f p);

// Exactly `count` roots (none for count <= 0), spread evenly over the scalp
// within the hair line. The first k roots of any count are themselves spread
// evenly: they serve as clump centres. None lies deeper than 3 mm in what
// headColliderDistance fills behind the ears. The same seed gives the same roots.
std::vector<ScalpRoot> scalpRoots(int count, uint64_t seed);

// The same where a full beard grows: chin, jaw and cheeks up to the ears, and above the lips.
std::vector<ScalpRoot> beardRoots(int count);

}  // namespace ringlet
