// A bounding volume hierarchy with four boxes a node, which are tested side by side. Split by the surface area heuristic
// over bins (Wald 2007, "On fast construction of SAH-based bounding volume hierarchies").
#pragma once

#include "core/math/lanes.h"
#include "core/math/vec.h"

#include <cstdint>
#include <vector>

namespace ringlet {
namespace light {

struct Box {
    Vec3f low{1e30f, 1e30f, 1e30f}, high{-1e30f, -1e30f, -1e30f};
    void add(Vec3f p);
    void add(const Box& box);
    float area() const;  // half of its surface, m^2; 0 where empty
};

struct Ray {
    Vec3f from, along;   // along: unit
    float near = 0, far = 1e30f;  // m, between which it is looked for what it meets
};

class BoxTree {
public:
    static constexpr int leafItems = 4;
    explicit BoxTree(const std::vector<Box>& boxes);

    // Items in the order of leaves; each leaf has `leafItems` places from a multiple of that on, the last ones may be empty.
    static constexpr uint32_t none = UINT32_MAX;
    const std::vector<uint32_t>& order() const { return order_; }

    // Calls meet(leaf, ray) for leaves that the ray meets, near ones first as a rule; it may shorten the ray, and ends the
    // walk by returning true.
    template <class Meet> void walk(Ray& ray, const Meet& meet) const;

private:
    struct Node {
        float low[3][4], high[3][4];
        int32_t child[4];  // >= 0: a node; < 0: ~leaf; empty places have empty boxes
    };
    struct Range {
        uint32_t first, end;
        Box box;
    };
    int32_t build(const std::vector<Box>& boxes, Range range);
    int32_t leaf(Range range);
    bool split(const std::vector<Box>& boxes, Range range, Range halves[2]);

    std::vector<Node> nodes_;
    std::vector<uint32_t> order_, items_;
    int32_t root_ = -1;
};

template <class Meet> void BoxTree::walk(Ray& ray, const Meet& meet) const {
    using L = Lanes<4>;
    constexpr int mostWaiting = 256;
    struct Waiting {
        int32_t node;
        float near;
    };
    Waiting stack[mostWaiting];
    int waiting = 0;
    stack[waiting++] = {root_, ray.near};
    const float from[3] = {ray.from.x, ray.from.y, ray.from.z}, along[3] = {ray.along.x, ray.along.y, ray.along.z};
    float inverse[3];
    for (int k = 0; k < 3; ++k) inverse[k] = 1 / (along[k] > -1e-12f && along[k] < 1e-12f ? 1e-12f : along[k]);
    while (waiting > 0) {
        const Waiting next = stack[--waiting];
        if (next.near > ray.far) continue;
        if (next.node < 0) {
            if (meet(uint32_t(~next.node), ray)) return;
            continue;
        }
        const Node& node = nodes_[size_t(next.node)];
        L near(ray.near), far(ray.far);
        for (int k = 0; k < 3; ++k) {
            const bool forward = inverse[k] >= 0;
            const L first = (loadLanes<4>(forward ? node.low[k] : node.high[k]) - L(from[k])) * L(inverse[k]);
            const L last = (loadLanes<4>(forward ? node.high[k] : node.low[k]) - L(from[k])) * L(inverse[k]);
            near = maximum(near, first);
            far = minimum(far, last);
        }
        uint32_t met = laneBits(near < far) | laneBits(near == far);
        // Farthest first, so that the nearest is taken next.
        const int base = waiting;
        for (; met != 0 && waiting < mostWaiting; met &= met - 1) {
            const int k = __builtin_ctz(met);
            const Waiting one{node.child[k], near[k]};
            int at = waiting++;
            for (; at > base && stack[at - 1].near < one.near; --at) stack[at] = stack[at - 1];
            stack[at] = one;
        }
    }
}

}  // namespace light
}  // namespace ringlet
