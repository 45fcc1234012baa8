#include "core/contact/hair_density.h"

#include "core/contact/hair_flow_math.h"

namespace ringlet {

std::vector<float> hairDensities(const std::vector<Vec3f>& points) {
    constexpr int n = 128;
    constexpr float cell = 0.01f;
    const FlowGrid around{Vec3f{-0.5f, -0.5f, -0.5f} * (n * cell), 1 / cell, n, n, n};
    std::vector<float> grid(n * n * n);
    const auto visit = [&](Vec3f p, const auto& corner) {
        const FlowCell<float> at = flowCell(around, p);
        int32_t node;
        storeWhole(at.node, &node);
        for (int c = 0; c < 8; ++c) corner(grid[static_cast<size_t>(node + cornerOffset(around, c) / 4)], at.weight[c]);
    };
    for (Vec3f p : points) visit(p, [](float& node, float weight) { node += weight; });
    std::vector<float> densities;
    for (Vec3f p : points) {
        float sum = 0;
        visit(p, [&](float& node, float weight) { sum += weight * node; });
        densities.push_back(sum);
    }
    return densities;
}

}  // namespace ringlet
