#include "core/collide/head.h"

#include "core/collide/grid_blocks.h"
#include "core/collide/head_shapes.h"

#include <algorithm>
#include <cstring>

namespace ringlet {
namespace {

typedef Lanes<4> Four;   // every target has them

// --- The collider's grid, by blocks. One is far where all its corners are farther from the surface than
// so many of its edges, on one side of it.
constexpr float farEdges = 4;

// The distances at the nodes i .. i + 3 times `step` of a row.
Four nodeDistances(const DistanceGrid& g, int i, int j, int k, int step) {
    const float steps[] = {0, 1, 2, 3};
    const Four column = Four(static_cast<float>(i)) + Four(static_cast<float>(step)) * loadLanes<4>(steps);
    return head::colliderDistance(Vec3<Four>{Four(g.origin.x) + column * Four(g.cell),
                                             Four(g.origin.y + static_cast<float>(j) * g.cell),
                                             Four(g.origin.z + static_cast<float>(k) * g.cell)});
}

// The distances at the corners of all blocks.
struct Corners {
    int nx, ny, nz;
    std::vector<float> distance;

    explicit Corners(const DistanceGrid& g)
        : nx(cornersAlong(g.nx)), ny(cornersAlong(g.ny)), nz(cornersAlong(g.nz)),
          distance(static_cast<size_t>(nx) * ny * nz + 3) {
        for (int k = 0; k < nz; ++k)
            for (int j = 0; j < ny; ++j)
                for (int i = 0; i < nx; i += 4)  // a row's last may reach into the next, which comes after it
                    storeLanes(&distance[at(i, j, k)],
                               nodeDistances(g, blockCells * i, blockCells * j, blockCells * k, blockCells));
    }
    // The last one lies outside the grid.
    static int cornersAlong(int nodes) { return (nodes + blockCells - 1) / blockCells + 1; }
    size_t at(int i, int j, int k) const { return (static_cast<size_t>(k) * ny + j) * nx + i; }
};

void fillBlock(DistanceGrid& g, const Corners& corners, int i0, int j0, int k0) {
    float corner[8], least = 1e9f, most = -1e9f;
    for (int c = 0; c < 8; ++c) {
        const int i = i0 / blockCells + (c & 1), j = j0 / blockCells + (c >> 1 & 1), k = k0 / blockCells + (c >> 2);
        corner[c] = corners.distance[corners.at(i, j, k)];
        least = minimum(least, corner[c]), most = maximum(most, corner[c]);
    }
    const float away = farEdges * blockCells * g.cell;
    const bool far = least > away || most < -away;
    const int i1 = std::min(i0 + blockCells, g.nx), j1 = std::min(j0 + blockCells, g.ny);
    const int k1 = std::min(k0 + blockCells, g.nz);
    for (int k = k0; k < k1; ++k)
        for (int j = j0; j < j1; ++j) {
            float row[blockCells];
            if (far) for (int i = 0; i < blockCells; ++i) row[i] = betweenCorners(corner, i, j - j0, k - k0);
            else storeLanes(row, nodeDistances(g, i0, j, k, 1));
            float* const node = &g.distance[(static_cast<size_t>(k) * g.ny + j) * g.nx + i0];
            std::memcpy(node, row, sizeof(float) * static_cast<size_t>(i1 - i0));
        }
}

}  // namespace

float headDistance(Vec3f p) { return head::distance(p); }
float headColliderDistance(Vec3f p) { return head::colliderDistance(p); }
float aboveHairLine(Vec3f p) { return head::aboveHairLine(p); }

Vec3f headNormal(Vec3f p) {
    // Differences over the corners of a tetrahedron; h trades the rounding of
    // float distances against the smallest feature (about 4 mm).
    const float h = 0.0005f;
    const float x[] = {p.x + h, p.x - h, p.x - h, p.x + h};
    const float y[] = {p.y - h, p.y - h, p.y + h, p.y + h};
    const float z[] = {p.z - h, p.z + h, p.z - h, p.z + h};
    const Four d = head::distance(Vec3<Four>{loadLanes<4>(x), loadLanes<4>(y), loadLanes<4>(z)});
    const float a = d[0], b = d[1], c = d[2], e = d[3];
    return normalizedOr(Vec3f{a - b - c + e, c - a - b + e, b - a - c + e}, Vec3f{0, 1, 0});
}

void headDistances(const Vec3f* points, int count, float* distances) {
    for (int i = 0; i < count; i += 4) {
        Vec3<Four> p;
        for (int lane = 0; lane < 4; ++lane) {
            const Vec3f& one = points[i + lane < count ? i + lane : count - 1];
            p.x.set(lane, one.x), p.y.set(lane, one.y), p.z.set(lane, one.z);
        }
        const Four d = head::distance(p);
        for (int lane = 0; lane < 4 && i + lane < count; ++lane) distances[i + lane] = d[lane];
    }
}

Vec3f onHeadSurface(Vec3f p) {
    for (int i = 0; i < 6; ++i) {
        float d = headDistance(p);
        if (absolute(d) < 2e-6f) break;
        p = p - headNormal(p) * d;
    }
    return p;
}

HeadBox headBox() { return {{-0.205f, -0.372f, -0.148f}, {0.205f, 0.140f, 0.148f}}; }

DistanceGrid headGrid(float cell) {
    DistanceGrid grid;
    HeadBox box = headBox();
    grid.origin = box.low;
    grid.cell = clamped(cell, 0.002f, 0.02f);
    Vec3f size = box.high - box.low;
    grid.nx = static_cast<int>(size.x / grid.cell) + 2;
    grid.ny = static_cast<int>(size.y / grid.cell) + 2;
    grid.nz = static_cast<int>(size.z / grid.cell) + 2;
    grid.distance.resize(static_cast<size_t>(grid.nx) * grid.ny * grid.nz);
    const Corners corners(grid);
    for (int k = 0; k < grid.nz; k += blockCells)
        for (int j = 0; j < grid.ny; j += blockCells)
            for (int i = 0; i < grid.nx; i += blockCells) fillBlock(grid, corners, i, j, k);
    return grid;
}

}  // namespace ringlet
