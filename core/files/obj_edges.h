// Strands that a file has as edges, whatever their order.
#pragma once

#include <cstdint>
#include <vector>

namespace ringlet {

// Strands as vertices, one after another.
struct JoinedEdges {
    std::vector<uint32_t> counts, vertices;
};

// Joins edges, two corners each of `vertices` vertices, where exactly two meet: other vertices are
// ends, and so are those of an edge that is there twice. Strands come in the order of their first
// edges. Where all edges of a file lead from lower vertices to higher ones, and no two to the same,
// strands grow from where edges only begin, and two that begin at one vertex are two. Elsewhere a
// strand whose edges follow each other from an end on begins there, and others at the end with the
// lower vertex, for programs number a strand's vertices from its root. Linear time.
JoinedEdges joinedEdges(const std::vector<uint32_t>& corners, uint32_t vertices);

}  // namespace ringlet
