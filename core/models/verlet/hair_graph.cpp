#include "core/models/verlet/hair_graph.h"

#include "core/groom/guide_cells.h"
#include "core/groom/root_neighbours.h"

namespace ringlet::verlet {
namespace {

constexpr int nearStrands = 7;      // looked at for links: a strand itself and six others

struct Strand {
    uint32_t first, points;
};

std::vector<Strand> strandsOf(const Groom& groom) {
    std::vector<Strand> strands;
    for (const StrandGroup& g : groom.groups)
        for (uint32_t s = 0; s < g.strandCount; ++s) strands.push_back({g.firstPoint + s * g.points, g.points});
    return strands;
}

}  // namespace

std::vector<Quad> layerQuads(const Groom& groom, LayerKind kind) {
    std::vector<Quad> quads;
    if (kind == LayerKind::None) return quads;
    const std::vector<Strand> strands = strandsOf(groom);
    const std::vector<Vec3f> roots = rootsOf(groom);
    const std::vector<ScalpNeighbours> next = scalpNeighbours(groom, RootNeighbours(roots));
    auto join = [&](uint32_t a, uint32_t b) {
        if (a == b) return;
        const Strand &s = strands[a], &t = strands[b];
        for (uint32_t p = 0; p + 1 < (s.points < t.points ? s.points : t.points); ++p)
            quads.push_back({{s.first + p, s.first + p + 1, t.first + p, t.first + p + 1}});
    };
    for (uint32_t s = 0; s < strands.size(); ++s) {
        if (kind != LayerKind::Vertical) join(s, next[s].east);
        if (kind != LayerKind::Horizontal) join(s, next[s].north);
    }
    return quads;
}

std::vector<StaticLink> styleLinks(const Groom& groom, int each, float reach) {
    std::vector<StaticLink> links;
    const std::vector<Strand> strands = strandsOf(groom);
    const std::vector<Vec3f> roots = rootsOf(groom);
    const RootNeighbours neighbours(roots);
    for (uint32_t s = 0; s < strands.size(); ++s) {
        uint32_t near[nearStrands];
        neighbours.nearest(s, nearStrands, near);
        for (uint32_t p = 0; p + 1 < strands[s].points; ++p) {
            const uint32_t base = strands[s].first + p;
            const Vec3f x = groom.points[base], wanted = groom.points[base + 1];
            const Vec3f direction = p > 0 ? normalizedOr(x - groom.points[base - 1], groom.rootNormals[s])
                                          : groom.rootNormals[s];
            // The nearest particle of each strand around, then the nearest of those.
            uint32_t best[nearStrands];
            float squares[nearStrands];
            int found = 0;
            for (int k = 1; k < nearStrands; ++k) {
                if (near[k] == s) continue;
                const Strand& other = strands[near[k]];
                uint32_t tip = 0;
                float least = reach * reach;
                for (uint32_t q = 1; q < other.points; ++q) {
                    Vec3f d = groom.points[other.first + q] - wanted;
                    if (!(dot(d, d) < least)) continue;
                    least = dot(d, d);
                    tip = other.first + q;
                }
                if (tip == 0) continue;
                int at = found++;
                for (; at > 0 && squares[at - 1] > least; --at) best[at] = best[at - 1], squares[at] = squares[at - 1];
                best[at] = tip;
                squares[at] = least;
            }
            for (int k = 0; k < found && k < each; ++k)
                links.push_back({base, best[k], groom.points[best[k]] - x, direction, p == 0});
        }
    }
    return links;
}

}  // namespace ringlet::verlet
