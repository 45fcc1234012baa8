// The drawn bust: the net of its distances' surface, vertices moved on to the
// surface itself, edges halved where it bends.
#include "core/collide/head.h"

#include "core/collide/surface_net.h"

#include <map>
#include <utility>

namespace ringlet {
namespace {

constexpr int blockEdge = 6;  // nodes
constexpr int finest = 3;     // times that an edge is halved
constexpr float fineEdge = 0.003f;  // m; in the face and along the hair line

// Distances at the nodes of one block of cells. Where the block's middle is far
// from the surface its nodes only need the right sign.
void fillBlock(DistanceGrid& lattice, int i0, int j0, int k0) {
    int i1 = i0 + blockEdge, j1 = j0 + blockEdge, k1 = k0 + blockEdge;
    float half = 0.5f * static_cast<float>(blockEdge) * lattice.cell;
    Vec3f middle = lattice.at(i0, j0, k0) + Vec3f{half, half, half};
    float center = headDistance(middle);
    // Half a diagonal is 1.74 half edges; the rest is room for inexact distances.
    bool near = absolute(center) < 3.0f * half;
    Vec3f nodes[blockEdge * blockEdge * blockEdge];
    float distance[blockEdge * blockEdge * blockEdge];
    int count = 0;
    for (int k = k0; k < k1 && k < lattice.nz; ++k)
        for (int j = j0; j < j1 && j < lattice.ny; ++j)
            for (int i = i0; i < i1 && i < lattice.nx; ++i) {
                nodes[count] = lattice.at(i, j, k);
                distance[count++] = center;
            }
    if (near) headDistances(nodes, count, distance);
    const float* next = distance;
    for (int k = k0; k < k1 && k < lattice.nz; ++k)
        for (int j = j0; j < j1 && j < lattice.ny; ++j)
            for (int i = i0; i < i1 && i < lattice.nx; ++i) lattice.distance[lattice.node(i, j, k)] = *next++;
}

DistanceGrid makeLattice(int resolution) {
    HeadBox box = headBox();
    Vec3f size = box.high - box.low;
    DistanceGrid lattice;
    lattice.origin = box.low;
    lattice.cell = maximum(size.x, maximum(size.y, size.z)) / static_cast<float>(resolution);
    lattice.nx = static_cast<int>(size.x / lattice.cell) + 2;
    lattice.ny = static_cast<int>(size.y / lattice.cell) + 2;
    lattice.nz = static_cast<int>(size.z / lattice.cell) + 2;
    lattice.distance.resize(static_cast<size_t>(lattice.nx) * lattice.ny * lattice.nz);
    for (int k = 0; k < lattice.nz; k += blockEdge)
        for (int j = 0; j < lattice.ny; j += blockEdge)
            for (int i = 0; i < lattice.nx; i += blockEdge) fillBlock(lattice, i, j, k);
    return lattice;
}

bool inFace(Vec3f p) {
    return absolute(p.x) < 0.055f && p.y > -0.115f && p.y < 0.02f && p.z > 0.045f;
}

uint64_t edgeKey(uint32_t a, uint32_t b) { return a < b ? (uint64_t{a} << 32 | b) : (uint64_t{b} << 32 | a); }

// A triangle's parts where some of its edges are split; `middle`: of the edge from a corner to the next, negative
// where it is whole.
void splitTriangle(const uint32_t* corner, const int64_t* middle, std::vector<Triangle>& triangles) {
    int split = 0, first = 0;
    for (int i = 0; i < 3; ++i) split += middle[i] >= 0 ? 1 : 0;
    auto made = [&](int i) { return static_cast<uint32_t>(middle[i]); };
    if (split == 3) {
        for (int i = 0; i < 3; ++i) triangles.push_back({corner[i], made(i), made((i + 2) % 3)});
        triangles.push_back({made(0), made(1), made(2)});
        return;
    }
    // The first edge that is split, or for two of them the one before the whole edge.
    for (int i = 0; i < 3; ++i)
        if (middle[i] >= 0 && (split == 1 || middle[(i + 1) % 3] >= 0)) first = i;
    const uint32_t a = corner[first], b = corner[(first + 1) % 3], c = corner[(first + 2) % 3];
    if (split == 0) {
        triangles.push_back({corner[0], corner[1], corner[2]});
    } else if (split == 1) {
        triangles.push_back({a, made(first), c});
        triangles.push_back({made(first), b, c});
    } else {
        const uint32_t ab = made(first), bc = made((first + 1) % 3);
        triangles.push_back({ab, b, bc});
        triangles.push_back({a, ab, bc});
        triangles.push_back({a, bc, c});
    }
}

// Splits every edge that bends, its middle farther than `tolerance` of its length from
// the surface, or that is too long for where it is; the new vertex lies on the surface.
// Every triangle is split by those of its edges: what was closed stays closed. False
// where nothing was split.
bool refine(Mesh& mesh, float tolerance) {
    std::map<uint64_t, int64_t> middles;  // of an edge, by its ends; negative: not split
    std::vector<Vec3f> at;
    std::vector<float> length;
    for (const Triangle& t : mesh.triangles) {
        const uint32_t corner[4] = {t.a, t.b, t.c, t.a};
        for (int i = 0; i < 3; ++i) {
            if (!middles.emplace(edgeKey(corner[i], corner[i + 1]), static_cast<int64_t>(at.size())).second) continue;
            const Vec3f from = mesh.vertices[corner[i]], to = mesh.vertices[corner[i + 1]];
            at.push_back((from + to) * 0.5f);
            length.push_back(lengthOf(to - from));
        }
    }
    std::vector<float> off(at.size());
    headDistances(at.data(), static_cast<int>(at.size()), off.data());
    for (auto& [key, middle] : middles) {
        const Vec3f p = at[static_cast<size_t>(middle)];
        const float distance = off[static_cast<size_t>(middle)], edge = length[static_cast<size_t>(middle)];
        middle = -1;
        const bool tooLong = edge > fineEdge && (inFace(p) || absolute(aboveHairLine(p)) < edge);
        if (absolute(distance) <= tolerance * edge && !tooLong) continue;
        middle = static_cast<int64_t>(mesh.vertices.size());
        mesh.vertices.push_back(p - headNormal(p) * distance);
    }
    std::vector<Triangle> triangles;
    triangles.reserve(mesh.triangles.size());
    for (const Triangle& t : mesh.triangles) {
        const uint32_t corner[3] = {t.a, t.b, t.c};
        int64_t middle[3];
        for (int i = 0; i < 3; ++i) middle[i] = middles.find(edgeKey(corner[i], corner[(i + 1) % 3]))->second;
        splitTriangle(corner, middle, triangles);
    }
    const bool split = triangles.size() > mesh.triangles.size();
    mesh.triangles = std::move(triangles);
    return split;
}

}  // namespace

Mesh headMesh(int resolution, float tolerance) {
    resolution = resolution < 64 ? 64 : resolution > 256 ? 256 : resolution;
    DistanceGrid lattice = makeLattice(resolution);
    // The box holds air all around, so no crossing edge lies on its border.
    Mesh mesh = surfaceNet(lattice, [&](Vec3f vertex) {
        // One step on to the surface, kept within the cell's reach.
        const float d = clamped(headDistance(vertex), -0.5f * lattice.cell, 0.5f * lattice.cell);
        return vertex - headNormal(vertex) * d;
    });
    for (int times = 0; times < finest && tolerance > 0 && refine(mesh, tolerance);) ++times;
    mesh.normals.reserve(mesh.vertices.size());
    for (Vec3f v : mesh.vertices) mesh.normals.push_back(headNormal(v));
    return mesh;
}

}  // namespace ringlet
