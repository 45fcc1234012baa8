// Which roots are near which: a tree of boxes, each halved across its longest side. Where roots crowd and how far off others are
// changes little of what a question costs.
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

    // body(index) for every root no farther than `reach` (m) from p along each axis, and for some beyond, in any order.
    template <class Body>
    void within(float reach, Vec3f p, const Body& body) const {
        const Vec3f far{reach, reach, reach}, low = p - far, high = p + far;
        const auto reaches = [&](const Box& b) {
            return b.low.x <= high.x && b.high.x >= low.x && b.low.y <= high.y && b.high.y >= low.y && b.low.z <= high.z && b.high.z >= low.z;
        };
        eachNear(p, [&](const Box& b, float) { return reaches(b); }, body);
    }

    // The middle of the distances from up to 101 of the roots to the nearest in
    // another place, m; 0 where there is none.
    float spacing() const;

private:
    // What roots [first, last) of order_ span. `beyond`: where the other half's box is, the one half's being the next; 0: not halved.
    struct Box {
        Vec3f low, high;
        uint32_t first, last, beyond;
    };
    Box boxOf(uint32_t first, uint32_t last) const;
    uint32_t halve(const Box& box);
    // The square of how far a point is from a box, m^2: no more than from any root in it, rounded as that is.
    static float squaredFrom(const Box& b, Vec3f p);

    // body(index) for the roots of all boxes that wanted(box, the square of how far it is from p) lets in, nearer halves first.
    template <class Wanted, class Body>
    void eachNear(Vec3f p, const Wanted& wanted, const Body& body) const {
        if (boxes_.empty()) return;
        struct Place {
            uint32_t box;
            float squared;
        };
        std::vector<Place> open{{0, squaredFrom(boxes_[0], p)}};
        while (!open.empty()) {
            const Place at = open.back();
            open.pop_back();
            const Box& box = boxes_[at.box];
            if (!wanted(box, at.squared)) continue;
            if (box.beyond == 0) {
                for (uint32_t o = box.first; o < box.last; ++o) body(order_[o]);
                continue;
            }
            const Place a{at.box + 1, squaredFrom(boxes_[at.box + 1], p)}, b{box.beyond, squaredFrom(boxes_[box.beyond], p)};
            open.push_back(a.squared < b.squared ? b : a);
            open.push_back(a.squared < b.squared ? a : b);
        }
    }

    const std::vector<Vec3f>& roots_;
    std::vector<Box> boxes_;
    std::vector<uint32_t> order_;
};

}  // namespace ringlet
