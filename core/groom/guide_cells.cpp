#include "core/groom/guide_cells.h"

#include "core/groom/root_neighbours.h"

namespace ringlet {
namespace {

constexpr int nearRoots = 16;        // looked at for a neighbour
constexpr float widest = 3;          // times the roots' spacing
constexpr float leastCosine = 0.6f;  // between the way to a neighbour and the direction it is sought in

// ahead: of each strand the direction in which its neighbour is sought.
uint32_t neighbourAlong(const std::vector<Vec3f>& roots, const std::vector<Vec3f>& ahead, const uint32_t* near, float reach) {
    uint32_t best = near[0];
    float least = 3e38f;
    for (int k = 1; k < nearRoots; ++k) {
        const Vec3f d = roots[near[k]] - roots[near[0]];
        const float way = lengthOf(d), along = dot(d, ahead[near[0]]), there = dot(d, ahead[near[k]]);
        if (near[k] == near[0] || way > reach) continue;
        if (!(minimum(along, there) > leastCosine * way)) continue;
        const float counts = way * way * way / (along * along);
        if (!(counts < least)) continue;
        least = counts;
        best = near[k];
    }
    return best;
}

}  // namespace

std::vector<Vec3f> rootsOf(const Groom& groom) {
    std::vector<Vec3f> roots;
    roots.reserve(groom.strands());
    for (const StrandGroup& g : groom.groups)
        for (uint32_t s = 0; s < g.strandCount; ++s) roots.push_back(groom.points[g.firstPoint + size_t{s} * g.points]);
    return roots;
}

std::vector<ScalpNeighbours> scalpNeighbours(const Groom& groom, const RootNeighbours& near) {
    const std::vector<Vec3f> roots = rootsOf(groom);
    const float reach = widest * near.spacing();
    std::vector<Vec3f> east, north;
    for (const Vec3f normal : groom.rootNormals) {
        east.push_back(normalizedOr(cross(Vec3f{0, 1, 0}, normal), Vec3f{1, 0, 0}));
        north.push_back(cross(normal, east.back()));
    }
    std::vector<ScalpNeighbours> neighbours;
    neighbours.reserve(roots.size());
    for (uint32_t s = 0; s < roots.size(); ++s) {
        uint32_t around[nearRoots];
        near.nearest(s, nearRoots, around);
        neighbours.push_back({neighbourAlong(roots, east, around, reach), neighbourAlong(roots, north, around, reach)});
    }
    return neighbours;
}

std::vector<GuideCell> guideCells(const Groom& groom) {
    std::vector<GuideCell> cells;
    const std::vector<Vec3f> roots = rootsOf(groom);
    const RootNeighbours near(roots);
    const std::vector<ScalpNeighbours> next = scalpNeighbours(groom, near);
    for (uint32_t s = 0; s < roots.size(); ++s) {
        const uint32_t e = next[s].east, n = next[s].north;
        if (e == s || n == s || e == n) continue;
        // East of north and north of east: where they differ, what closes the rectangle better.
        const Vec3f corner = roots[e] + roots[n] - roots[s];
        uint32_t best = s;
        float least = 3e38f;
        for (uint32_t c : {next[n].east, next[e].north}) {
            const Vec3f gap = roots[c] - corner;
            if (c == s || c == e || c == n || !(dot(gap, gap) < least)) continue;
            least = dot(gap, gap);
            best = c;
        }
        if (best != s) cells.push_back({{s, e, n, best}});
    }
    return cells;
}

std::vector<GuideCell> crownCells(const Groom& groom, const std::vector<GuideCell>& cells) {
    const uint32_t none = static_cast<uint32_t>(groom.strands());
    std::vector<bool> below(groom.strands(), false);
    std::vector<uint32_t> lower(groom.strands(), none);  // a guide below, where one is known
    for (const GuideCell& cell : cells)
        for (int k = 0; k < 2; ++k) {
            below[cell.corners[k]] = true;
            lower[cell.corners[2 + k]] = cell.corners[k];
        }
    const std::vector<ScalpNeighbours> next = scalpNeighbours(groom, RootNeighbours(rootsOf(groom)));
    std::vector<GuideCell> crown;
    for (uint32_t s = 0; s < groom.strands(); ++s) {
        const uint32_t e = next[s].east, known = lower[s] != none ? s : e;
        if (e == s || below[s] || below[e] || next[s].north != s || next[e].north != e) continue;
        if (lower[known] == none) continue;
        const Vec3f &n = groom.rootNormals[known], &under = groom.rootNormals[lower[known]];
        if (!(n.y > 0) || !(lengthOf(Vec3f{0, 1, 0} - n) < widest * lengthOf(n - under))) continue;
        crown.push_back({{s, e, lower[known], known}});
    }
    return crown;
}

}  // namespace ringlet
