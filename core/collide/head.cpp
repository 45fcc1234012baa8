#include "core/collide/head.h"

#include "core/collide/head_shapes.h"

#include <cstring>

namespace ringlet {
namespace {

typedef Lanes<4> Four;   // every target has them

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
    const float steps[] = {0, 1, 2, 3};
    const Four first = loadLanes<4>(steps);
    float* node = grid.distance.data();
    for (int k = 0; k < grid.nz; ++k)
        for (int j = 0; j < grid.ny; ++j, node += grid.nx)
            for (int i = 0; i < grid.nx; i += 4) {
                const Four column = Four(static_cast<float>(i)) + first;
                const Four d = head::colliderDistance(
                    Vec3<Four>{Four(grid.origin.x) + column * Four(grid.cell),
                               Four(grid.origin.y + static_cast<float>(j) * grid.cell),
                               Four(grid.origin.z + static_cast<float>(k) * grid.cell)});
                const int columns = grid.nx - i < 4 ? grid.nx - i : 4;
                std::memcpy(node + i, &d.v, sizeof(float) * static_cast<size_t>(columns));
            }
    return grid;
}

}  // namespace ringlet
