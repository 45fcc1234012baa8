#include "core/collide/distance_grid.h"

#include "core/collide/mesh_distance.h"

#include <algorithm>
#include <cstdio>

namespace ringlet {

namespace {

constexpr int kBlock = 4;  // nodes along an edge of a block that shares its sign

// Nodes that span `extent` m in steps of `cell`, in double so that nothing overflows.
double nodesAlong(double extent, double cell) {
    double cells = extent / cell;
    if (!(cells < 1e9)) return 1e9;
    double whole = static_cast<double>(static_cast<int64_t>(cells));
    return maximum(whole < cells ? whole + 2 : whole + 1, 2.0);
}

double bytesFor(Vec3d extent, double cell) {
    return 4.0 * nodesAlong(extent.x, cell) * nodesAlong(extent.y, cell) * nodesAlong(extent.z, cell);
}

Error tooLarge(Vec3d extent, double cell) {
    double fits = cell;
    while (bytesFor(extent, fits) > kMaxGridBytes) fits *= 1.1;
    char text[256];
    std::snprintf(text, sizeof text,
                  "a distance grid with cells of %.4g m needs %.0f bytes, at most %.0f are allowed; "
                  "use cells of %.3g m or more", cell, bytesFor(extent, cell), kMaxGridBytes, fits * 1.01);
    return Error{text};
}

class GridBuilder {
public:
    GridBuilder(const MeshDistance& mesh, DistanceGrid& grid) : mesh_(mesh), grid_(grid) {}

    int slabs() const { return (grid_.nz + kBlock - 1) / kBlock; }

    // kBlock layers; slabs do not touch each other's nodes.
    void fillSlab(int slab) {
        int k0 = slab * kBlock, k1 = std::min(k0 + kBlock, grid_.nz);
        for (int k = k0; k < k1; ++k) {
            for (int j = 0; j < grid_.ny; ++j) fillRow(j, k);
        }
        for (int j = 0; j < grid_.ny; j += kBlock) {
            for (int i = 0; i < grid_.nx; i += kBlock) {
                signBlock(i, std::min(i + kBlock, grid_.nx), j, std::min(j + kBlock, grid_.ny), k0, k1);
            }
        }
    }

private:
    Vec3f position(int i, int j, int k) const {
        return grid_.origin + Vec3f{static_cast<float>(i), static_cast<float>(j), static_cast<float>(k)} * grid_.cell;
    }
    float& node(int i, int j, int k) {
        return grid_.distance[(static_cast<size_t>(k) * grid_.ny + j) * grid_.nx + i];
    }

    // A node is at most one cell farther from the surface than its neighbour,
    // which spares most of the search; the excess covers rounding.
    void fillRow(int j, int k) {
        float limit = 1e9f;
        for (int i = 0; i < grid_.nx; ++i) {
            float d = mesh_.distance(position(i, j, k), limit);
            node(i, j, k) = d;
            limit = (d + grid_.cell) * 1.001f + 1e-6f;
        }
    }

    bool inside(int i, int j, int k) const { return mesh_.windingNumber(position(i, j, k)) > 0.5; }

    // Where no triangle is near, the winding number is harmonic over the block
    // and cannot stray from corners that agree clearly.
    void signBlock(int i0, int i1, int j0, int j1, int k0, int k1) {
        int im = (i0 + i1) / 2, jm = (j0 + j1) / 2, km = (k0 + k1) / 2;
        bool clear = node(im, jm, km) > 3.5f * grid_.cell;  // the farthest corner is 2 sqrt(3) cells away
        int sure = 0;                                       // corners clearly outside (-) or inside (+)
        for (int corner = 0; clear && corner < 8; ++corner) {
            double w = mesh_.windingNumber(position(corner & 1 ? i1 - 1 : i0, corner & 2 ? j1 - 1 : j0,
                                                    corner & 4 ? k1 - 1 : k0));
            sure += w < 0.25 ? -1 : w > 0.75 ? 1 : 0;
        }
        bool agreed = sure == 8 || sure == -8;
        for (int k = k0; k < k1; ++k) {
            for (int j = j0; j < j1; ++j) {
                for (int i = i0; i < i1; ++i) {
                    if (agreed ? sure > 0 : inside(i, j, k)) node(i, j, k) = -node(i, j, k);
                }
            }
        }
    }

    const MeshDistance& mesh_;
    DistanceGrid& grid_;
};

}  // namespace

Result<DistanceGrid> gridFromMesh(const Mesh& mesh, float cell, float margin, ThreadPool* pool) {
    if (!(cell > 0 && cell < 1e6f)) return Error{"a distance grid's cell must be above 0 m; 0.004 suits a head"};
    if (!(margin >= 0 && margin < 1e6f)) return Error{"a distance grid's margin must be 0 m or more"};
    MeshDistance exact(mesh);
    if (exact.empty()) return Error{"the collider mesh has no usable triangles; check its faces and coordinates"};
    Vec3f low = exact.low(), high = exact.high();
    Vec3d extent{2.0 * margin + high.x - low.x, 2.0 * margin + high.y - low.y, 2.0 * margin + high.z - low.z};
    if (bytesFor(extent, cell) > kMaxGridBytes) return tooLarge(extent, cell);

    DistanceGrid grid;
    grid.origin = low - Vec3f{margin, margin, margin};
    grid.cell = cell;
    grid.nx = static_cast<int>(nodesAlong(extent.x, cell));
    grid.ny = static_cast<int>(nodesAlong(extent.y, cell));
    grid.nz = static_cast<int>(nodesAlong(extent.z, cell));
    grid.distance.resize(static_cast<size_t>(grid.nx) * grid.ny * grid.nz);
    GridBuilder builder(exact, grid);
    if (pool) {
        pool->forEach(builder.slabs(), [&](int slab, int) { builder.fillSlab(slab); });
    } else {
        for (int slab = 0; slab < builder.slabs(); ++slab) builder.fillSlab(slab);
    }
    return grid;
}

}  // namespace ringlet
