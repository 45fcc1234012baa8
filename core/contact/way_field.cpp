#include "core/contact/way_field.h"

namespace ringlet {
namespace {

typedef Lanes<4> Row;

constexpr float mostCells = 24;  // along an axis

bool isPlace(Vec3f x) { return dot(x, x) < 1e6f; }

}  // namespace

// visit(node, its share in x) for the eight nodes about x.
template <class Visit>
void WayField::eachNode(Vec3f x, const Visit& visit) const {
    const float from[3] = {x.x - low_.x, x.y - low_.y, x.z - low_.z};
    float share[3];
    int cell[3];
    for (int k = 0; k < 3; ++k) {
        const float at = clamped(from[k] * inverseCell_[k], 0.0f, static_cast<float>(cells_[k]));
        cell[k] = static_cast<int>(at);
        share[k] = at - static_cast<float>(cell[k]);
    }
    const size_t row = static_cast<size_t>(cells_[0]) + 2, layer = row * (static_cast<size_t>(cells_[1]) + 2);
    const size_t first = static_cast<size_t>(cell[2]) * layer + static_cast<size_t>(cell[1]) * row +
                         static_cast<size_t>(cell[0]);
    for (int z = 0; z < 2; ++z)
        for (int y = 0; y < 2; ++y) {
            const float across = (z ? share[2] : 1 - share[2]) * (y ? share[1] : 1 - share[1]);
            const size_t node = first + (z ? layer : 0) + (y ? row : 0);
            visit(node, across * (1 - share[0]));
            visit(node + 1, across * share[0]);
        }
}

void WayField::fit(const HairPoint* points, const std::vector<HairPoint>& ways, float cell) {
    Vec3f low{1e3f, 1e3f, 1e3f}, high = -low;
    for (size_t i = 0; i < ways.size(); ++i) {
        const Vec3f x = positionOf(points[i]);
        if (!isPlace(x)) continue;
        low = {minimum(low.x, x.x), minimum(low.y, x.y), minimum(low.z, x.z)};
        high = {maximum(high.x, x.x), maximum(high.y, x.y), maximum(high.z, x.z)};
    }
    low_ = low;
    const float extent[3] = {high.x - low.x, high.y - low.y, high.z - low.z};
    for (int k = 0; k < 3; ++k) {
        inverseCell_[k] = 1 / maximum(cell, maximum(extent[k], 0.0f) * (1 / mostCells));
        cells_[k] = static_cast<int>(clamped(extent[k] * inverseCell_[k], 0.0f, mostCells)) + 1;
    }
    // One node more than cells, and one beyond, for what lies on the last.
    nodes_.assign((size_t{2} + cells_[0]) * (size_t{2} + cells_[1]) * (size_t{2} + cells_[2]), {0, 0, 0, 0});
    for (size_t i = 0; i < ways.size(); ++i) {
        const HairPoint& way = ways[i];
        const Vec3f from = positionOf(points[i]);
        if (!isPlace(from) || !isPlace(positionOf(way))) continue;
        const Row::Vector row = {way.x, way.y, way.z, 1};
        eachNode(from, [&](size_t node, float share) {
            float* const sum = &nodes_[node].x;
            storeLanes(sum, loadLanes<4>(sum) + Row(share) * Row(row));
        });
    }
    for (HairPoint& node : nodes_) {
        float* const sum = &node.x;
        storeLanes(sum, loadLanes<4>(sum) * Row(1 / maximum(node.inverseMass, 1e-12f)));
    }
}

Vec3f WayField::at(Vec3f x) const {
    Row sum(0.0f);
    eachNode(x, [&](size_t node, float share) { sum = sum + Row(share) * loadLanes<4>(&nodes_[node].x); });
    return {sum[0], sum[1], sum[2]};
}

}  // namespace ringlet
