// Which roots are near which: a uniform grid over the box of all but a few of them, which lie in the cells at its edge.
#pragma once

#include "core/math/vec.h"

#include <cstdint>
#include <vector>

namespace ringlet {

class RootNeighbours {
public:
    // `roots` must stay as they are and where they are.
    explicit RootNeighbours(const std::vector<Vec3f>& roots);

    // Writes `count` (at most 16) indices: `root` itself, then the nearest in
    // other places, nearest first, equal distances by index; of roots within
    // 0.01 mm of each other one counts. Where there are fewer, `root` again.
    void nearest(uint32_t root, int count, uint32_t* found) const;

    // The root nearest to any point, the lowest index of equals. There must be one.
    uint32_t closest(Vec3f p) const;

    // body(index) for every root no farther than `reach` (m) from p along each axis, and for some beyond.
    template <class Body>
    void within(float reach, Vec3f p, const Body& body) const {
        const Vec3f far{reach, reach, reach};
        const Cell low = cellOf(p - far), high = cellOf(p + far);
        for (int k = low.k; k <= high.k; ++k)
            for (int j = low.j; j <= high.j; ++j)  // along i they stand one after the other
                for (uint32_t o = first_[indexOf({low.i, j, k})]; o < first_[indexOf({high.i, j, k}) + 1]; ++o) body(order_[o]);
    }

    // The middle of the distances from up to 101 of the roots to the nearest in
    // another place, m; 0 where there is none.
    float spacing() const;

private:
    struct Cell {
        int i, j, k;
    };
    Cell cellOf(Vec3f p) const;
    size_t indexOf(Cell c) const { return (static_cast<size_t>(c.k) * size_[1] + c.j) * size_[0] + c.i; }

    const std::vector<Vec3f>& roots_;
    Vec3f low_{0, 0, 0};
    float cell_ = 1;
    int size_[3] = {1, 1, 1};
    std::vector<uint32_t> first_;  // of each cell in order_, and one more
    std::vector<uint32_t> order_;
};

}  // namespace ringlet
