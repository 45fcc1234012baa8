// The exact signed distance to a triangle mesh: what distance grids are made
// from and what penetration is measured against.
#pragma once

#include "core/collide/colliders.h"
#include "core/math/vec.h"

#include <cstdint>
#include <vector>

namespace ringlet {

// A bounding volume tree over a mesh's triangles. The mesh need not outlive it.
// The magnitude is the exact distance to the nearest triangle. The sign is that
// of the generalised winding number (Jacobson et al. 2013, "Robust inside-outside
// segmentation using generalized winding numbers"): negative where it exceeds
// one half, so that a mesh with small holes still has an inside. Solid angles
// are exact near a cluster of triangles and those of its dipole (its area
// vector at its area's centre) from dipoleReach times its radius away on
// (Barill et al. 2018, "Fast winding numbers for soups and clouds").
// Triangles must be counter-clockwise seen from outside; if the mesh's volume
// comes out negative, its triangles are taken as turned the other way round.
// Same bits on every target: doubles, no libm, ties kept in triangle order.
class MeshDistance {
public:
    // Triangles with an index out of range, or with a corner that is not finite
    // or beyond 1e6 m, are left out. Those without area count for the distance.
    explicit MeshDistance(const Mesh& mesh);

    // m, negative inside; 1e9 for a mesh without triangles. p must be finite.
    float signedDistance(Vec3f p) const;

    // m, at least 0, to the nearest triangle, or `limit` when none is nearer than that.
    float distance(Vec3f p, float limit = 1e9f) const;

    // The distance (m) to the nearest triangle and its unit normal, outward of
    // the whole mesh; up for a triangle without area. The mesh must not be empty.
    struct Nearest {
        float distance;
        Vec3f normal;
    };
    Nearest nearest(Vec3f p) const;

    // 1 inside a closed mesh, 0 outside, in between near holes.
    double windingNumber(Vec3f p) const;

    bool empty() const { return corners_.empty(); }
    Vec3f low() const { return low_; }    // bounding box, m
    Vec3f high() const { return high_; }

private:
    struct Corners {
        Vec3f a, b, c;
    };
    struct Node {
        Vec3f low, high;        // bounding box, m
        uint32_t first, count;  // triangles of a leaf; count 0 for an inner node
        uint32_t right;         // the left child is the next node
    };
    struct Dipole {             // what a node's triangles look like from far away
        Vec3d center;           // mean of the triangles, weighted by area, m
        Vec3d areaVector;       // sum of the triangles' area vectors, m^2
        double reachSquared;    // beyond this distance^2 from `center` the dipole serves, m^2
    };
    struct Angle;
    double search(Vec3d p, double limitSquared, uint32_t& nearest) const;
    uint32_t build(std::vector<uint32_t>& order, uint32_t first, uint32_t count, const std::vector<Corners>& all);
    void describe(uint32_t node, uint32_t first, uint32_t count);

    std::vector<Corners> corners_;  // in leaf order
    std::vector<Node> nodes_;
    std::vector<Dipole> dipoles_;   // a node
    Vec3f low_{0, 0, 0}, high_{0, 0, 0};
    double turned_ = 1;             // -1 where the mesh is inside out
};

}  // namespace ringlet
