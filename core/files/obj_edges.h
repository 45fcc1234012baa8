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
// edges. Where its edges follow each other from an end on, a strand begins there, and elsewhere at the
// end with the lower vertex, for programs number a strand's vertices from its root. Linear time.
JoinedEdges joinedEdges(const std::vector<uint32_t>& corners, uint32_t vertices);

}  // namespace ringlet
