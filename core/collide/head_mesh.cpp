// The drawn bust by surface nets: one vertex for every cell that the surface
// crosses, a quad for every grid edge that it crosses, vertices then moved on
// to the surface itself.
#include "core/collide/head.h"

#include <map>
#include <utility>

namespace ringlet {
namespace {

constexpr int blockEdge = 6;  // nodes
constexpr int finest = 3;     // times that an edge is halved
constexpr float fineEdge = 0.003f;  // m; in the face and along the hair line

struct Lattice {
    Vec3f origin;
    float cell;
    int nx, ny, nz;  // nodes
    std::vector<float> distance;

    size_t node(int i, int j, int k) const {
        return (static_cast<size_t>(k) * ny + j) * nx + i;
    }
    Vec3f at(int i, int j, int k) const {
        return {origin.x + static_cast<float>(i) * cell, origin.y + static_cast<float>(j) * cell,
                origin.z + static_cast<float>(k) * cell};
    }
};

// Distances at the nodes of one block of cells. Where the block's middle is far
// from the surface its nodes only need the right sign.
void fillBlock(Lattice& lattice, int i0, int j0, int k0) {
    int i1 = i0 + blockEdge, j1 = j0 + blockEdge, k1 = k0 + blockEdge;
    float half = 0.5f * static_cast<float>(blockEdge) * lattice.cell;
    Vec3f middle = lattice.at(i0, j0, k0) + Vec3f{half, half, half};
    float center = headDistance(middle);
    // Half a diagonal is 1.74 half edges; the rest is room for inexact distances.
    bool near = absolute(center) < 3.0f * half;
    Vec3f at[blockEdge * blockEdge * blockEdge];
    float distance[blockEdge * blockEdge * blockEdge];
    int count = 0;
    for (int k = k0; k < k1 && k < lattice.nz; ++k)
        for (int j = j0; j < j1 && j < lattice.ny; ++j)
            for (int i = i0; i < i1 && i < lattice.nx; ++i) {
                at[count] = lattice.at(i, j, k);
                distance[count++] = center;
            }
    if (near) headDistances(at, count, distance);
    const float* next = distance;
    for (int k = k0; k < k1 && k < lattice.nz; ++k)
        for (int j = j0; j < j1 && j < lattice.ny; ++j)
            for (int i = i0; i < i1 && i < lattice.nx; ++i) lattice.distance[lattice.node(i, j, k)] = *next++;
}

Lattice makeLattice(int resolution) {
    HeadBox box = headBox();
    Vec3f size = box.high - box.low;
    Lattice lattice;
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

// A cell face whose corners alternate in sign would give four triangles on one
// edge. Filling an outer corner by a hair joins the two sheets there; repeated
// until no such face is left, every edge of the mesh has exactly two triangles.
bool fillAlternatingFaces(Lattice& lattice) {
    bool changed = false;
    const int step[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int k = 0; k + 1 < lattice.nz; ++k)
        for (int j = 0; j + 1 < lattice.ny; ++j)
            for (int i = 0; i + 1 < lattice.nx; ++i)
                for (int axis = 0; axis < 3; ++axis) {
                    const int* u = step[(axis + 1) % 3];
                    const int* v = step[(axis + 2) % 3];
                    float& a = lattice.distance[lattice.node(i, j, k)];
                    float& b = lattice.distance[lattice.node(i + u[0], j + u[1], k + u[2])];
                    float& c = lattice.distance[lattice.node(i + v[0], j + v[1], k + v[2])];
                    float& d = lattice.distance[lattice.node(i + u[0] + v[0], j + u[1] + v[1], k + u[2] + v[2])];
                    if ((a < 0) != (d < 0) || (b < 0) != (c < 0) || (a < 0) == (b < 0)) continue;
                    (a < 0 ? b : d) = -0.01f * lattice.cell;  // one outer corner is enough
                    changed = true;
                }
    return changed;
}

// The mean of the points where the surface crosses the cell's edges; false
// where it does not cross the cell.
bool cellVertex(const Lattice& lattice, int i, int j, int k, Vec3f& vertex) {
    float corner[8];
    int inside = 0;
    for (int c = 0; c < 8; ++c) {
        corner[c] = lattice.distance[lattice.node(i + (c & 1), j + (c >> 1 & 1), k + (c >> 2))];
        inside += corner[c] < 0 ? 1 : 0;
    }
    if (inside == 0 || inside == 8) return false;
    Vec3f sum{0, 0, 0};
    float crossings = 0;
    for (int c = 0; c < 8; ++c)
        for (int axis = 0; axis < 3; ++axis) {
            int e = c | 1 << axis;
            if (e == c || (corner[c] < 0) == (corner[e] < 0)) continue;
            float t = corner[c] / (corner[c] - corner[e]);
            Vec3f a = lattice.at(i + (c & 1), j + (c >> 1 & 1), k + (c >> 2));
            Vec3f b = lattice.at(i + (e & 1), j + (e >> 1 & 1), k + (e >> 2));
            sum = sum + a + (b - a) * t;
            crossings += 1;
        }
    vertex = sum * (1.0f / crossings);
    return true;
}

// Splits the quad a b c d along its shorter diagonal.
void addQuad(Mesh& mesh, uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
    Vec3f ac = mesh.vertices[c] - mesh.vertices[a], bd = mesh.vertices[d] - mesh.vertices[b];
    if (dot(ac, ac) <= dot(bd, bd)) {
        mesh.triangles.push_back({a, b, c});
        mesh.triangles.push_back({a, c, d});
    } else {
        mesh.triangles.push_back({a, b, d});
        mesh.triangles.push_back({b, c, d});
    }
}

// Quads around the three grid edges that leave node (i, j, k) upwards.
void addQuads(Mesh& mesh, const Lattice& lattice, const std::vector<uint32_t>& vertexOf, int i, int j, int k) {
    bool inside = lattice.distance[lattice.node(i, j, k)] < 0;
    const int step[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int axis = 0; axis < 3; ++axis) {
        const int* s = step[axis];
        if (inside == (lattice.distance[lattice.node(i + s[0], j + s[1], k + s[2])] < 0)) continue;
        const int* u = step[(axis + 1) % 3];
        const int* v = step[(axis + 2) % 3];
        auto cellAt = [&](int a, int b) {
            return vertexOf[lattice.node(i - a * u[0] - b * v[0], j - a * u[1] - b * v[1], k - a * u[2] - b * v[2])];
        };
        uint32_t q[4] = {cellAt(1, 1), cellAt(0, 1), cellAt(0, 0), cellAt(1, 0)};
        if (!inside) std::swap(q[1], q[3]);
        addQuad(mesh, q[0], q[1], q[2], q[3]);
    }
}

bool inFace(Vec3f p) {
    return absolute(p.x) < 0.055f && p.y > -0.115f && p.y < 0.02f && p.z > 0.045f;
}

// Splits every edge that bends, its middle farther than `tolerance` of its length from
// the surface, or that is too long for where it is; the new vertex lies on the surface.
// Every triangle is split by those of its edges: what was closed stays closed. False
// where nothing was split.
bool refine(Mesh& mesh, float tolerance) {
    std::map<uint64_t, int64_t> middles;  // of an edge, by its ends; negative: not split
    std::vector<Vec3f> at;
    std::vector<float> length;
    auto keyOf = [](uint32_t a, uint32_t b) {
        return a < b ? (uint64_t{a} << 32 | b) : (uint64_t{b} << 32 | a);
    };
    for (const Triangle& t : mesh.triangles) {
        const uint32_t corner[4] = {t.a, t.b, t.c, t.a};
        for (int i = 0; i < 3; ++i) {
            if (!middles.emplace(keyOf(corner[i], corner[i + 1]), static_cast<int64_t>(at.size())).second) continue;
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
    auto middleOf = [&](uint32_t a, uint32_t b) { return middles.find(keyOf(a, b))->second; };
    std::vector<Triangle> triangles;
    triangles.reserve(mesh.triangles.size());
    for (const Triangle& t : mesh.triangles) {
        const uint32_t corner[3] = {t.a, t.b, t.c};
        int64_t middle[3];  // of the edge from a corner to the next
        int split = 0;
        for (int i = 0; i < 3; ++i) split += (middle[i] = middleOf(corner[i], corner[(i + 1) % 3])) >= 0 ? 1 : 0;
        auto made = [&](int i) { return static_cast<uint32_t>(middle[i]); };
        if (split == 3) {
            for (int i = 0; i < 3; ++i) triangles.push_back({corner[i], made(i), made((i + 2) % 3)});
            triangles.push_back({made(0), made(1), made(2)});
            continue;
        }
        // The first edge that is split, or for two of them the one before the whole edge.
        int first = 0;
        for (int i = 0; i < 3; ++i)
            if (middle[i] >= 0 && (split == 1 || middle[(i + 1) % 3] >= 0)) first = i;
        const uint32_t a = corner[first], b = corner[(first + 1) % 3], c = corner[(first + 2) % 3];
        if (split == 0) {
            triangles.push_back(t);
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
    const bool split = triangles.size() > mesh.triangles.size();
    mesh.triangles = std::move(triangles);
    return split;
}

}  // namespace

Mesh headMesh(int resolution, float tolerance) {
    resolution = resolution < 64 ? 64 : resolution > 256 ? 256 : resolution;
    Lattice lattice = makeLattice(resolution);
    while (fillAlternatingFaces(lattice)) {}
    Mesh mesh;
    std::vector<uint32_t> vertexOf(lattice.distance.size(), 0);
    for (int k = 0; k + 1 < lattice.nz; ++k)
        for (int j = 0; j + 1 < lattice.ny; ++j)
            for (int i = 0; i + 1 < lattice.nx; ++i) {
                Vec3f vertex;
                if (!cellVertex(lattice, i, j, k, vertex)) continue;
                vertexOf[lattice.node(i, j, k)] = static_cast<uint32_t>(mesh.vertices.size());
                // One step on to the surface, kept within the cell's reach.
                float d = clamped(headDistance(vertex), -0.5f * lattice.cell, 0.5f * lattice.cell);
                mesh.vertices.push_back(vertex - headNormal(vertex) * d);
            }
    // The box holds air all around, so no crossing edge lies on its border.
    for (int k = 1; k + 1 < lattice.nz; ++k)
        for (int j = 1; j + 1 < lattice.ny; ++j)
            for (int i = 1; i + 1 < lattice.nx; ++i) addQuads(mesh, lattice, vertexOf, i, j, k);
    for (int times = 0; times < finest && tolerance > 0 && refine(mesh, tolerance);) ++times;
    mesh.normals.reserve(mesh.vertices.size());
    for (Vec3f v : mesh.vertices) mesh.normals.push_back(headNormal(v));
    return mesh;
}

}  // namespace ringlet
