// Broad phase: which boxes overlap. Three ways with the same result, which is
// why one may be chosen for its speed alone. (Of boxes in slabs some kilometres from
// the origin the grid may miss a pair at the very edge; hair is told about its head.)
//
//   sweep   sorted along x; the order of the last call is where sorting starts,
//           so that boxes that hardly moved cost hardly anything (Barnes 2006)
//   grid    a uniform grid of about the boxes' size; linear in their number
//   brute   every pair, the measure of the other two
#pragma once

#include "core/base/thread_pool.h"
#include "core/contact/box_grid.h"

namespace ringlet {

struct SearchOptions {
    const Slab* slabs = nullptr;       // one a box of `b`: the boxes of `a` are points, and only those within it count
    ThreadPool* pool = nullptr;        // of the grid; null: the calling thread alone
    const PairFilter* wanted = nullptr;  // of all that overlap, some at a time, on any of the pool's threads; null: all are
};

class BroadPhase {
public:
    // Adds to `pairs`, in an order that no pool changes, every pair of overlapping boxes:
    // of `a` with itself (a < b) where `b` is null, else (index in a, index in b).
    // Boxes that only touch overlap. Boxes with a coordinate that is no number
    // overlap nothing. Ends early where the list is full: more overlap, wanted or not, than it may find. Allocates
    // only where there are more boxes, pairs or cells than ever before.
    void find(BroadPhaseKind kind, const Boxes& a, const Boxes* b, PairList& pairs, const SearchOptions& options = {});

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
    void grid(const Boxes& a, const Boxes* b, PairList& pairs, const SearchOptions& options);
    template <class Ask>
    void cellsInSlab(const Slab& slab, const float* low, const float* high, const int* from, const int* to,
                     const Ask& ask) const;
    template <class Ask>
    void cellsAbout(const float* low, const float* high, const int* from, const int* to, int firstRow,
                    const Ask& ask) const;
    template <bool same>
    void addFound(uint32_t own, const uint32_t* numbers, size_t found, PairList& pairs) const;
    struct Queries;
    template <bool same, bool flat>
    void askGrid(const Queries& queries, uint32_t first, uint32_t last, std::vector<uint32_t>& found, PairList& pairs) const;
    template <bool same, bool flat>
    void askSideBySide(const Queries& queries, PairList& pairs);
    void brute(const Boxes& a, const Boxes* b, PairList& pairs, const Slab* slabs);

    // A thread's: what one box finds, and pairs of the queries that it took.
    struct Asker {
        std::vector<uint32_t> found;
        PairList pairs;
    };
    struct Portion {  // of queries: who took it, and where its pairs are
        int asker;
        size_t first, count;
    };

    Sorted sortedA_, sortedB_;  // along x
    Sorted gridded_;            // by cells
    std::vector<uint32_t> order_, scratch_;
    std::vector<uint32_t> cellFirst_, cellOf_;   // of each cell in gridded_, and one more; of each box
    std::vector<float> rowLow_[2], rowHigh_[2], rowHalf_;  // of each row of cells, in y and z; in x
    std::vector<uint32_t> found_;                // by one box that asks
    std::vector<Asker> askers_;
    std::vector<Portion> portions_;
    BoxGrid grid_;
};

}  // namespace ringlet
