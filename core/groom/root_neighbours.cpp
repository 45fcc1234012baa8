#include "core/groom/root_neighbours.h"

#include <algorithm>

namespace ringlet {
namespace {

constexpr uint32_t fewRoots = 6;  // that a box holds without being halved
constexpr float samePlace = 1e-5f;  // m: roots closer than this count as one

float squaredBetween(Vec3f a, Vec3f b) {
    const Vec3f gap = a - b;
    return dot(gap, gap);
}

// The nearest in other places so far, nearest first, equal distances by index.
class NearestRoots {
public:
    // most: of [0, 15].
    NearestRoots(const std::vector<Vec3f>& roots, uint32_t root, int most) : roots_(roots), root_(root), most_(most) {}
    bool full() const { return have_ == most_; }
    float farthest() const { return squared_[have_ - 1]; }
    int have() const { return have_; }
    uint32_t at(int place) const { return index_[place]; }

    void offer(uint32_t r) {
        const float squared = squaredBetween(roots_[r], roots_[root_]);
        if (squared < samePlace * samePlace) return;
        for (int m = 0; m < have_; ++m) {  // of those in one place the first counts
            if (squaredBetween(roots_[index_[m]], roots_[r]) >= samePlace * samePlace) continue;
            if (!before(squared, r, m)) return;
            for (--have_; m < have_; ++m) squared_[m] = squared_[m + 1], index_[m] = index_[m + 1];
        }
        int place = have_;
        while (place > 0 && before(squared, r, place - 1)) --place;
        if (place >= most_) return;
        if (have_ < most_) ++have_;
        for (int m = have_ - 1; m > place; --m) squared_[m] = squared_[m - 1], index_[m] = index_[m - 1];
        squared_[place] = squared, index_[place] = r;
    }

private:
    bool before(float squared, uint32_t r, int m) const { return squared < squared_[m] || (squared == squared_[m] && r < index_[m]); }

    const std::vector<Vec3f>& roots_;
    uint32_t root_;
    int most_, have_ = 0;
    float squared_[16];
    uint32_t index_[16];
};

}  // namespace

RootNeighbours::RootNeighbours(const std::vector<Vec3f>& roots) : roots_(roots) {
    if (roots.empty()) return;
    order_.resize(roots.size());
    for (uint32_t r = 0; r < roots.size(); ++r) order_[r] = r;
    // Of two halves the first is the next box; the second waits, with the box whose `beyond` it is.
    struct Half {
        uint32_t of, first, last;
    };
    std::vector<Half> waiting;
    boxes_.push_back(boxOf(0, static_cast<uint32_t>(roots.size())));
    for (uint32_t at = 0;;) {
        const Box box = boxes_[at];
        const uint32_t middle = halve(box);
        if (middle > box.first && middle < box.last) {
            waiting.push_back({at, middle, box.last});
            boxes_.push_back(boxOf(box.first, middle));
        } else {
            if (waiting.empty()) return;
            const Half next = waiting.back();
            waiting.pop_back();
            boxes_[next.of].beyond = static_cast<uint32_t>(boxes_.size());
            boxes_.push_back(boxOf(next.first, next.last));
        }
        at = static_cast<uint32_t>(boxes_.size() - 1);
    }
}

RootNeighbours::Box RootNeighbours::boxOf(uint32_t first, uint32_t last) const {
    Box box{roots_[order_[first]], roots_[order_[first]], first, last, 0};
    for (uint32_t o = first + 1; o < last; ++o) {
        const Vec3f p = roots_[order_[o]];
        box.low = {minimum(box.low.x, p.x), minimum(box.low.y, p.y), minimum(box.low.z, p.z)};
        box.high = {maximum(box.high.x, p.x), maximum(box.high.y, p.y), maximum(box.high.z, p.z)};
    }
    return box;
}

// Puts what lies in the lower half of its longest side first; returns where the others begin, or one of its ends: it stays whole.
uint32_t RootNeighbours::halve(const Box& box) {
    if (box.last - box.first <= fewRoots) return box.last;
    const Vec3f side = box.high - box.low;
    float Vec3f::*const axis = side.x >= side.y && side.x >= side.z ? &Vec3f::x : side.y >= side.z ? &Vec3f::y : &Vec3f::z;
    const float middle = box.low.*axis + 0.5f * (side.*axis);
    const auto begin = order_.begin();
    const auto there = std::partition(begin + box.first, begin + box.last, [&](uint32_t r) { return roots_[r].*axis < middle; });
    return static_cast<uint32_t>(there - begin);
}

float RootNeighbours::squaredFrom(const Box& b, Vec3f p) {
    const auto off = [](float x, float low, float high) { return maximum(maximum(low - x, x - high), 0.0f); };
    const Vec3f gap{off(p.x, b.low.x, b.high.x), off(p.y, b.low.y, b.high.y), off(p.z, b.low.z, b.high.z)};
    return dot(gap, gap);
}

uint32_t RootNeighbours::closest(Vec3f p) const {
    uint32_t best = 0;
    float squared = 3e38f;
    eachNear(p, [&](const Box&, float from) { return from <= squared; }, [&](uint32_t r) {
        const float d = squaredBetween(roots_[r], p);
        if (d > squared || (d == squared && r > best)) return;
        squared = d;
        best = r;
    });
    return best;
}

void RootNeighbours::nearest(uint32_t root, int count, uint32_t* found) const {
    const int others = (count < 16 ? count : 16) - 1;
    const Vec3f p = roots_[root];
    found[0] = root;
    if (others < 1) return;
    NearestRoots nearest(roots_, root, others);
    // Of boxes that are in the same place as a whole nothing counts.
    const auto elsewhere = [&](const Box& b) {
        const auto off = [](float x, float low, float high) { return maximum(x - low, high - x); };
        const Vec3f most{off(p.x, b.low.x, b.high.x), off(p.y, b.low.y, b.high.y), off(p.z, b.low.z, b.high.z)};
        return dot(most, most) >= samePlace * samePlace;
    };
    eachNear(p, [&](const Box& b, float from) { return elsewhere(b) && (!nearest.full() || from <= nearest.farthest()); },
             [&](uint32_t r) { nearest.offer(r); });
    for (int n = 0; n < others; ++n) found[n + 1] = n < nearest.have() ? nearest.at(n) : root;
}

float RootNeighbours::spacing() const {
    std::vector<float> sorted;
    size_t step = roots_.size() / 101 + 1;
    for (size_t r = 0; r < roots_.size(); r += step) {
        uint32_t found[2];
        nearest(static_cast<uint32_t>(r), 2, found);
        float best = lengthOf(roots_[found[1]] - roots_[r]);
        if (best == 0.0f) continue;
        size_t at = sorted.size();
        sorted.push_back(best);
        for (; at > 0 && sorted[at - 1] > best; --at) sorted[at] = sorted[at - 1];
        sorted[at] = best;
    }
    return sorted.empty() ? 0.0f : sorted[sorted.size() / 2];
}

}  // namespace ringlet
