#!/usr/bin/env python3
"""Counts what a particle costs a thread, from the PTX of the kernels.

usage: floor.py [NVCC]                     the two kernels that the benchmarks are about, loop by loop (default nvcc)
       floor.py [NVCC] --markdown FILE     and every kernel of this room, into the page docs/measured/cuda-floor.md

The two kernels are the elastic strand and the published method on tiles with the benchmark's colliders, one
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
#include "core/models/dftl/dftl_step.h"
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
    __builtin_assume(frame->material.method == dftl::Method::Published);
    runWithOneSphere<dftl::DftlStages>(memory, frame);
}
__global__ void implicitThread(DeviceMemory memory, const elastic_strand::StrandArgs* frame) {
    runWithOneSphere<elastic_strand::StrandStages>(memory, frame);
}
}
"""
LATENCY = {"sqrt": 40, "rcp": 36, "div": 50, "ld": 0, "st": 0}
SIMPLE = 4
LAYOUTS = ("tiles", "batch", "soa", "aos")  # core/models/tile_math.h
MARK = "<!-- floor: written by kernels/floor.py --markdown -->"
HEADING = """## Every kernel

By nvcc and ptxas for compute capability 9.0: registers of a thread, warps that one scheduler holds at once (of 16), stack and spills; then
what one particle costs if each inner loop of 40 operations and more is passed once: operations, roots and divisions, bytes loaded and stored,
and the cycles by which each particle ends after the one before. Of loops that stand for each other (with contacts and without, a second
elimination) all are counted, so these are upper counts for one pass; iterations are not multiplied.
"""


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


def inner(lines, least=40):
    """The loops in which no other one of so many operations lies: (first, last) lines."""
    loops = [(a, b) for a, b in loops_of(lines) if sum(count(lines[a:b])[0].values()) >= least]
    return [(a, b) for a, b in loops if not any(a <= c and d <= b and (a, b) != (c, d) for c, d in loops)]


def once(lines):
    """Operations, roots and divisions, bytes moved and cycles that a particle adds, each inner loop passed once."""
    sums = [0, 0, 0, 0]
    for first, last in inner(lines):
        kinds, loaded, stored = count(lines[first:last])
        alone, each = chain(lines[first:last])
        for i, value in enumerate((sum(kinds.values()), sum(kinds[k] for k in ("sqrt", "rcp", "div")), loaded + stored, each or alone)):
            sums[i] += value
    return sums


def compiled(nvcc, source, folder, *words):
    output = os.path.join(folder, "kernels.out")
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    said = subprocess.run([nvcc, "-std=c++17", "-O3", "--fmad=false", "-I", root, *words, "-o", output, source], check=True,
                          capture_output=True, text=True)
    with open(output, encoding="latin-1") as file:
        return file.read(), said.stdout + said.stderr


def warps(registers):
    """That run at once on one of a multiprocessor's four schedulers: 16,384 registers each, given out by eights a thread."""
    return min(16, 16384 // (32 * -(-registers // 8) * 8))


def rows(nvcc):
    """A row for every kernel of every .cu of this room."""
    here = os.path.dirname(os.path.abspath(__file__))
    flags = ["-DRINGLET_ISA=cuda", "-DRINGLET_DEVICE_LANES=32"]
    for name in sorted(os.listdir(here)):
        if not name.endswith(".cu") or name == "facts.cu":
            continue
        with tempfile.TemporaryDirectory() as folder:
            ptx, _ = compiled(nvcc, os.path.join(here, name), folder, *flags, "-arch=compute_90", "-ptx")
            text = os.path.join(folder, "kernels.ptx")
            with open(text, "w", encoding="utf-8") as file:
                file.write(ptx)
            _, said = compiled(nvcc, text, folder, "-arch=sm_90", "-cubin", "-Xptxas", "-v")
        used = {kernel: (int(stack), int(stores) + int(loads), int(registers)) for kernel, stack, stores, loads, registers in re.findall(
            r"Function properties for (\S+)\s+(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads\s+"
            r"ptxas info\s+: Used (\d+) registers", said)}
        for kernel, lines in kernels_of(ptx):
            stack, spills, registers = used[kernel]
            yield [name[:-3], readable(kernel), registers, warps(registers), stack, spills, *once(lines)]


def readable(kernel):
    """What a mangled name says of the kernel: a stage and whose, or a loop's body."""
    words, at = [], 0
    while found := re.compile(r"[1-9]\d*").search(kernel, at):
        at = found.end() + int(found.group())
        words.append(kernel[found.end():at])
    kind = next((k for k in ("stage", "begin", "item") if k + "Thread" in kernel), kernel)
    stage = re.search(r"Li(\d+)E", kernel)
    whose = [w for w in words if w.endswith(("Stages", "Fields"))] if kind != "item" else [w for w in words if w[0].isupper()]
    layout = re.search(r"LayoutE(\d)", kernel)
    end = (f" {stage.group(1)}" if kind == "stage" and stage else "") + (f", {LAYOUTS[int(layout.group(1))]}" if layout and layout.group(1) != "0" else "")
    return f"{kind} {' of '.join(whose[-1:])}{end}"


def counted(nvcc):
    """The text of the two kernels' loops, by name."""
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "floor.cu")
        with open(source, "w", encoding="utf-8") as file:
            file.write(SOURCE)
        ptx, _ = compiled(nvcc, source, folder, "-arch=compute_90", "-I", root, "-ptx")
    for name, lines in kernels_of(ptx):
        if "ringlet4cuda" in name:  # those of the header itself
            continue
        text = []
        for first, last in loops_of(lines):
            if sum(count(lines[first:last])[0].values()) < 100:
                continue
            text.append(f"  loop of {told(lines[first:last])}")
            if "published" in name:
                text.append(f"    nothing touched: {told(always(lines[first:last]))}")
        yield name, text


def write_page(path, nvcc, loops):
    """Keeps what stands before the mark, and writes the tables behind it."""
    with open(path, encoding="utf-8") as file:
        page = file.read().split(MARK)[0].rstrip() + "\n\n"
    lines = [page + MARK, "", HEADING, "| file | kernel | registers | warps a scheduler | stack, bytes | spills, bytes | operations | roots and divisions | "
             "bytes | cycles |", "| --- | --- " + "| ---: " * 8 + "|"]
    lines += ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows(nvcc)]
    for name, text in loops:
        lines += ["", f"`{name}`:", "", "```", *text, "```"]
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")


def main():
    words = sys.argv[1:]
    page = words.pop(words.index("--markdown") + 1) if "--markdown" in words else None
    words = [word for word in words if word != "--markdown"]
    nvcc = words[0] if words else "nvcc"
    loops = list(counted(nvcc))
    for name, text in loops:
        print("\n".join([name, *text]))
    if page:
        write_page(page, nvcc, loops)
    return 0


if __name__ == "__main__":
    sys.exit(main())
