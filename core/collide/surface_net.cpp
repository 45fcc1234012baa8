#include "core/collide/surface_net.h"

#include <utility>

namespace ringlet {

namespace {

// A cell face whose corners alternate in sign would give four triangles on one
// edge. Filling an outer corner by a hair joins the two sheets there; repeated
// until no such face is left, every edge of the mesh has exactly two triangles.
bool fillAlternatingFaces(DistanceGrid& grid) {
    bool changed = false;
    const int step[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int k = 0; k + 1 < grid.nz; ++k)
        for (int j = 0; j + 1 < grid.ny; ++j)
            for (int i = 0; i + 1 < grid.nx; ++i)
                for (int axis = 0; axis < 3; ++axis) {
                    const int* u = step[(axis + 1) % 3];
                    const int* v = step[(axis + 2) % 3];
                    float& a = grid.distance[grid.node(i, j, k)];
                    float& b = grid.distance[grid.node(i + u[0], j + u[1], k + u[2])];
                    float& c = grid.distance[grid.node(i + v[0], j + v[1], k + v[2])];
                    float& d = grid.distance[grid.node(i + u[0] + v[0], j + u[1] + v[1], k + u[2] + v[2])];
                    if ((a < 0) != (d < 0) || (b < 0) != (c < 0) || (a < 0) == (b < 0)) continue;
                    (a < 0 ? b : d) = -0.01f * grid.cell;  // one outer corner is enough
                    changed = true;
                }
    return changed;
}

// The mean of the points where the surface crosses the cell's edges; false
// where it does not cross the cell.
bool cellVertex(const DistanceGrid& grid, int i, int j, int k, Vec3f& vertex) {
    float corner[8];
    int inside = 0;
    for (int c = 0; c < 8; ++c) {
        corner[c] = grid.distance[grid.node(i + (c & 1), j + (c >> 1 & 1), k + (c >> 2))];
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
            Vec3f a = grid.at(i + (c & 1), j + (c >> 1 & 1), k + (c >> 2));
            Vec3f b = grid.at(i + (e & 1), j + (e >> 1 & 1), k + (e >> 2));
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
void addQuads(Mesh& mesh, const DistanceGrid& grid, const std::vector<uint32_t>& vertexOf, int i, int j, int k) {
    bool inside = grid.distance[grid.node(i, j, k)] < 0;
    const int step[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int axis = 0; axis < 3; ++axis) {
        const int* s = step[axis];
        if (inside == (grid.distance[grid.node(i + s[0], j + s[1], k + s[2])] < 0)) continue;
        const int* u = step[(axis + 1) % 3];
        const int* v = step[(axis + 2) % 3];
        auto cellAt = [&](int a, int b) {
            return vertexOf[grid.node(i - a * u[0] - b * v[0], j - a * u[1] - b * v[1], k - a * u[2] - b * v[2])];
        };
        uint32_t q[4] = {cellAt(1, 1), cellAt(0, 1), cellAt(0, 0), cellAt(1, 0)};
        if (!inside) std::swap(q[1], q[3]);
        addQuad(mesh, q[0], q[1], q[2], q[3]);
    }
}

}  // namespace

Mesh surfaceNet(DistanceGrid& grid, const std::function<Vec3f(Vec3f)>& onSurface) {
    while (fillAlternatingFaces(grid)) {}
    Mesh mesh;
    std::vector<uint32_t> vertexOf(grid.distance.size(), 0);
    for (int k = 0; k + 1 < grid.nz; ++k)
        for (int j = 0; j + 1 < grid.ny; ++j)
            for (int i = 0; i + 1 < grid.nx; ++i) {
                Vec3f vertex;
                if (!cellVertex(grid, i, j, k, vertex)) continue;
                vertexOf[grid.node(i, j, k)] = static_cast<uint32_t>(mesh.vertices.size());
                mesh.vertices.push_back(onSurface(vertex));
            }
    for (int k = 1; k + 1 < grid.nz; ++k)
        for (int j = 1; j + 1 < grid.ny; ++j)
            for (int i = 1; i + 1 < grid.nx; ++i) addQuads(mesh, grid, vertexOf, i, j, k);
    return mesh;
}

}  // namespace ringlet
