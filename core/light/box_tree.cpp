#include "core/light/box_tree.h"

#include <algorithm>

namespace ringlet {
namespace light {
namespace {

constexpr int bins = 16;

float component(Vec3f v, int k) { return k == 0 ? v.x : k == 1 ? v.y : v.z; }
Vec3f middleOf(const Box& box) { return (box.low + box.high) * 0.5f; }

}  // namespace

void Box::add(Vec3f p) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
}
void Box::add(const Box& box) {
    if (box.low.x > box.high.x) return;
    add(box.low);
    add(box.high);
}
float Box::area() const {
    if (low.x > high.x) return 0;
    const Vec3f size = high - low;
    return size.x * size.y + size.y * size.z + size.z * size.x;
}

BoxTree::BoxTree(const std::vector<Box>& boxes) {
    Range all{0, uint32_t(boxes.size()), {}};
    items_.resize(boxes.size());
    for (uint32_t i = 0; i < all.end; ++i) items_[i] = i;
    for (const Box& box : boxes) all.box.add(box);
    nodes_.reserve(boxes.size() / 4 + 1);
    order_.reserve(2 * boxes.size());
    root_ = all.end <= leafItems ? leaf(all) : build(boxes, all);
    items_ = {};
}

int32_t BoxTree::leaf(Range range) {
    const int32_t at = int32_t(order_.size() / leafItems);
    for (uint32_t i = 0; i < leafItems; ++i) order_.push_back(range.first + i < range.end ? items_[range.first + i] : none);
    return ~at;
}

bool BoxTree::split(const std::vector<Box>& boxes, Range range, Range halves[2]) {
    const uint32_t count = range.end - range.first;
    if (count <= leafItems) return false;
    Box middles;
    for (uint32_t i = range.first; i < range.end; ++i) middles.add(middleOf(boxes[items_[i]]));
    float best = 1e30f;
    int axis = -1, cut = 0;
    for (int k = 0; k < 3; ++k) {
        const float low = component(middles.low, k), size = component(middles.high, k) - low;
        if (size <= 0) continue;
        Box box[bins];
        uint32_t in[bins] = {};
        for (uint32_t i = range.first; i < range.end; ++i) {
            const int bin = std::min(int((component(middleOf(boxes[items_[i]]), k) - low) / size * bins), bins - 1);
            box[bin].add(boxes[items_[i]]);
            ++in[bin];
        }
        float after[bins];
        Box right;
        uint32_t number = 0;
        for (int b = bins - 1; b > 0; --b) {
            right.add(box[b]);
            number += in[b];
            after[b] = right.area() * float(number);
        }
        Box left;
        number = 0;
        for (int b = 1; b < bins; ++b) {
            left.add(box[b - 1]);
            number += in[b - 1];
            const float cost = left.area() * float(number) + after[b];
            if (number > 0 && number < count && cost < best) best = cost, axis = k, cut = b;
        }
    }
    uint32_t middle = range.first + count / 2;  // where all lie in one place
    if (axis >= 0) {
        const float low = component(middles.low, axis), size = component(middles.high, axis) - low;
        const auto before = [&](uint32_t i) { return std::min(int((component(middleOf(boxes[i]), axis) - low) / size * bins), bins - 1) < cut; };
        middle = uint32_t(std::stable_partition(items_.begin() + range.first, items_.begin() + range.end, before) - items_.begin());
    }
    halves[0] = {range.first, middle, {}};
    halves[1] = {middle, range.end, {}};
    for (int h = 0; h < 2; ++h)
        for (uint32_t i = halves[h].first; i < halves[h].end; ++i) halves[h].box.add(boxes[items_[i]]);
    return true;
}

int32_t BoxTree::build(const std::vector<Box>& boxes, Range range) {
    Range parts[4] = {range, {}, {}, {}};
    int count = 1;
    while (count < 4) {
        int widest = -1;
        for (int i = 0; i < count; ++i)
            if (parts[i].end - parts[i].first > leafItems && (widest < 0 || parts[i].box.area() > parts[widest].box.area())) widest = i;
        Range halves[2];
        if (widest < 0 || !split(boxes, parts[widest], halves)) break;
        parts[widest] = halves[0];
        parts[count++] = halves[1];
    }
    const size_t at = nodes_.size();
    nodes_.emplace_back();
    for (int i = 0; i < 4; ++i) {
        const Box box = i < count ? parts[i].box : Box();
        const float low[3] = {box.low.x, box.low.y, box.low.z}, high[3] = {box.high.x, box.high.y, box.high.z};
        for (int k = 0; k < 3; ++k) {
            nodes_[at].low[k][i] = low[k];
            nodes_[at].high[k][i] = high[k];
        }
        nodes_[at].child[i] = -1;
    }
    for (int i = 0; i < count; ++i) {
        const int32_t child = parts[i].end - parts[i].first <= leafItems ? leaf(parts[i]) : build(boxes, parts[i]);
        nodes_[at].child[i] = child;
    }
    return int32_t(at);
}

}  // namespace light
}  // namespace ringlet
