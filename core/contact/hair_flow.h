// The grid of hair_flow_math.h on the host: where it lies, and a copy of it for each thread that adds.
#pragma once

#include "core/contact/hair_flow_math.h"

#include <cstddef>
#include <vector>

namespace ringlet {

class HairFlow {
public:
    // Around these points of head space, m, which are as heavy as so many of a mean segment; for so many workers. Frees and
    // makes memory; none of the rest does.
    void make(const std::vector<Vec3f>& points, size_t workers);
    bool made() const { return !copies_.empty(); }

    FlowGrid& grid(size_t worker = 0) { return copies_[worker].grid; }
    size_t nodeBytes() const { return copies_[0].nodes.size() * sizeof(int32_t); }
    // Empties all copies.
    void clear();
    // Adds the others to the first.
    void join();
    size_t bytes() const;

private:
    struct Copy {
        FlowGrid grid;
        std::vector<int32_t> nodes;
        std::vector<uint8_t> rows;
    };
    std::vector<Copy> copies_;
};

}  // namespace ringlet
