// Broad phase: which boxes overlap. Three ways with the same result, which is
// why one may be chosen for its speed alone.
//
//   sweep   sorted along x; the order of the last call is where sorting starts,
//           so that boxes that hardly moved cost hardly anything (Barnes 2006)
//   grid    a uniform grid of about the boxes' size; linear in their number
//   brute   every pair, the measure of the other two
#pragma once

#include "core/base/thread_pool.h"
#include "core/contact/box_grid.h"

namespace ringlet {

class BroadPhase {
public:
    // Adds to `pairs`, in no particular order, every pair of overlapping boxes:
    // of `a` with itself (a < b) where `b` is null, else (index in a, index in b).
    // Boxes that only touch overlap. Boxes with a coordinate that is no number
    // overlap nothing. Where there are `slabs`, one a box of `b`, the boxes of `a` are
    // points and only those within it count. Ends early where the list is full. Allocates
    // only where there are more boxes or pairs than ever before.
    void find(BroadPhaseKind kind, const Boxes& a, const Boxes* b, PairList& pairs, const Slab* slabs = nullptr);

private:
    // Boxes in the order in which a method goes through them, and some beyond the last.
    struct Sorted {
        Boxes boxes;
        std::vector<uint32_t> index;
    };
    void sortAlongX(const Boxes& boxes, Sorted& sorted);
    void sweep(const Boxes& a, const Boxes* b, PairList& pairs, const Slab* slabs);
    void fillGrid(const Boxes& boxes, float size);
    void boundRows();
    void grid(const Boxes& a, const Boxes* b, PairList& pairs, const Slab* slabs);
    template <class Ask>
    void cellsInSlab(const Slab& slab, const float* low, const float* high, const int* from, const int* to,
                     const Ask& ask) const;
    template <class Ask>
    void cellsAbout(const float* low, const float* high, const int* from, const int* to, int firstRow,
                    const Ask& ask) const;
    template <bool same>
    void addFound(uint32_t own, const uint32_t* numbers, size_t found, PairList& pairs) const;
    template <bool same, bool flat>
    void askGrid(const Boxes& queries, uint32_t count, const Slab* slabs, PairList& pairs);
    void brute(const Boxes& a, const Boxes* b, PairList& pairs, const Slab* slabs);

    uint32_t* foundRoom(size_t count);  // for `count` numbers and a few more

    Sorted sortedA_, sortedB_;
    std::vector<uint32_t> order_, scratch_;
    std::vector<uint32_t> cellFirst_, cellOf_;   // of each cell in sortedB_, and one more; of each box
    std::vector<float> rowLow_[2], rowHigh_[2], rowHalf_;  // of each row of cells, in y and z; in x
    std::vector<uint32_t> found_;                // by one box that asks
    BoxGrid grid_;
};

}  // namespace ringlet
