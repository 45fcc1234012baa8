// Axis-aligned boxes and the pairs of them that overlap.
#pragma once

#include "core/math/vec.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace ringlet {

// Boxes of a set of things, an array a coordinate, m. Boxes of one owner are no pairs.
struct Boxes {
    std::vector<float> low[3], high[3];
    std::vector<uint32_t> owner;  // a box; empty: each is its own

    size_t count() const { return low[0].size(); }
    void resize(size_t n) {
        for (int k = 0; k < 3; ++k) {
            low[k].resize(n);
            high[k].resize(n);
        }
    }
    void set(size_t i, Vec3f l, Vec3f h) {
        low[0][i] = l.x, low[1][i] = l.y, low[2][i] = l.z;
        high[0][i] = h.x, high[1][i] = h.y, high[2][i] = h.z;
    }
};

// What lies within `half` (m) of a plane: |x.normal - offset| <= half; boxes of its owners
// are no pairs with it.
struct Slab {
    Vec3f normal;
    float offset, half;
    uint32_t owners[2];
};

struct Pair {
    uint32_t a, b;
};

// Of pairs, puts those that are wanted first, in their order, and says how many.
typedef std::function<size_t(Pair* pairs, size_t count)> PairFilter;

// Ways to find the boxes that overlap; see broad_phase.h.
enum class BroadPhaseKind { Grid, Sweep, Brute };

// A list of pairs that keeps its memory, and is filled without a look at each.
class PairList {
public:
    // Who fills the list stops soon after so many pairs.
    void clear(size_t most = SIZE_MAX) { count_ = dropped_ = 0, most_ = most; }
    bool full() const { return found() > most_; }
    size_t size() const { return count_; }
    size_t found() const { return count_ + dropped_; }
    size_t most() const { return most_; }
    const Pair* begin() const { return store_.data(); }
    const Pair* end() const { return store_.data() + count_; }
    Pair& operator[](size_t i) { return store_[i]; }
    const Pair& operator[](size_t i) const { return store_[i]; }
    // Room for `more` pairs at the end, which are written there and then counted by added().
    Pair* room(size_t more) {
        const size_t wanted = count_ + more;
        if (wanted > store_.size()) store_.resize(wanted + wanted / 4);
        return store_.data() + count_;
    }
    void added(size_t count) { count_ += count; }
    void add(Pair pair) {
        *room(1) = pair;
        ++count_;
    }
    void keepFirst(size_t count) { count_ = count; }
    // Of those from `first` on only those that are wanted stay; the others count as found.
    void filter(size_t first, const PairFilter* wanted) {
        if (wanted == nullptr || first == count_) return;
        const size_t kept = (*wanted)(store_.data() + first, count_ - first);
        dropped_ += count_ - first - kept;
        count_ = first + kept;
    }
    // As if some that are not here had been found as well, so many in all.
    void foundInAll(size_t all) { dropped_ = all - count_; }
    void reserve(size_t count) { if (count > store_.size()) store_.resize(count); }
    size_t capacity() const { return store_.size(); }

private:
    std::vector<Pair> store_;
    size_t count_ = 0, dropped_ = 0, most_ = SIZE_MAX;
};

// Sorts whatever has a and b by a, then b: the same order whatever found them. Linear time.
template <class Of>
class PairSort {
public:
    // a, b < count.
    void sort(Of* pairs, size_t size, uint32_t count) {
        beginA_.assign(count, 0);
        beginB_.assign(count, 0);
        for (size_t i = 0; i < size; ++i) ++beginA_[pairs[i].a], ++beginB_[pairs[i].b];
        for (uint32_t i = 0, a = 0, b = 0; i < count; ++i) {
            const uint32_t some = beginA_[i], others = beginB_[i];
            beginA_[i] = a, beginB_[i] = b;
            a += some, b += others;
        }
        if (byB_.size() < size) byB_.resize(size + size / 4);
        for (size_t i = 0; i < size; ++i) byB_[beginB_[pairs[i].b]++] = pairs[i];
        for (size_t i = 0; i < size; ++i) pairs[beginA_[byB_[i].a]++] = byB_[i];
    }

private:
    std::vector<uint32_t> beginA_, beginB_;
    std::vector<Of> byB_;
};

}  // namespace ringlet
