// The grid of hair_flow_math.h on the host: where it lies, and a copy of it for each thread that adds.
#pragma once

#include "core/contact/hair_flow_math.h"
#include "core/groom/groom.h"

#include <cstddef>
#include <vector>

namespace ringlet {

class HairFlow {
public:
    // Lays the grid around a groom: the same whenever it is opened, so that a saved state goes on as it would have.
    void lay(const Groom& groom);
    // Makes its memory, for so many workers that add; none of the rest does.
    void open(size_t workers);
    bool isOpen() const { return !copies_.empty(); }

    FlowGrid& grid(size_t worker = 0) { return copies_[worker].grid; }
    size_t nodeBytes() const { return copies_[0].nodes.size() * sizeof(int32_t); }
    size_t workers() const { return copies_.size(); }
    // Empties a worker's copy.
    void clear(size_t worker);
    // Adds the others to the first: a part of so many, which may run side by side.
    void join(size_t part = 0, size_t parts = 1);
    size_t bytes() const;

private:
    struct Copy {
        FlowGrid grid;
        std::vector<int32_t> nodes;
    };
    FlowGrid laid_;
    std::vector<Copy> copies_;
};

}  // namespace ringlet
