// Where hair from a file belongs on a head: every axis, heading, unit, size and place is
// tried on Ringlet's own head, and the one that fits best is taken, if it fits at all.
#pragma once

#include "core/collide/head.h"
#include "core/files/placement.h"

namespace ringlet {

// What the search knows of one strand, in whatever coordinates.
struct StrandSample {
    Vec3f root;
    Vec3f leaves;   // unit: where its first tenth goes
    Vec3f hangs;    // from root to tip, over its length: as long as 1 where it is straight
    Vec3f along[2]; // at a third and at two thirds of its points
    float length;
};
// Of at most `most` strands, spread evenly over the file; those without length are left out.
std::vector<StrandSample> strandSamples(const FileStrands& strands, size_t most);

// One way to put the hair on the head.
struct HeadFit {
    Placement placement;   // of the file: its points become metres, Y up
    float knownUnit = 1;   // of knownUnits, or told, the one that serves best
    int quarters = 0;      // quarter turns of the hair about the vertical after that, so that it faces +Z
    BustPlace bust{1, {0, 0, 0}};  // the head, among the hair that was so placed and turned
    bool beard = false;    // roots on the lower face instead of the scalp
    float distance = 0;    // from the roots to where hair grows, root mean square without the farthest, m
    float misfit = 0;      // what is compared: the smaller the better; see head_search.cpp
};

struct HeadSearch {
    HeadFit best;
    HeadFit next;      // the best with another axis up; misfit 0: none was tried
    bool fits = false; // whether the best is a head's hair at all
    bool few = false;  // too few roots to tell, and nothing was tried: they grow on the crown
    bool turnedRound = false;  // whether strands run from tip to root, as searchEitherEnd() finds
};

// Whatever `told` holds stays as it is (unit 0, UpAxis::Unknown: not told); `usual` is the
// axis that files of this format mostly have. Nearest points in turns (Besl and McKay 1992),
// similarity without rotation, from many beginnings. Same bits on every target.
HeadSearch searchHead(const FileStrands& strands, UpAxis usual, const Placement& told);

// The same, and where the first points fit a head badly or not at all, with the strands turned
// round: if that fits clearly better, `strands` are left so, and the result is theirs.
HeadSearch searchEitherEnd(FileStrands& strands, UpAxis usual, const Placement& told);

// (x, z) turned by quarters from +Z towards +X.
Vec3f turnedQuarters(Vec3f p, int quarters);

}  // namespace ringlet
