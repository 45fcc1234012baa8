#include "core/view/scalp_share.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace ringlet {
namespace view {

namespace {

using Cell = std::tuple<int, int, int>;

// Points by cells as wide as the farthest that is asked for.
class PointCells {
public:
    PointCells(const std::vector<Vec3f>& points, float reach) : reach_(reach) {
        for (Vec3f p : points) cells_[cellOf(p)].push_back(p);
    }
    template <class Visit>
    void near(Vec3f p, Visit visit) const {
        const auto [i, j, k] = cellOf(p);
        for (int n = 0; n < 27; ++n) {
            const auto cell = cells_.find({i + n % 3 - 1, j + n / 3 % 3 - 1, k + n / 9 - 1});
            if (cell == cells_.end()) continue;
            for (Vec3f q : cell->second) visit(lengthOf(q - p));
        }
    }

private:
    Cell cellOf(Vec3f p) const {
        return {int(std::floor(p.x / reach_)), int(std::floor(p.y / reach_)), int(std::floor(p.z / reach_))};
    }
    float reach_;
    std::map<Cell, std::vector<Vec3f>> cells_;
};

float smooth(float t) {
    t = std::clamp(t, 0.0f, 1.0f);
    return t * t * (3 - 2 * t);
}

template <class T>
T middleOf(std::vector<T> values) {
    if (values.empty()) return T(0);
    std::nth_element(values.begin(), values.begin() + ptrdiff_t(values.size() / 2), values.end());
    return values[values.size() / 2];
}

// At most `most` of the points, evenly.
std::vector<Vec3f> someOf(const std::vector<Vec3f>& points, size_t most) {
    std::vector<Vec3f> some;
    const size_t every = points.size() / most + 1;
    for (size_t i = 0; i < points.size(); i += every) some.push_back(points[i]);
    return some;
}

// From a root to the next, the middle one of all, m.
float spacingOf(const std::vector<Vec3f>& roots) {
    std::vector<float> nearest;
    for (Vec3f root : someOf(roots, 200)) {
        float least = 1e9f;
        for (Vec3f other : roots) {
            const float d = lengthOf(other - root);
            if (d > 1e-6f) least = std::min(least, d);
        }
        nearest.push_back(least);
    }
    return middleOf(nearest);
}

}  // namespace

std::vector<float> scalpOfBust(const Mesh& mesh, const BustPlace& bust) {
    constexpr float from = -0.004f, to = 0.006f;  // m above the hair line
    std::vector<float> share;
    share.reserve(mesh.vertices.size());
    for (Vec3f v : mesh.vertices) share.push_back(smooth((aboveHairLine(bust.toBust(v)) - from) / (to - from)));
    return share;
}

std::vector<float> scalpNearRoots(const Mesh& mesh, const std::vector<Vec3f>& roots) {
    constexpr float reach = 0.008f, gap = 0.025f;  // m: beyond a root; between roots and the middle of what they enclose
    const auto nearest = [](const PointCells& cells, Vec3f p, float most) {
        cells.near(p, [&](float d) { most = std::min(most, d); });
        return most;
    };
    const PointCells cells(roots, gap);
    std::vector<Vec3f> bare;  // farther from all roots than that
    for (Vec3f v : mesh.vertices)
        if (nearest(cells, v, gap) == gap) bare.push_back(v);
    const PointCells far(bare, gap);
    std::vector<float> share;
    share.reserve(mesh.vertices.size());
    for (Vec3f v : mesh.vertices) {
        const float beyond = std::min(nearest(cells, v, reach), gap - nearest(far, v, gap));
        share.push_back(smooth(1 - (beyond - 0.15f * reach) / (0.85f * reach)));
    }
    return share;
}

std::vector<float> scalpAroundRoots(const Mesh& mesh, const std::vector<Vec3f>& roots) {
    const std::vector<Vec3f> some = someOf(roots, 20000);
    // A few roots within reach of every point of a scalp.
    const float reach = std::clamp(3 * spacingOf(some), 0.012f, 0.05f);
    const PointCells cells(some, reach);
    const auto density = [&](Vec3f p) {
        float sum = 0;
        cells.near(p, [&](float d) { const float t = std::max(1 - d * d / (reach * reach), 0.0f); sum += t * t; });
        return sum;
    };
    std::vector<float> amongRoots;
    for (Vec3f root : someOf(some, 300)) amongRoots.push_back(density(root));
    const float full = 0.7f * middleOf(amongRoots);
    std::vector<float> share;
    share.reserve(mesh.vertices.size());
    for (Vec3f v : mesh.vertices) share.push_back(full > 0 ? filesScalp * smooth(density(v) / full) : 0.0f);
    return share;
}

}  // namespace view
}  // namespace ringlet
