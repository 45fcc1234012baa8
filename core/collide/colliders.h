// What hair can touch: spheres, capsules and a signed distance grid, all in
// head space, so that they move and turn with the head.
#pragma once

#include "core/math/vec.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ringlet {

struct Sphere {
    Vec3f center;  // m
    float radius;  // m
};

struct Capsule {
    Vec3f a, b;    // axis ends, m
    float radius;  // m
};

// Distances (m, negative inside) at the nodes of a regular grid, x fastest.
// Between nodes trilinear; outside the grid the distance to the grid's box
// plus the border value.
struct DistanceGrid {
    Vec3f origin;                 // node (0, 0, 0), m
    float cell = 0;               // spacing, m
    int nx = 0, ny = 0, nz = 0;   // nodes, each at least 2
    std::vector<float> distance;  // nx * ny * nz
    std::vector<uint32_t> bounds = {};  // GridView::bound, kept with a grid that many colliders share; else empty

    size_t node(int i, int j, int k) const { return (static_cast<size_t>(k) * ny + j) * nx + i; }
    Vec3f at(int i, int j, int k) const {
        return {origin.x + static_cast<float>(i) * cell, origin.y + static_cast<float>(j) * cell,
                origin.z + static_cast<float>(k) * cell};
    }
};

struct Colliders {
    std::vector<Sphere> spheres;
    std::vector<Capsule> capsules;
    std::shared_ptr<const DistanceGrid> grid;  // null where there is none
};

struct Triangle {
    uint32_t a, b, c;
};

// A triangle mesh in head space, drawn as the head or turned into a grid.
struct Mesh {
    std::vector<Vec3f> vertices;  // m
    std::vector<Vec3f> normals;   // a vertex, unit; empty where unknown
    std::vector<Triangle> triangles;
};

// Signed distance (m) from `p` to the nearest collider and the unit direction
// out of it. A large positive distance where there are no colliders.
struct SurfacePoint {
    float distance;
    Vec3f normal;
};
SurfacePoint nearestSurface(const Colliders& colliders, Vec3f p);

}  // namespace ringlet
