#include "core/collide/distance_grid.h"

#include "core/collide/grid_blocks.h"
#include "core/collide/mesh_distance.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <utility>

namespace ringlet {

namespace {

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

double fittingCell(Vec3d extent, double cell, double mostBytes) {
    while (bytesFor(extent, cell) > mostBytes) cell *= 1.02;
    return cell;
}

Error tooLarge(Vec3d extent, double cell, double mostBytes) {
    char text[256];
    std::snprintf(text, sizeof text,
                  "a distance grid with cells of %.4g m needs %.0f bytes, at most %.0f are allowed; "
                  "use cells of %.3g m or more", cell, bytesFor(extent, cell), mostBytes,
                  fittingCell(extent, cell, mostBytes) * 1.01);
    return Error{text};
}

// Blocks, whose corners are exact, decide how their nodes are made.
class GridBuilder {
public:
    GridBuilder(const MeshDistance& mesh, DistanceGrid& grid)
        : mesh_(mesh), grid_(grid), bx_(cornersAlong(grid.nx)), by_(cornersAlong(grid.ny)), bz_(cornersAlong(grid.nz)),
          corners_(static_cast<size_t>(bx_) * by_ * bz_) {}

    int cornerLayers() const { return bz_; }
    int slabs() const { return bz_ - 1; }

    // Layers do not touch each other's corners.
    void fillCorners(int layer) {
        for (int b = 0; b < by_; ++b) {
            float limit = 1e9f;
            for (int a = 0; a < bx_; ++a) {
                Vec3f p = position(a * blockCells, b * blockCells, layer * blockCells);
                Corner& corner = cornerAt(a, b, layer);
                corner.distance = mesh_.distance(p, limit);
                corner.winding = static_cast<float>(mesh_.windingNumber(p));
                // Nobody is farther from the surface than its neighbour and the way
                // between them; that spares most of the search. The excess covers rounding.
                limit = corner.distance + blockCells * 1.001f * grid_.cell + 1e-6f;
            }
        }
    }

    // A layer of blocks; slabs do not touch each other's nodes.
    void fillSlab(int slab) {
        for (int b = 0; b + 1 < by_; ++b)
            for (int a = 0; a + 1 < bx_; ++a) fillBlock(a, b, slab);
    }

private:
    struct Corner {
        float distance, winding;
    };
    // The last corner may lie outside the grid.
    static int cornersAlong(int nodes) { return (nodes - 2) / blockCells + 2; }
    Corner& cornerAt(int a, int b, int c) { return corners_[(static_cast<size_t>(c) * by_ + b) * bx_ + a]; }
    Vec3f position(int i, int j, int k) const {
        return grid_.origin + Vec3f{static_cast<float>(i), static_cast<float>(j), static_cast<float>(k)} * grid_.cell;
    }
    float& node(int i, int j, int k) {
        return grid_.distance[(static_cast<size_t>(k) * grid_.ny + j) * grid_.nx + i];
    }

    // One past a block's last node: the far face belongs to the next block, if there is one.
    static int endOf(int block, int blocks, int nodes) {
        return block + 2 == blocks ? nodes : std::min((block + 1) * blockCells, nodes);
    }

    void fillBlock(int a, int b, int c) {
        Corner at[8];
        float distances[8], nearest = 1e9f;
        int sure = 0;  // corners clearly outside (-) or inside (+)
        for (int n = 0; n < 8; ++n) {
            at[n] = cornerAt(a + (n & 1), b + (n >> 1 & 1), c + (n >> 2));
            distances[n] = at[n].distance;
            nearest = std::min(nearest, at[n].distance);
            sure += at[n].winding < 0.25f ? -1 : at[n].winding > 0.75f ? 1 : 0;
        }
        // A node is at most 2 sqrt(3) cells from some corner. Where no triangle is
        // near, the winding number is harmonic over the block and cannot stray from
        // corners that agree clearly.
        const bool far = nearest > (gridBandCells + 3.5f) * grid_.cell;
        const bool agreed = nearest > 3.5f * grid_.cell && (sure == 8 || sure == -8);
        const int i1 = endOf(a, bx_, grid_.nx), j1 = endOf(b, by_, grid_.ny), k1 = endOf(c, bz_, grid_.nz);
        for (int k = c * blockCells; k < k1; ++k)
            for (int j = b * blockCells; j < j1; ++j) {
                float limit = 1e9f;
                for (int i = a * blockCells; i < i1; ++i) {
                    Vec3f p = position(i, j, k);
                    const int x = i - a * blockCells, y = j - b * blockCells, z = k - c * blockCells;
                    float d = far ? betweenCorners(distances, x, y, z)
                                  : mesh_.distance(p, std::min(limit, limitFrom(at, x, y, z)));
                    limit = (d + grid_.cell) * 1.001f + 1e-6f;
                    bool inside = agreed ? sure > 0 : mesh_.windingNumber(p) > 0.5;
                    node(i, j, k) = inside ? -d : d;
                }
            }
    }

    // The distance that the nearest corner of the block leaves possible.
    float limitFrom(const Corner* at, int i, int j, int k) const {
        const int n = (2 * i > blockCells ? 1 : 0) + (2 * j > blockCells ? 2 : 0) + (2 * k > blockCells ? 4 : 0);
        const float x = static_cast<float>(n & 1 ? blockCells - i : i);
        const float y = static_cast<float>(n & 2 ? blockCells - j : j);
        const float z = static_cast<float>(n & 4 ? blockCells - k : k);
        return (at[n].distance + squareRoot(x * x + y * y + z * z) * grid_.cell) * 1.001f + 1e-6f;
    }

    const MeshDistance& mesh_;
    DistanceGrid& grid_;
    int bx_, by_, bz_;             // corners along the axes
    std::vector<Corner> corners_;
};

// Runs layers of work on the pool, where there is one, and tells of it.
class LayerRun {
public:
    LayerRun(const GridOptions& options, int total) : options_(options), total_(total) {}

    // body(index) for every index in [0, count), unless somebody cancels.
    template <class Body> void run(int count, const Body& body) {
        auto one = [&](int index, int worker) {
            if (cancelled_.load(std::memory_order_relaxed)) return;
            body(index);
            const int done = done_.fetch_add(1, std::memory_order_relaxed) + 1;
            if (worker != 0 || !options_.progress) return;
            if (!options_.progress(static_cast<uint64_t>(done), static_cast<uint64_t>(total_))) cancelled_ = true;
        };
        if (options_.pool) {
            options_.pool->forEach(count, one);
        } else {
            for (int i = 0; i < count; ++i) one(i, 0);
        }
    }
    bool cancelled() const { return cancelled_; }

private:
    const GridOptions& options_;
    int total_;
    std::atomic<int> done_{0};
    std::atomic<bool> cancelled_{false};
};

// Both fields over two cells of an axis, from the five nodes about the one between: no less than the least of the inner three and
// what the spline is at the first and the last of these, the Bezier points of its pieces, whose hull holds it. At the border the
// field is drawn on by as much as it bends there, of which a quarter cell is more than comes.
float leastOf(const float* d, bool border) {
    const float least = minimum(minimum(d[1], d[2]), d[3]);
    if (border) return least - 0.25f;
    return minimum(least, 0.125f * minimum(d[0] + 6 * d[1] + d[2], d[2] + 6 * d[3] + d[4]));
}

// Blocks along an axis: their nodes, and of those beyond the grid the last again.
struct BlockAxis {
    int middle, last;
    BlockAxis(int block, int nodes) : middle(2 * block + 1), last(nodes - 1) {}
    bool border() const { return middle <= 1 || middle + 2 > last; }
    int node(int n) const { return std::clamp(middle + n - 2, 0, last); }
};

// Of distances that rise so much over two cells, in cells. A slope that is not the field's own makes a bound lower, and no worse.
uint32_t slopeOf(float rise) {
    return static_cast<uint32_t>(clamped(slopeZero + 0.5f + (0.5f / slopeStep) * rise, 0.0f, 2 * slopeZero - 1));
}

// Along axes in turn, for the weights of both fields are not negative.
uint32_t blockBound(const DistanceGrid& grid, const BlockAxis& x, const BlockAxis& y, const BlockAxis& z) {
    const float inverse = 1 / grid.cell;
    const auto at = [&](int a, int b, int c) { return inverse * grid.distance[grid.node(x.node(a), y.node(b), z.node(c))]; };
    const uint32_t slopes[3] = {slopeOf(at(3, 2, 2) - at(1, 2, 2)), slopeOf(at(2, 3, 2) - at(2, 1, 2)), slopeOf(at(2, 2, 3) - at(2, 2, 1))};
    const auto rise = [&](int axis, int n) { return slopeStep * (static_cast<float>(slopes[axis]) - slopeZero) * static_cast<float>(n - 2); };
    float cells[5], rows[5], planes[5];  // beside the plane
    for (int c = 0; c < 5; ++c) {
        for (int b = 0; b < 5; ++b) {
            for (int a = 0; a < 5; ++a) cells[a] = at(a, b, c) - rise(0, a);
            rows[b] = leastOf(cells, x.border()) - rise(1, b);
        }
        planes[c] = leastOf(rows, y.border()) - rise(2, c);
    }
    // Rounded down, and by more than float does.
    constexpr float most = (1u << boundBits) - 1;
    const float value = clamped((leastOf(planes, z.border()) + boundBelow) / boundStep - 0.05f, 0.0f, most);
    return static_cast<uint32_t>(value) << 3 * slopeBits | slopes[2] << 2 * slopeBits | slopes[1] << slopeBits | slopes[0];
}

}  // namespace

std::vector<uint32_t> gridBounds(const DistanceGrid& grid) {
    const int nx = blocksAlong(grid.nx), ny = blocksAlong(grid.ny), nz = blocksAlong(grid.nz);
    std::vector<uint32_t> bounds;
    bounds.reserve(static_cast<size_t>(nx) * static_cast<size_t>(ny) * static_cast<size_t>(nz));
    for (int k = 0; k < nz; ++k)
        for (int j = 0; j < ny; ++j)
            for (int i = 0; i < nx; ++i) bounds.push_back(blockBound(grid, {i, grid.nx}, {j, grid.ny}, {k, grid.nz}));
    return bounds;
}

Result<DistanceGrid> gridFromMesh(const Mesh& mesh, const GridOptions& options) {
    const float margin = options.margin;
    if (!(options.cell > 0 && options.cell < 1e6f)) {
        return Error{"a distance grid's cell must be above 0 m; 0.004 suits a head"};
    }
    if (!(margin >= 0 && margin < 1e6f)) return Error{"a distance grid's margin must be 0 m or more"};
    if (!(options.mostBytes >= 4096 && options.mostBytes <= 2147483648.0)) {
        return Error{"a distance grid's memory must be 4096 to 2147483648 bytes"};
    }
    MeshDistance exact(mesh);
    if (exact.empty()) return Error{"the collider mesh has no usable triangles; check its faces and coordinates"};
    Vec3f low = exact.low(), high = exact.high();
    Vec3d extent{2.0 * margin + high.x - low.x, 2.0 * margin + high.y - low.y, 2.0 * margin + high.z - low.z};
    float cell = options.cell;
    if (bytesFor(extent, cell) > options.mostBytes) {
        if (!options.fit) return tooLarge(extent, cell, options.mostBytes);
        cell = static_cast<float>(fittingCell(extent, cell, options.mostBytes));
    }

    DistanceGrid grid;
    grid.origin = low - Vec3f{margin, margin, margin};
    grid.cell = cell;
    grid.nx = static_cast<int>(nodesAlong(extent.x, cell));
    grid.ny = static_cast<int>(nodesAlong(extent.y, cell));
    grid.nz = static_cast<int>(nodesAlong(extent.z, cell));
    grid.distance.resize(static_cast<size_t>(grid.nx) * grid.ny * grid.nz);
    GridBuilder builder(exact, grid);
    LayerRun layers(options, builder.cornerLayers() + builder.slabs());
    layers.run(builder.cornerLayers(), [&](int layer) { builder.fillCorners(layer); });
    layers.run(builder.slabs(), [&](int slab) { builder.fillSlab(slab); });
    if (layers.cancelled()) return Error{"the distance grid was cancelled"};
    return grid;
}

}  // namespace ringlet
