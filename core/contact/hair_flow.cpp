#include "core/contact/hair_flow.h"

#include <algorithm>
#include <cstring>

namespace ringlet {
namespace {

// Wider than neighbours are apart in a head of hair, and no wider than a lock, m.
constexpr float usualCell = 0.02f;
constexpr float margin = 0.1f;  // m beyond the groom: hair that is thrown farther is alone
constexpr uint64_t mostNodes = uint64_t{1} << 19;
constexpr size_t strayShare = 100;  // one in so many points may lie far off on either side of an axis, and feels no hair then
// The densest node may come to hold so many times what it does in the groom.
constexpr float mostDenser = 16;

// Sums that leave their numbers come round again: wrong, but the same everywhere.
int32_t wrappedSum(int32_t a, int32_t b) { return static_cast<int32_t>(static_cast<uint32_t>(a) + static_cast<uint32_t>(b)); }

// In 64 bits: grids that are then made coarser have more nodes than a size_t of WebAssembly holds.
uint64_t nodesOf(const FlowGrid& g) { return static_cast<uint64_t>(g.nx) * static_cast<uint64_t>(g.ny) * static_cast<uint64_t>(g.nz); }

FlowGrid gridAround(Vec3f low, Vec3f high, float cell) {
    const Vec3f size = high - low + Vec3f{2 * margin, 2 * margin, 2 * margin};
    const auto along = [&](float length) { return 2 + static_cast<int>(minimum(length / cell, 1e6f)); };
    return {low - Vec3f{margin, margin, margin}, 1 / cell, along(size.x), along(size.y), along(size.z), 1, 0, nullptr};
}

// Sets the scale, the largest power of two for which no sum leaves its whole number if each point is as heavy as a mean segment; and
// how many others and itself a point usually has in its cell.
void measure(FlowGrid& g, const std::vector<Vec3f>& points) {
    std::vector<int32_t> counts(static_cast<size_t>(nodesOf(g)));
    int32_t most = 1;
    double squares = 0;
    for (Vec3f p : points) {
        const FlowCell<float> cell = flowCell(g, p);
        float inside = 0;
        for (float weight : cell.weight) inside += weight;
        if (!(inside > 0)) continue;
        int32_t node;
        storeWhole(cell.node, &node);
        const int32_t count = ++counts[static_cast<size_t>(node)];
        squares += 2 * count - 1;  // to the sum of all counts' squares
        most = count > most ? count : most;
    }
    g.scale = finestFlow;
    while (g.scale > 1 && g.scale * static_cast<float>(most) * mostDenser * fastestFlow > 1e9f) g.scale *= 0.5f;
    g.usual = points.empty() ? 0 : static_cast<float>(squares / static_cast<double>(points.size()));
}

// The box of all points but the strays.
void boundsOfMost(const std::vector<Vec3f>& points, Vec3f& low, Vec3f& high) {
    std::vector<float> along(points.size());
    for (float Vec3f::*axis : {&Vec3f::x, &Vec3f::y, &Vec3f::z}) {
        for (size_t i = 0; i < points.size(); ++i) along[i] = points[i].*axis;
        std::stable_sort(along.begin(), along.end());
        const size_t strays = points.size() / strayShare;
        low.*axis = along[strays], high.*axis = along[along.size() - 1 - strays];
    }
}

}  // namespace

void HairFlow::lay(const Groom& groom) {
    Vec3f low{0, 0, 0}, high{0, 0, 0};
    for (Vec3f p : groom.points) {
        low = {minimum(p.x, low.x), minimum(p.y, low.y), minimum(p.z, low.z)};
        high = {maximum(p.x, high.x), maximum(p.y, high.y), maximum(p.z, high.z)};
    }
    laid_ = gridAround(low, high, usualCell);
    if (nodesOf(laid_) > mostNodes) {
        boundsOfMost(groom.points, low, high);
        laid_ = gridAround(low, high, usualCell);
    }
    for (float cell = usualCell; nodesOf(laid_) > mostNodes; cell *= 1.25f) laid_ = gridAround(low, high, cell);
    measure(laid_, groom.points);
}

void HairFlow::open(size_t workers) {
    copies_.resize(workers);
    for (Copy& copy : copies_) {
        copy.nodes.assign(4 * static_cast<size_t>(nodesOf(laid_)), 0);
        copy.grid = laid_;
        copy.grid.nodes = copy.nodes.data();
    }
}

void HairFlow::clear(size_t worker) {
    std::vector<int32_t>& nodes = copies_[worker].nodes;
    std::memset(nodes.data(), 0, nodes.size() * sizeof(int32_t));
}

void HairFlow::join(size_t part, size_t parts) {
    std::vector<int32_t>& all = copies_[0].nodes;
    const size_t first = all.size() * part / parts, end = all.size() * (part + 1) / parts;
    for (size_t c = 1; c < copies_.size(); ++c)
        for (size_t i = first; i < end; ++i) all[i] = wrappedSum(all[i], copies_[c].nodes[i]);
}

size_t HairFlow::bytes() const {
    size_t bytes = 0;
    for (const Copy& copy : copies_) bytes += copy.nodes.size() * sizeof(int32_t);
    return bytes;
}

}  // namespace ringlet
