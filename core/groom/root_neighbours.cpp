#include "core/groom/root_neighbours.h"

#include <algorithm>

namespace ringlet {
namespace {

constexpr int mostCells = 64;         // along an axis
constexpr float samePlace = 1e-5f;    // m: roots closer than this count as one
constexpr size_t strayShare = 100;    // one in so many may lie far off on either side of an axis, in a cell at the edge

// The box of the roots but for the strays: along an axis of `value`.
void boundsOf(const std::vector<Vec3f>& roots, float Vec3f::*value, float& low, float& high) {
    std::vector<float> along;
    for (Vec3f p : roots) along.push_back(p.*value);
    std::stable_sort(along.begin(), along.end());
    const size_t strays = roots.size() / strayShare;
    low = along[strays], high = along[along.size() - 1 - strays];
}

}  // namespace

RootNeighbours::RootNeighbours(const std::vector<Vec3f>& roots) : roots_(roots) {
    if (roots.empty()) return;
    Vec3f low, high;
    for (float Vec3f::*axis : {&Vec3f::x, &Vec3f::y, &Vec3f::z}) boundsOf(roots, axis, low.*axis, high.*axis);
    low_ = low;
    // Roots lie on a surface about as large as the box: some two to a cell.
    Vec3f extent = high - low;
    float largest = maximum(extent.x, maximum(extent.y, extent.z));
    float wanted = 1.5f * largest / squareRoot(static_cast<float>(roots.size()));
    cell_ = maximum(maximum(wanted, largest / static_cast<float>(mostCells)), 1e-6f);
    const float extents[3] = {extent.x, extent.y, extent.z};
    for (int axis = 0; axis < 3; ++axis) size_[axis] = static_cast<int>(minimum(extents[axis] / cell_, 63.0f)) + 1;

    first_.assign(static_cast<size_t>(size_[0]) * size_[1] * size_[2] + 1, 0);
    for (Vec3f p : roots) ++first_[indexOf(cellOf(p)) + 1];
    for (size_t c = 1; c < first_.size(); ++c) first_[c] += first_[c - 1];
    std::vector<uint32_t> next(first_.begin(), first_.end() - 1);
    order_.resize(roots.size());
    for (uint32_t r = 0; r < roots.size(); ++r) order_[next[indexOf(cellOf(roots[r]))]++] = r;
}

RootNeighbours::Cell RootNeighbours::cellOf(Vec3f p) const {
    auto along = [&](float x, int size) {
        float at = x / cell_;
        return static_cast<int>(at > 0 ? minimum(at, static_cast<float>(size - 1)) : 0.0f);
    };
    return {along(p.x - low_.x, size_[0]), along(p.y - low_.y, size_[1]), along(p.z - low_.z, size_[2])};
}

uint32_t RootNeighbours::closest(Vec3f p) const {
    const Cell at = cellOf(p);
    const int widest = size_[0] + size_[1] + size_[2];
    uint32_t best = 0;
    float squared = 3e38f;
    for (int ring = 0; ring <= widest; ++ring) {
        const float reached = static_cast<float>(ring - 1) * cell_;  // what lies in this ring is no nearer
        if (ring > 0 && squared <= reached * reached) break;
        for (int k = at.k - ring; k <= at.k + ring; ++k)
            for (int j = at.j - ring; j <= at.j + ring; ++j) {
                if (k < 0 || j < 0 || k >= size_[2] || j >= size_[1]) continue;
                const bool face = k == at.k - ring || k == at.k + ring || j == at.j - ring || j == at.j + ring;
                for (int i = at.i - ring; i <= at.i + ring; i += face || ring == 0 ? 1 : 2 * ring) {
                    if (i < 0 || i >= size_[0]) continue;
                    const size_t cell = indexOf({i, j, k});
                    for (uint32_t o = first_[cell]; o < first_[cell + 1]; ++o) {
                        const Vec3f gap = roots_[order_[o]] - p;
                        const float d = dot(gap, gap);
                        if (d > squared || (d == squared && order_[o] > best)) continue;
                        squared = d;
                        best = order_[o];
                    }
                }
            }
    }
    return best;
}

void RootNeighbours::nearest(uint32_t root, int count, uint32_t* found) const {
    constexpr int most = 16;
    if (count > most) count = most;
    float distance[most];
    uint32_t index[most];
    int have = 0;
    const int others = count - 1;
    auto isFound = [this](uint32_t r, const uint32_t* among, int count) {
        for (int m = 0; m < count; ++m) {
            Vec3f gap = roots_[among[m]] - roots_[r];
            if (dot(gap, gap) < samePlace * samePlace) return true;
        }
        return false;
    };
    Cell at = cellOf(roots_[root]);
    int widest = size_[0] > size_[1] ? size_[0] : size_[1];
    if (size_[2] > widest) widest = size_[2];
    for (int ring = 0; ring <= widest; ++ring) {
        // Whatever lies in this ring or beyond is at least so far away.
        float reached = static_cast<float>(ring - 1) * cell_;
        if (have == others && ring > 1 && distance[have - 1] <= reached * reached) break;
        for (int k = at.k - ring; k <= at.k + ring; ++k)
            for (int j = at.j - ring; j <= at.j + ring; ++j) {
                if (k < 0 || j < 0 || k >= size_[2] || j >= size_[1]) continue;
                bool face = k == at.k - ring || k == at.k + ring || j == at.j - ring || j == at.j + ring;
                for (int i = at.i - ring; i <= at.i + ring; i += face || ring == 0 ? 1 : 2 * ring) {
                    if (i < 0 || i >= size_[0]) continue;
                    size_t cell = indexOf({i, j, k});
                    for (uint32_t o = first_[cell]; o < first_[cell + 1]; ++o) {
                        uint32_t r = order_[o];
                        Vec3f gap = roots_[r] - roots_[root];
                        float d = dot(gap, gap);
                        if (d < samePlace * samePlace || isFound(r, index, have)) continue;
                        int place = have;
                        while (place > 0 && (distance[place - 1] > d || (distance[place - 1] == d && index[place - 1] > r)))
                            --place;
                        if (place >= others) continue;
                        int last = have < others ? have++ : others - 1;
                        for (int m = last; m > place; --m) {
                            distance[m] = distance[m - 1];
                            index[m] = index[m - 1];
                        }
                        distance[place] = d;
                        index[place] = r;
                    }
                }
            }
    }
    found[0] = root;
    for (int n = 0; n < others; ++n) found[n + 1] = n < have ? index[n] : root;
}

float RootNeighbours::spacing() const {
    std::vector<float> sorted;
    size_t step = roots_.size() / 101 + 1;
    for (size_t r = 0; r < roots_.size(); r += step) {
        uint32_t found[2];
        nearest(static_cast<uint32_t>(r), 2, found);
        float best = lengthOf(roots_[found[1]] - roots_[r]);
        if (best == 0.0f) continue;
        size_t at = sorted.size();
        sorted.push_back(best);
        for (; at > 0 && sorted[at - 1] > best; --at) sorted[at] = sorted[at - 1];
        sorted[at] = best;
    }
    return sorted.empty() ? 0.0f : sorted[sorted.size() / 2];
}

}  // namespace ringlet
