#include "core/contact/way_field.h"

#include "core/contact/point_lanes.h"

namespace ringlet {
namespace {

typedef Lanes<4> Row;

}  // namespace

void WayField::fit(const HairPoint* points, const std::vector<HairPoint>& ways, float cell) {
    WayBounds bounds;
    for (size_t i = 0; i < ways.size(); ++i) {
        const Vec3f x = positionOf(points[i]);
        if (isPlace(x)) bounds = bounds + WayBounds{x, x};
    }
    grid_ = wayGridOf(bounds, cell);
    nodes_.assign(grid_.nodes(), {0, 0, 0, 0});
    for (size_t i = 0; i < ways.size(); ++i) {
        const HairPoint& way = ways[i];
        const Vec3f from = positionOf(points[i]);
        if (!isPlace(from) || !isPlace(positionOf(way))) continue;
        const Row::Vector row = {way.x, way.y, way.z, 1};
        const WayPlace place = grid_.at(from);
        for (int corner = 0; corner < 8; ++corner) {
            float* const sum = &nodes_[place.first + grid_.offset(corner)].x;
            storeLanes(sum, loadLanes<4>(sum) + Row(place.shareOf(corner)) * Row(row));
        }
    }
    for (HairPoint& node : nodes_) {
        float* const sum = &node.x;
        storeLanes(sum, loadLanes<4>(sum) * Row(1 / maximum(node.inverseMass, 1e-12f)));
    }
}

Vec3f WayField::at(Vec3f x) const {
    Row sum(0.0f);
    const WayPlace place = grid_.at(x);
    for (int corner = 0; corner < 8; ++corner)
        sum = sum + Row(place.shareOf(corner)) * loadLanes<4>(&nodes_[place.first + grid_.offset(corner)].x);
    return {sum[0], sum[1], sum[2]};
}

}  // namespace ringlet
