// The doorway between cylinders that meet and their lane kernels, and the rows by which a model's stages are told of them. Plain
// structs and function pointers only: no code here depends on an instruction set.
#pragma once

namespace ringlet::cylinders {

struct PairBlock;

struct CylinderKernels {
    const char* name;           // the instruction set
    int lanes;                  // W
    void (*answer)(PairBlock&); // what pairs of segments do to each other in an implicit step: cylinder_block.h
};

// The kernels of `lanes` lanes (0: the widest); null where this program or this CPU has none.
const CylinderKernels* cylinderKernels(int lanes);

// What others do to a segment's end, in an explicit step to its middle: C and b of SegmentLoad; and where a first solution with that has
// the end go in the step, beside the head's move, m. [particles][loadRows][W]
enum LoadRow : int { LoadMatrix = 0, LoadVector = 6, LoadWay = 9, loadRows = 12 };

}  // namespace ringlet::cylinders
