#!/usr/bin/env python3
"""Counts what a particle costs a thread, from the PTX of the kernels.

usage: floor.py [NVCC]          (from anywhere; default nvcc)

The kernels are the elastic strand and the published method on tiles with the benchmark's colliders, one
sphere and nothing else. For the loops of each: operations by kind, bytes loaded and stored,
and the longest chain of operations that wait for each other, in cycles of the
latencies below. A loop's text is read from its head to its last jump back, every
branch as taken: an upper count of what one particle executes. "Nothing touched" leaves out
what a branch forward can skip. Both are without what the published step marks as rare.
Of the chain two numbers are given: within one particle, and how much later a particle
ends than the one before it, for a particle begins before its parent is ready in all its parts.
"""
import collections
import os
import re
import subprocess
import sys
import tempfile

# The step kernels, less what one sphere does not reach.
# LATENCY: cycles until a result can be used, on recent GPUs: the order of magnitude. sqrt,
# rcp and div are short sequences of a slow unit's guess and exact corrections.
SOURCE = """
#define RINGLET_ISA cuda
#define RINGLET_DEVICE_LANES 32
#define RINGLET_RARELY(condition) false
#include "core/models/elastic_strand/implicit_step.h"
#include "core/models/dftl/published_step.h"
#include "kernels/strand_threads.h"
namespace ringlet {
__device__ ColliderArgs oneSphere(ColliderArgs c) {
    c.spheres = 1, c.capsules = 0, c.grid.distance = nullptr;
    return c;
}
template <class Stages> __device__ void runWithOneSphere(const DeviceMemory& memory, const typename Stages::Args* frame) {
    const int strand = blockIdx.x * blockDim.x + threadIdx.x;
    const ColliderArgs c = oneSphere(frame->colliders);
    Stages::template run<0, float>(ThreadAt<typename Stages::Fields, Layout::Tiles>{memory, strand}, *frame, c);
}
__global__ void publishedThread(DeviceMemory memory, const dftl::DftlArgs* frame) {
    __builtin_assume(!frame->material.algorithm2);
    runWithOneSphere<dftl::DftlStages>(memory, frame);
}
__global__ void implicitThread(DeviceMemory memory, const elastic_strand::StrandArgs* frame) {
    runWithOneSphere<elastic_strand::StrandStages>(memory, frame);
}
}
"""
LATENCY = {"sqrt": 40, "rcp": 36, "div": 50, "ld": 0, "st": 0}
SIMPLE = 4


def kernels_of(ptx):
    for name, body in re.findall(r"\.entry (\S+?)\((?:.*?)\n\{\n(.*?)\n\}\n", ptx, re.S):
        yield name, body.splitlines()


def loops_of(lines):
    """(first, last) line of every loop: a label and the last jump back to it."""
    labels = {line.rstrip(":").strip(): i for i, line in enumerate(lines) if re.match(r"\$L\w+:", line)}
    ends = {}
    for i, line in enumerate(lines):
        jump = re.search(r"\bbra(?:\.uni)?\s+(\$L\w+);", line)
        if jump and labels.get(jump.group(1), i) < i:
            ends[labels[jump.group(1)]] = i
    return sorted(ends.items())


def always(lines):
    """The lines that no conditional jump forward skips."""
    labels = {line.rstrip(":").strip(): i for i, line in enumerate(lines) if re.match(r"\$L\w+:", line)}
    kept, until = [], 0
    for i, line in enumerate(lines):
        jump = re.search(r"@!?%p\d+\s+bra(?:\.uni)?\s+(\$L\w+);", line)
        if i >= until:
            kept.append(line)
        if jump and i >= until:
            until = max(until, labels.get(jump.group(1), 0))
    return kept


def operations_of(lines):
    """(kind, whether it is arithmetic, name, result, operands) of each operation."""
    for line in lines:
        found = re.match(r"\s+(?:@!?%p\d+\s+)?([a-z][\w.]*)\s+(.*);", line)
        if found:
            name, kind = found.group(1), found.group(1).split(".")[0]
            registers = re.findall(r"%[a-z]+\d+", found.group(2))
            yield kind, ".f32" in name or kind in ("selp", "setp"), name, registers


def count(lines):
    kinds, loaded, stored = collections.Counter(), 0, 0
    for kind, floating, name, _ in operations_of(lines):
        size = 4 * int((re.search(r"\.v(\d)", name) or [0, 1])[1])
        loaded += size * name.startswith("ld.global")
        stored += size * name.startswith("st.global")
        kinds[kind if floating or kind in ("ld", "st") else "other"] += 1
    return kinds, loaded, stored


def chain(lines):
    """The longest chain of one pass through the loop, and by how much each pass ends after the one before."""
    ready, ends = {}, []
    for _ in range(6):
        ends.append(0)
        for kind, floating, _, registers in operations_of(lines):
            if not registers or kind in ("st", "bra"):
                continue
            begin = max((ready.get(r, 0) for r in registers[1:]), default=0)
            # A move only renames a register.
            cycles = LATENCY.get(kind, SIMPLE) if (floating and kind != "mov") or kind == "ld" else 0
            ready[registers[0]] = begin + cycles
            ends[-1] = max(ends[-1], ready[registers[0]])
    return ends[0], ends[-1] - ends[-2]


def told(lines):
    kinds, loaded, stored = count(lines)
    once, each = chain(lines)
    slow = sum(kinds[k] for k in ("sqrt", "rcp", "div"))
    return (f"{sum(kinds.values())} operations, {slow} roots and divisions, {loaded} bytes loaded, {stored} stored, longest chain "
            f"{once} cycles, {each} more a pass: " + ", ".join(f"{k} {n}" for k, n in kinds.most_common()))


def main():
    nvcc = sys.argv[1] if len(sys.argv) > 1 else "nvcc"
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    with tempfile.TemporaryDirectory() as folder:
        source, output = os.path.join(folder, "floor.cu"), os.path.join(folder, "floor.ptx")
        with open(source, "w", encoding="utf-8") as file:
            file.write(SOURCE)
        subprocess.run([nvcc, "-std=c++17", "-O3", "--fmad=false", "-arch=compute_90", "-I", root, "-ptx", "-o", output,
                        source], check=True)
        with open(output, encoding="utf-8") as file:
            ptx = file.read()
    for name, lines in kernels_of(ptx):
        if "ringlet4cuda" in name:  # those of the header itself
            continue
        print(name)
        for first, last in loops_of(lines):
            if sum(count(lines[first:last])[0].values()) < 100:
                continue
            print(f"  loop of {told(lines[first:last])}")
            if "published" in name:
                print(f"    nothing touched: {told(always(lines[first:last]))}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
